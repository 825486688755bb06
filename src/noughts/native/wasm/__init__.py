"""Searches and rules as WebAssembly, from the same source as everything else."""
