"""Storage of games between people: what is acknowledged is on disk. Knows no rules, only texts."""
