"""Knowledge of line games: threats, open lines, pairings.

A pairing strategy is a draw that can be held without looking ahead. Assign to every line that the
attacker can still fill two empty cells of its own. Whenever the attacker marks one cell of such a
pair, the defender marks the other; so the defender gets a mark on every line, and the attacker
never completes one. Neither the first player nor the defender's other moves matter.

The pairs are a matching of lines with cells, two for each line. A line that has fewer takes one
from another line, which takes a cell in its place, and so on along an augmenting path, as long as
there is one.

    Alfred Hales and Robert Jewett, "Regularity and positional games", 1963, who count when
    such pairs must exist; Elwyn Berlekamp, John Conway and Richard Guy, "Winning Ways",
    chapter 22; Claude Berge, "Two theorems in graph theory", 1957, for the paths.
"""

from collections.abc import Iterable, Iterator
from functools import cached_property

from noughts.bits import cells_of, count, lowest
from noughts.games.common.cell_game import Marks
from noughts.games.common.line_game import LineGame
from noughts.games.lines import Lines
from noughts.games.mnk import MNK
from noughts.knowledge import symmetry
from noughts.knowledge.base import Attackable, over_or_open
from noughts.knowledge.marks import (
    FEW_CELLS,
    WINS_SOON,
    MarksKnowledge,
    RowKnowledge,
    to_move,
    weighed_lines,
)
from noughts.value import BASE, DRAW, LOSS, SOONEST, WIN

# The largest boards on which all cells of open lines are searched, in cells.
KEEPS_ALL = 16


def pairing(needs: list[int]) -> list[int]:
    """A pair of cells within each of these sets, no cell in two pairs; empty if there is none."""
    pairs = [need & 0 for need in needs]  # no cells, as a set of the same width
    complete = enough_cells(needs)
    for turn in range(2 * len(needs)):
        number = turn // 2
        complete = complete and gains_cells(number, needs, pairs, [needs[number] & 0])
    return [pair for pair in pairs if complete]


def enough_cells(needs: list[int]) -> bool:
    """Whether there are two cells for each set: a quick test before the thorough one."""
    cells = 0
    for need in needs:
        cells |= need
    return count(cells) >= 2 * len(needs)


def gains_cells(number: int, needs: list[int], pairs: list[int], tried: list[int]) -> bool:
    """Give the set one cell more, by moving cells of other pairs if necessary; whether it worked.

    The pairs are changed only on success. The one word of `tried` has the cells already visited.
    """
    choice = needs[number] & ~pairs[number]
    while choice & ~tried[0]:
        cell = choice & ~tried[0]
        cell &= -cell
        tried[0] |= cell
        owner = owner_of(cell, pairs)
        if owner < 0 or gains_cells(owner, needs, pairs, tried):
            if owner >= 0:
                pairs[owner] &= ~cell
            pairs[number] |= cell
            return True
    return False


def owner_of(cell: int, pairs: list[int]) -> int:
    """The pair that contains the cell; -1 if there is none."""
    for number in range(len(pairs)):
        if pairs[number] & cell:
            return number
    return -1


