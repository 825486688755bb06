"""A player's complete strategy: one answer to every reply, chosen by a fixed rule.

Of a player's moves those are best whose value is highest; the rule (`RULE`) chooses among them.
What is then left of the game is a tree in which the player has one move everywhere, and the other
player all of them. Positions in it come up again and again: their continuations are shared.

What is too large to be worked out has a beginning (`strategies`): its first boards, whose answers
keep the value, too, by a rule that looks less far.
"""

import math
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

from noughts import notebook_repr
from noughts.errors import GameError, GameOver, SearchStopped
from noughts.game import FIRST, Game, legal_moves
from noughts.search.depth import deeply, refuse_extra_turns
from noughts.solving.api import solver_for
from noughts.solving.exact_solver import ExactSolver
from noughts.value import OPEN, Value

# The most positions to search for a strategy, those of rejected answers included.
MOST_POSITIONS = 250_000

# How an answer is chosen; {mark} is the strategy's player.
RULE = (
    "Of answers worth the same to {mark}, the fastest win or the longest defence is taken; then "
    "the one after which the most replies are mistakes; then the one that leaves the fewest "
    "different boards; then the first in the order of the cells."
)
RULE_OF_BEGINNING = RULE.replace("then the one that leaves the fewest different boards; ", "")
# Seconds for the whole, before its beginning is worked out; and for this.
SECONDS, BEGINNING_SECONDS = 3.0, 4.0


class Step(NamedTuple):
    """A board of a strategy: after a reply of the other player, and the answer to it.

    Args:
        position: the position after both, in which the other player is to move; or the end.
        turn: whose turn it is there.
        reply: the other player's move; None where the strategy begins.
        answer: the player's own; None when the game is over after the reply, or the other
            player begins.
        steps: what follows on the other player's next moves, in the game's order.
        boards: how many boards there are here and below.
    """

    position: Any
    turn: int
    reply: int | None
    answer: int | None
    steps: tuple["Step", ...]
    boards: int


