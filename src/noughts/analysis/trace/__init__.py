"""What a search does, node by node, as data and in sentences."""
