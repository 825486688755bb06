"""Puzzles: positions with one right move by exact values, their packs, and ratings."""
