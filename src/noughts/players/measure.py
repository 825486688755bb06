"""Exact results of known policies, every play, and mistakes. Nothing is sampled.

Probabilities are fractions, propagated through the whole tree with each position visited once, so
the results are exact. Random against random:

>>> from noughts.games.tictactoe import TicTacToe
>>> from noughts.players.player import RandomPlayer
>>> print(*measure(TicTacToe(), RandomPlayer(), RandomPlayer()))
737/1260 8/63 121/420
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator
from fractions import Fraction
from typing import Any, Generic, NamedTuple, TypeVar

from noughts.errors import NoughtsError, SearchStopped
from noughts.game import FIRST, SECOND, Game, P, legal_moves, turn_after, turn_at, winner_of
from noughts.players.player import KnownPolicy, Policy, takes_players
from noughts.search.depth import with_enough_stack
from noughts.solving.api import solver_for
from noughts.value import OPEN, Value

# Games with more positions than this are too large to measure.
MOST_POSITIONS = 100_000


V = TypeVar("V")


class ExpectedResult(NamedTuple):
    """The probability of each outcome: the first player wins, a draw, the second player wins."""

    first: Fraction
    draw: Fraction
    second: Fraction

    @property
    def score(self) -> Fraction:
        return self.first + self.draw / 2

    def turned(self) -> "ExpectedResult":
        return ExpectedResult(self.second, self.draw, self.first)


def weighted(results: Iterable[tuple[Fraction, ExpectedResult]]) -> ExpectedResult:
    parts = [[chance * share for share in result] for chance, result in results]
    return ExpectedResult(*(sum(column, Fraction(0)) for column in zip(*parts, strict=True)))


def average(results: Collection[ExpectedResult]) -> ExpectedResult:
    return weighted((Fraction(1, len(results)), result) for result in results)


@takes_players
def measure(
    game: Game[P],
    first: KnownPolicy,
    second: KnownPolicy,
    *,
    start: P | None = None,
    turn: int = FIRST,
    positions: int = MOST_POSITIONS,
) -> ExpectedResult:
    """The exact result of a game between two players.

    Args:
        game: the rules.
        first: the player who moves first.
        second: the player who moves second.
        start: the first position; by default the game's start.
        turn: the player to move at `start`.
        positions: the most positions to visit.

    Raises:
        SearchStopped: the game has more positions than that, or positions can repeat.
        UnsuitedGame: one of the players does not play this game.
    """
    start = game.start() if start is None else start
    return _Measuring(game, (first, second), positions).value(start, turn)


@takes_players
def measure_both_seats(game: Game[Any], player: KnownPolicy, other: KnownPolicy) -> ExpectedResult:
    """The exact result of a player who moves first in half of the games.

    Here `first` is the probability that `player` wins, over both seats.
    """
    return average([measure(game, player, other), measure(game, other, player).turned()])


def reachable(game: Game[P]) -> Iterator[tuple[P, int]]:
    """All positions that can be reached, each with the side to move; nearest to the start first.

    A position in which either side may be to move comes twice.
    """
    found = [(game.start(), FIRST)]
    seen = set(found)
    yield found[0]
    for position, turn in found:  # grows while it is read
        for move in legal_moves(game, position):
            after = game.play(position, move)
            each = after, turn_after(game, turn, after)
            if each not in seen:
                seen.add(each)
                found.append(each)
                yield each


def has_few_positions(game: Game[Any], most: int = MOST_POSITIONS) -> bool:
    return all(number <= most for number, _ in enumerate(reachable(game), start=1))


class TreeValues(ABC, Generic[P, V]):
    """Values of a game tree, from the ends up, with at most `most` open positions."""

    def __init__(self, game: Game[P], most: int) -> None:
        if game.repeats:
            raise SearchStopped("Positions can repeat, so the game tree is infinite.")
        self.game = game
        self.most = most
        self._visited = 0
        self._known: dict[tuple[P, int], V] = {}

    def value(self, position: P, turn: int) -> V:
        return with_enough_stack(self.game, position, lambda: self._value(position, turn))

    def after(self, position: P, turn: int, move: int) -> V:
        after = self.game.play(position, move)
        return self._value(after, turn_after(self.game, turn, after))

    def _value(self, position: P, turn: int) -> V:
        if (position, turn) not in self._known:
            self._known[position, turn] = self._work_out(position, turn)
        return self._known[position, turn]

    def _work_out(self, position: P, turn: int) -> V:
        outcome = self.game.outcome(position)
        if outcome != OPEN:
            return self.at_end(outcome, turn)
        self._visited += 1
        if self._visited > self.most:
            raise self.too_large()
        return self.combined(position, turn)

    def too_large(self) -> NoughtsError:
        return SearchStopped(f"More than {self.most:,} positions to visit.")

    @abstractmethod
    def at_end(self, outcome: int, turn: int) -> V:
        """The value of a finished game, by the outcome for the player `turn`."""

    @abstractmethod
    def combined(self, position: P, turn: int) -> V:
        """The value of an open position, by the values after its moves."""


class _Measuring(TreeValues[P, ExpectedResult]):
    def __init__(self, game: Game[P], players: tuple[KnownPolicy, KnownPolicy], most: int) -> None:
        super().__init__(game, most)
        self.players = players

    def at_end(self, outcome: int, turn: int) -> ExpectedResult:
        winner = winner_of(outcome, turn)
        return ExpectedResult(*(Fraction(int(winner == side)) for side in (FIRST, None, SECOND)))

    def combined(self, position: P, turn: int) -> ExpectedResult:
        chances = self.players[turn].probabilities(self.game, position)
        return weighted((chance, self.after(position, turn, m)) for m, chance in chances.items())


class Remembering:
    def __init__(self, player: KnownPolicy) -> None:
        self.name = player.name
        self._player = player
        self._known: dict[tuple[Game[Any], Any], Policy] = {}

    def choose(self, game: Game[P], position: P) -> int:
        return self._player.choose(game, position)

    def probabilities(self, game: Game[P], position: P) -> Policy:
        if (game, position) not in self._known:
            self._known[game, position] = self._player.probabilities(game, position)
        return self._known[game, position]


class Play(NamedTuple):
    """One whole game; `winner` is FIRST, SECOND, or None for a draw."""

    moves: tuple[int, ...]
    position: Any
    winner: int | None


@takes_players
def every_play(game: Game[Any], player: KnownPolicy, seat: int) -> Iterator[Play]:
    """Every game of a player against an opponent who may play anything, in order.

    If the player chooses at random, each of its choices is followed.

    Args:
        game: the rules; positions must not repeat.
        player: the player to follow.
        seat: the player's seat, FIRST or SECOND.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> from noughts.players.player import RandomPlayer
    >>> sum(1 for play in every_play(TicTacToe(), RandomPlayer(), seat=0))
    255168
    """
    waiting: list[tuple[Any, tuple[int, ...]]] = [(game.start(), ())]
    while waiting:
        position, moves = waiting.pop()
        outcome = game.outcome(position)
        turn = turn_at(game, position, len(moves))
        if outcome != OPEN:
            yield Play(moves, position, winner_of(outcome, turn))
            continue
        choices = player.probabilities(game, position) if turn == seat else game.moves(position)
        waiting += [(game.play(position, move), (*moves, move)) for move in reversed([*choices])]


@takes_players
def defeats(game: Game[Any], player: KnownPolicy, seat: int) -> list[Play]:
    """The games that the player loses, the shortest first.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> from noughts.players.perfect import PerfectPlayer
    >>> defeats(TicTacToe(), PerfectPlayer(), seat=0)
    []
    """
    lost = [play for play in every_play(game, player, seat) if play.winner == 1 - seat]
    return sorted(lost, key=lambda play: len(play.moves))


class Lapse(NamedTuple):
    """A position, and a move of its player that worsens the outcome."""

    position: Any
    turn: int  # the player to move
    move: int  # the move that the player may choose
    value: Value  # the position's value for the player
    left: Value  # the value after the move


def lapses(game: Game[Any], player: KnownPolicy) -> Iterator[Lapse]:
    """Every mistake of a player, over all positions of a small game.

    A mistake turns a win into a draw, or a draw or win into a loss. A slower win or a quicker loss
    is not a mistake.
    """
    solver = solver_for(game)
    for position, turn in unfinished_positions(game):
        value = solver.value(position)
        for move in player.probabilities(game, position):
            left = solver.move_value(position, move)
            if left.outcome < value.outcome:
                yield Lapse(position, turn, move, value, left)


def unfinished_positions(game: Game[Any]) -> Iterator[tuple[Any, int]]:
    """Every reachable unfinished position, with the player to move; nearest first."""
    return (each for each in reachable(game) if game.outcome(each[0]) == OPEN)
