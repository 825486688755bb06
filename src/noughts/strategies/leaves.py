"""Positions that a strategy leaves to its checker: settled by a small search, or by a rule.

Checkers without noughts settle them in the same way.

The search uses no knowledge of the game except the rules below. It forgets no answer, and the order
of moves depends on the position alone. So every implementation visits the same nodes
(docs/strategies.md). A player who moves twice in a row keeps the goal; otherwise, the goal turns
into its opposite.

In Connect Four, following up means answering each move with the cell above it. The follower gets
every second empty cell of each column, and the opponent gets the cells between. So both players'
cells, and the winner, are known in advance. This needs an even number of empty cells in every
column. One column may be odd if the follower completes a line before that column is full, since the
opponent must enter it when all others are full. In misère play the follower reaches its goal if the
opponent has a line below each of the follower's own.

    Victor Allis, A Knowledge-Based Approach of Connect-Four, 1988: claimeven, and the zugzwang by
    an odd threat.
"""

from array import array
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cached_property
from typing import Any, Generic

from noughts.bits import count
from noughts.errors import BadStrategy, NotCompilable, SearchStopped, TooDeep
from noughts.game import Game, P, keeps_turn, outcome_before
from noughts.games.common.cell_game import CellGame, Marks
from noughts.games.connectfour import ConnectFour
from noughts.games.cube import Cube
from noughts.games.mnk import MNK
from noughts.games.notakto import Notakto
from noughts.games.tictactoe import TicTacToe
from noughts.knowledge import Knowledge, knowledge_of
from noughts.knowledge.connectfour import ConnectFourKnowledge
from noughts.knowledge.line_game import MNKKnowledge
from noughts.native import comes, compiled
from noughts.search.attack import NONE, winning_threat
from noughts.search.context import NO_LIMIT, SearchContext
from noughts.search.depth import refuse_extra_turns, with_enough_stack
from noughts.search.memory import words_of
from noughts.search.proof import ProofContext
from noughts.search.table import ArrayTable, DictTable, EntryTable, LosslessTable
from noughts.solving.driver import compiled_if_often
from noughts.strategies.file import Claim
from noughts.strategies.fold import symmetries_of
from noughts.strategies.points import (
    has_points,
    holds,
    move_by_points,
    places_of_weights,
    settling_move,
)
from noughts.value import DRAW, LOSS, OPEN, WIN

# Moves below this number have an order.
ORDERED = 62


def reaches(  # noqa: PLR0913  # shared by all nodes of a search
    game: Any,  # the rules, and the knowledge that the search may use (`Leafing`)
    position: P,  # the position
    goal: int,  # the least outcome that counts
    run: SearchContext,  # counts the nodes: positions that no single move settles, each once
    order: "array[int]",  # every move, in the order of trying; empty for the game's own order
    size: int,  # the number of moves in `order`
    known: EntryTable[P],  # the answers so far; it must not lose any
) -> int:
    """0 if the player to move does not reach the goal, DRAW or WIN, in an open position.

    Returns:
        If the goal is reached: 1, and at the root the number of the move added.

    Raises:
        SearchStopped: the budget is used up.
        TooDeep: the stack ends here.
    """
    run.stay_above_the_end()
    # A position that a single move settles is no node, and needs no place in the table.
    open_moves = 0
    for move in game.moves(position):
        after = game.play(position, move)
        end = game.outcome(after)
        if end != OPEN and outcome_before(game, position, after, end) >= goal:
            winning: int = 1 + move
            return winning
        if end == OPEN and size:
            open_moves |= 1 << move
    answer = known.find(position) >> 2 * goal & 3
    if answer:
        return answer - 1
    run.visit()
    if game.paired(position, goal):
        found = 1 if goal == DRAW else 0
        known.store(position, known.find(position) | 1 + found << 2 * goal)
        return found
    found = 0
    for move in game.moves(position):
        after = game.play(position, move)
        if found == 0 and game.outcome(after) == OPEN and game.follows(after, goal):
            found = 1 + move
    while found == 0 and open_moves > 0:
        move = most_promising_move(game, position, open_moves, order, size)
        open_moves &= ~(1 << move)
        if not reaches(game, game.play(position, move), 1 - goal, run, order, size, known):
            found = 1 + move
    if size == 0:  # no order: as where moves are not cells
        for move in game.moves(position):
            after = game.play(position, move)
            if found == 0 and game.outcome(after) == OPEN:
                again = keeps_turn(game, position, after)
                below = goal if again else 1 - goal
                if (reaches(game, after, below, run, order, size, known) > 0) == again:
                    found = 1 + move
    answer = 2 if found else 1
    known.store(position, known.find(position) | answer << 2 * goal)
    return found


