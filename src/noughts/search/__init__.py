"""Search algorithms, one file each, readable like the book they come from."""
