"""Knowledge of Domineering: moves that the opponent cannot take away, and room for dominoes.

A domino's place is *safe* if the opponent can cover neither of its cells. Counting safe places
often shows who will lay the last domino long before the board is full.

A *strip* is two lines of the board, rows for X. A player who lays no domino from one strip to
another plays a sum of small games, whose means and temperatures are known. To lay fewer dominoes
can only hurt him, so what he can be sure of in the sum, he can be sure of on the board: moving
first, the sum of all means; moving second, as much less the highest temperature. Above 0, he wins.

    Nathan Bullock, "Domineering: Solving large combinatorial search spaces", ICGA Journal 25,
    2002, for bounds from places that are safe, or become so; Elwyn Berlekamp, John Conway and
    Richard Guy, "Winning Ways", chapter 6, for means and temperatures of sums.
"""

from collections.abc import Iterator
from functools import cache, cached_property

from noughts.bits import count
from noughts.game import FIRST, SECOND
from noughts.games.common.cell_game import Marks
from noughts.games.domineering import Domineering
from noughts.knowledge import symmetry
from noughts.knowledge.base import EVERY_PLY, KEY_BITS
from noughts.knowledge.marks import CellKnowledge
from noughts.value import BASE, OPEN, as_estimate

# The weight of a place for a domino, and the extra weight if the other side cannot take it.
PLACE, SAFE_PLACE = 8, 12
# The weight of a move that the strips are worth more to one player than to the other.
MEAN = 8

