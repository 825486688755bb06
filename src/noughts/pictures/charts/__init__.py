"""Charts: the value of each position of a game, numbers of positions, benchmark times."""
