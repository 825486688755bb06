"""Search algorithms, one per file."""
