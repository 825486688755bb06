"""The expert's ordered list of rules for three in a row: the first that applies is played.

    Allen Newell and Herbert Simon, "Human Problem Solving", 1972; spelled out by Kevin
    Crowley and Robert Siegler, "Flexible strategy use in young children's tic-tac-toe",
    Cognitive Science 17 (1993).

    win             complete a line of two
    block           take the cell that would complete a line of the opponent's
    fork            take a cell where two lines meet, each with one of mine, otherwise empty
    block a fork    the opponent has such a cell: make two in a row, which the opponent
                    must answer; where that cannot be done, take the cell
    centre, opposite corner (of one that the opponent holds), empty corner, empty side

"Make two in a row" can be read in two ways. *Literally*: any two. Then the answer that
is forced on the opponent may be the very cell that makes its fork, and the second player
can be beaten. *Guarded*: two whose forced answer makes no fork. In this reading the list
never loses from the start; a test plays every game. It is an expert's list, not a proof:
in some positions that it never reaches, both readings make mistakes (`lapses` lists them).
"""

from collections.abc import Callable, Iterator
from enum import StrEnum
from typing import NamedTuple

from noughts.bits import cells_of
from noughts.errors import UnsuitedGame
from noughts.game import Game, P
from noughts.games.common.cell_game import Marks
from noughts.games.registry import spec_of
from noughts.games.tictactoe import ALL_CELLS, LINES
from noughts.players.player import UniformPlayer
from noughts.players.weights import required_lines

CENTRE = 1 << 4
CORNERS = (1 << 0, 1 << 2, 1 << 8, 1 << 6)
SIDES = (1 << 1, 1 << 3, 1 << 5, 1 << 7)


class Reading(StrEnum):
    """A reading of "make two in a row"."""

    LITERAL = "literal"
    GUARDED = "guarded"


class Ruling(NamedTuple):
    """The rule that applies, and the moves that it allows, all equally good."""

    rule: str
    moves: tuple[int, ...]


class RulesPlayer(UniformPlayer):
    """Plays by the expert's rules; chooses at random among the moves that a rule allows.

    Args:
        reading: the reading of the rule "block a fork", GUARDED or LITERAL.
        seed: makes the random choices repeatable; None makes new ones each time.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> game = TicTacToe()
    >>> position, _ = game.parse("x2/1o1/2x o")
    >>> for reading in Reading:
    ...     ruling = RulesPlayer(reading).ruling(game, position)
    ...     print(reading, "-", ruling.rule, *map(game.name, ruling.moves))
    literal - block a fork b3 c3 a2 c2 a1 b1
    guarded - block a fork b3 a2 c2 b1
    """

    def __init__(self, reading: Reading = Reading.GUARDED, seed: int | None = None) -> None:
        self.reading = reading
        super().__init__(seed)

    @property
    def name(self) -> str:
        """Its name as a level."""
        return "rules" if self.reading == Reading.GUARDED else f"rules:{self.reading}"

    def candidates(self, game: Game[P], position: P) -> tuple[int, ...]:
        return self.ruling(game, position).moves

    def ruling(self, game: Game[P], position: P) -> Ruling:
        """The first rule that applies, and the moves that it allows.

        Raises:
            UnsuitedGame: the game is not three in a row on 3×3.
        """
        if (
            not isinstance(position, Marks)
            or set(required_lines(game)) != set(LINES)
            or getattr(game, "line_loses", False)
        ):
            raise UnsuitedGame(
                f"The expert's rules are only for three in a row on 3×3, not for {spec_of(game)}."
            )
        found = (
            (rule, cells_by(position.mine, position.theirs, self.reading))
            for rule, cells_by in RULES.items()
        )
        return next(Ruling(rule, cells_of(cells)) for rule, cells in found if cells)

    def reason(self, game: Game[P], position: P, move: int) -> str:
        """The rule that applies, as a clause."""
        return f'the first rule that applies is "{self.ruling(game, position).rule}"'


# Each rule returns the set of cells that it allows, by my cells, theirs and the reading.


def completing_cells(mine: int, theirs: int) -> int:
    return _union(line & ~mine for line in _open_to_me(theirs) if (line & mine).bit_count() == 2)


def forks(mine: int, theirs: int) -> int:
    """The empty cells where two lines meet, each with one mark of mine."""
    ones = [line & ~mine for line in _open_to_me(theirs) if (line & mine).bit_count() == 1]
    return _union(one & other for i, one in enumerate(ones) for other in ones[:i])


def block_a_fork(mine: int, theirs: int, reading: Reading) -> int:
    """Two in a row against the opponent's fork; if impossible, the cell of the fork."""
    danger = forks(theirs, mine)
    twos = _union(line & ~mine for line in _open_to_me(theirs) if (line & mine).bit_count() == 1)
    if reading == Reading.GUARDED:
        twos = _union(
            1 << cell for cell in cells_of(twos) if not _forced_into_a_fork(mine, theirs, cell)
        )
    return danger and (twos or danger)


def _forced_into_a_fork(mine: int, theirs: int, cell: int) -> bool:
    mine |= 1 << cell
    return bool(completing_cells(mine, theirs) & forks(theirs, mine))


def opposite_corner(mine: int, theirs: int) -> int:
    corners = zip(CORNERS, CORNERS[2:] + CORNERS[:2], strict=True)
    return _empty(_union(corner for corner, opposite in corners if theirs & opposite), mine, theirs)


RULES: dict[str, Callable[[int, int, Reading], int]] = {
    "win": lambda mine, theirs, _: completing_cells(mine, theirs),
    "block": lambda mine, theirs, _: completing_cells(theirs, mine),
    "fork": lambda mine, theirs, _: forks(mine, theirs),
    "block a fork": block_a_fork,
    "centre": lambda mine, theirs, _: _empty(CENTRE, mine, theirs),
    "opposite corner": lambda mine, theirs, _: opposite_corner(mine, theirs),
    "empty corner": lambda mine, theirs, _: _empty(sum(CORNERS), mine, theirs),
    "empty side": lambda mine, theirs, _: _empty(sum(SIDES), mine, theirs),
}


def _open_to_me(theirs: int) -> list[int]:
    return [line for line in LINES if not line & theirs]


def _empty(cells: int, mine: int, theirs: int) -> int:
    return cells & ALL_CELLS & ~(mine | theirs)


def _union(sets: Iterator[int]) -> int:
    union = 0
    for cells in sets:
        union |= cells
    return union
