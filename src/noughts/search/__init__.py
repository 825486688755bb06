"""Thinking: one algorithm, one file, each to be read like the book it comes from."""
