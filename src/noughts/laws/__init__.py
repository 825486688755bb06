"""The laws that every game must keep, and `check`."""