def most_promising_move(game: Any, position: P, moves: int, order: "array[int]", size: int) -> int:
    """The first of the most promising moves."""
    best, most = -1, -1
    for i in range(size):
        if moves >> order[i] & 1:
            promise = game.promise(game.play(position, order[i]))
            if promise > most:
                best, most = order[i], promise
    return best


class Leafing(Knowledge[Any]):
    """Knowledge for the search of leaves: none beyond the rules."""

    def follows(self, position: Any, goal: int) -> bool:
        """Whether the player who just moved reaches the goal by following up."""
        return False

    def paired(self, position: Any, goal: int) -> bool:
        """Whether pairs guarantee a draw: to the side to move, or for goal WIN to its opponent."""
        return False

    def promise(self, position: Any) -> int:
        """A rating of the move that led here; higher is more promising."""
        return 0


class Pairing(Leafing, MNKKnowledge):
    """A board of lines, with pairs of cells (`knowledge/line_game.py`)."""

    def paired(self, position: Marks, goal: int) -> bool:
        """Whether each line that the attacker can still fill has two empty cells of its own."""
        if self.game.line_loses:
            return False
        defended = position.mine if goal == DRAW else position.theirs
        empty = self.game.all_cells & ~(position.mine | position.theirs)
        return self.cannot_complete(defended, empty, True)


class Falling(Leafing, ConnectFourKnowledge):
    """Connect Four: moves are tried in the order of the cells that would win."""

    def promise(self, position: Marks) -> int:
        """The number of empty cells on which the player who just moved would complete a line."""
        if self.game.misere:
            return 0
        return count(self.completing(position.theirs) & ~(position.mine | position.theirs))


class Following(Falling):
    """Connect Four, with following up."""

    @cached_property
    def alternate(self) -> int:
        """Every second cell of the first column, starting from the lowest."""
        return sum(1 << up for up in range(0, self.game.rows, 2))

    def follows(self, position: Marks, goal: int) -> bool:
        """Whether the player who just moved reaches the goal by following up."""
        game = self.game
        taken = position.mine | position.theirs
        odd, between, above = -1, 0, 0
        for column in range(game.columns):
            first = game.height * column
            room = game.column_cells & ~(taken >> first)
            lower = room & self.alternate
            if not lower & -room:
                lower = room & ~self.alternate
            if lower >> game.rows - 1:  # an odd number of cells
                if odd >= 0:
                    return False
                odd = column
            else:
                between |= lower << first
                above |= (room & ~lower) << first
        if odd >= 0:
            return not game.misere and self._wins_in(position, between, odd)
        if game.misere:
            if self.may_be_first(position.theirs | above, position.mine | between):
                return False
            return goal < WIN or game.has_line(position.mine | between)
        if game.has_line(position.mine | between):
            return False
        return goal < WIN or game.has_line(position.theirs | above)

    def _wins_in(self, position: Marks, between: int, odd: int) -> bool:
        game = self.game
        taken = position.mine | position.theirs
        mine, theirs = position.mine | between, position.theirs
        cell = taken + (1 << game.height * odd) & ~taken
        top = game.top_cells & game.column_cells << game.height * odd
        while cell != top:
            mine |= cell
            theirs |= cell << 1
            if game.has_line(mine):
                return False
            if game.has_line(theirs):
                return True
            cell <<= 2
        return False


