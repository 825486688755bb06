"""Games on cells with steps and handicaps: names, texts, the form for users, and the law."""

import pytest

from noughts.errors import BrokenLaw, IllegalMove, UnreadableMove, WrongCount
from noughts.game import play_legal
from noughts.games.common.cell_game import Grid, Marks
from noughts.laws.examiner import check
from noughts.players.observation import Form, form_of
from noughts.value import DRAW, LOSS, OPEN
from tests.each import each

ROWS = (7, 56, 448, 73, 146, 292, 273, 84)


class Slide(Grid):
    """A stone steps to the right; a player without a move loses."""

    columns, rows, steps = 4, 2, True

    def start(self):
        return Marks(0b0001, 0b00010000)

    def moves(self, position):
        for cell in range(8):
            free = not (position.mine | position.theirs) >> cell + 1 & 1
            if position.mine >> cell & 1 and cell % 4 < 3 and free:
                yield 8 * cell + cell + 1

    def play(self, position, move):
        return Marks(position.theirs, position.mine ^ 1 << move // 8 ^ 1 << move % 8)

    def outcome(self, position):
        for _ in self.moves(position):
            return OPEN
        return LOSS


class Unsaid(Slide):
    """The same, but it does not say that its moves are steps."""

    steps = False


class Handicap(Grid):
    """Three in a row; O has the centre already, and X begins."""

    def start(self):
        return Marks(0, 1 << 4)

    def has_line(self, cells):
        return any(cells & row == row for row in ROWS)

    def outcome(self, position):
        if self.has_line(position.theirs):
            return LOSS
        return DRAW if position.mine | position.theirs == 511 else OPEN


def test_a_step_is_named_read_and_refused():
    game = Slide()
    assert [game.name(move) for move in game.moves(game.start())] == ["a2-b2"]
    assert game.read("a2-b2") == game.read("A2b2") == 1
    assert form_of(game) == Form.NAMES
    assert [cell.name for cell in game.board(game.start(), 0).cells if cell.moves] == ["b2"]
    with pytest.raises(UnreadableMove, match="write two cells"):
        game.read("a2")
    with pytest.raises(IllegalMove, match="a2-a1 is not a legal step; choose from a2-b2"):
        play_legal(game, game.start(), game.read("a2-a1"))


@each("game", [Slide(), Handicap()])
def test_the_laws_hold_and_texts_are_read_back(game):
    check(game, positions=100, plays=10)
    position = game.play(game.start(), next(iter(game.moves(game.start()))))
    assert game.parse(game.text(position, 1)) == (position, 1)


def test_a_position_without_the_marks_of_the_start_is_refused():
    for text in ("3/3/3", "x2/3/3"):
        with pytest.raises(WrongCount, match="beside the 0 X and 1 O of the start"):
            Handicap().parse(text)
    assert Handicap().parse("x2/1o1/3")[1] == 1


def test_moves_that_are_no_cells_are_named_with_the_way_out():
    with pytest.raises(BrokenLaw, match=r"number of a cell, 0 to 7.*write steps = True"):
        check(Unsaid(), positions=10, plays=2)
