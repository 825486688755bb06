"""Games that never repeat a position: enumerated ply by ply, solved backwards.

A layer has the positions reachable at that ply, one of each symmetry class, as words in ascending
order. A layer needs only the next one, so two are in memory at a time.
"""

from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import count
from threading import local
from typing import Any, Generic

from noughts.bits import WORD_BITS
from noughts.errors import TooLarge, UnsuitedGame
from noughts.game import Game, P
from noughts.games.registry import spec_of
from noughts.knowledge import knowledge_of
from noughts.native import fastest, kernel, sort_words
from noughts.tablebase.fingerprint import fixed_plays
from noughts.tablebase.indexer import (
    VALUE_BYTES,
    Counts,
    Indexer,
    Solved,
    ValuePlace,
    Work,
    added,
    read_value,
)
from noughts.tablebase.indexers.word_kernels import (
    After,
    Block,
    back_up,
    expand_block,
    fill_layer_slots,
    pack_word,
    slot_bits,
    stretches,
    unify,
    unpacked_word,
)
from noughts.tablebase.resources import Needs, bytes_text, free_memory
from noughts.value import Value

# Positions in one piece of a thread's work.
PIECE = 1 << 14
# The most words that may wait to be sorted.
WAITING = 1 << 22
# Positions to enumerate interpreted before compiling: a fraction of a second.
INTERPRETED_POSITIONS = 1_000
WORD_BYTES = 8


class LayeredSolving(Generic[P]):
    """A game solved ply by ply."""

    def __init__(self, game: Game[P], work: Work) -> None:
        self.game = game
        self.known = knowledge_of(game)
        self.work = work
        self.enumerated = work.frontier.enumerated()
        self.blocks = local()

    def find(self) -> None:
        """Find the positions of all layers."""
        if not self.enumerated:
            first = self.known.canonical(self.game.start())
            self._put(array("q", [pack_word(first)]))  # type: ignore[arg-type]  # NamedTuples of int
        while len(after := self._children(self.enumerated[-1])):
            self._put(after)

    def layers(self, ply: int, after: After | None) -> Iterator[tuple[int, Any, Any, Counts]]:
        """The layers from this ply back to the start: number, keys, values, counts."""
        while ply >= 0:
            keys = self.enumerated[ply]
            values, counts = self._solve(keys, after or self.solved((), ()))
            yield ply, keys, values, counts
            after = self.solved(keys, values)
            ply -= 1

    def solved(self, keys: Any, values: Any) -> After:
        size = len(keys)
        bits = slot_bits(size)
        slots = array("i", bytes(4 << bits))
        after = After(keys or array("q"), values or array("H"), slots, size, WORD_BITS - bits)
        self._quick(fill_layer_slots)(after)
        return after

    def _put(self, keys: "array[int]") -> None:
        total = sum(map(len, self.enumerated)) + len(keys)
        self.enumerated.append(self.work.frontier.put(len(self.enumerated), keys, total))

    def _children(self, keys: Any) -> "array[int]":
        gathered = _Gathered(self._in_order, spec_of(self.game), len(self.enumerated))

        def work(begin: int, end: int) -> list["array[int]"]:
            words = []
            for block, _ in self._expanded(keys, begin, end):
                some = block.children[: block.found]
                self._in_order(some)
                words.append(some)
            return words

        for words in self._share(len(keys), work):
            gathered.add(words)
        return gathered.all()

    def _solve(self, keys: Any, after: After) -> tuple["array[int]", Counts]:
        values = array("H", bytes(2 * len(keys)))

        def work(begin: int, end: int) -> "array[int]":
            counts = array("q", [0] * 4)
            for block, size in self._expanded(keys, begin, end):
                self._quick(back_up)(
                    block.children, block.ends, block.outcomes, size, after, values, block.first,
                    counts,
                )  # fmt: skip
            self.work.done(end - begin)
            return counts

        counted = self._share(len(keys), work)
        return values, added(counted)

    def _share(self, size: int, work: Callable[[int, int], Any]) -> Iterator[Any]:
        """Share a layer among threads in pieces; the results in order.

        The first piece runs in this thread, so that everything is compiled before the others start.
        """
        yield work(0, min(size, PIECE))
        with ThreadPoolExecutor(self.work.threads) as pool:
            begins = range(PIECE, size, PIECE)
            yield from pool.map(lambda begin: work(begin, min(size, begin + PIECE)), begins)

    def _expanded(self, keys: Any, begin: int, end: int) -> Iterator[tuple[Block, int]]:
        """A thread's block with positions and their children, and the number of positions."""
        example: Any = self.game.start()
        if not hasattr(self.blocks, "own"):
            self.blocks.own = Block(len(example))
        block: Block = self.blocks.own
        block.take(keys, begin, end)
        quick = fastest(expand_block, self.known) if self._is_large() else expand_block
        for size in stretches(block, partial(quick, self.known, example)):
            if block.seen >> block.bits:
                raise UnsuitedGame(
                    f"{spec_of(self.game)}: a position has a number below 0 or above "
                    f"{(1 << block.bits) - 1:,}; a tablebase has {block.bits} bits for each."
                )
            yield block, size

    def _in_order(self, words: "array[int]") -> None:
        if self._is_large():
            sort_words(words)
        else:
            words[:] = array("q", sorted(words))
        del words[self._quick(unify)(words, len(words)) :]

    def _quick(self, function: Any) -> Any:
        return kernel(function) if self._is_large() else function

    def _is_large(self) -> bool:
        return sum(map(len, self.enumerated)) > INTERPRETED_POSITIONS