def leafing(game: Any, follow: bool, pairing: bool = False) -> Leafing:
    if type(game) is ConnectFour:
        return Following(game) if follow else Falling(game)
    if pairing and type(game) in (MNK, TicTacToe):
        return Pairing(game if type(game) is MNK else MNK(3, 3, 3))
    return Leafing(game)


class ByRules(Knowledge[Any]):
    """The knowledge for the search of threats, from the rules alone."""

    def candidate_moves(self, position: Any) -> Iterator[int]:
        """A winning move; otherwise the moves that leave no winning reply; otherwise one move."""
        win = self.winning_move(position)
        left = 0
        for move in self.moves(position):
            if (move == win) if win != NONE else not self.loses_at_once(position, move):
                left += 1
                yield move
        if left == 0:
            for move in self.moves(position):
                left += 1
                if left == 1:
                    yield move

    def forcing(self, position: Any) -> Iterator[int]:
        for move in self.moves(position):
            after = self.play(position, move)
            if self.outcome(after) == OPEN:
                left = 0
                for _ in self.candidate_moves(after):
                    left += 1
                if left == 1:
                    yield move

    def winning_move(self, position: Any) -> int:
        found = NONE
        for move in self.moves(position):
            if found == NONE and self.outcome(self.play(position, move)) == LOSS:
                found = move
        return found

    def loses_at_once(self, position: Any, move: int) -> bool:
        after = self.play(position, move)
        return self.outcome(after) == OPEN and self.winning_move(after) != NONE


def only_move(rules: ByRules, position: Any) -> int:
    """The only move after which the game goes on and the opponent cannot win immediately.

    NONE if there are several, or a move wins immediately.
    """
    left, only = 0, NONE
    if rules.winning_move(position) != NONE:
        return NONE
    for move in rules.moves(position):
        after = rules.play(position, move)
        if rules.outcome(after) == OPEN and rules.winning_move(after) == NONE:
            left += 1
            only = move
    return only if left == 1 else NONE


def refuse_threats(game: Game[Any]) -> None:
    """Raise ExtraTurns if a player may move twice in a row: then no reply is forced."""
    refuse_extra_turns(game, "A win by threats", "a budget")


class Sequences(Generic[P]):
    """Finds wins by threats, each within a number of nodes."""

    def __init__(self, game: Game[P], nodes: int) -> None:
        if nodes:
            refuse_threats(game)
        self.game = game
        self.most = nodes
        self.nodes = 0
        known = knowledge_of(game)
        has_threats = type(known).forcing is not Knowledge.forcing
        self._known: Any = known if has_threats else ByRules(game)
        self._words = words_of(game, game.start())
        self._search: Any = winning_threat
        self._settled = nodes < SMALL or not self._words

    def winning_move(self, position: P) -> int | None:
        if not self.most:
            return None
        if not self._settled:
            self._settled = True
            with suppress(NotCompilable):
                self._search = compiled(winning_threat, self._known)
                self._asked(position)
        move = with_enough_stack(self.game, position, lambda: self._asked(position))
        return None if move == NONE else move

    def is_quick(self, position: P) -> bool:
        """Whether a call need not wait for the compiler; otherwise it begins in the background."""
        if self._settled or not self.most:
            return True
        return comes(winning_threat, self._known, *self._given(position))

    def _given(self, position: P) -> tuple[Any, ...]:
        bits = self.most.bit_length()
        table: Any = LosslessTable(self._words, bits) if self._words else DictTable()
        known = self._known
        return known, known.state(position), ProofContext(), self.most + 1, table

    def _asked(self, position: P) -> int:
        given = self._given(position)
        found = self._search(*given)
        self.nodes = given[2].nodes
        return int(found)


