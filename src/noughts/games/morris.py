r"""Three Men's Morris: three stones each, placed in turn and then moved along the lines.

The board has nine points. While players have stones in hand, a turn places one on an
empty point; after that a turn moves one of the player's stones along a line to the next
point, which must be empty. Three in a line win, in both phases; the lines to move along
and the lines to fill are the same. A player who cannot move a stone loses.

    a3 -- b3 -- c3
    |  \  |  /  |       the board with its diagonals; the other has none: corners
    a2 -- b2 -- c2      and centre are no neighbours there, and only rows and
    |  /  |  \  |       columns win
    a1 -- b1 -- c1

Play can come back to a position. Known: with diagonals the first player wins in 9, by
the centre alone; without them it is a draw by endless play.

    H. J. R. Murray, "A History of Board-Games other than Chess", 1952.
"""

import re
from collections.abc import Iterator
from functools import cached_property
from itertools import combinations

from noughts.bits import count, lowest
from noughts.board import Board, Look
from noughts.errors import CellTaken, IllegalMove, MoveError, UnreadableMove
from noughts.games.common.grid import Marks
from noughts.games.common.three_men import CELLS, EACH, ThreeEach
from noughts.games.tictactoe import ALL_CELLS, LINES
from noughts.value import LOSS, OPEN

STRAIGHT = LINES[:6]  # the rows and columns
CENTRE = 4
# A point, or two with a dash, a blank or nothing between them.
WRITTEN = re.compile("([a-c][1-3]|[1-9])(?:[- ]*([a-c][1-3]|[1-9]))?")


class Morris(ThreeEach):
    """Place three stones each, then move them along the lines; three in a line win.

    While players have stones in hand, a turn places one on an empty point; after that a turn moves
    one of the player's stones along a line to the next point, which must be empty. A player who
    cannot move a stone loses.

    Args:
        nodiagonals: the board has no diagonal lines.

    >>> game = Morris()
    >>> position, turn = game.parse("xo1/oxx/2o x")
    >>> [game.name(move) for move in game.moves(position)]
    ['b2-c3', 'b2-a1', 'b2-b1', 'c2-c3']
    """

    # A position needs no more than the stones on the board: a player who has fewer than three
    # there places one. A move is the number of the point where a stone is placed; or 9 times one
    # more than the point that a stone leaves, plus the point it goes to.

    nodiagonals: bool = False

    how_to_move = "a point; once your stones are placed, the point of a stone and where it goes"

    @property
    def board_lines(self) -> tuple[int, ...]:
        """The lines, as sets of points: 8 with the diagonals, 6 without."""
        return STRAIGHT if self.nodiagonals else LINES

    @cached_property
    def neighbours(self) -> tuple[int, ...]:
        """For each point the set of those next to it along a line."""
        return tuple(
            sum(1 << other for other in range(CELLS) if self._adjoin(point, other))
            for point in range(CELLS)
        )

    def _adjoin(self, point: int, other: int) -> bool:
        """Whether a line leads from one point straight to the other."""
        across, down = abs(other % 3 - point % 3), abs(other // 3 - point // 3)
        diagonal = across == down == 1 and CENTRE in (point, other)
        return across + down == 1 or (diagonal and not self.nodiagonals)

    @property
    def actions(self) -> int:
        """Each point to place a stone on, and each way from a point to another."""
        return CELLS + CELLS * CELLS

    def moves(self, position: Marks) -> Iterator[int]:
        """The empty points; when all stones are placed, the steps to them."""
        empty = ALL_CELLS & ~(position.mine | position.theirs)
        if count(position.mine) < EACH:
            while empty:
                yield lowest(empty)
                empty &= empty - 1
        else:
            stones = position.mine
            while stones:
                goals = empty & self.neighbours[lowest(stones)]
                while goals:
                    yield (lowest(stones) + 1) * CELLS + lowest(goals)
                    goals &= goals - 1
                stones &= stones - 1

    def play(self, position: Marks, move: int) -> Marks:
        """The stone stands on its new point, and then I am the other player."""
        mine = position.mine | 1 << move % CELLS
        if move >= CELLS:
            mine ^= 1 << move // CELLS - 1
        return Marks(position.theirs, mine)

    def outcome(self, position: Marks) -> int:
        """Lost when the other has a line, or when no stone of mine can move."""
        if self.has_line(position.theirs) or self.is_stuck(position):
            return LOSS
        return OPEN

    def is_stuck(self, position: Marks) -> bool:
        """Whether all stones of the player to move are placed, and none has a step."""
        if count(position.mine) < EACH:
            return False
        empty = ALL_CELLS & ~(position.mine | position.theirs)
        stones = position.mine
        while stones:
            if empty & self.neighbours[lowest(stones)]:
                return False
            stones &= stones - 1
        return True

    # For people.

    def name(self, move: int) -> str:
        """Where a stone is placed, `b2`, or from where to where it moves, `b2-b3`."""
        goal = self.cell_name(move % CELLS)
        return goal if move < CELLS else f"{self.cell_name(move // CELLS - 1)}-{goal}"

    def read(self, text: str) -> int:
        """The move called `b2`, or `b2-b3`, `b2b3`; a digit in reading order stands for a point."""
        found = WRITTEN.fullmatch(text.strip().lower())
        if found is None:
            raise UnreadableMove(f"{text!r} is not a move: write a point, b2, or a step, b2-b3.")
        points = [self.read_cell(point) for point in found.groups() if point]
        return points[0] if len(points) == 1 else (points[0] + 1) * CELLS + points[1]

    def board(self, position: Marks, turn: int) -> Board:
        """The points, and the lines between them."""
        pairs = combinations(range(CELLS), 2)
        links = tuple(
            (self.cell_name(point), self.cell_name(other))
            for point, other in pairs
            if self._adjoin(point, other)
        )
        return super().board(position, turn)._replace(look=Look.POINTS, links=links)

    def moves_by_cell(self, position: Marks) -> dict[int, tuple[int, ...]]:
        """The moves to each point: when all stones are placed, perhaps more than one."""
        moves = list(self.moves(position))
        goals = {move % CELLS for move in moves}
        return {goal: tuple(move for move in moves if move % CELLS == goal) for goal in goals}

    def explain_illegal(self, position: Marks, move: int) -> MoveError:
        """Why a stone cannot go there."""
        if not 0 <= move < CELLS * (CELLS + 1):
            return IllegalMove(f"There is no move {move}.")
        if (position.mine | position.theirs) >> move % CELLS & 1:
            return CellTaken(f"{self.cell_name(move % CELLS)} is already taken.")
        legal = ", ".join(self.name(move) for move in self.moves(position))
        if count(position.mine) < EACH:
            return IllegalMove(f"You still have stones to place: choose from {legal}.")
        return IllegalMove(
            f"{self.name(move)} is not a step of one of your stones; choose from {legal}."
        )
