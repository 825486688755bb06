"""Shared by all protocols: a player that chooses a move within limits and can be stopped."""

from collections.abc import Callable
from contextlib import suppress
from threading import Event, Thread
from typing import Any, NamedTuple

from noughts.errors import SearchStopped
from noughts.game import Game, P, play_legal, read_move
from noughts.native.clock import CLOCK
from noughts.players.levels import player_for
from noughts.players.limited import LimitedPlayer
from noughts.players.perfect import BUDGET
from noughts.players.player import AsksSolvers, KeepsTime, Player, close, keep_time
from noughts.solving.api import Solvers
from noughts.solving.driver import NO_LIMIT
from noughts.solving.solver import ExactSolver
from noughts.value import Certainty, Value

# The part of the manager's time that is used; the rest is for starting and writing.
USED = 0.9
# Seconds between two attempts to stop a search that has not begun yet.
PATIENCE = 0.02
# Seconds to search the start of a game before the first move: a slow search is then compiled.
WARMING = 0.5
# Seconds to search again for a value that no table has kept.
AGAIN = 0.05

Say = Callable[[str], None]


class MoveLimits(NamedTuple):
    """The limits of a search for a move; without any it runs until `stop`."""

    seconds: float | None = None
    nodes: int | None = None
    plies: int | None = None


class Chosen(NamedTuple):
    move: int
    value: Value | None  # the exact value of the position if it is proved, otherwise None
    nodes: int  # the number of positions visited


class Thinker:
    """Chooses moves at a level, a name as `player_of` takes it; another thread may stop it."""

    def __init__(self, level: str = "perfect", seed: int | None = None) -> None:
        self.level = level
        self.seed = seed
        self.solvers = Solvers(BUDGET)
        self._player: tuple[Game[Any], Player] | None = None
        self._stopped = Event()

    def prepare(self, game: Game[Any]) -> None:
        """Make the player, and search a little, which begins compiling in the background.

        Raises UnknownPlayer, or UnsuitedGame.
        """
        if isinstance(self._player_of(game), AsksSolvers | KeepsTime):
            self.choose(game, game.start(), MoveLimits(seconds=WARMING))

    def choose(self, game: Game[P], position: P, limits: MoveLimits) -> Chosen:
        """A move of a position that is not over; PlayerError if the player returns none."""
        self._stopped.clear()
        if limits.plies is not None:
            return self._look_ahead(game, position, limits)
        player = self._player_of(game)
        seconds = None if limits.seconds is None else limits.seconds * USED
        keep_time(player, self.solvers, seconds)
        if not isinstance(player, AsksSolvers):
            return Chosen(player.choose(game, position), None, 0)
        solver = self.solvers.of(game)
        if not game.repeats:  # retrograde analysis has no limit but the number of positions
            solver.budget = None
        solver.seconds = seconds
        before = solver.nodes
        with solver.within(NO_LIMIT if limits.nodes is None else limits.nodes):
            move = player.choose(game, position)
        value = None if player.certainty != Certainty.PROVED else _proved(solver, position)
        return Chosen(move, value, solver.nodes - before)

    def stop(self, thinking: Thread) -> None:
        """End the search in that thread, which then has its move."""
        self._stopped.set()
        while thinking.is_alive():
            self.solvers.stop()
            thinking.join(PATIENCE)

    def close(self) -> None:
        if self._player:
            close(self._player[1])

    def _player_of(self, game: Game[Any]) -> Player:
        if self._player is None or self._player[0] != game:
            self.close()
            self._player = game, player_for(game, self.level, self.seed)
        return self._player[1]

    def _look_ahead(self, game: Game[P], position: P, limits: MoveLimits) -> Chosen:
        player = LimitedPlayer(limits.plies or 1, self.seed)
        end = CLOCK.time() + (NO_LIMIT if limits.seconds is None else limits.seconds * USED)
        scores = player.scores_by(
            game, position, lambda: self._stopped.is_set() or CLOCK.time() >= end
        )
        best = max(scores, key=lambda found: found.score)
        return Chosen(best.move, None, player.nodes)


def _proved(solver: ExactSolver[P], position: P) -> Value | None:
    """The value of a position that was just solved; None if finding it again takes long."""
    lower, upper = solver.bounds(position)
    if lower == upper:
        return Value.from_score(lower)
    solver.seconds = AGAIN
    with suppress(SearchStopped):
        return solver.value(position)
    return None


def whole_number(text: str) -> int | None:
    """A number of digits alone, cut to 18 of them; None for any other text."""
    return int(text[:18]) if text.isascii() and text.isdecimal() else None


def position_after(game: Game[P], position: P, name: str) -> P:
    return play_legal(game, position, read_move(game, name))
