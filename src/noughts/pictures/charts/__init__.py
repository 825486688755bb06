"""Charts: the value history of a game, numbers of positions, benchmark times."""
