"""Auditing: what a player does in every position that it can meet, and whether it can be beaten."""
