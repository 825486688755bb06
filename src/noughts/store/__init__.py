"""Games between people, kept: what is acknowledged is on disk. Knows no rules, only texts."""