# Ways to settle a position without an answer: the game is over, a search, or a rule.
KINDS = ("over", "threats", "forced", "pairing", "following", "points", "budget")
# Compiling pays for a search of more than SMALL nodes, or for many searches of more than TOGETHER.
SMALL, TOGETHER = 200, 5_000
# A search begins with FIRST nodes and a small table, which is quicker to clear than a large one;
# then its limit grows by the factor MORE.
FIRST, MORE = 250, 16
# The most positions in which a leaf by points may be played, unless less is wished. With weights of
# lines there is no limit, but one table of the positions met, for all leaves, of 2^MET_BITS slots.
MOST, MET_BITS = 1 << 20, 23


def _growing(most: int) -> Iterator[int]:
    """The limits of a leaf's searches, up to `most`; none if it is 0."""
    limit = min(FIRST, most)
    while limit:
        yield limit
        limit = min(MORE * limit, most) if limit < most else 0


class Leaves(Generic[P]):
    """Settles positions in which the strategy's side is to move."""

    def __init__(
        self,
        game: Game[P],
        claim: Claim,
        most: int | None = None,  # of the positions in a leaf by points, if not the usual
        answered: Iterable[P] = (),  # the positions with a move in the file
    ) -> None:
        self.game = game
        self.claim = claim
        self._known = leafing(game, claim.follow, claim.pairing)
        self._points = array("q", claim.points if has_points(game) else ())
        self._most = most or (NO_LIMIT if claim.is_weighed else MOST)
        self._lines = places_of_weights(game, len(claim.points)) if self._points else array("q")
        self._answered = answered
        self._holds: Any = None
        self._settling_move = compiled_if_often(settling_move, self._known)
        self._move_by_points = compiled_if_often(move_by_points, self._known)
        self._order = array("q", _completed(game, claim.order))
        self._search: Any = reaches
        self._settled = False  # whether compilation was tried
        self._visited = 0  # nodes of all searches so far
        self._sequences = Sequences(game, claim.threats)
        self._rules = ByRules(game)
        self._only_move = compiled_if_often(only_move, self._rules)

    def are_quick(self, position: P) -> bool:
        """Whether their searches need not wait for the compiler, which otherwise begins to work."""
        quick = self._sequences.is_quick(position)
        if self._points and self._holds is None:
            quick = comes(holds, self._known, *self._given_points(position, 0)) and quick
        if self._settled or self.claim.budget < SMALL:
            return quick
        given = self._given(position, self.claim.goal, SearchContext(budget=0))
        return comes(reaches, self._known, *given) and quick  # all were begun

    def threat(self, position: P) -> int | None:
        return self._sequences.winning_move(position)

    def forced(self, position: P) -> int | None:
        """The only move that is left, where the file needs no answer for it."""
        if not self.claim.forced or not self.game.alternates:
            return None
        move = self._only_move(self._rules, position)
        return None if move == NONE else int(move)

    def paired(self, position: P) -> int | None:
        """A move after which pairs of cells guarantee the draw, if the claim allows pairs."""
        if not self.claim.pairing or self.claim.goal != DRAW:
            return None
        return self._by_rule(position, by_pairs=True)

    def followed(self, position: P) -> int | None:
        if not self.claim.follow:
            return None
        return self._by_rule(position, by_pairs=False)

    def pointed(self, position: P) -> int | None:
        """The move by points, if they reach the claim."""
        if not self._points:
            return None
        if self._holds is None:
            self._holds = compiled_at_once(holds, self._known, self._given_points(position, 0))
        for most in _growing(self._most):
            with suppress(SearchStopped):
                held = self._holds(*self._given_points(position, most))
                return self.by_points(position) if held else None
        return None

    def by_points(self, position: P) -> int | None:
        """The move of play by points, whatever it reaches; None if it has none."""
        if not self._points:
            return None
        move = self._move_by_points(self._known, position, self._points, self._lines)
        return None if move == NONE else int(move)

    def _given_points(self, position: P, most: int) -> tuple[Any, ...]:
        run, (met, answered) = SearchContext(budget=most), self._tables
        if not self.claim.is_weighed:
            met = _table_for(self._known, position, max(most, 1))
        return self._known, position, self.claim.goal, run, self._points, self._lines, met, answered

    @cached_property
    def _tables(self) -> tuple[Any, Any]:
        """The positions met in play by points, if weighed, and the ones with an answer."""
        each, known = list(self._answered), self._known
        answered, words = _table_for(known, self.game.start(), len(each) + 1), 0
        for position in each:
            answered.store(position, 1)
        if self.claim.is_weighed:
            words = words_of(known, self.game.start())
        return ArrayTable(words, MET_BITS, large_pages=False) if words else DictTable(), answered

    def move(self, position: P) -> int | None:
        """A move that keeps the claim in the open position, by a rule or by a small search."""
        rules = (self.paired, self.followed, self.pointed, self.searched)
        found = (find(position) for find in rules)
        return next((move for move in found if move is not None), None)

    def searched(self, position: P) -> int | None:
        """A move that reaches the goal in the open position, if a small search finds one."""
        for budget in _growing(self.claim.budget):
            found = self._search_within(position, budget)
            if found is not None:
                return found - 1 if found else None
        return None

    def rule(self, position: P) -> str | None:
        if self.paired(position) is not None:
            return "pairing"
        if self.followed(position) is not None:
            return "following"
        return None if self.pointed(position) is None else "points"

    def kind(self, position: P) -> str | None:
        """The rule that settles the open position, or `budget`; None if it is not settled."""
        rule = self.rule(position)
        return "budget" if rule is None and self.searched(position) is not None else rule

    def settled(self, position: P) -> bool:
        """Whether a rule or a small search settles the open position, in this mirror image."""
        return self.move(position) is not None

    def _by_rule(self, position: P, by_pairs: bool) -> int | None:
        move = self._settling_move(self._known, position, self.claim.goal, int(by_pairs))
        return None if move == NONE else move

    def _search_within(self, position: P, budget: int) -> int | None:
        if not self._settled and (budget >= SMALL or self._visited >= TOGETHER):
            given = self._given(position, WIN, SearchContext(budget=0))
            self._settled, self._search = True, compiled_at_once(reaches, self._known, given)
        run = SearchContext(budget=budget)

        def ask() -> int:
            return int(self._search(*self._given(position, self.claim.goal, run)))

        try:
            return with_enough_stack(self.game, position, ask)
        except (SearchStopped, TooDeep):
            return None
        finally:
            self._visited += run.nodes

    def _given(self, position: P, goal: int, run: SearchContext) -> tuple[Any, ...]:
        table = _table_for(self._known, position, max(run.budget, 1))
        return self._known, position, goal, run, self._order, len(self._order), table


