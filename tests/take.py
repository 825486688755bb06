"""A game without any optional method, small enough to count by hand."""

from typing import NamedTuple

from noughts.game import Game
from noughts.value import LOSS, OPEN


class Counter(NamedTuple):
    left: int


class Take(Game[Counter]):
    """Take one or two of the counters, or up to `most`; the last one wins."""

    size: int = 5
    most: int = 2

    def start(self):
        return Counter(self.size)

    def moves(self, position):
        return range(1, min(self.most, position.left) + 1)

    def play(self, position, move):
        return Counter(position.left - move)

    def outcome(self, position):
        return LOSS if position.left == 0 else OPEN
