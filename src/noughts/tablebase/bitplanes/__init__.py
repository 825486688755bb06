"""Outcomes without distances: one bit for each position in each of two planes.

A *plane* is a bit array over the positions of a layer: won, or lost. The positions of one set of
taken cells are a *block*, divided into *pieces* of colour patterns with the same upper part.
"""
