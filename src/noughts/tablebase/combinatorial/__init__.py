"""Games of marks: a position's index is computed from its cells, without any search."""
