"""The tree of a game, and a player's complete strategy in it."""
