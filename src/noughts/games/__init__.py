"""The rules: one game, one file. `catalogue` finds them by name."""