def compiled_at_once(function: Any, known: Knowledge[Any], given: tuple[Any, ...]) -> Any:
    """The compiled form, tried with these arguments; the plain function if there is none."""
    for _ in range(2):  # the first attempt fails if Numba has not met the class yet
        with suppress(NotCompilable):
            search = compiled(function, known)
            with suppress(SearchStopped):
                search(*given)
            return search
    return function


def _table_for(known: Knowledge[Any], position: Any, positions: int) -> Any:
    words = words_of(known, position)
    return LosslessTable(words, positions.bit_length()) if words else DictTable()


def best_order(game: Game[Any]) -> tuple[int, ...]:
    """The order of moves in searches of leaves: the cells on the most lines first."""
    if type(game) is ConnectFour:
        middle = game.columns - 1
        return tuple(sorted(range(game.columns), key=lambda column: abs(2 * column - middle)))
    if (
        not symmetries_of(game)
        or isinstance(game, Cube | Notakto)
        or not isinstance(game, CellGame)
        or game.cells > ORDERED
    ):
        return ()
    lines: Any = getattr(game, "board_lines", ())
    return tuple(sorted(range(game.cells), key=lambda c: -sum(line >> c & 1 for line in lines)))


def _completed(game: Game[Any], order: tuple[int, ...]) -> tuple[int, ...]:
    if not order:
        return ()
    every = sorted(best_order(game))
    if len(set(order)) != len(order) or not set(order) <= set(every) or len(every) > ORDERED:
        raise BadStrategy("its order of moves is not one of this game")
    return (*order, *(move for move in every if move not in order))
