"""Make the pictures that are shown where somebody sends a link to a page.

One for each game, in `web/static/previews`. Needs a converter of SVG to PNG, such as Chromium.
Run it after a change to how boards are drawn: .venv/bin/python tools/make_previews.py
"""

import sys
from pathlib import Path

import noughts.web
from noughts.games.registry import ENTRIES, game_name
from noughts.pictures.board.draw import draw
from noughts.pictures.svg import LIGHT, Picture, Piece, Svg, tag
from noughts.web.pages import after_some_moves

FOLDER = Path(noughts.web.__file__).parent / "static" / "previews"
WIDTH, HEIGHT, MARGIN = 1200, 630, 60
BOARD = HEIGHT - 2 * MARGIN
SAYING = "Play it. See what every move is worth."


def preview(spec: str) -> Picture:
    """The board of a game after some moves, and its name beside it."""
    game, position, turn = after_some_moves(spec)
    board = draw(game, position, turn, theme=LIGHT, coordinates=False).piece
    whole = game_name(game)
    name = whole if len(whole) < 16 else whole.partition(",")[0]
    x, size = 2 * MARGIN + BOARD, 62 if len(name) < 16 else 46
    bold = {"x": x, "font_weight": 700}
    scale = min(BOARD / board.width, BOARD / board.height)
    left = MARGIN + (BOARD - scale * board.width) / 2
    drawn = [
        board.at(left, (HEIGHT - scale * board.height) / 2, scale),
        tag("text", name, y=HEIGHT / 2 - 10, font_size=size, fill=LIGHT.ink, **bold),
        tag("text", SAYING, x=x, y=HEIGHT / 2 + 50, font_size=28, fill=LIGHT.faint),
        tag("text", "noughts", y=HEIGHT - MARGIN, font_size=28, fill=LIGHT.win, **bold),
    ]
    piece = Piece(Svg("".join(drawn)), WIDTH, HEIGHT)
    return Picture(piece, name, "", LIGHT, 0.5)  # a PNG has two pixels for each of the picture


def main(folder: Path = FOLDER) -> None:
    """Write all of them there."""
    folder.mkdir(exist_ok=True)
    for name in ENTRIES:
        preview(name).save(folder / f"{name}.png")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
