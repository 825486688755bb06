"""Games as records: the history of the terminal, and games as text."""
