"""What several games share: cells, grids, lines, and how they are written."""
