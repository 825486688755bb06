"""Layers cut into slabs, parts that several workers can solve at the same time."""
