"""Explaining: what every move is worth, and how the searches compare."""
