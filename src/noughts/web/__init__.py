"""The pages, the HTTP API, and a game on a page of one file."""