class LineGameKnowledge(MarksKnowledge, Attackable[Marks]):
    """Knowledge of any line game; the symmetries are found from the lines."""

    game: LineGame

    @cached_property
    def symmetries(self) -> tuple[symmetry.Symmetry, ...]:
        game = self.game
        return symmetry.of_board(game.board_lines, game.columns, game.rows, game.cells)

    def candidate_moves(self, position: Marks) -> Iterator[int]:
        """An immediate win; otherwise an answer to a threat; otherwise the cells that still matter.

        If the opponent threatens two cells, nothing helps, so either is returned. A mark on no open
        line changes nothing, and any other mark is at least as good: an additional own mark does no
        harm. In misère play, the cells that complete no line.
        """
        empty = self.game.all_cells & ~(position.mine | position.theirs)
        mine = self.completing(position.mine, empty)
        if self.game.line_loses:
            choice = empty & ~mine or mine & -mine
        else:
            urgent = mine or self.completing(position.theirs, empty)
            choice = urgent & -urgent or self.worth_marking(position, empty) or empty & -empty
        while choice:
            yield lowest(choice)
            choice &= choice - 1

    def forcing(self, position: Marks) -> Iterator[int]:
        empty = self.game.all_cells & ~(position.mine | position.theirs)
        choice = 0 if self.game.line_loses else self.preparing(position.mine, empty)
        while choice:
            yield lowest(choice)
            choice &= choice - 1

    def attacking(self, position: Marks) -> Iterator[int]:
        """The answer to a threat; or cells of rows that lack two marks or three."""
        empty = self.game.all_cells & ~(position.mine | position.theirs)
        choice = self.completing(position.theirs, empty)
        choice = choice & -choice or self.lacking_few(position.mine, empty)
        while choice:
            yield lowest(choice)
            choice &= choice - 1

    def passed(self, position: Marks) -> Marks:
        return Marks(position.theirs, position.mine)

    def spoilers(self, position: Marks, line: list[int]) -> list[int]:
        """The replies that could refute a sequence of threats (`search/attack.py`).

        They are the sequence's cells, and cells that make a threat, directly or together with the
        answers that the sequence forces. No other cell affects it.
        """
        empty = self.game.all_cells & ~(position.mine | position.theirs)
        answers = choice = 0
        for i in range(len(line)):
            choice |= 1 << line[i]
            if i % 2:
                answers |= 1 << line[i]
        mine, rest = position.mine | answers, empty & ~answers
        choice |= rest & (self.preparing(mine, rest) | self.completing(mine, rest))
        found = []  # compiled generators never free a list passed to them
        while choice:
            found.append(lowest(choice))
            choice &= choice - 1
        return found

    def bounds(self, state: Marks, alpha: int, beta: int) -> tuple[int, int]:
        if self.game.has_line(state.theirs):
            return over_or_open(WIN if self.game.line_loses else LOSS)
        empty = self.game.all_cells & ~(state.mine | state.theirs)
        if empty == 0:
            return over_or_open(DRAW)
        lower, upper = self.shallow_bounds(state, empty)
        if lower == upper:
            return lower, upper
        mine, theirs = state.mine, state.theirs
        if self.game.line_loses:
            mine, theirs = theirs, mine
        # A pairing takes long to find, so it is tried only if a draw decides the window.
        if beta <= 0 and self.cannot_complete(mine, empty, beta == 0):
            lower = max(lower, 0)
        if alpha >= 0 and self.cannot_complete(theirs, empty, alpha == 0):
            upper = min(upper, 0)
        return lower, upper

    def shallow_bounds(self, state: Marks, empty: int) -> tuple[int, int]:
        wins = self.completing(state.mine, empty)
        if self.game.line_loses:
            return (3 - BASE, BASE - 2) if empty & ~wins else (-SOONEST, -SOONEST)
        if wins:
            return SOONEST, SOONEST
        threats = self.completing(state.theirs, empty)
        if threats & threats - 1:
            return 2 - BASE, 2 - BASE
        # If the game is not over in 2 plies, the earliest loss is in 4 and the earliest win in 3.
        left = count(empty)
        return 4 - BASE if left >= 4 else 0, BASE - 3 if left >= 3 else 0

    def ways_to_win(self, state: Marks, goal: int) -> int:
        """1 plus the number of lines open to the player who wants to win; 1 in misère play."""
        if self.game.line_loses:
            return 1
        return 1 + self.count_lines(self.game.all_cells & ~(state.theirs if goal else state.mine))

    @property
    def proof_share(self) -> float:
        return 0.5 if self.game.line_loses else 0.875

    def can_win_next(self, position: Marks) -> bool:
        empty = self.game.all_cells & ~(position.mine | position.theirs)
        return not self.game.line_loses and self.completing(position.mine, empty) != 0

    def slow_bounds(self, position: Marks) -> tuple[int, int]:
        if self.game.line_loses:
            return super().slow_bounds(position)
        return bounds_by_lines(self.game.board_lines, self.game.cells, *position)

    def cannot_complete(self, blocked: int, empty: int, by_pairs: bool) -> bool:
        """Whether it is clear that no line without a blocked cell will ever be filled.

        Either there is none, or each has an own pair of empty cells, in which the player of the
        blocked cells answers. Pairs do not help against a line that a player is forced to make, as
        in misère play.
        """
        free = self.game.all_cells & ~blocked
        if self.game.line_loses or not by_pairs:
            return self.count_lines(free) == 0
        needs = self.needs(free, empty)
        return len(needs) == 0 or len(pairing(needs)) > 0

    def pairs(self, position: Marks, mine: bool = False) -> tuple[tuple[int, ...], ...]:
        """Pairs of empty cells that keep a player from every line, one within each line.

        Whenever the attacker marks one cell of a pair, the defender answers with the other.

        They defend against the lines of the opponent, or of the player to move. There are none if
        none are found, or if there is no line to defend against.
        """
        free = self.game.all_cells & ~(position.theirs if mine else position.mine)
        empty = self.game.all_cells & ~(position.mine | position.theirs)
        return tuple(cells_of(pair) for pair in pairing(self.needs(free, empty)))

    def preparing(self, cells: int, empty: int) -> int:
        """Empty cells of lines that lack exactly two cells of the set, both empty."""
        return self.preparing_any(cells, empty)

    def preparing_any(self, cells: int, empty: int) -> int:
        found = 0
        for line in self.game.board_lines:
            gap = line & ~cells
            if gap & ~empty == 0 and count(gap) == 2:
                found |= gap
        return found

    def lacking_few(self, cells: int, empty: int) -> int:
        """Empty cells of lines that lack two or three cells of the set, all of them empty."""
        return self.lacking_few_any(cells, empty)

    def lacking_few_any(self, cells: int, empty: int) -> int:
        found = 0
        for line in self.game.board_lines:
            gap = line & ~cells
            if gap & ~empty == 0 and 2 <= count(gap) <= 3:
                found |= gap
        return found

    def completing(self, cells: int, empty: int) -> int:
        """Empty cells that complete a line of these cells."""
        return self.completing_any(cells, empty)

    def completing_any(self, cells: int, empty: int) -> int:
        found = 0
        for line in self.game.board_lines:
            gap = line & ~cells
            if gap & gap - 1 == 0:
                found |= gap
        return found & empty

    def covered(self, cells: int) -> int:
        """The cells of all lines within the set."""
        return self.covered_any(cells)

    def covered_any(self, cells: int) -> int:
        found = 0
        for line in self.game.board_lines:
            if cells & line == line:
                found |= line
        return found

    def worth_marking(self, position: Marks, empty: int) -> int:
        """Empty cells of open lines; some may be missing that are no better than these."""
        return empty & self.open_cells(position)

    def open_cells(self, position: Marks) -> int:
        mine = self.covered(self.game.all_cells & ~position.theirs)
        return mine | self.covered(self.game.all_cells & ~position.mine)

    def needs(self, free: int, empty: int) -> list[int]:
        """The empty cells of each line within the free cells."""
        return self.needs_any(free, empty)

    def needs_any(self, free: int, empty: int) -> list[int]:
        needs = []
        for line in self.game.board_lines:
            if free & line == line:
                needs.append(line & empty)
        return needs

    def estimate(self, position: Marks) -> int:
        mine = self.count_lines(self.game.all_cells & ~position.theirs)
        theirs = self.count_lines(self.game.all_cells & ~position.mine)
        return theirs - mine if self.game.line_loses else mine - theirs

    def evaluation(self, position: Marks) -> int:
        """The rows that each player can still fill, weighed by the marks that they lack."""
        mine = self.weighed_lines(position.mine, position.theirs)
        theirs = self.weighed_lines(position.theirs, position.mine)
        return theirs - mine if self.game.line_loses else to_move(mine) - theirs

    def weighed_lines(self, own: int, others: int) -> int:
        """The lines without a mark of the others, each by the marks that it lacks."""
        return weighed_lines(self.game.board_lines, own, others)

    def count_lines(self, cells: int) -> int:
        return self.each_line(cells)

    def each_line(self, cells: int) -> int:
        found = 0
        for line in self.game.board_lines:
            if cells & line == line:
                found += 1
        return found


