"""Indexer for games that do not repeat positions: a layer for every ply, a word per position.

A position is found by its word. Only one of each class of symmetric positions, according to the
game's knowledge, is stored.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

from noughts.game import Game, P
from noughts.knowledge import knowledge_of
from noughts.tablebase.by_ply.expansion import pack, unpacked
from noughts.tablebase.by_ply.solver import LayeredSolving
from noughts.tablebase.fingerprint import plays
from noughts.tablebase.indexer import Done, Indexer, Place, Solved
from noughts.tablebase.resources import Needs
from noughts.tablebase.storage.frontier_store import IN_MEMORY, Shelf
from noughts.tablebase.value_codec import VALUE_BYTES, read
from noughts.value import Value


class ByPlyIndexer(Indexer[P]):
    """Positions as words, ply by ply.

    Args:
        game: a game that `is_layered`.
    """

    name = "layered"
    symmetries = 0
    layers_are = "ply"
    value_bytes = VALUE_BYTES

    def __init__(self, game: Game[P]) -> None:
        start: Any = game.start()
        self.game = game
        self.known = knowledge_of(game)
        self.kind = type(start)
        self.fields = len(start)
        #: The layer of the last lookup: the next one is usually near.
        self.near = 0

    def needs(self) -> Needs | None:
        """None: the number of positions is not known in advance."""
        return None

    def solved(
        self, threads: int, done: Done, last: Solved | None = None, shelf: Shelf = IN_MEMORY
    ) -> Iterator[Solved]:
        """The layers, the last ply's first.

        Raises:
            TooLarge: too many positions for the memory.
            UnsuitedGame: contrary to the test, a position does not fit into a word.
        """
        solving = LayeredSolving(self.game, threads, done, shelf)
        after = None
        if last is None:
            solving.find()
        else:
            after = solving.solved(last.keys, last.values.cast("B").cast("H"))
        ply = len(solving.enumerated) - 1 if last is None else last.number - 1
        for number, keys, values, counts in solving.layers(ply, after):
            yield Solved(number, keys, memoryview(values), counts)

    def place(self, position: P, keys: Callable[[int], Any]) -> Place | None:
        """The place of the canonical position's value."""
        key = pack(self.known.canonical(position))  # type: ignore[arg-type]  # NamedTuples of int
        for ply in self._plies(keys):
            words = keys(ply)
            number = bisect_left(words, key)
            if number < len(words) and words[number] == key:
                self.near = ply
                return Place(ply, VALUE_BYTES * number)
        return None

    def read(self, position: P, values: Any, offset: int) -> Value:
        """The value at an offset."""
        return read(values, offset)

    def position_at(self, layer: int, keys: Any, number: int) -> P:
        """The position with this number."""
        position: P = self.kind(*unpacked(keys[number], self.fields))
        return position

    def _plies(self, keys: Callable[[int], Any]) -> Iterator[int]:
        """All layers, the nearest to the last lookup first."""
        yield self.near
        for away in count(1):
            before, after = self.near - away, self.near + away
            if after_there := len(keys(after)) > 0:
                yield after
            if before >= 0:
                yield before
            elif not after_there:
                return


def is_layered(game: Game[Any]) -> bool:
    """Whether a game can be solved in layers: positions fit into words and determine the ply.

    The kernels of layers make the players alternate, so other games are keyed.

    This is tested on some fixed random plays. A position that still occurs at several plies is
    solved and counted at each.

    >>> from noughts.games.registry import find_game
    >>> [is_layered(find_game(name)) for name in ("hex", "nim:3,4", "morris", "ultimate")]
    [True, False, False, False]
    """
    start = game.start()
    named = isinstance(start, tuple) and hasattr(start, "_fields")
    if game.repeats or not game.alternates:
        return False
    if not named or not all(type(word) is int for word in start):
        return False
    known, met = knowledge_of(game), dict[int, int]()
    for play in plays(game):
        for ply, position in enumerate(play):
            key = pack(known.canonical(position))
            if key < 0 or met.setdefault(key, ply) != ply:
                return False
    return True
