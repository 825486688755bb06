"""A session at the terminal, game after game, for both modes."""
