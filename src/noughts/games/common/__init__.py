"""Code shared by games: cells, grids, lines, and notation."""
