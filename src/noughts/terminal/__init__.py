"""The command line, the line mode and the full screen."""

# Exit codes of every command, apart from 0: failure, misuse, Ctrl-C.
FAILED, MISUSED, INTERRUPTED = 1, 2, 130
