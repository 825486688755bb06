"""Tablebases: every position's value, solved layer by layer and kept on disk.

An *indexer* maps a position to a layer and an offset. A *layer* has the positions with equally many
marks or plies; its *keys* identify them, and its *values* are a byte or two for each.
"""
