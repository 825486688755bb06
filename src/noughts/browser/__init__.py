"""Play and analyse in the browser: the pages, the HTTP API, and a page in one file."""
