"""Make what the pages of the most played games need, for a wheel to bring along.

Usage: make_pages.py [GAME ...]

A release makes them all before it is built; `wheel-test` makes two of them, in a copy. Together
they are to stay below a megabyte.
"""

import sys

from noughts import find_game
from noughts.web import export

GAMES = (
    "tictactoe", "connectfour", "mnk:4,3,3", "mnk:4,4,4", "mnk:5,4,4", "cube", "qubic", "hex",
    "notakto:3", "orderchaos:4,4,4", "morris", "threemarks", "numerical", "ultimate", "chomp",
)  # fmt: skip
MOST_BYTES = 1_000_000


def main() -> None:
    export.SHIPPED.mkdir(exist_ok=True)
    size = 0
    for spec in sys.argv[1:] or GAMES:
        game = find_game(spec)
        export.knowledge_of_page(game, reasons=True)
        content = (export.pages_folder() / export.page_file(game)).read_bytes()
        (export.SHIPPED / export.page_file(game)).write_bytes(content)
        size += len(content)
        print(f"{spec}: {len(content):,} bytes", flush=True)
    if size > MOST_BYTES:
        sys.exit(f"{size:,} bytes together are too many for the wheel: at most {MOST_BYTES:,}.")


if __name__ == "__main__":
    main()
