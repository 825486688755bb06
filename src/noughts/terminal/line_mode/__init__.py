"""The line mode: it reads a line and prints sentences."""
