"""One step, one file."""
