"""Playing: who chooses the moves, and the match in which they do."""
