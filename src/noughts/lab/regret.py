"""A player's quality by exact values: its regret and its exploitability.

Results count 1 for a win, 0 for a draw, -1 for a loss. The regret of a move is the value of the
position minus the value of the move. A best response wins as much as possible against a known
policy; the exploitability is its average result in both seats (Johanson et al., "Accelerating Best
Response Calculation in Large Extensive Games", 2011).
"""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from fractions import Fraction
from itertools import cycle, islice
from operator import add
from queue import SimpleQueue
from random import Random
from typing import Any, NamedTuple

from noughts.errors import SearchStopped, UnknownPlayer
from noughts.game import FIRST, SECOND, Game, P, keeps_turn, random_play, turn_after
from noughts.players.measure import MOST_POSITIONS, TreeValues
from noughts.players.player import KnownPolicy, Player, Policy, takes_players
from noughts.solving.margins import MarginSolver
from noughts.solving.solver import ExactSolver, Solver
from noughts.value import DRAW, LOSS, OPEN, WIN

# Positions tried for each one judged, before a game counts as too hard.
TRIES = 10
# Positions queued for each solver, so that none is idle while another solves a hard one.
AHEAD = 100


class Regret(NamedTuple):
    """The regret of a player over positions of random games."""

    positions: int = 0  # the number of positions judged
    too_hard: int = 0  # the number of positions left out because their values took too long
    total: Fraction = Fraction(0)  # the sum of the regrets
    worse: Fraction = Fraction(0)  # the number of moves, by probability, that worsen the result

    @property
    def mean(self) -> Fraction | None:
        """The average regret of a move; None if nothing was judged."""
        return self.total / self.positions if self.positions else None


