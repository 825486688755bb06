"""Play and analyse in the browser: the pages, the small HTTP API, and a page in one file."""
