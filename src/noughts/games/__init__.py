"""Rules, one game per file; `registry` finds games by name."""
