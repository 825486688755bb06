"""The rules, one game a file; `registry` finds them by name."""
