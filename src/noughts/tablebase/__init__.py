"""Strong solutions: the value of every position, on disk."""
