"""Two people at one game by a link, and whoever watches them."""
