"""The full screen, with Textual."""
