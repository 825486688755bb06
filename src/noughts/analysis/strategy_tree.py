"""A player's complete strategy: one answer to every reply, chosen by a fixed rule.

`RULE` chooses among a player's best moves. The strategy is a tree with one move in each position of
the player and all moves in each position of the opponent. Equal positions share their continuation.

If a strategy is too large, `strategies` returns its beginning: the first boards. Their answers keep
the value too, but are chosen by a rule that looks less far ahead.
"""

import math
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, NamedTuple

from noughts import notebook_repr
from noughts.errors import GameError, GameOver, SearchStopped
from noughts.game import FIRST, Game, legal_moves
from noughts.games.given import takes_names
from noughts.search.depth import refuse_extra_turns, with_enough_stack
from noughts.solving.api import solver_for
from noughts.solving.solver import ExactSolver
from noughts.value import OPEN, Value

# The most positions to solve for a strategy, including positions after rejected answers.
MOST_POSITIONS = 250_000

# The choice of an answer, as shown to users; {mark} is the strategy's player.
RULE = (
    "Of answers worth the same to {mark}, the fastest win or the longest defence is taken; then "
    "the one after which the most replies are mistakes; then the one that leaves the fewest "
    "different boards; then the first in the order of the cells."
)
RULE_OF_BEGINNING = RULE.replace("then the one that leaves the fewest different boards; ", "")
# Seconds for the whole strategy before its beginning is computed, and for that beginning.
SECONDS, BEGINNING_SECONDS = 3.0, 4.0


class StrategyStep(NamedTuple):
    position: Any  # the position after both moves: the opponent is to move, or the game is over
    turn: int  # the player to move there
    reply: int | None  # the opponent's move; None at the root
    # The player's move; None if the reply ends the game, or at the root if the opponent begins.
    answer: int | None
    # The boards after the opponent's next moves, in the game's order.
    steps: tuple["StrategyStep", ...]
    boards: int  # the number of boards here and below


@notebook_repr.in_notebooks
class Strategy(NamedTuple):
    """A complete strategy of a player, or its beginning."""

    game: Game[Any]
    player: int  # FIRST or SECOND
    start: Any  # the position in which it begins
    turn: int  # the player to move there
    value: Value  # the value of that position for the player
    root: StrategyStep  # the first board
    different: int  # the number of different boards; `root.boards` counts repeated ones too
    whole: bool = True  # whether it reaches all ends of the game

    @property
    def mark(self) -> str:
        return self.game.marks[self.player]

    @property
    def other(self) -> str:
        return self.game.marks[1 - self.player]

    @property
    def depth(self) -> int:
        return sum(1 for _ in _levels(self.root))


@takes_names
def strategy(
    game: Game[Any],
    player: int = FIRST,
    position: Any = None,
    turn: int = FIRST,
    solver: ExactSolver[Any] | None = None,
) -> Strategy:
    """The complete strategy of one player, by the rule `RULE`.

    A reply is a mistake if another one is better for its player, by outcome or by plies.

    Args:
        game: the rules; positions must not repeat.
        player: the player, FIRST or SECOND.
        position: the position in which it begins; by default the start.
        turn: the player to move there.
        solver: finds the values.

    Raises:
        GameError: positions can repeat.
        GameOver: there is nothing to answer.
        SearchStopped: the game is too large.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> game = TicTacToe()
    >>> for_x = strategy(game)
    >>> game.name(for_x.root.answer), len(for_x.root.steps), for_x.root.boards, for_x.different
    ('c3', 8, 91, 69)
    """
    position = game.start() if position is None else position
    _refuse(game, position)
    planner = _Planner(game, solver or solver_for(game))
    return _planned(planner, player, position, turn)


def strategies(
    game: Game[Any], player: int, position: Any, turn: int, solver: ExactSolver[Any]
) -> Iterator[Strategy]:
    """Yield the strategy; if it takes long, yield its beginning first.

    If the whole strategy is too large, the beginning is the only result. Arguments and errors are
    as in `strategy`; SearchStopped means that there is no beginning either.
    """
    _refuse(game, position)
    planner = _Planner(game, solver)
    try:
        planner.until = time.monotonic() + SECONDS
        yield _planned(planner, player, position, turn)
        return
    except SearchStopped:
        yield _beginning(planner, player, position, turn)
    try:
        planner.until = math.inf
        yield _planned(planner, player, position, turn)
    except SearchStopped:
        return


def _refuse(game: Game[Any], position: Any) -> None:
    if game.repeats:
        raise GameError(
            f"Positions can repeat in {type(game).__name__}, so its strategies are not trees."
        )
    refuse_extra_turns(game, "A tree of a strategy", "noughts.analyse")
    if game.outcome(position) != OPEN:
        raise GameOver("The game is over: there is no strategy.")