@notebook_repr.in_notebooks
class Strategy(NamedTuple):
    """A complete strategy.

    Args:
        game: the rules.
        player: whose it is, FIRST or SECOND.
        start: the position in which it begins.
        turn: whose turn it is there.
        value: what that position is worth to the player.
        root: the first board.
        different: how many different boards there are; `root.boards` counts equal ones, too.
        whole: whether it goes on to the ends of the game; else it is a beginning.
    """

    game: Game[Any]
    player: int
    start: Any
    turn: int
    value: Value
    root: Step
    different: int
    whole: bool = True

    @property
    def mark(self) -> str:
        """What the player is called."""
        return self.game.marks[self.player]

    @property
    def other(self) -> str:
        """What the other player is called."""
        return self.game.marks[1 - self.player]

    @property
    def depth(self) -> int:
        """How many boards lie within each other at most."""
        return sum(1 for _ in _levels(self.root))


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
        game: the rules; in them play comes to an end.
        player: whose strategy it is, FIRST or SECOND.
        position: where it begins; the start unless told otherwise.
        turn: whose turn it is there.
        solver: tells the values.

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
    """The strategy; before it, if it takes long, its beginning, which is the last if it fails.

    Arguments and errors are those of `strategy`; SearchStopped means that nothing is known.
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
    """The strategy, down to a level."""
    game = planner.game

    def planned() -> Strategy:
        value = planner.worth(position)
        if turn == player:
            answer = planner.answer(position)
            root = planner.step(game.play(position, answer), 1 - turn, None, answer, levels)
        else:
            root = planner.step(position, turn, None, None, levels)
        worth = value if turn == player else -value
        whole = levels == math.inf
        return Strategy(game, player, position, turn, worth, root, _different(root), whole)

    return deeply(game, position, planned)


def _beginning(planner: "_Planner", player: int, position: Any, turn: int) -> Strategy:
    """As many levels as can be worked out in some seconds, one at least."""
    beginner = _Beginner(planner)
    found = _planned(beginner, player, position, turn, levels=1)
    beginner.until = time.monotonic() + BEGINNING_SECONDS
    deepest = None
    try:
        while deepest != found.depth:
            deepest = found.depth
            found = _planned(beginner, player, position, turn, deepest + 1)
    except SearchStopped:
        pass
    return found


def _levels(root: Step) -> Iterator[list[Step]]:
    """The boards level by level; of equal ones, which have the same steps, one."""
    level = [root]
    while level:
        yield level
        level = list({step.position: step for s in level for step in s.steps}.values())


def _different(root: Step) -> int:
    return len({step.position for level in _levels(root) for step in level})


class _Planner:
    """Chooses answers, and remembers what follows them."""

    def __init__(self, game: Game[Any], solver: ExactSolver[Any]) -> None:
        self.game = game
        self.solver = solver
        self.until = math.inf  # when to stop, on the clock of `time.monotonic`
        self.values: dict[Any, Value] = {}
        self.answers: dict[Any, int] = {}
        self.found: dict[Any, frozenset[Any]] = {}
        self.followed: dict[tuple[Any, float], tuple[Step, ...]] = {}

    def worth(self, position: Any) -> Value:
        """What a position is worth to the player to move."""
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
        """The position after every legal move.

        Raises:
            SearchStopped: the time is up; everything comes by here again and again.
        """
        if time.monotonic() > self.until:
            raise SearchStopped(f"The strategy for {type(self.game).__name__} takes longer.")
        game = self.game
        return {move: game.play(position, move) for move in legal_moves(game, position)}

    def answer(self, position: Any) -> int:
        """The move that the rule chooses."""
        if position not in self.answers:
            after = self.after_moves(position)
            values = {move: self.worth(after[move]).before() for move in after}
            highest = max(values.values())
            best = [move for move in after if values[move] == highest]
            chances = {move: self.mistakes(after[move]) for move in best}
            best = [move for move in best if chances[move] == max(chances.values())]
            if len(best) > 1:
                best.sort(key=lambda move: len(self.boards(after[move])))
            self.answers[position] = best[0]
        return self.answers[position]

    def mistakes(self, position: Any) -> int:
        """How many moves are worth less than the best one."""
        values = [self.worth(after) for after in self.after_moves(position).values()]
        return sum(value != min(values) for value in values)

    def boards(self, position: Any) -> frozenset[Any]:
        """The different boards that can come after an answer, that one included."""
        if position not in self.found:
            boards = {position}
            for reply in self.after_moves(position).values():
                boards |= self.boards(self.answered(reply))
            self.found[position] = frozenset(boards)
        return self.found[position]

    def answered(self, position: Any) -> Any:
        """The position after the answer; the same when the game is over."""
        if self.game.outcome(position) != OPEN:
            return position
        return self.game.play(position, self.answer(position))

    def step(
        self, position: Any, turn: int, reply: int | None, answer: int | None, levels: float
    ) -> Step:
        """The board after a reply and the answer to it, with what follows, `levels` in all."""
        key = position, levels
        if key not in self.followed:
            replies = self.after_moves(position) if levels > 1 else {}
            self.followed[key] = tuple(
                self._reply(after, turn, move, levels - 1) for move, after in replies.items()
            )
        steps = self.followed[key]
        return Step(position, turn, reply, answer, steps, 1 + sum(step.boards for step in steps))

    def _reply(self, position: Any, turn: int, reply: int, levels: float) -> Step:
        """The board on which a reply to the player is answered."""
        if self.game.outcome(position) != OPEN:
            return self.step(position, 1 - turn, reply, None, levels)
        answer = self.answer(position)
        return self.step(self.game.play(position, answer), turn, reply, answer, levels)


class _Beginner(_Planner):
    """Chooses by `RULE_OF_BEGINNING`, which looks no farther than the values do."""

    def __init__(self, planner: _Planner) -> None:
        super().__init__(planner.game, planner.solver)
        self.values = planner.values

    def boards(self, position: Any) -> frozenset[Any]:
        """None: of answers with as many mistakes after them the first is taken."""
        return frozenset()
