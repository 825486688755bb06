"""One migration, one file."""