class _Gathered:
    """Words collected from threads, sorted from time to time."""

    def __init__(self, in_order: Callable[["array[int]"], None], game: str, ply: int) -> None:
        self.in_order = in_order
        self.name = f"ply {ply} of {game}"
        self.words = array("q")
        self.ordered = 0

    def add(self, more: list["array[int]"]) -> None:
        """Take rows of words."""
        for words in more:
            self.words.extend(words)
        if len(self.words) - self.ordered > max(WAITING, self.ordered):
            self.all()

    def all(self) -> "array[int]":
        """The words in order, without duplicates."""
        free, needed = free_memory(), WORD_BYTES * len(self.words)
        if free is not None and needed > free:
            raise TooLarge(
                f"{self.name} has about {len(self.words):,} positions: needs {bytes_text(needed)} "
                f"of memory; {bytes_text(free)} free. Choose a smaller board, or a larger machine."
            )
        self.in_order(self.words)
        self.ordered = len(self.words)
        return self.words


class ByPlyIndexer(Indexer[P]):
    """Positions as words, ply by ply."""

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
        return None

    def solved(self, work: Work) -> Iterator[Solved]:
        solving, last, after = LayeredSolving(self.game, work), work.last, None
        if last is None:
            solving.find()
        else:
            after = solving.solved(last.keys, last.values.cast("B").cast("H"))
        ply = len(solving.enumerated) - 1 if last is None else last.number - 1
        for number, keys, values, counts in solving.layers(ply, after):
            yield Solved(number, keys, memoryview(values), counts)

    def place(self, position: P, keys: Callable[[int], Any]) -> ValuePlace | None:
        key = pack_word(self.known.canonical(position))  # type: ignore[arg-type]  # NamedTuples of int
        for ply in self._plies(keys):
            words = keys(ply)
            number = bisect_left(words, key)
            if number < len(words) and words[number] == key:
                self.near = ply
                return ValuePlace(ply, VALUE_BYTES * number)
        return None

    def read(self, position: P, values: Any, offset: int) -> Value:
        return read_value(values, offset)

    def position_at(self, layer: int, keys: Any, number: int) -> P:
        position: P = self.kind(*unpacked_word(keys[number], self.fields))
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
    for play in fixed_plays(game):
        for ply, position in enumerate(play):
            key = pack_word(known.canonical(position))
            if key < 0 or met.setdefault(key, ply) != ply:
                return False
    return True
