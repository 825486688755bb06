"""A perfect player: it chooses by exact values."""

from contextlib import suppress
from functools import cached_property
from math import inf
from typing import Any

from noughts.errors import GameOver, SearchStopped
from noughts.game import Game, P, legal_moves
from noughts.games.given import checks_numbers
from noughts.games.registry import spec_of
from noughts.knowledge import knowledge_of
from noughts.native.clock import CLOCK
from noughts.players.player import UniformPlayer
from noughts.players.strong import StrongPlayer
from noughts.search.memory import Recent
from noughts.solving.api import GAMES, Solvers
from noughts.solving.solver import ExactSolver
from noughts.strategies import SHIPPED, SUFFIX
from noughts.value import DRAW, LOSS, OPEN, WIN, Certainty

# Node budget for one move; beyond it, a search that looks ahead decides.
BUDGET = 5_000_000
# The part of the time for a move, or of its nodes, that is left to looking ahead; after a move that
# could not be proved; and the part that may go into threats.
AHEAD_PART, AHEAD_AGAIN, THREATS_PART = 0.4, 0.8, 0.25
# Nodes for looking ahead without a time limit.
AHEAD_NODES = 200_000


class PerfectPlayer(UniformPlayer):
    """Wins as fast as possible, and if it must lose, loses as late as possible.

    In a draw it takes any move that keeps the draw. If positions can repeat, it does not avoid an
    endless draw, but each move of a won game brings the win nearer, so that no position repeats.

    In a game too large for its budget or time it plays a move that is proved to win: by threats
    alone, or by a strategy file (shipped, or made by `noughts strategy`). If there is none, it
    looks ahead as far as it can among the moves with the best bounds, as `StrongPlayer` does;
    `certainty` shows this. If a strategy ships and no opening book, as for Qubic, it plays the
    strategy's wins without search.

    Args:
        seed: makes the choice among equal moves repeatable; None makes a new one each time.
        always_first: take the first of the best moves.
        budget: the node budget for one move.
        seconds: the time limit for one move; None for no limit.

    Attributes:
        part: the part of that time which a move may take.
        certainty: how sure its last move is, as `AsksSolvers` has it.
        nodes: how many positions were visited for it; 0 where it was known.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> game = TicTacToe()
    >>> position, _ = game.parse("xxo/ox1/o2 x")
    >>> game.name(PerfectPlayer(always_first=True).choose(game, position))
    'b1'
    """

    name = "perfect"

    @checks_numbers
    def __init__(
        self,
        seed: int | None = None,
        always_first: bool = False,
        budget: int = BUDGET,
        seconds: float | None = None,
    ) -> None:
        self.certainty = Certainty.PROVED
        self.nodes = 0
        self.part = 1.0
        super().__init__(seed)
        self._always_first = always_first
        self.solvers = Solvers(budget, seconds)
        self._strategies: Recent[Any, list[Any]] = Recent(GAMES)
        self._file_preferred: Recent[Any, bool] = Recent(GAMES)
        self._seed = seed
        self._unsolved: Recent[Any, bool] = Recent(GAMES)

    @cached_property
    def _strong(self) -> StrongPlayer:
        return StrongPlayer(self._seed)

    def share(self, solvers: Solvers) -> None:
        """Use these solvers from now on, together with other players."""
        self.solvers = solvers

    def candidates(self, game: Game[P], position: P) -> list[int]:
        """The best moves; only the first with `always_first`."""
        begun, solver = CLOCK.time(), self.solvers.of(game)
        end = begun + (inf if solver.seconds is None else solver.seconds * self.part)
        winning = self._winning_by_threats(game, position, begun + (end - begun) * THREATS_PART)
        before = solver.nodes
        if self._prefers_file(game, solver):
            winning = self._winning_by_file(game, position, winning)
            found = self._proved(solver, position, end) if winning is None else []
        else:
            found = self._proved(solver, position, end)
        self.certainty, self.nodes = Certainty.PROVED, solver.nodes - before
        if not found:
            winning = self._winning_by_file(game, position, winning)
            found = self._next_best(solver, position, winning, end)
        return found[:1] if self._always_first else found

    def _proved(self, solver: ExactSolver[P], position: P, end: float) -> list[int]:
        """The best moves, or those found in time; the next search is shorter if there are none."""
        ahead = AHEAD_AGAIN if self._unsolved.get(solver.game) else AHEAD_PART
        found = best_found(solver, position, max(0.0, end - CLOCK.time()), 1 - ahead)
        self._unsolved[solver.game] = not found
        return found

    def _prefers_file(self, game: Game[P], solver: ExactSolver[P]) -> bool:
        """Whether a strategy ships, and no opening book, which would be as quick."""
        if game not in self._file_preferred:
            self._file_preferred[game] = not getattr(solver, "book", None) and ships(spec_of(game))
        return self._file_preferred[game]

    def _winning_by_threats(self, game: Game[P], position: P, end: float) -> int | None:
        """A move proved to win by threats, in milliseconds; None if none is found by then."""
        if not knowledge_of(game).knows_forcing_moves:
            return None
        return self._strong.search_of(game).threats.winning_move(position, end)

    def _winning_by_file(self, game: Game[P], position: P, winning: int | None) -> int | None:
        if game not in self._strategies:
            # Not needed for games that can be solved.
            from noughts.strategies.stored import FilePlay, strategies_of

            files = [file for file in strategies_of(game) if file.claim.goal == WIN]
            self._strategies[game] = [FilePlay(game, file, waits=False) for file in files]
        for play in self._strategies[game] if winning is None else ():
            winning = play.move(position) if winning is None else winning
        return winning

    def _next_best(
        self, solver: ExactSolver[P], position: P, winning: int | None, end: float
    ) -> list[int]:
        begun = CLOCK.time()
        won, moves = promising_moves(solver, position, begun + (end - begun) * THREATS_PART)
        if not won and winning is not None:
            won, moves = True, [winning]
        self.certainty = Certainty.BOUND if won else Certainty.UNKNOWN
        if won:
            return moves
        nodes = AHEAD_NODES if end == inf else None
        return [self._strong.look(solver.game, position, end, moves, nodes).move]


