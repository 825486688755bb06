"""One picture for each look of a board, as in tests/golden/: compared as structure, not as bytes.

To draw the files anew after a change that is meant: NOUGHTS_GOLDEN=write make test; look at them.
"""

import os
from pathlib import Path

from noughts.board import Look
from noughts.pictures.board.draw import draw
from tests.each import each
from tests.pictures.plays import moments
from tests.pictures.reading import structure

GOLDEN = Path(__file__).parents[2] / "golden"
# A game of each look; text is drawn for games of other libraries, which have tests of their own.
GAMES = {
    Look.GRID: "tictactoe",
    Look.RACK: "connectfour",
    Look.HEXAGONS: "hex:4",
    Look.POINTS: "morris",
    Look.HEAPS: "nim",
    Look.PLAIN: "chomp",
    Look.EDGES: "dots:2,2",
    Look.CLOTH: "othello:6",
    Look.CROSSINGS: "gomoku:7,7,5",
    Look.QUARTERS: "pentago",
    Look.NINE: "ultimate",
    Look.DOMINOES: "domineering:4,4",
    Look.LINES: "lines:3,3,-b2,a3b3c3,c3c2c1,a1b1c1",
    Look.PITS: "kalah",
}


@each("look, spec", GAMES.items())
def test_a_picture_has_the_structure_that_it_had(look, spec):
    _, middle, _ = moments(spec)
    assert middle.game.board(middle.position, middle.turn).look == look
    drawn = draw(middle.game, middle.position, middle.turn, last=middle.last).svg
    path = GOLDEN / f"look-{look}.svg"
    if os.environ.get("NOUGHTS_GOLDEN") == "write":
        path.write_text(drawn, encoding="utf-8")
    assert structure(drawn) == structure(path.read_text(encoding="utf-8"))


def test_every_look_has_a_picture():
    assert set(GAMES) == set(Look) - {Look.TEXT}
