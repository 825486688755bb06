"""Knowing: the exact value of any position of a game."""
