"""Audits: whether a player can be beaten, from every position that it can meet."""
