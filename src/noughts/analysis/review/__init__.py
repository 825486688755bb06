"""Reviews of games, move by move, and lessons from the mistakes."""
