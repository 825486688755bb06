"""Games that never repeat a position: found forwards ply by ply, solved backwards."""
