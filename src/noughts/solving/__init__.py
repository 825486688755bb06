"""Knowing: the exact value of any position of a game. `door` finds the solver for it."""
