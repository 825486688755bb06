"""The rules: one game, one file. `registry` finds them by name."""