def _planned(
    planner: "_Planner", player: int, position: Any, turn: int, levels: float = math.inf
) -> Strategy:
    game = planner.game

    def planned() -> Strategy:
        value = planner.value_of(position)
        if turn == player:
            answer = planner.answer(position)
            root = planner.step(game.play(position, answer), 1 - turn, None, answer, levels)
        else:
            root = planner.step(position, turn, None, None, levels)
        value = value if turn == player else -value
        boards = {step.position for level in _levels(root) for step in level}
        whole = levels == math.inf
        return Strategy(game, player, position, turn, value, root, len(boards), whole)

    return with_enough_stack(game, position, planned)


def _beginning(planner: "_Planner", player: int, position: Any, turn: int) -> Strategy:
    """The levels that can be computed in BEGINNING_SECONDS, at least one."""
    beginner = _Beginner(planner)
    found = _planned(beginner, player, position, turn, levels=1)
    beginner.until = time.monotonic() + BEGINNING_SECONDS
    deepest = None
    with suppress(SearchStopped):
        while deepest != found.depth:
            deepest = found.depth
            found = _planned(beginner, player, position, turn, deepest + 1)
    return found


def _levels(root: StrategyStep) -> Iterator[list[StrategyStep]]:
    level = [root]
    while level:
        yield level
        level = list({step.position: step for s in level for step in s.steps}.values())


class _Planner:
    def __init__(self, game: Game[Any], solver: ExactSolver[Any]) -> None:
        self.game = game
        self.solver = solver
        self.until = math.inf  # when to stop, on the clock of `time.monotonic`
        self.values: dict[Any, Value] = {}
        self.answers: dict[Any, int] = {}
        self.found: dict[Any, frozenset[Any]] = {}
        self.followed: dict[tuple[Any, float], tuple[StrategyStep, ...]] = {}

    def value_of(self, position: Any) -> Value:
        if position not in self.values:
            if len(self.values) >= MOST_POSITIONS:
                raise SearchStopped(
                    f"The strategy for {type(self.game).__name__} takes more than "
                    f"{MOST_POSITIONS:,} positions. Choose a smaller board, or begin later in "
                    f"the game."
                )
            self.values[position] = self.solver.value(position)
        return self.values[position]

    def after_moves(self, position: Any) -> dict[int, Any]:
        """The position after every legal move; SearchStopped if the time is up.

        Time is checked here because all work passes through here.
        """
        if time.monotonic() > self.until:
            raise SearchStopped(f"The strategy for {type(self.game).__name__} takes longer.")
        game = self.game
        return {move: game.play(position, move) for move in legal_moves(game, position)}

    def answer(self, position: Any) -> int:
        if position not in self.answers:
            after = self.after_moves(position)
            values = {move: self.value_of(after[move]).before() for move in after}
            highest = max(values.values())
            best = [move for move in after if values[move] == highest]
            chances = {move: self.mistakes(after[move]) for move in best}
            best = [move for move in best if chances[move] == max(chances.values())]
            if len(best) > 1:
                best.sort(key=lambda move: len(self.boards(after[move])))
            self.answers[position] = best[0]
        return self.answers[position]

    def mistakes(self, position: Any) -> int:
        values = [self.value_of(after) for after in self.after_moves(position).values()]
        return sum(value != min(values) for value in values)

    def boards(self, position: Any) -> frozenset[Any]:
        if position not in self.found:
            boards = {position}
            for reply in self.after_moves(position).values():
                boards |= self.boards(self.answered(reply))
            self.found[position] = frozenset(boards)
        return self.found[position]

    def answered(self, position: Any) -> Any:
        if self.game.outcome(position) != OPEN:
            return position
        return self.game.play(position, self.answer(position))

    def step(
        self, position: Any, turn: int, reply: int | None, answer: int | None, levels: float
    ) -> StrategyStep:
        """The board after a reply and its answer, with `levels` levels in all."""
        key = position, levels
        if key not in self.followed:
            replies = self.after_moves(position) if levels > 1 else {}
            self.followed[key] = tuple(
                self._reply(after, turn, move, levels - 1) for move, after in replies.items()
            )
        steps = self.followed[key]
        return StrategyStep(
            position, turn, reply, answer, steps, 1 + sum(step.boards for step in steps)
        )

    def _reply(self, position: Any, turn: int, reply: int, levels: float) -> StrategyStep:
        if self.game.outcome(position) != OPEN:
            return self.step(position, 1 - turn, reply, None, levels)
        answer = self.answer(position)
        return self.step(self.game.play(position, answer), turn, reply, answer, levels)


class _Beginner(_Planner):
    """Chooses by `RULE_OF_BEGINNING`, which needs only values."""

    def __init__(self, planner: _Planner) -> None:
        super().__init__(planner.game, planner.solver)
        self.values = planner.values

    def boards(self, position: Any) -> frozenset[Any]:
        return frozenset()