def bounds_by_lines(lines: Iterable[int], cells: int, mine: int, theirs: int) -> tuple[int, int]:
    """Bounds of an open position's score: a line takes at least as many moves as it lacks marks.

    On the empty board the player to move does not lose: if the opponent had a way to win, the
    player could mark any cell and win in the same way, since an additional mark does no harm
    (Nash's strategy stealing; Hales and Jewett 1963 for games of lines).
    """
    left = cells - count(mine | theirs)
    wins = 2 * fewest_missing(lines, mine, theirs, cells) - 1
    loses = 2 * fewest_missing(lines, theirs, mine, cells)
    lower = loses - BASE if loses <= left and mine | theirs else 0
    return lower, BASE - wins if wins <= left else 0


def fewest_missing(lines: Iterable[int], own: int, others: int, most: int) -> int:
    """How many marks a player lacks for a line at least; `most` where no line is open to him."""
    missing = [(line & ~own).bit_count() for line in lines if not line & others]  # not compiled
    return min(missing, default=most)


class LinesKnowledge(LineGameKnowledge):
    game: Lines

    @cached_property
    def symmetries(self) -> tuple[symmetry.Symmetry, ...]:
        """The turns and reflections of the grid that keep cells and lines.

        Others may exist, but looking for them can take very long, and the game may be a stranger's.
        """
        cells = {place: cell for cell, place in enumerate(self.game.places)}
        lines = frozenset(self.game.board_lines)
        found = []
        for turned in symmetry.of_rectangle(self.game.columns, self.game.rows):
            images = [cells.get(turned[place], -1) for place in self.game.places]
            if -1 not in images and all(symmetry.moved(line, images) in lines for line in lines):
                found.append(tuple(images))
        return tuple(dict.fromkeys(found))


