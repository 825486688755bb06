"""The rules checks of every game, and `check`."""
