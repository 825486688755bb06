"""Outcomes without distances: one bit a position in each of two planes."""
