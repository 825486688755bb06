"""Players of every strength, and the match between two."""
