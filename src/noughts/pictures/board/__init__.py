"""A board as SVG: its cells, marks, values, arrows and everything else drawn on it."""
