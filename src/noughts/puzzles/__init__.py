"""Puzzles (positions with one right move by exact values), packs of them, and ratings."""
