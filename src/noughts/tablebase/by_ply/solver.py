"""Solves a game ply by ply: enumerates positions forwards, solves them backwards.

A layer has the positions reachable at that ply, one of each symmetry class, as words in ascending
order. A layer needs only the next one, so two are in memory at a time.
"""

from array import array
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import local
from typing import Any, Generic

from noughts.bits import WORD_BITS
from noughts.errors import TooLarge, UnsuitedGame
from noughts.game import Game, P
from noughts.games.registry import spec_of
from noughts.knowledge import knowledge_of
from noughts.native import fastest, kernel, sort_words
from noughts.tablebase.by_ply.backup import After, back_up, fill_slots, slot_bits, unify
from noughts.tablebase.by_ply.expansion import Block, expand, pack, stretches
from noughts.tablebase.indexer import Counts, Done, added
from noughts.tablebase.resources import free_memory, in_words
from noughts.tablebase.storage.frontier_store import Shelf

# Positions in one piece of a thread's work.
PIECE = 1 << 14
# The most words that may wait to be sorted.
WAITING = 1 << 22
# Positions to enumerate interpreted before compiling: a fraction of a second.
INTERPRETED_POSITIONS = 1_000
WORD_BYTES = 8


class LayeredSolving(Generic[P]):
    """A game solved ply by ply.

    Args:
        game: a game whose positions can be packed into words, and do not repeat.
        threads: the number of threads that share the work; the layers do not depend on it.
        done: called with the number of newly solved positions.
        shelf: storage for layers that are enumerated but not solved.
    """

    def __init__(self, game: Game[P], threads: int, done: Done, shelf: Shelf) -> None:
        self.game = game
        self.known = knowledge_of(game)
        self.threads = threads
        self.done = done
        self.shelf = shelf
        self.enumerated = shelf.enumerated()
        self.blocks = local()

    def find(self) -> None:
        """Find the positions of all layers."""
        if not self.enumerated:
            first = self.known.canonical(self.game.start())
            self._put(array("q", [pack(first)]))  # type: ignore[arg-type]  # NamedTuples of int
        while len(after := self._after(self.enumerated[-1])):
            self._put(after)

    def layers(self, ply: int, after: After | None) -> Iterator[tuple[int, Any, Any, Counts]]:
        """The layers from this ply back to the start: number, keys, values, counts.

        Args:
            ply: the first ply to solve.
            after: the next layer; None if there is none.
        """
        while ply >= 0:
            keys = self.enumerated[ply]
            values, counts = self._solve(keys, after or self.solved((), ()))
            yield ply, keys, values, counts
            after = self.solved(keys, values)
            ply -= 1

    def solved(self, keys: Any, values: Any) -> After:
        """A solved layer, with its hash table."""
        size = len(keys)
        bits = slot_bits(size)
        slots = array("i", bytes(4 << bits))
        numbers = array("q", (size, WORD_BITS - bits))
        after = After(keys or array("q"), values or array("H"), slots, numbers)
        self._quick(fill_slots)(after)
        return after

    def _put(self, keys: "array[int]") -> None:
        total = sum(map(len, self.enumerated)) + len(keys)
        self.enumerated.append(self.shelf.put(len(self.enumerated), keys, total))

    def _after(self, keys: Any) -> "array[int]":
        """The children of a layer's positions."""
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
        """The values of a layer's positions, and their counts."""
        values = array("H", bytes(2 * len(keys)))

        def work(begin: int, end: int) -> "array[int]":
            counts = array("q", [0] * 4)
            for block, size in self._expanded(keys, begin, end):
                self._quick(back_up)(
                    block.children, block.ends, block.outcomes, size, after, values, block.first,
                    counts,
                )  # fmt: skip
            self.done(end - begin)
            return counts

        counted = self._share(len(keys), work)
        return values, added(counted)

    def _share(self, size: int, work: Callable[[int, int], Any]) -> Iterator[Any]:
        """Share a layer among threads in pieces; the results in order.

        The first piece runs in this thread, so that everything is compiled before the others start.
        """
        yield work(0, min(size, PIECE))
        with ThreadPoolExecutor(self.threads) as pool:
            begins = range(PIECE, size, PIECE)
            yield from pool.map(lambda begin: work(begin, min(size, begin + PIECE)), begins)

    def _expanded(self, keys: Any, begin: int, end: int) -> Iterator[tuple[Block, int]]:
        """A thread's block with positions and their children, and the number of positions."""
        example: Any = self.game.start()
        if not hasattr(self.blocks, "own"):
            self.blocks.own = Block(len(example))
        block: Block = self.blocks.own
        block.take(keys, begin, end)
        quick = fastest(expand, self.known) if self._is_large() else expand
        for size in stretches(block, partial(quick, self.known, example)):
            if block.seen >> block.bits:
                raise UnsuitedGame(
                    f"{spec_of(self.game)}: a position has a number below 0 or above "
                    f"{(1 << block.bits) - 1:,}; a tablebase has {block.bits} bits for each."
                )
            yield block, size

    def _in_order(self, words: "array[int]") -> None:
        """Sort words and remove duplicates."""
        if self._is_large():
            sort_words(words)
        else:
            words[:] = array("q", sorted(words))
        del words[self._quick(unify)(words, len(words)) :]

    def _quick(self, function: Any) -> Any:
        """The kernel, compiled as soon as that pays."""
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
        """The words in order, without duplicates.

        Raises:
            TooLarge: memory will soon run out.
        """
        free, needed = free_memory(), WORD_BYTES * len(self.words)
        if free is not None and needed > free:
            raise TooLarge(
                f"{self.name} has about {len(self.words):,} positions: needs {in_words(needed)} "
                f"of memory; {in_words(free)} free. Choose a smaller board, or a larger machine."
            )
        self.in_order(self.words)
        self.ordered = len(self.words)
        return self.words
