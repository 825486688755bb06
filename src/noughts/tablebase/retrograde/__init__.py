"""Games that may repeat positions: solved backwards from the ends of the game."""
