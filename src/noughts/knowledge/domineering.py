"""Knowledge of Domineering: moves that the opponent cannot take away, and room for dominoes.

A domino's place is *safe* if the opponent can cover neither of its cells. Counting safe places
often shows who will lay the last domino long before the board is full.

A *part* is cells that dominoes join; a *strip* is two lines of the board, rows for X. A player who
lays no domino from one strip to another plays a sum of small games, as in parts. To lay fewer
dominoes can only hurt him, so what he can be sure of in the sum, he can be sure of on the board:
moving first, the sum of all means; moving second, the sum of their right walls at a temperature,
whichever he chooses, less this temperature. Above 0, he wins.

    Nathan Bullock, "Domineering: Solving large combinatorial search spaces", ICGA Journal 25,
    2002, for bounds from places that are safe, or become so; Elwyn Berlekamp, John Conway and
    Richard Guy, "Winning Ways", chapter 6, for the walls and means of sums.
"""

from collections.abc import Iterator
from functools import cached_property

from noughts.bits import cells_of, count, lowest
from noughts.game import FIRST, SECOND
from noughts.games.common.cell_game import Marks
from noughts.games.domineering import Domineering
from noughts.knowledge import symmetry
from noughts.knowledge.base import EVERY_PLY
from noughts.knowledge.marks import CellKnowledge
from noughts.knowledge.thermographs import PARTS, WIDEST, ZERO, mean, windows, wins_second
from noughts.value import BASE, INFINITY, OPEN, SOONEST, as_estimate

# The weight of a place for a domino, and the extra weight if the other side cannot take it.
PLACE, SAFE_PLACE = 8, 12
# The weight of a move that the strips are worth more to one player than to the other.
MEAN = 8
# On boards of up to FEW_CELLS cells, strips decide nearly everything.
FEW_CELLS = 36


def sure_in_turn(boxes: int, pairs: int, singles: int, begins: int) -> tuple[int, int]:
    """The boxes that a player gets, and the other dominoes, whatever the opponent does.

    Each turn the player takes a box; if there is none, a place of a pair, then a single place. The
    opponent destroys a box, two places of pairs, or a single place.

    Args:
        boxes: two places of which one becomes safe when the other is taken.
        pairs: places that the opponent can destroy two at a time.
        singles: places that the opponent can destroy one at a time.
        begins: 1 if the player begins, otherwise 0.

    >>> sure_in_turn(boxes=3, pairs=4, singles=1, begins=1)
    (2, 2)
    """
    taken = (boxes + begins) // 2
    begins ^= boxes & 1
    if begins == 0 and pairs > 0:
        pairs = max(pairs - 2, 0)
        begins = 1
    others = (pairs + 2) // 3
    if pairs % 3 == 1:
        begins = 0
    return taken, others + (singles + begins) // 2


