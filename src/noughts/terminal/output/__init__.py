"""Output for people: text, tables, pages."""
