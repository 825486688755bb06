"""The exact result of two players whose policies are known: nothing is sampled.

Probabilities are fractions, propagated through the whole tree with each position visited once, so
the results are exact. Random against random:

>>> from noughts.games.tictactoe import TicTacToe
>>> from noughts.players.random_player import RandomPlayer
>>> print(*measure(TicTacToe(), RandomPlayer(), RandomPlayer()))
737/1260 8/63 121/420
"""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, Generic, NamedTuple

from noughts.errors import SearchStopped
from noughts.game import FIRST, SECOND, Game, P, turn_after, winner_of
from noughts.players.player import KnownPolicy
from noughts.search.depth import with_enough_stack
from noughts.value import OPEN

# Games with more positions than this are too large to measure.
MOST_POSITIONS = 100_000


class Result(NamedTuple):
    """The probability of each outcome of a game.

    Args:
        first: the first player wins.
        draw: neither wins.
        second: the second player wins.
    """

    first: Fraction
    draw: Fraction
    second: Fraction

    @property
    def score(self) -> Fraction:
        """The first player's expected score: 1 for a win, one half for a draw.

        >>> Result(Fraction(1, 2), Fraction(1, 4), Fraction(1, 4)).score
        Fraction(5, 8)
        """
        return self.first + self.draw / 2

    def turned(self) -> "Result":
        """The result with the players exchanged."""
        return Result(self.second, self.draw, self.first)


def average(results: Iterable[Result]) -> Result:
    """The average of equally likely results.

    >>> print(*average([Result(Fraction(1), Fraction(0), Fraction(0)),
    ...                 Result(Fraction(0), Fraction(1), Fraction(0))]))
    1/2 1/2 0
    """
    columns = [list(column) for column in zip(*results, strict=True)]
    return Result(*(sum(column, Fraction(0)) / len(column) for column in columns))


def measure(
    game: Game[P],
    first: KnownPolicy,
    second: KnownPolicy,
    *,
    start: P | None = None,
    turn: int = FIRST,
    positions: int = MOST_POSITIONS,
) -> Result:
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
    if game.repeats:
        raise SearchStopped("Positions can repeat, so the game tree is infinite.")
    start = game.start() if start is None else start
    players = (first, second)
    return with_enough_stack(
        game, start, lambda: _Measuring(game, players, positions).result(start, turn)
    )


def measure_both_seats(game: Game[Any], player: KnownPolicy, other: KnownPolicy) -> Result:
    """The exact result of a player who moves first in half of the games.

    Here `first` is the probability that `player` wins, over both seats.
    """
    return average([measure(game, player, other), measure(game, other, player).turned()])


def has_few_positions(game: Game[Any], most: int = MOST_POSITIONS) -> bool:
    """Whether at most `most` positions are reachable.

    >>> from noughts.games.mnk import MNK
    >>> has_few_positions(MNK(3, 3, 3)), has_few_positions(MNK(4, 4, 4))
    (True, False)
    """
    seen, todo = {game.start()}, [game.start()]
    while todo and len(seen) <= most:
        position = todo.pop()
        if game.outcome(position) == OPEN:
            after = {game.play(position, move) for move in game.moves(position)} - seen
            seen |= after
            todo.extend(after)
    return len(seen) <= most


class _Measuring(Generic[P]):
    """The results of the positions visited so far."""

    def __init__(
        self, game: Game[P], players: tuple[KnownPolicy, KnownPolicy], positions: int
    ) -> None:
        self.game = game
        self.players = players
        self.positions = positions
        self.seen = 0
        self.known: dict[tuple[P, int], Result] = {}

    def result(self, position: P, turn: int) -> Result:
        """The result from a position on."""
        known = self.known.get((position, turn))
        if known is None:
            known = self._work_out(position, turn)
            self.known[position, turn] = known
        return known

    def _work_out(self, position: P, turn: int) -> Result:
        outcome = self.game.outcome(position)
        if outcome != OPEN:
            return _won_by(winner_of(outcome, turn))
        self.seen += 1
        if self.seen > self.positions:
            raise SearchStopped(f"More than {self.positions:,} positions to measure.")
        chances = self.players[turn].probabilities(self.game, position)
        after = {move: self.game.play(position, move) for move in chances}
        return weighted(
            (chance, self.result(after[move], turn_after(self.game, turn, after[move])))
            for move, chance in chances.items()
        )


def weighted(results: Iterable[tuple[Fraction, Result]]) -> Result:
    """The weighted average of results."""
    first = draw = second = Fraction(0)
    for chance, result in results:
        first += chance * result.first
        draw += chance * result.draw
        second += chance * result.second
    return Result(first, draw, second)


def _won_by(winner: int | None) -> Result:
    return Result(*(Fraction(int(winner == side)) for side in (FIRST, None, SECOND)))
