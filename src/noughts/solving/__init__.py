"""Exact values and proofs, remembered between questions."""
