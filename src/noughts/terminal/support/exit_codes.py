"""The exit codes of every command, beside 0: something failed; the command was misused; Ctrl-C."""

FAILED, MISUSED, INTERRUPTED = 1, 2, 130
