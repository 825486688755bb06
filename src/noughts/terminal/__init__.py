"""The command line, the line mode and the full screen."""
