"""Base of games in which stones are placed in turn, and then moved along the lines of the board.

Each player has three stones. While players have stones in hand, a turn places one on an empty
point; after that a turn moves one of the player's stones along a line to the next point, which
must be empty. Three in a line win, in both phases. A player who cannot move a stone loses.
"""

import re
from collections.abc import Iterator
from functools import cached_property
from itertools import combinations
from typing import ClassVar

from noughts import errors
from noughts.bits import count, lowest
from noughts.board import Board, Look
from noughts.games.common.cell_game import Grid, Marks, by_goal, validate_no_line
from noughts.value import LOSS, OPEN

CELLS = 9
EACH = 3  # marks of each player


class ThreeEach(Grid):
    """Three marks each, three in a line win; a subclass defines `board_lines` and what moves do.

    Play goes on when all six are on the board. So positions can repeat, and the marks alone do not
    determine whose turn it is.
    """

    repeats: ClassVar[bool] = True

    def has_line(self, cells: int) -> bool:
        return self.any_line(cells)

    def turn(self, position: Marks) -> int | None:  # type: ignore[override]  # None: undetermined
        marks = count(position.mine) + count(position.theirs)
        return marks % 2 if marks < 2 * EACH else None

    def validate(self, position: Marks, turn: int) -> None:
        most = max(count(position.mine), count(position.theirs))
        if most > EACH:
            raise errors.WrongCount(
                f"A player has {most} marks on the board; at most {EACH} are allowed."
            )
        if self.turn(position) is not None:
            super().validate(position, turn)
        elif position.mine & position.theirs:
            raise errors.WrongCount("A cell holds both marks.")
        else:
            validate_no_line(position.mine, turn, self.has_line)


# A point; or two points, with a dash, a space or nothing between them.
POINT = "([a-z][1-9][0-9]?|[1-9])"
WRITTEN = re.compile(f"{POINT}(?:[- ]*{POINT})?")


class MovingMen(ThreeEach):
    """Place three stones each, then move them along the lines; three in a line win.

    A subclass defines `board_lines` and `neighbours`.
    """

    # A position needs only the stones on the board: a player with fewer than three there places
    # one. A move that places a stone is the number of its point. A move along a line is the point
    # it goes to, plus `cells` times one more than the point it leaves.

    left_open = ("board_cells", "board_lines", "columns", "neighbours", "open_points", "rows")

    look = Look.POINTS
    how_to_move = "a point; once your stones are placed, the point of a stone and where it goes"

    @property
    def neighbours(self) -> tuple[int, ...]:
        """For each point, the set of adjacent points along lines."""
        raise NotImplementedError(f"{type(self).__name__} must define neighbours.")

    @cached_property
    def open_points(self) -> int:
        """Points on which stones may be placed; stones may move to any point."""
        return self.all_cells

    @property
    def actions(self) -> int:
        return self.cells + self.cells * self.cells

    def moves(self, position: Marks) -> Iterator[int]:
        empty = self.all_cells & ~(position.mine | position.theirs)
        if count(position.mine) < EACH:
            empty &= self.open_points
            while empty:
                yield lowest(empty)
                empty &= empty - 1
        else:
            stones = position.mine
            while stones:
                goals = empty & self.neighbours[lowest(stones)]
                while goals:
                    yield (lowest(stones) + 1) * self.cells + lowest(goals)
                    goals &= goals - 1
                stones &= stones - 1

    def play(self, position: Marks, move: int) -> Marks:
        mine = position.mine | 1 << move % self.cells
        if move >= self.cells:
            mine ^= 1 << move // self.cells - 1
        return Marks(position.theirs, mine)

    def outcome(self, position: Marks) -> int:
        if self.has_line(position.theirs) or self.is_stuck(position):
            return LOSS
        return OPEN

    def is_stuck(self, position: Marks) -> bool:
        if count(position.mine) < EACH:
            return False
        empty = self.all_cells & ~(position.mine | position.theirs)
        stones = position.mine
        while stones:
            if empty & self.neighbours[lowest(stones)]:
                return False
            stones &= stones - 1
        return True

    def name(self, move: int) -> str:
        goal = self.cell_name(move % self.cells)
        return goal if move < self.cells else f"{self.cell_name(move // self.cells - 1)}-{goal}"

    def read(self, text: str) -> int:
        """The move called `b2`, or `b2-b3`, `b2b3`; on 3×3, points also have digits."""
        found = WRITTEN.fullmatch(text.strip().lower())
        if found is None:
            raise errors.UnreadableMove(
                f"{text!r} is not a move: write a point, b2, or a step, b2-b3."
            )
        points = [self.read_cell(point) for point in found.groups() if point]
        return points[0] if len(points) == 1 else (points[0] + 1) * self.cells + points[1]

    def board(self, position: Marks, turn: int) -> Board:
        links = tuple(
            (self.cell_name(point), self.cell_name(other))
            for point, other in combinations(range(self.cells), 2)
            if self.neighbours[point] >> other & 1
        )
        return super().board(position, turn)._replace(links=links)

    def moves_by_cell(self, position: Marks) -> dict[int, tuple[int, ...]]:
        return by_goal(self.moves(position), self.cells)

    def explain_illegal(self, position: Marks, move: int) -> errors.MoveError:
        if not 0 <= move < self.actions:
            return errors.IllegalMove(f"There is no move {move}.")
        if (position.mine | position.theirs) >> move % self.cells & 1:
            return errors.CellTaken(f"{self.cell_name(move % self.cells)} is already taken.")
        legal = ", ".join(self.name(move) for move in self.moves(position))
        if count(position.mine) < EACH:
            return errors.IllegalMove(f"You still have stones to place: choose from {legal}.")
        return errors.IllegalMove(
            f"{self.name(move)} is not a step of one of your stones; choose from {legal}."
        )


def next_to_each_other(lines: tuple[tuple[int, ...], ...], points: int) -> tuple[int, ...]:
    """For each point, the set of adjacent points along lines from end to end.

    >>> next_to_each_other(((0, 1, 2),), 3)
    (2, 5, 2)
    """
    near = [0] * points
    for line in lines:
        for i in range(len(line) - 1):
            near[line[i]] |= 1 << line[i + 1]
            near[line[i + 1]] |= 1 << line[i]
    return tuple(near)


def threes_of(lines: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    """Every three consecutive points of each line, as sets."""
    return tuple(
        sum(1 << point for point in line[i : i + EACH])
        for line in lines
        for i in range(len(line) - EACH + 1)
    )