class MNKKnowledge(RowKnowledge, LineGameKnowledge):
    """Knowledge of m,n,k games and their variants: lines on a flat board are found by shifting.

    Shifted copies of the set overlap where k cells are in a row. Tests compare each method with
    the one in `LineGameKnowledge`, which checks each line.
    """

    game: MNK

    def count_lines(self, cells: int) -> int:
        if not self.game.flat:
            return self.each_line(cells)
        lines = 0
        for step, first_cells in self.game.rays:
            lines += count(self.game.lines_along(step, cells & first_cells, cells))
        return lines

    def completing(self, cells: int, empty: int) -> int:
        """Empty cells that complete a line of these cells.

        In each direction, it finds the lines with one empty cell and otherwise only these cells;
        the empty cells in them complete them.
        """
        if not self.game.flat:
            return self.completing_any(cells, empty)
        found = 0
        for step, first_cells in self.game.rays:
            whole, lacking = first_cells, 0
            for i in range(self.game.k):
                has, gap = cells >> i * step, empty >> i * step
                lacking = lacking & has | whole & gap
                whole &= has
            found |= self.spread(lacking, step)
        return found & empty

    def weighed_lines(self, own: int, others: int) -> int:
        """The lines without a mark of the others, each by the marks that it lacks."""
        if not self.game.flat:
            return weighed_lines(self.game.board_lines, own, others)
        return self.weighed_rows(own, others)

    def picks_cells(self, state: Marks) -> bool:
        large = self.game.cells > FEW_CELLS
        return large and self.game.flat and not self.game.line_loses

    def urgent(self, state: Marks) -> int:
        empty = self.game.all_cells & ~(state.mine | state.theirs)
        return self.completing(state.mine, empty) or self.completing(state.theirs, empty)

    def evaluation(self, position: Marks) -> int:
        """The rows that each player can still fill, weighed by the marks that they lack."""
        if self.wins_soon(position):
            return WINS_SOON
        mine = self.weighed_lines(position.mine, position.theirs)
        theirs = self.weighed_lines(position.theirs, position.mine)
        return theirs - mine if self.game.line_loses else to_move(mine) - theirs

    def preparing(self, cells: int, empty: int) -> int:
        if not self.game.flat:
            return self.preparing_any(cells, empty)
        found = 0
        for step, first_cells in self.game.rays:
            whole, lacking, lacking_two = first_cells, 0, 0
            for i in range(self.game.k):
                has, gap = cells >> i * step, empty >> i * step
                lacking_two = lacking_two & has | lacking & gap
                lacking = lacking & has | whole & gap
                whole &= has
            found |= self.spread(lacking_two, step)
        return found & empty

    def lacking_few(self, cells: int, empty: int) -> int:
        if not self.game.flat:
            return self.lacking_few_any(cells, empty)
        found = 0
        for step, first_cells in self.game.rays:
            free = cells | empty
            rows, _, two, four = self.missing(step, free & first_cells, cells, free)
            found |= self.spread(rows & two & ~four, step)
        return found & empty

    def covered(self, cells: int) -> int:
        if not self.game.flat:
            return self.covered_any(cells)
        found = 0
        for step, first_cells in self.game.rays:
            found |= self.spread(self.game.lines_along(step, cells & first_cells, cells), step)
        return found

    def worth_marking(self, position: Marks, empty: int) -> int:
        """Empty cells of open lines. A cell is left out if another one is on all its open lines.

        If both are on the same open lines, one of them stays.
        """
        game = self.game
        if not game.flat or game.cells <= KEEPS_ALL:  # 4,4,4 takes a tenth more nodes without some
            return empty & self.open_cells(position)
        found = crossing = drop = empty & 0
        for step, first_cells in game.rays:
            lines = self.open_lines(position, step, first_cells)
            along = self.spread(lines, step)
            crossing |= found & along
            found |= along
        alone = found & ~crossing & empty
        for step, first_cells in game.rays:
            lines = self.open_lines(position, step, first_cells)
            along = self.spread(lines, step) & alone
            leaves_up = leaves_down = empty & 0
            if along:
                for i in range(1, game.k):
                    leaves_up |= lines << (game.k - i) * step
                    leaves_down |= lines << (i - 1) * step
                    up = along & ~leaves_up & empty >> i * step
                    down = (empty & along >> i * step) << i * step & ~leaves_down
                    drop |= down | up & ~(down >> i * step)
        return found & empty & ~drop

    def open_lines(self, position: Marks, step: int, first_cells: int) -> int:
        """First cells of the lines in one direction that either player can still fill."""
        game = self.game
        mine, theirs = game.all_cells & ~position.theirs, game.all_cells & ~position.mine
        found: int = game.lines_along(step, first_cells & mine, mine)
        return found | game.lines_along(step, first_cells & theirs, theirs)

    def needs(self, free: int, empty: int) -> list[int]:
        """Sets of empty cells, one within each line that lies in the free cells.

        Overlapping lines of one row share a set if they have at least two empty cells in common:
        one pair is enough for all of them.
        """
        if not self.game.flat:
            return self.needs_any(free, empty)
        needs = []
        for step, first_cells in self.game.rays:
            starts = self.game.lines_along(step, free & first_cells, free)
            shape = self.spread(1, step)
            while starts:
                first = lowest(starts)
                need = shape << first & empty
                starts &= starts - 1
                shared = need
                while shared & shared - 1:
                    need = shared
                    first += step
                    if not starts >> first & 1:
                        break
                    shared = need & shape << first
                    if shared & shared - 1:
                        starts ^= 1 << first
                needs.append(need)
        return needs
