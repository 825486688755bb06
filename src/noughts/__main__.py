"""`python -m noughts` is the command `noughts`."""

from noughts.terminal.cli import main

if __name__ == "__main__":
    main()