@takes_players
def regret(
    game: Game[P],
    player: Player,
    solver: ExactSolver[P] | MarginSolver[P],
    positions: int,
    seed: int = 0,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Regret:
    """A player's regret over random positions, each from its own random game.

    Args:
        game: the rules.
        player: the player to judge; with a known policy, moves count by their probability.
        solver: finds the outcomes; or the margins, and the regret is in points. A position beyond
            its budget is replaced by another one, which biases the sample towards easy positions.
        positions: the number of positions to judge.
        seed: makes the positions repeatable.
        progress: called after every position.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> from noughts.players.perfect import PerfectPlayer
    >>> from noughts.solving.api import solver_for
    >>> regret(TicTacToe(), PerfectPlayer(), solver_for(TicTacToe()), 20).mean
    Fraction(0, 1)
    """
    found = Regret()
    for found in regret_so_far(game, player, [solver], positions, seed):
        progress(found.positions, positions)
    return found


def regret_so_far(
    game: Game[P],
    player: Player,
    solvers: Sequence[ExactSolver[P] | MarginSolver[P]],
    positions: int,
    seed: int = 0,
    against: Player | None = None,
) -> Iterator[Regret]:
    """The regret after each position; the last is the result of `regret`.

    With an opponent, `against`, the positions come from the player's own games.

    Several solvers share the positions, each in its own thread. Without budgets, their number does
    not change the result.
    """
    chance, found = Random(seed), Regret()
    if against is None:
        met = _random_positions(game, chance)
    else:
        met = _own_positions(game, player, against, chance)
    asked = ((at, _policy(player, game, at)) for at in met)
    for one in _in_order(asked, solvers):
        found = Regret(*map(add, found, one))
        yield found
        if found.positions == positions or found.too_hard > TRIES * positions:
            return


def _in_order(
    asked: Iterator[tuple[P, Policy]], solvers: Sequence[ExactSolver[P] | MarginSolver[P]]
) -> Iterator[Regret]:
    if len(solvers) == 1:
        yield from (_regret_at(solvers[0], *question) for question in asked)
    free: SimpleQueue[ExactSolver[P] | MarginSolver[P]] = SimpleQueue()
    for solver in solvers:
        free.put(solver)

    def answer(position: P, policy: Policy) -> Regret:
        solver = free.get()
        try:
            return _regret_at(solver, position, policy)
        finally:
            free.put(solver)

    answers: deque[Future[Regret]] = deque()
    with ThreadPoolExecutor(len(solvers)) as pool:
        try:
            for question in asked:
                answers.append(pool.submit(answer, *question))
                if len(answers) > AHEAD * len(solvers):
                    yield answers.popleft().result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            for solver in solvers:
                if isinstance(solver, Solver):
                    solver.stop()


def _regret_at(solver: ExactSolver[P] | MarginSolver[P], position: P, policy: Policy) -> Regret:
    try:
        if isinstance(solver, MarginSolver):
            margins = solver.margins(position)
            most = max(margins.values()).points
            regrets = {move: most - margins[move].points for move in policy}
        else:
            best = result_of(solver, position)
            regrets = {move: best - result_after(solver, position, move, best) for move in policy}
    except SearchStopped:
        return Regret(too_hard=1)
    total = sum(chance * regrets[move] for move, chance in policy.items())
    worse = sum(chance for move, chance in policy.items() if regrets[move])
    return Regret(1, 0, Fraction(total), Fraction(worse))


def given_away(solver: ExactSolver[P], position: P, move: int) -> int:
    best = result_of(solver, position)
    return best - result_after(solver, position, move, best)


def result_after(solver: ExactSolver[P], position: P, move: int, best: int) -> int:
    """The result of a move for the player to move; `best` is the result of the best one."""
    after = solver.game.play(position, move)
    if keeps_turn(solver.game, position, after):
        return result_of(solver, after, most=best)
    return -result_of(solver, after, least=-best)


def result_of(solver: ExactSolver[P], position: P, least: int = LOSS, most: int = WIN) -> int:
    """The outcome of a position, which a search finds faster than its value.

    The solver searches only if the known bounds leave a question open.
    """
    if least == most:
        return least
    if not isinstance(solver, Solver):
        return solver.value(position).outcome
    if most > DRAW and solver.exceeds(position, DRAW):
        return WIN
    if least < DRAW and not solver.exceeds(position, DRAW - 1):
        return LOSS
    return DRAW


def _policy(player: Player, game: Game[P], position: P) -> Policy:
    if isinstance(player, KnownPolicy):
        return player.probabilities(game, position)
    return {player.choose(game, position): Fraction(1)}


def _random_positions(game: Game[P], chance: Random) -> Iterator[P]:
    while True:
        play = islice(random_play(game, chance.choice), MOST_POSITIONS)
        yield chance.choice([position for position, _, moves in play if moves])


def _own_positions(game: Game[P], player: Player, against: Player, chance: Random) -> Iterator[P]:
    """One position from each game of the player, which sits in both seats in turn."""
    for seat in cycle((FIRST, SECOND)):
        position, turn = game.start(), FIRST
        met: list[P] = []
        while game.outcome(position) == OPEN and len(met) < MOST_POSITIONS:
            if turn == seat:
                met.append(position)
            move = (player if turn == seat else against).choose(game, position)
            position = game.play(position, move)
            turn = turn_after(game, turn, position)
        if met:
            yield chance.choice(met)


class Exploitability(NamedTuple):
    """A policy's results against the best response, in each seat."""

    first: Fraction  # its expected result when it moves first, from -1 to 1
    second: Fraction  # its expected result when it moves second

    @property
    def average(self) -> Fraction:
        """The best response's average result over both seats: 0 if the policy is perfect."""
        return -(self.first + self.second) / 2


@takes_players
def exploitability(
    game: Game[Any], player: KnownPolicy, positions: int = MOST_POSITIONS
) -> Exploitability:
    """The exact exploitability of a policy.

    Args:
        game: the rules.
        player: a policy that depends on the position alone.
        positions: the most positions to visit.

    Raises:
        SearchStopped: the game has more positions than that, or positions can repeat.
        UnknownPlayer: the player has no known policy.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> from noughts.players.perfect import PerfectPlayer
    >>> exploitability(TicTacToe(), PerfectPlayer()).average
    Fraction(0, 1)
    """
    if not isinstance(player, KnownPolicy):
        raise UnknownPlayer(f"{player.name} has no known policy: its probabilities are needed.")
    start = game.start()
    first, second = (_Response(game, player, seat, positions) for seat in (FIRST, SECOND))
    return Exploitability(first.value(start, FIRST), second.value(start, FIRST))


class _Response(TreeValues[P, Fraction]):
    """The best response to a policy in one seat."""

    def __init__(self, game: Game[P], player: KnownPolicy, seat: int, most: int) -> None:
        super().__init__(game, most)
        self.player = player
        self.seat = seat

    def at_end(self, outcome: int, turn: int) -> Fraction:
        return Fraction(outcome if turn == self.seat else -outcome)

    def combined(self, position: P, turn: int) -> Fraction:
        if turn != self.seat:
            return min(self.after(position, turn, m) for m in self.game.moves(position))
        chances = self.player.probabilities(self.game, position).items()
        return sum((chance * self.after(position, turn, m) for m, chance in chances), Fraction(0))
