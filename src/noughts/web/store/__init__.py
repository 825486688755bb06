"""Games between people, stored in SQLite or Postgres."""
