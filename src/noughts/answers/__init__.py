"""Questions as text, and answers as JSON."""
