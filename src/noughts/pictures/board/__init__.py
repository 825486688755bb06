"""A board as SVG: its cells, marks, values, arrows and other notes."""
