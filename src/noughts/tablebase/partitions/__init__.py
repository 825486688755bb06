"""Layers cut into slabs, which threads can solve in parallel.

A *slab* is the part of a layer in which certain chosen cells are taken. A `Part` is the data of a
slab sent between processes.
"""
