"""The laws that every game must keep: all of them, and the short form before a first search."""
