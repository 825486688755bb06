"""Showing, in a terminal: the command line, the line mode and the full screen."""