def perfect_doubt(certainty: Certainty) -> str:
    """A warning for people that a perfect player's move may not be best; empty if it is."""
    return {
        Certainty.PROVED: "",
        Certainty.BOUND: "The computer has a forced win, perhaps not the fastest.",
        Certainty.UNKNOWN: (
            "Not solved in time: this is the best move that was found, and not proved."
        ),
    }[certainty]


def best_found(solver: ExactSolver[P], position: P, seconds: float, part: float) -> list[int]:
    """The best moves found within the budget and a part of that time."""
    if solver.game.outcome(position) != OPEN:
        raise GameOver("The game is over: there is no best move.")
    found: list[int] = []
    if solver.seconds:
        part *= seconds / solver.seconds
    with suppress(SearchStopped), solver.shared_limit(part):  # one time for all questions
        for move in solver.best_ones(position):
            found.append(move)
    return found


def promising_moves(
    solver: ExactSolver[P], position: P, end: float = inf
) -> tuple[bool, list[int]]:
    """Whether a win is proved, and the moves of which the best is proved.

    Of wins these are the soonest; else only outcomes count: a sure draw, then a possible win. A
    move that is not looked at before the end, by `CLOCK`, may be anything.
    """
    game, promises, late = solver.game, {}, False
    for move in legal_moves(game, position):
        late = late or CLOCK.time() >= end
        lower, upper = (LOSS, WIN) if late else solver.move_bounds(position, move)
        promises[move] = max(lower, LOSS), min(upper, WIN)
    best = max(promises.values())
    return best > (DRAW, WIN), [move for move in promises if promises[move] == best]


def ships(spec: str) -> bool:
    """Whether a strategy for this game ships with noughts."""
    names = (f"{spec.replace(':', '-')}-{side}{SUFFIX}" for side in ("first", "second"))
    return any((SHIPPED / name).exists() for name in names)
