"""Exact values of positions. `api` finds the solver for a game."""
