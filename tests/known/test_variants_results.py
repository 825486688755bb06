"""What is known of the relatives of tic-tac-toe, from section 6 of the design.

There each was computed exhaustively by an independent program, unless a source is named.
"""

from typing import Any

import pytest

from noughts.games.cube import Cube
from noughts.games.registry import find_game
from noughts.knowledge import knowledge_of
from noughts.native import compiled
from noughts.search.context import SearchContext
from noughts.search.exact import exact
from noughts.search.table import ArrayTable
from noughts.solving.solver import Solver
from noughts.value import BASE, DRAW, LOSS, WIN, Value


def values_by_name(spec):
    """The value of every first move."""
    solver = Solver(find_game(spec))
    game = solver.game
    return {game.name(move): value for move, value, _ in solver.values(game.start())}


def test_wild_is_won_in_seven_only_by_the_centre():
    values = values_by_name("wild")
    assert values["xb2"] == values["ob2"] == Value(WIN, 7)
    assert {value.outcome for name, value in values.items() if name[1:] != "b2"} == {DRAW}


def test_wild_misere_is_a_draw_only_by_the_centre():
    values = values_by_name("wild:misere")
    assert values["xb2"] == values["ob2"] == Value(DRAW, 0)
    assert {value.outcome for name, value in values.items() if name[1:] != "b2"} == {LOSS}


def test_notakto_goes_to_the_first_the_second_and_the_first_player():
    """Thane Plambeck and Greg Whitehead, "The Secrets of Notakto", 2013."""
    one = values_by_name("notakto")
    assert [name for name, value in one.items() if value.outcome == WIN] == ["b2"]
    assert {value.outcome for value in values_by_name("notakto:2").values()} == {LOSS}
    game = find_game("notakto:3")
    assert Solver(game).value(game.start()) == Value(WIN, 14)


@pytest.mark.parametrize(
    ("size", "outcome"),
    [
        ("3,3,3", WIN),
        ("3,4,3", WIN),
        ("4,3,3", WIN),
        ("4,4,4", WIN),
        ("3,4,4", LOSS),
        ("4,3,4", LOSS),
    ],
)
def test_order_or_chaos(size, outcome):
    game: Any = find_game(f"orderchaos:{size}")
    value = Solver(game).value(game.start())
    assert value.outcome == outcome
    if outcome == LOSS:  # Chaos wins with the last cell
        assert value.plies == game.cells


class Prover:
    """Whether a position of the 3×3×3 game is won in at most so many plies."""

    def __init__(self):
        self.game = Cube()
        self.known = knowledge_of(self.game)
        self.search = compiled(exact, self.known)
        self.table = ArrayTable(words=4, size_bits=20)

    def won_within(self, plies, *names):
        position = self.game.start()
        for name in names:
            position = self.game.play(position, self.game.read(name))
        win = BASE - plies
        return self.search(self.known, position, win - 1, win, SearchContext(), self.table) >= win


def test_three_by_three_by_three_is_won_in_seven_by_the_centre_and_lost_by_every_other_cell():
    prover = Prover()
    assert prover.won_within(7)
    assert not prover.won_within(6)
    for reply in ("1a1", "1b1", "1b2"):  # a corner, an edge, a face: all that there are
        assert not prover.won_within(4, "2b2", reply)
        assert prover.won_within(5, "2b2", reply)
    for opening in ("1a1", "1b1", "1b2"):  # lost in 10: the other wins in 9, and not sooner
        assert not prover.won_within(8, opening)
        assert prover.won_within(9, opening)
    game = prover.game
    orbits = {prover.known.canonical(game.play(game.start(), cell)) for cell in range(27)}
    assert len(orbits) == 4


def test_no_filled_cube_of_three_is_without_a_line():
    """So no game is drawn: X and O cannot share 27 cells and leave every line mixed."""
    lines = Cube().board_lines
    ending = [[line for line in lines if line.bit_length() == cell + 1] for cell in range(27)]

    def fillings(cell, crosses):
        """Whether cells from this one on can be filled without a line."""
        if cell == 27:
            return True
        for with_cell in (crosses, crosses | 1 << cell):
            mixed = all(line & with_cell not in (0, line) for line in ending[cell])
            if mixed and fillings(cell + 1, with_cell):
                return True
        return False

    assert not fillings(0, 0)
