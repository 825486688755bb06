"""The command `noughts`, also as `python -m noughts`; Ctrl-C ends it without a traceback.

While modules are loaded, and when Python shuts down, an interrupt ends the process directly: an
exception there could come from anywhere.
"""

import os
import signal
import sys
from types import FrameType

from noughts.terminal import INTERRUPTED


def main() -> None:
    """Load the command line and run it."""
    usual = signal.getsignal(signal.SIGINT)
    if usual is signal.default_int_handler:  # not where a shell has it ignored
        signal.signal(signal.SIGINT, _end)
    from noughts.terminal.cli import main as run

    try:
        signal.signal(signal.SIGINT, usual)
        run()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    finally:
        if usual is signal.default_int_handler:
            signal.signal(signal.SIGINT, _end)


def _end(number: int, frame: FrameType | None) -> None:
    os._exit(INTERRUPTED)


if __name__ == "__main__":
    main()
