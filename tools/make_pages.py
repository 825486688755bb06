"""Make what the pages of the most played games need, for a wheel to bring along.

Usage: make_pages.py [GAME ...]

`wheel-test` runs it before it builds, and removes the files afterwards. Together they are to stay
below a megabyte.
"""

import sys

from noughts import find_game
from noughts.web import made
from noughts.web.export import knowledge_of_page

GAMES = (
    "tictactoe", "connectfour", "mnk:4,3,3", "mnk:4,4,4", "mnk:5,4,4", "cube", "qubic", "hex",
    "notakto:3", "orderchaos:4,4,4", "morris", "threemarks", "numerical", "ultimate", "chomp",
)  # fmt: skip
MOST_BYTES = 1_000_000


def main() -> None:
    made.SHIPPED.mkdir(exist_ok=True)
    size = 0
    for spec in sys.argv[1:] or GAMES:
        game = find_game(spec)
        knowledge_of_page(game, reasons=True)
        content = (made.folder() / made.file_name(game)).read_bytes()
        (made.SHIPPED / made.file_name(game)).write_bytes(content)
        size += len(content)
        print(f"{spec}: {len(content):,} bytes", flush=True)
    if size > MOST_BYTES:
        sys.exit(f"{size:,} bytes together are too many for the wheel: at most {MOST_BYTES:,}.")


if __name__ == "__main__":
    main()
