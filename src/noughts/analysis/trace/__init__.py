"""Recorded searches, node by node, as data and in sentences."""
