"""A finished game, move by move: where value was lost; and lessons from the mistakes."""
