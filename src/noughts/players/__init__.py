"""Players, and the match that they play."""
