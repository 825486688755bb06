"""Games between people, kept in SQLite or Postgres."""
