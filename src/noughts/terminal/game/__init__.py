"""A session at the terminal, game after game, whichever of the two modes shows it."""
