"""Knowledge of Connect Four: threats, forced answers, and bounds by following up."""

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from noughts.bits import completing, count, lowest
from noughts.games.common.cell_game import Marks
from noughts.games.connectfour import ConnectFour
from noughts.knowledge.allis import answers_in, answers_in_words
from noughts.knowledge.base import over_or_open
from noughts.knowledge.marks import MarksKnowledge
from noughts.knowledge.symmetry import Symmetry
from noughts.value import BASE, OPEN, SOONEST


class RowThreats(NamedTuple):
    """A position with the threats that the solver uses."""

    mine: int  # the set of cells with a mark of the player to move
    theirs: int  # the set of cells with a mark of the other player
    my_rows: int  # the cells, taken or not, that complete a row with others of `mine`
    their_rows: int  # the cells, taken or not, that complete a row with others of `theirs`


class ConnectFourKnowledge(MarksKnowledge):
    game: ConnectFour

    @property
    def quick_depth(self) -> int:
        """More plies than in other games: there are few moves, and threats soon force them."""
        return 13

    @property
    def proof_share(self) -> float:
        return 0

    @property
    def key_bits(self) -> int:
        return self.game.columns * self.game.height

    def key(self, position: Marks) -> int:
        """In every column the first bit above the marks, and below it the marks of `mine`.

        (John Tromp's, for the Fhourstones benchmark.)
        """
        return position.mine + (position.mine | position.theirs) + self.game.bottom_cells

    def canonical(self, position: Marks) -> Marks:
        mirrored = Marks(self.mirrored(position.mine), self.mirrored(position.theirs))
        if mirrored < position:
            return mirrored
        return position

    def orbit(self, position: Marks) -> int:
        mirrored = Marks(self.mirrored(position.mine), self.mirrored(position.theirs))
        if mirrored == position:
            return 1
        return 2

    def mirrored(self, cells: int) -> int:
        """The cells with left and right exchanged."""
        image, height, column = 0, self.game.height, self.game.column_cells
        for _ in range(self.game.columns):
            image = image << height | cells & column
            cells >>= height
        return image

    def landings(self, taken: int) -> int:
        """The lowest empty cell of each column that is not full."""
        return taken + self.game.bottom_cells & self.game.all_cells

    def completing(self, cells: int) -> int:
        """The cells, taken or not, that complete a row of k with others of these cells."""
        return completing(cells, self.game.line_steps, self.game.k) & self.game.all_cells

    def state(self, position: Marks) -> RowThreats:
        mine, theirs = position.mine, position.theirs
        return RowThreats(mine, theirs, self.completing(mine), self.completing(theirs))

    def advance(self, state: RowThreats, move: int) -> RowThreats:
        """The state after a move: only the rows of the player who made it change."""
        return self.with_mark(state, self.game.landing(state.mine | state.theirs, move))

    def with_mark(self, state: RowThreats, landing: int) -> RowThreats:
        mine = state.mine | landing
        return RowThreats(state.theirs, mine, state.their_rows, self.completing(mine))

    def position(self, state: RowThreats) -> Marks:
        return Marks(state.mine, state.theirs)

    def answers(self, state: RowThreats) -> int:
        """The landings after which the opponent cannot win in one move."""
        taken = state.mine | state.theirs
        threats = state.their_rows & ~taken
        landings = self.landings(taken)
        forced = threats & landings
        if forced & forced - 1:
            return 0
        return (forced or landings) & ~(threats >> 1)

    def safe_landings(self, state: RowThreats) -> int:
        """Winning landings; otherwise those that prevent an immediate loss; otherwise all."""
        landings = self.landings(state.mine | state.theirs)
        if self.game.misere:
            return landings
        return state.my_rows & landings or self.answers(state) or landings

    def candidate_moves(self, state: RowThreats) -> Iterator[int]:
        cells = self.safe_landings(state)
        while cells:
            yield lowest(cells) // self.game.height
            cells &= cells - 1

    def children(self, state: RowThreats) -> Iterator[tuple[RowThreats, int]]:
        """Iterate over cells, since computing columns from them and back would take time."""
        cells = self.safe_landings(state)
        while cells:
            landing = cells & -cells
            after = self.with_mark(state, landing)
            yield after, self.prospect(after, landing)
            cells &= cells - 1

    def play_forced(self, state: RowThreats) -> tuple[RowThreats, int]:
        """The state after all forced answers to threats, while there is no other safe answer."""
        plies = 0
        answer = self.only_answer(state)
        while answer:
            state = self.with_mark(state, answer)
            plies += 1
            answer = self.only_answer(state)
        return state, plies

    def only_answer(self, state: RowThreats) -> int:
        """The only landing that avoids an immediate loss, if no move wins; otherwise 0."""
        if self.game.misere or state.their_rows & state.theirs:
            return 0
        answers = self.answers(state)
        if answers & answers - 1 or state.my_rows & self.landings(state.mine | state.theirs):
            return 0
        return answers

    @cached_property
    def off_the_middle(self) -> tuple[int, ...]:
        """Distance of each cell from the middle of the board; columns count 1.5 times.

        Indexed by bit, including the bits above the columns.
        """
        return tuple(
            3 * abs(2 * column - self.game.columns + 1) + 2 * abs(2 * row - self.game.rows + 1)
            for column in range(self.game.columns)
            for row in range(self.game.height)
        )

    def move_score(self, state: RowThreats, move: int) -> int:
        """A score for the number of cells that would then complete a row of the player who moves.

        Best are cells that the opponent must make available in the end (`leader_cells`), then moves
        that leave the opponent few cells, then moves near the middle.
        """
        after = self.advance(state, move)
        return self.prospect(after, after.theirs ^ state.mine)

    def prospect(self, after: RowThreats, landing: int) -> int:
        """The score of the move that led there, from the cell it took."""
        taken = after.mine | after.theirs
        threats = after.their_rows & ~taken
        mine = self.leader_cells
        if not self.game.cells - count(taken) & 1:
            mine = ~mine
        answers = count(self.landings(taken) & ~(threats >> 1))
        weight = 2 * count(threats) + count(threats & mine)
        if self.game.misere:
            return -64 * weight - self.off_the_middle[lowest(landing)]
        return 64 * weight - 16 * answers - self.off_the_middle[lowest(landing)]

    def bounds(self, state: RowThreats, alpha: int, beta: int) -> tuple[int, int]:
        """Bounds from wins in 1, losses in 2, blocked rows, and following up."""
        if self.game.misere:
            return self.misere_bounds(state)
        taken = state.mine | state.theirs
        if state.their_rows & state.theirs:
            return -BASE, -BASE
        if taken == self.game.all_cells:
            return 0, 0
        if state.my_rows & self.landings(taken):
            return SOONEST, SOONEST
        if not self.answers(state):
            return 2 - BASE, 2 - BASE
        left = self.game.cells - count(taken)
        if left <= 2:
            return 0, 0
        lower = 4 - BASE if left >= 4 else 0
        upper = BASE - 3
        # A null window concerns the win of one player only, so one look at the rows is enough.
        hopeful = state.theirs if beta <= 0 else state.mine
        if (beta <= 0 or alpha >= 0) and not self.game.has_line(
            hopeful | self.game.all_cells & ~taken
        ):
            if beta <= 0:
                lower = 0
            else:
                upper = 0
        elif alpha >= left - self.game.rows - BASE:
            upper = min(upper, self.most_against_following(state, left))
        return lower, max(lower, upper)

    def misere_bounds(self, state: RowThreats) -> tuple[int, int]:
        """Bounds in misère play: following up makes no line before the opponent does.

        Columns with an odd number of empty cells are paired; each side gets one of the two lowest
        cells.

        Robert Steele, Daniel B. Larremore, Misère Connect Four is Solved, ICGA Journal, 2025.
        """
        outcome = self.outcome(Marks(state.mine, state.theirs))
        if outcome != OPEN:
            return over_or_open(outcome)
        taken = state.mine | state.theirs
        empty = self.game.all_cells & ~taken
        landings = self.landings(taken)
        if not landings & ~state.my_rows:
            return 1 - BASE, 1 - BASE
        lower = 0 if not self.game.has_line(state.mine | empty) else 3 - BASE
        upper = 0 if not self.game.has_line(state.theirs | empty) else BASE - 2
        left = count(empty)
        if not left & 1:
            odd = landings & ~self.leader_cells
            mine = state.mine | empty & self.leader_cells
            theirs = state.theirs | empty & ~self.leader_cells
            if not self.may_be_first(theirs, mine, odd):
                upper = min(upper, left - BASE if self.game.has_line(mine) else 0)
        return lower, max(lower, upper)

    @cached_property
    def leader_cells(self) -> int:
        """The cells with an odd number of cells above them (see `most_against_following`)."""
        return sum(self.game.bottom_cells << row for row in range(self.game.rows - 2, -1, -2))

    def most_against_following(self, state: RowThreats, left: int) -> int:
        """An upper bound of the score, from the cells that the opponent gets by following up."""
        empty = self.game.all_cells & ~(state.mine | state.theirs)
        # The lowest empty cell of each column with an odd number of them.
        odd = self.landings(state.mine | state.theirs) & ~self.leader_cells
        if left & 1:
            return self.most_against_threats(state, empty, odd, left)
        mine = state.mine | empty & self.leader_cells | odd
        theirs = empty & ~self.leader_cells & ~odd
        if self.game.has_line(mine) and self.may_be_first(mine, state.theirs | theirs):
            return BASE
        if self.game.has_line(state.theirs | theirs):
            return left - self.left_above(state.theirs, theirs) - BASE
        return 0

    def may_be_first(self, cells: int, others: int, pairs: int = 0) -> bool:
        """Whether a row in `cells` has no cell of `others` below it in the same columns.

        Columns are filled from below, so the lower of two such rows is completed first. No row can
        have both cells of one of the `pairs`: the lowest two, the next two, and so on.
        """
        found = 0
        for step in self.game.line_steps:
            late = self.upwards(self.game.rows_along(step, others))
            found |= self.game.rows_along(step, cells) & ~late & ~self.rows_with_both(step, pairs)
        return found != 0

    def rows_with_both(self, step: int, pairs: int) -> int:
        """The rows in one direction, by their first cells, that contain both cells of a pair."""
        found = 0
        while pairs:
            first = pairs & -pairs
            second = (pairs ^ first) & -(pairs ^ first)
            found |= self.rows_through(step, first) & self.rows_through(step, second)
            pairs ^= first | second
        return found

    def rows_through(self, step: int, cell: int) -> int:
        """The rows in one direction, by their first cells, that contain this cell."""
        found = 0
        for _ in range(self.game.k):
            found |= cell
            cell >>= step
        return found

    def upwards(self, cells: int) -> int:
        """These cells and all cells above them in their columns."""
        shift = 1
        while shift < self.game.rows:
            cells |= cells << shift & self.game.bottom_cells * (
                self.game.column_cells >> shift << shift
            )
            shift *= 2
        return cells

    def left_above(self, marks: int, cells: int) -> int:
        """Number of cells still empty when a player who follows up completes a row in these cells.

        At least the cells above the row's last cell, which is filled after all cells below it.
        """
        above = 0
        cells &= ~self.game.top_cells
        while self.game.has_line(marks | cells):
            above += 2
            cells &= ~(self.game.top_cells >> above)
        return above

    def most_against_threats(self, state: RowThreats, empty: int, odd: int, left: int) -> int:
        """An upper bound of the score, if the opponent must follow up in all columns but one."""
        # Subtracted from the bit above the column: all cells from the lowest empty one up.
        threats = state.their_rows & self.leader_cells & (self.game.top_cells << 1) - odd
        best = BASE
        while threats:
            threat = threats & -threats
            column = self.game.column_cells << lowest(threat) // self.game.height * self.game.height
            mine = (empty & self.leader_cells | odd) & ~column
            mine |= empty & ~self.leader_cells & column & threat - 1
            if not self.game.has_line(state.mine | mine):
                over = self.game.rows - 1 - lowest(threat) % self.game.height
                best = min(best, left - over - BASE)
            threats &= ~column
        return best

    def estimate(self, position: Marks) -> int:
        mine = self.count_rows(self.game.all_cells & ~position.theirs)
        theirs = self.count_rows(self.game.all_cells & ~position.mine)
        return theirs - mine if self.game.misere else mine - theirs

    def count_rows(self, cells: int) -> int:
        rows = 0
        for step in self.game.line_steps:
            rows += count(self.game.rows_along(step, cells))
        return rows

    def tactics(self, position: Marks, move: int) -> tuple[str, ...]:
        """A clause that says that the mover can answer every move, by Allis's rules."""
        after = self.play(position, move)
        if self.game.misere or self.outcome(after) != OPEN:
            return ()
        answers = answers_in(self, after)
        return (answers_in_words(self, answers),) if answers else ()

    @property
    def symmetries(self) -> tuple[Symmetry, ...]:
        cells = range(self.game.cells)
        last = self.game.columns - 1
        return tuple(cells), tuple(cell - cell % self.game.columns * 2 + last for cell in cells)
