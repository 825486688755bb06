"""A small game as source text, with a place for every kind of thing that rules may rest on.

Take one to three counters from a heap; who takes the last wins. How many may be taken is what
the tests say in ever new ways.
"""

HEAP = """
from typing import NamedTuple

from noughts.game import Game
from noughts.value import LOSS, OPEN
{head}

class Heap(NamedTuple):
    left: int
    taken: int

class Take(Game[Heap]):
    size: int = 9
    {body}
    def start(self):
        return Heap(self.size, 0)
    def moves(self, position):
        return range(1, min({most}, position.left) + 1)
    def play(self, position, move):
        return Heap(position.left - move, move)
    def outcome(self, position):
        return LOSS if position.left == 0 else OPEN
"""


def heap(most: str = "3", head: str = "", body: str = "") -> str:
    """The source of a module with the game `Take`."""
    return HEAP.format(most=most, head=head, body=body)


def nodes(size: int, most: int) -> int:
    """How many nodes the whole tree has, when one to `most` counters may be taken."""
    return 1 + sum(nodes(size - taken, most) for taken in range(1, min(most, size) + 1))


# Knowledge of the game that stores what a global was.
KNOWING = """
from functools import cached_property
from noughts.knowledge import Knowledge
MOST = 3
class Knowing(Knowledge):
    @cached_property
    def most(self): return MOST
Take.knowledge = Knowing
"""
