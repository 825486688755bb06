"""Can a player be beaten? Every position that it can meet."""
