"""Games of one's own on cells: the board, texts and pages follow from columns and rows."""

from pathlib import Path
from typing import NamedTuple

import pytest

from noughts import LOSS, OPEN, CellGame, analyse, check, draw, find_game
from noughts.answers.question import ask
from noughts.errors import NotAGame, WrongCount
from noughts.web.editor import arranged, can_be_arranged

APART = Path(__file__).parents[3] / "examples" / "apart.py"


class Sides(NamedTuple):
    mine: int
    theirs: int


class Places(NamedTuple):
    crosses: int
    noughts: int


class Last(CellGame[Sides]):
    """Whoever marks the last cell wins."""

    columns, rows = 3, 2

    def start(self):
        return Sides(0, 0)

    def moves(self, position):
        taken = position.mine | position.theirs
        return [cell for cell in range(self.cells) if not taken >> cell & 1]

    def play(self, position, move):
        return Sides(position.theirs, position.mine | 1 << move)

    def outcome(self, position):
        return LOSS if position.mine | position.theirs == self.all_cells else OPEN


def test_one_set_of_cells():
    game = find_game(f"{APART}:Apart:3,3")
    position = game.play(game.start(), game.read("b2"))
    assert str(game.board(position, 1)).splitlines() == ["  a b c", "3 .   .", "2   X  ", "1 .   ."]
    assert game.text(position, 1) == "3/1x1/3 o"
    assert game.parse("3/1x1/3 o") == (position, 1)
    assert draw(game, position, 1).svg.count("<svg") == 1
    with pytest.raises(WrongCount, match="all marks are X"):
        game.parse("3/1o1/3 x")
    # Four corners follow, one after the other.
    assert str(analyse(game, position).value) == "loss in 4"


def test_it_keeps_the_laws_and_compiles():
    pytest.importorskip("numba")
    game = find_game(f"{APART}:Apart:3,2")
    assert check(game, positions=50, plays=5).interpreted_because == ""


def test_the_cells_of_either_side():
    game = Last()
    assert game.text(*game.parse("x1o/1x1 o")) == "x1o/1x1 o"
    assert str(game.board(*game.parse("x1o/3 x"))).splitlines() == ["  a b c", "2 X . O", "1 . . ."]
    assert str(analyse(game, game.start()).value) == "loss in 6"


def test_an_editor_can_set_it_up():
    assert can_be_arranged(Last())
    assert arranged(ask(Last(), "b2 a1")).text == "1x1/o2"


def test_cells_of_crosses_and_noughts():
    class Either(Last):
        def start(self):
            return Places(0, 0)

    assert Either().shown(Places(1, 6), 1) == (1, 6)
    assert Either().showing(1, 6, 1) == Places(1, 6)


def test_other_positions_need_methods_of_their_own():
    class Three(NamedTuple):
        a: int
        b: int
        c: int

    class Odd(Last):
        def start(self):
            return Three(0, 0, 0)

    with pytest.raises(NotAGame, match=r"Odd must define shown\(\) and showing\(\)"):
        Odd().board(Odd().start(), 0)
