"""Games between two people by a link, with spectators."""