# Means and temperatures are whole numbers of these parts of a move, which is exact in all strips of
# at most WIDEST cells a line: a test makes them all.
PARTS, WIDEST = 32, 8
# The temperatures at which a strip is looked at: whole numbers have the first. None is hotter than
# HOTTEST; ANY is no limit.
COLDEST, HOTTEST, ANY = -PARTS, 3 * PARTS // 2, 2 * PARTS
TEMPERATURES = range(COLDEST, HOTTEST + 1)
# The limits of temperature that a player who moves second tries; below the first are numbers.
LIMITS = (-1, 0, PARTS // 2, PARTS, HOTTEST)
FAR = 1 << 20  # beyond every value
ENTRY_BITS = 8  # of a temperature in a table
UPPER, LOWER = 1, 2

# Lines of a strip side by side: in each column 1, 2 or 3 for the upper, the lower or both cells.
Piece = tuple[int, ...]


def pieces(columns: Piece) -> tuple[Piece, ...]:
    """The parts of a strip that no domino joins, each as the least of its reflections.

    >>> pieces((3, 0, 2, 3, 1, 2))
    ((1, 3, 2), (3,))
    """
    found: list[Piece] = []
    piece: Piece = ()
    for column in (*columns, 0):
        if piece and not piece[-1] & column:
            if piece not in ((1,), (2,)):
                turned = tuple((0, 2, 1, 3)[each] for each in piece)
                found.append(min(piece, piece[::-1], turned, turned[::-1]))
            piece = ()
        if column:
            piece = (*piece, column)
    return tuple(sorted(found))


def after_moves(strip: tuple[Piece, ...]) -> Iterator[tuple[int, tuple[Piece, ...]]]:
    """The player of each move, and the pieces that it leaves."""
    for number, piece in enumerate(strip):
        rest = strip[:number] + strip[number + 1 :]
        for i, column in enumerate(piece):
            before, after = piece[:i], piece[i + 1 :]
            if column == UPPER | LOWER:
                yield FIRST, tuple(sorted(rest + pieces((*before, 0, *after))))
            for row in (UPPER, LOWER):
                if after and column & after[0] & row:
                    left = (*before, column ^ row, after[0] ^ row, *after[1:])
                    yield SECOND, tuple(sorted(rest + pieces(left)))


@cache
def thermograph(strip: tuple[Piece, ...]) -> tuple[list[int], list[int], int, int]:
    """The left and the right wall at all temperatures; the mean, and the temperature.

    The first player lays dominoes across both lines, the other one along them.
    """
    left, right = [-FAR] * len(TEMPERATURES), [FAR] * len(TEMPERATURES)
    for side, after in dict.fromkeys(after_moves(strip)):
        walls = thermograph(after)
        if side == FIRST:
            left = [max(a, b - t) for a, b, t in zip(left, walls[1], TEMPERATURES, strict=True)]
        else:
            right = [min(a, b + t) for a, b, t in zip(right, walls[0], TEMPERATURES, strict=True)]
    if left[0] <= right[0]:  # the whole number nearest to 0 that lies between the options
        mean = max(-(-left[0] // PARTS), min(right[0] // PARTS, 0)) * PARTS
        return [mean] * len(left), [mean] * len(left), mean, COLDEST
    met = next(i for i in range(len(left)) if left[i] <= right[i])
    mast = [left[met]] * (len(left) - met)
    return left[:met] + mast, right[:met] + mast, left[met], TEMPERATURES[met]


@cache
def strips(width: int) -> tuple[int, ...]:
    """The mean and the temperature of each set of cells of two lines, the second line's higher.

    A set is its first piece, and the rest: a smaller number, whose pieces are known by then.
    """
    line = (1 << width) - 1
    alone: dict[int, tuple[Piece, ...]] = {}
    parts: list[tuple[Piece, ...]] = [()]
    found: dict[tuple[Piece, ...], int] = {(): 0}
    for cells in range(1, 1 << 2 * width):
        upper, lower = cells & line, cells >> width
        first = (upper | lower) & -(upper | lower)
        joined = upper & upper >> 1 | lower & lower >> 1  # each column with the next one
        more = joined & ~(joined + first)
        columns = first | more | more << 1
        columns |= columns << width
        piece = (cells & columns) // first  # moved to the first column
        if piece not in alone:
            both = ((piece >> i & 1) | (piece >> width + i & 1) << 1 for i in range(width))
            alone[piece] = pieces(tuple(both))
        strip = tuple(sorted(alone[piece] + parts[cells & ~columns]))
        parts.append(strip)
        if strip not in found:
            _, _, mean, temperature = thermograph(strip)
            found[strip] = mean << ENTRY_BITS | temperature - COLDEST
    return tuple(found[strip] for strip in parts)


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
        least = taken
        for start in range(self.image_span, len(self.images), self.image_span):
            least = min(least, symmetry.image(self.images, start, taken))
        return Marks(0, least)

    @property
    def fold_plies(self) -> int:
        return EVERY_PLY

    @property
    def key_bits(self) -> int:
        return self.game.cells + 1 if self.game.cells + 1 <= KEY_BITS else 0

    def key(self, position: Marks) -> int:
        """The cells that dominoes can still cover, and whose turn it is."""
        empty = self.game.empty(position)
        upright, across = self.game.dominoes(empty, FIRST), self.game.dominoes(empty, SECOND)
        usable = self.covered(upright, FIRST) | self.covered(across, SECOND)
        return usable << 1 | self.game.turn(position)

    @property
    def max_plies(self) -> int:
        return self.game.cells // 2

    def side(self, position: Marks) -> int:
        return self.game.turn(position)

    # Places for dominoes.

    def covered(self, places: int, side: int) -> int:
        """The cells of a player's dominoes on all of these places."""
        return places | places << self.along(side)

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
        """As many of these places as dominoes fit on together."""
        step, columns = self.along(side), self.game.columns
        strip = (1 << columns) - 1 if side == FIRST else self.first_column
        chosen = 0
        for _ in range(self.game.rows if side == FIRST else columns):
            now = places & strip
            chosen |= now
            places &= ~(now << step)
            strip <<= step
        return chosen

    @cached_property
    def first_column(self) -> int:
        return self.game.last_column >> self.game.columns - 1

    # Bounds.

    def bounds(self, state: Marks, alpha: int, beta: int) -> tuple[int, int]:
        """A player with more sure moves than the opponent has room for lays the last domino.

        Sure moves also bound how soon the game can end.
        """
        side, empty = self.game.turn(state), self.game.empty(state)
        mine, theirs = self.game.dominoes(empty, side), self.game.dominoes(empty, 1 - side)
        if mine == 0:
            return -BASE, -BASE
        my_sure, their_room = self.sure_moves(empty, theirs, side, 1)
        their_sure, my_room = self.sure_moves(empty, mine, 1 - side, 0)
        their_room = min(their_room, count(self.apart(theirs, 1 - side)))
        my_room = min(my_room, count(self.apart(mine, side)))
        if their_room < my_sure:
            return BASE - 2 * their_room - 1, BASE - 2 * their_sure - 1
        if my_room <= their_sure:
            return 2 * my_sure - BASE, 2 * my_room - BASE
        lower, upper = 2 * my_sure - BASE, BASE - 2 * their_sure - 1
        wins, loses = BASE - 2 * their_room - 1, 2 * my_room - BASE
        if wins >= beta and self.mean(empty, side, ANY) > 0:
            return wins, upper
        if loses <= alpha and self.wins_second(empty, 1 - side):
            return lower, loses
        return lower, upper

    @cached_property
    def across(self) -> tuple[int, ...]:
        """The strips of two rows."""
        return strips(min(self.game.columns, WIDEST))

    @cached_property
    def upright(self) -> tuple[int, ...]:
        """The strips of two columns."""
        return strips(min(self.game.rows, WIDEST))

    def mean(self, empty: int, side: int, limit: int) -> int:
        """The best mean for a player of strips up to a limit of temperature.

        A line by itself, in which the opponent alone has moves, may lie between two strips.
        """
        lines, width = self.game.rows, self.game.columns
        if side == SECOND:
            lines, width = width, lines
        if width > WIDEST:
            return -FAR
        before = best = above = 0
        for number in range(lines):
            line = self.line(empty, number, side)
            alone, strip = self.strip(line, side), self.strip(line << width | above, side)
            mean = best + (alone >> ENTRY_BITS)
            if (strip & (1 << ENTRY_BITS) - 1) + COLDEST <= limit:
                mean = max(mean, before + (strip >> ENTRY_BITS))
            before, best, above = best, mean, line
        return best

    def line(self, empty: int, number: int, side: int) -> int:
        """The empty cells of a row, for X, or of a column."""
        if side == FIRST:
            return empty >> number * self.game.columns & (1 << self.game.columns) - 1
        line = 0
        for row in range(self.game.rows):  # on wide boards faster than `pext`
            line |= (empty >> row * self.game.columns + number & 1) << row
        return line

    def strip(self, cells: int, side: int) -> int:
        return self.across[cells] if side == FIRST else self.upright[cells]

    def wins_second(self, empty: int, side: int) -> bool:
        """Whether a player is sure to win in strips though the opponent begins.

        That is so if numbers alone add up to 0 or more, or if the mean is above the temperature.
        """
        if self.mean(empty, side, ANY) < 0:
            return False
        for limit in LIMITS:
            if self.mean(empty, side, limit) > limit:
                return True
        return False

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
        boxes = near = 0
        while found:
            place = found & -found
            found ^= place
            cells = self.covered(place | place << across, side)
            if cells & near == 0:
                boxes += 1
                near |= cells | self.beside(cells, side)
        return boxes, near

    def in_pairs(self, chosen: int, others: int, side: int) -> int:
        """The chosen dominoes that the opponent can destroy in pairs, by one move."""
        across = self.along(1 - side)
        cells = self.covered(chosen, side)
        both = others & cells & cells >> across
        both |= both << across
        return chosen & (both | both >> self.along(side))

    # Heuristics and words.

    def move_score(self, state: Marks, move: int) -> int:
        side, after = self.game.turn(state), self.game.play(state, move)
        empty, score = self.game.empty(after), -self.estimate(after)
        if max(self.game.columns, self.game.rows) > WIDEST:
            return score
        means = self.mean(empty, side, ANY) - self.mean(empty, 1 - side, ANY)
        return score + means * MEAN // PARTS

    def estimate(self, position: Marks) -> int:
        """Places for dominoes; safe ones, which the other side cannot take, weigh more."""
        empty, side = self.game.empty(position), self.game.turn(position)
        mine, theirs = self.game.dominoes(empty, side), self.game.dominoes(empty, 1 - side)
        score = PLACE * (count(mine) - count(theirs))
        mine_safe = self.game.dominoes(empty & ~self.covered(theirs, 1 - side), side)
        theirs_safe = self.game.dominoes(empty & ~self.covered(mine, side), 1 - side)
        return as_estimate(score + SAFE_PLACE * (count(mine_safe) - count(theirs_safe)))

    def tactics(self, position: Marks, move: int) -> tuple[str, ...]:
        """Whether it leaves the opponent no place."""
        if self.game.outcome(self.game.play(position, move)) == OPEN:
            return ()
        return (f"leaves {self.game.marks[1 - self.game.turn(position)]} no place for a domino",)