class DomineeringKnowledge(CellKnowledge[Marks]):
    """Knowledge of Domineering: a domino's owner does not matter, and boards can be reflected."""

    game: Domineering

    # Positions that are equal for a search.

    @cached_property
    def symmetries(self) -> tuple[symmetry.Symmetry, ...]:
        """The reflections and the half turn: a quarter turn would turn the dominoes."""
        return symmetry.of_rectangle(self.game.columns, self.game.rows)[:4]

    def canonical(self, position: Marks) -> Marks:
        taken = position.mine | position.theirs
        mirrored = self.mirrored(taken)
        flipped, turned = self.flipped(taken), self.flipped(mirrored)
        return Marks(0, min(min(taken, mirrored), min(flipped, turned)))

    def mirrored(self, cells: int) -> int:
        """The cells with left and right exchanged."""
        found = 0
        for column in range(self.game.columns):
            found = found << 1 | cells >> column & self.first_column
        return found

    def flipped(self, cells: int) -> int:
        """The cells with the upper and the lower edge exchanged."""
        found = 0
        for row in range(self.game.rows):
            line = cells >> row * self.game.columns & (1 << self.game.columns) - 1
            found = found << self.game.columns | line
        return found

    @property
    def fold_plies(self) -> int:
        return EVERY_PLY

    @property
    def table_doublings(self) -> int:
        return 4

    @property
    def key_bits(self) -> int:
        return self.game.cells + 1

    def key(self, position: Marks) -> int:
        """The cells that dominoes can still cover, and whose turn it is."""
        return self.usable(self.game.empty(position)) << 1 | self.game.turn(position)

    @property
    def max_plies(self) -> int:
        return self.game.cells // 2

    @property
    def proof_share(self) -> float:
        return 0

    def side(self, position: Marks) -> int:
        return self.game.turn(position)

    def parts(self, position: Marks) -> Iterator[Marks]:
        """The cells that dominoes join."""
        board, turn = self.usable(self.game.empty(position)), self.game.turn(position)
        while board:
            part = self.joined(board & -board, board, FIRST)
            board ^= part
            alone = Marks(0, self.game.all_cells & ~part)
            yield alone if self.game.turn(alone) == turn else self.passed(alone)

    def passed(self, state: Marks) -> Marks:
        """A domino beyond the board changes whose turn it is."""
        return Marks(state.mine, state.theirs ^ 3 << self.game.cells)

    def slow_bounds(self, position: Marks) -> tuple[int, int]:
        return -INFINITY, INFINITY  # the search is quicker than all values of parts

    # Places for dominoes.

    def covered(self, places: int, side: int) -> int:
        """The cells of a player's dominoes on all of these places."""
        return places | places << self.along(side)

    def usable(self, empty: int) -> int:
        """The cells that dominoes can cover."""
        upright, across = self.game.dominoes(empty, FIRST), self.game.dominoes(empty, SECOND)
        return self.covered(upright, FIRST) | self.covered(across, SECOND)

    def along(self, side: int) -> int:
        """The step from a domino's place to its other cell."""
        return self.game.columns if side == FIRST else 1

    def beside(self, cells: int, side: int) -> int:
        """The cells on either side of a player's dominoes on these cells."""
        if side == FIRST:
            last = self.game.last_column
            return (cells & ~last) << 1 | cells >> 1 & ~last
        return (cells << self.game.columns | cells >> self.game.columns) & self.game.all_cells

    def apart(self, places: int, side: int) -> int:
        """As many of these places as dominoes fit on together: of each run every second one."""
        step, length = self.along(side), self.width(1 - side)
        inside = places & places << step
        chosen = places & ~inside
        for _ in range((length - 2) // 2):
            chosen |= inside & chosen << 2 * step
        return chosen

    @cached_property
    def first_column(self) -> int:
        return self.game.last_column >> self.game.columns - 1

    # Bounds.

    def bounds(self, state: Marks, alpha: int, beta: int) -> tuple[int, int]:
        """A player with more sure moves than the opponent has room for lays the last domino.

        Sure moves also bound how soon the game can end.
        """
        empty = self.game.empty(state)
        # For a side that is known beforehand, compiled code takes two thirds of the time.
        if self.game.turn(state) == FIRST:
            return self.bounds_for(FIRST, empty)
        return self.bounds_for(SECOND, empty)

    def bounds_for(self, side: int, empty: int) -> tuple[int, int]:
        if self.game.dominoes(empty, side) == 0:
            return -BASE, -BASE
        my_sure, their_sure, my_room, their_room = self.sure_and_room(empty, side)
        if their_room < my_sure:
            return BASE - 2 * their_room - 1, BASE - 2 * their_sure - 1
        if my_room <= their_sure:
            return 2 * my_sure - BASE, 2 * my_room - BASE
        return 2 * my_sure - BASE, BASE - 2 * their_sure - 1

    def closer_bounds(self, state: Marks, alpha: int, beta: int) -> tuple[int, int]:
        """Bounds by the walls of strips, then of parts; the loser's room bounds how soon."""
        empty = self.game.empty(state)
        if self.game.turn(state) == FIRST:
            return self.closer_bounds_for(FIRST, empty, alpha, beta)
        return self.closer_bounds_for(SECOND, empty, alpha, beta)

    def closer_bounds_for(self, side: int, empty: int, alpha: int, beta: int) -> tuple[int, int]:
        _, _, my_room, their_room = self.sure_and_room(empty, side)
        wins, loses = BASE - 2 * their_room - 1, 2 * my_room - BASE
        usable = self.usable(empty)
        for by_parts in range(1 + (self.game.cells > FEW_CELLS)):
            if wins >= beta and mean(self.walls(usable, side, by_parts)) > 0:
                return wins, SOONEST
            if loses <= alpha and wins_second(self.walls(usable, 1 - side, by_parts)):
                return -SOONEST, loses
        return -SOONEST, SOONEST

    def sure_and_room(self, empty: int, side: int) -> tuple[int, int, int, int]:
        """The sure moves of the player to move and of the opponent, and the room of both."""
        mine, theirs = self.game.dominoes(empty, side), self.game.dominoes(empty, 1 - side)
        my_sure, their_room = self.sure_moves(empty, theirs, side, 1)
        their_sure, my_room = self.sure_moves(empty, mine, 1 - side, 0)
        my_room = min(my_room, count(self.apart(mine, side)))
        return my_sure, their_sure, my_room, min(their_room, count(self.apart(theirs, 1 - side)))

    # Walls. A player sees the board with the dominoes laid across the lines: rows for X.

    @cached_property
    def across(self) -> tuple[int, ...]:
        """The strips of two rows."""
        return windows(2, min(self.game.columns, WIDEST))

    @cached_property
    def upright(self) -> tuple[int, ...]:
        """The strips of two columns."""
        return windows(2, min(self.game.rows, WIDEST))

    @cached_property
    def square(self) -> tuple[int, ...]:
        return windows(4, 4)

    @cached_property
    def flat(self) -> tuple[int, ...]:
        return windows(3, 5)

    @cached_property
    def tall(self) -> tuple[int, ...]:
        return windows(5, 3)

    @cached_property
    def turned_lines(self) -> tuple[int, ...]:
        """Each set of cells of the first row, as cells of the first column of a turned board."""
        rows, sets = self.game.rows, range(1 << min(self.game.columns, WIDEST))
        return tuple(sum(1 << rows * cell for cell in cells_of(row)) for row in sets)

    def seen_by(self, cells: int, side: int) -> int:
        """Cells as a player sees them, line by line."""
        if side == FIRST:
            return cells
        seen = 0
        for row in range(self.game.rows):
            line = cells >> row * self.game.columns & (1 << self.game.columns) - 1
            seen |= self.turned_lines[line] << row
        return seen

    def walls(self, cells: int, side: int, by_parts: int) -> int:
        """A player's walls of all strips together, or of all parts."""
        if self.width(side) > WIDEST or self.width(1 - side) > WIDEST:
            return -ZERO
        board, found = self.seen_by(cells, side), 0
        if not by_parts:
            return self.strips(board, side)
        while board:
            part = self.joined(board & -board, board, side)
            board ^= part
            found += self.part(part, side)
        return found

    def width(self, side: int) -> int:
        """The number of cells of a line that a player sees."""
        return self.game.columns if side == FIRST else self.game.rows

    def strips(self, board: int, side: int) -> int:
        """The walls of strips that have the best mean.

        A line by itself, in which the opponent alone has moves, may lie between two strips.
        """
        width, before, best, above = self.width(side), 0, 0, 0
        while board:
            line = board & (1 << width) - 1
            board >>= width
            alone, strip = self.strip(line, side), self.strip(line << width | above, side)
            before, best, above = best, max(best + alone, before + strip), line
        return best

    def strip(self, cells: int, side: int) -> int:
        if side == FIRST or self.game.columns == self.game.rows:  # one table takes less room
            return self.across[cells]
        return self.upright[cells]

    def joined(self, part: int, board: int, side: int) -> int:
        """All cells of the board that dominoes join with these."""
        width, before = self.width(side), 0
        last = self.game.last_column if side == FIRST else self.last_seen
        while part != before:
            before = part
            part |= (part & ~last) << 1 | part >> 1 & ~last | part << width | part >> width
            part &= board
        return part

    @cached_property
    def last_seen(self) -> int:
        """The last cells of the lines that O sees."""
        rows = self.game.rows
        return sum(1 << rows * column + rows - 1 for column in range(self.game.columns))

    def part(self, part: int, side: int) -> int:
        """The walls of a part: exact if it fits into a window, otherwise of its strips."""
        width, lines, columns = self.width(side), 0, 0
        part >>= lowest(part) // width * width
        rest = part
        while rest:
            lines += 1
            columns |= rest & (1 << width) - 1
            rest >>= width
        first = lowest(columns)
        columns >>= first
        if lines <= 4 and columns < 1 << 4:
            return self.square[self.window(part, first, side, 4)]
        if lines <= 3 and columns < 1 << 5:
            return self.flat[self.window(part, first, side, 5)]
        if lines <= 5 and columns < 1 << 3:
            return self.tall[self.window(part, first, side, 3)]
        return self.strips(part, side)

    def window(self, part: int, first: int, side: int, columns: int) -> int:
        """The cells of a part in a window that begins at the first column and has `columns`."""
        width, place, window = self.width(side), 0, 0
        while part:
            window |= (part & (1 << width) - 1) >> first << place
            part >>= width
            place += columns
        return window

    def sure_moves(self, empty: int, others: int, side: int, begins: int) -> tuple[int, int]:
        """The moves that a player can surely make, and the most that the opponent has room for.

        The player begins if `begins` is 1; `others` are the opponent's places.
        """
        threatened = self.covered(others, 1 - side)
        safe = self.apart(self.game.dominoes(empty & ~threatened, side), side)
        free = empty & ~self.covered(safe, side)
        boxes, near = self.boxes(empty, self.game.dominoes(free, side), side)
        chosen = self.apart(self.game.dominoes(free & ~near, side), side)
        pairs = count(self.in_pairs(chosen, others, side))
        taken, singly = sure_in_turn(boxes, pairs, count(chosen) - pairs, begins)
        # Each of the player's dominoes also takes one or two cells that the opponent could use.
        half_safe = count(chosen & ~(threatened & threatened >> self.along(side)))
        room = count(threatened) - 4 * taken - 2 * singly + min(half_safe, singly)
        return count(safe) + 2 * taken + singly, room // 2

    def boxes(self, empty: int, places: int, side: int) -> tuple[int, int]:
        """The number of boxes of two places side by side, and their cells with those beside them.

        The outer neighbours of one place are taken, so it becomes safe with the other's domino.
        """
        step, across = self.along(side), self.along(1 - side)
        inner = empty & ~self.game.last_column if across == 1 else empty
        open_before = inner << across
        open_after = (empty & ~self.first_column if across == 1 else empty) >> across
        closed_before = places & ~(open_before | open_before >> step)
        closed_after = places & ~(open_after | open_after >> step)
        found = (closed_before & places >> across | places & closed_after >> across) & inner
        near, chosen = self.near_first if side == FIRST else self.near_second, 0
        while found:
            chosen |= found & -found
            found &= ~near[lowest(found)]
        cells = self.covered(chosen | chosen << across, side)
        return count(chosen), cells | self.beside(cells, side)

    @cached_property
    def near_first(self) -> tuple[int, ...]:
        """For X's box at each cell, the places of boxes with cells of it or beside it."""
        return self.within(2, 1)

    @cached_property
    def near_second(self) -> tuple[int, ...]:
        return self.within(1, 2)

    def within(self, columns: int, rows: int) -> tuple[int, ...]:
        """The cells at most so far from each cell."""
        at = [divmod(cell, self.game.columns) for cell in range(self.game.cells)]
        return tuple(
            sum(
                1 << i
                for i, (y, x) in enumerate(at)
                if abs(y - row) <= rows and abs(x - column) <= columns
            )
            for row, column in at
        )

    def in_pairs(self, chosen: int, others: int, side: int) -> int:
        """The chosen dominoes that the opponent can destroy in pairs, by one move."""
        across = self.along(1 - side)
        cells = self.covered(chosen, side)
        both = others & cells & cells >> across
        both |= both << across
        return chosen & (both | both >> self.along(side))

    # Heuristics and words.

    def children(self, state: Marks) -> Iterator[tuple[Marks, int]]:
        for move in self.game.moves(state):
            yield self.game.play(state, move), 0

    def late_score(self, child: Marks) -> int:
        score, usable = -self.estimate(child), self.usable(self.game.empty(child))
        if max(self.game.columns, self.game.rows) > WIDEST:
            return score
        means = mean(self.walls(usable, FIRST, 0)) - mean(self.walls(usable, SECOND, 0))
        return score + (-means if self.game.turn(child) == FIRST else means) * MEAN // PARTS

    def move_score(self, state: Marks, move: int) -> int:
        return self.late_score(self.game.play(state, move))

    def estimate(self, position: Marks) -> int:
        """Places for dominoes; safe ones, which the other side cannot take, weigh more."""
        empty = self.game.empty(position)
        upright, across = self.game.dominoes(empty, FIRST), self.game.dominoes(empty, SECOND)
        score = PLACE * (count(upright) - count(across))
        upright_safe = self.game.dominoes(empty & ~self.covered(across, SECOND), FIRST)
        across_safe = self.game.dominoes(empty & ~self.covered(upright, FIRST), SECOND)
        score += SAFE_PLACE * (count(upright_safe) - count(across_safe))
        return as_estimate(score if self.game.turn(position) == FIRST else -score)

    def tactics(self, position: Marks, move: int) -> tuple[str, ...]:
        """Whether it leaves the opponent no place."""
        if self.game.outcome(self.game.play(position, move)) == OPEN:
            return ()
        return (f"leaves {self.game.marks[1 - self.game.turn(position)]} no place for a domino",)
