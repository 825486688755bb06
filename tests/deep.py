"""Games that go on for long, or for ever without saying so; compiled, and not."""

from typing import NamedTuple

from noughts.game import Game
from noughts.value import LOSS, OPEN


class Count(NamedTuple):
    left: int


class Countdown(Game[Count]):
    """There is one move, and who finds nothing left has lost: so an even number is a loss."""

    size: int = 20_000

    def start(self):
        return Count(self.size)

    def moves(self, position):
        yield 1

    def play(self, position, move):
        return Count(position.left - move)

    def outcome(self, position):
        return LOSS if position.left == 0 else OPEN


class Subtraction(Countdown):
    """One or two at a time: multiples of three are lost, and the loser takes one at a time.

    So a loss lasts two plies for every three that are left.
    """

    def moves(self, position):
        yield 1
        if position.left > 1:
            yield 2


class Ring(Countdown):
    """Round and round, one or two steps at a time, and nobody ever wins; it does not say so."""

    size: int = 5

    def moves(self, position):
        yield 1
        yield 2

    def play(self, position, move):
        return Count((position.left + move) % self.size)

    def outcome(self, position):
        return LOSS if position.left > self.size else OPEN

    def name(self, move):
        return f"s{move}"


class Uncompiled(Countdown):
    """Named before a game, it keeps the compiler from it: a dict in play."""

    def play(self, position, move):
        return {0: super().play(position, move)}[0]


class SlowSubtraction(Uncompiled, Subtraction):
    pass


class SlowRing(Uncompiled, Ring):
    pass
