"""Solving a game ply by ply: its positions are found forwards, and worked out backwards.

A layer holds the positions that can arise after so many plies, of symmetric ones one, as words
in ascending order. So the next layer is all that a layer needs, and two are in memory at a time.
"""

from array import array
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import local
from typing import Any, Generic

from noughts.errors import TooLarge, UnsuitedGame
from noughts.game import Game, P
from noughts.games.registry import spec_of
from noughts.knowledge import knowledge_of
from noughts.native import fastest, kernel, sort_words
from noughts.tablebase.by_ply.backup import After, back_up, fill_slots, slot_bits, unify
from noughts.tablebase.by_ply.expansion import WORD_BITS, Block, expand, pack, stretches
from noughts.tablebase.indexer import Counts, Done, added
from noughts.tablebase.resources import free_memory, in_words
from noughts.tablebase.storage.frontier_store import Shelf

# So many positions are a thread's work at a time.
PIECE = 1 << 14
# So many words may wait to be put in order.
WAITING = 1 << 22
# When so many positions are found, a fraction of a second's work, what follows is compiled.
PATIENCE = 1_000
WORD_BYTES = 8


class LayeredSolving(Generic[P]):
    """A game solved ply by ply.

    Args:
        game: a game whose positions can be packed into words, and do not repeat.
        workers: how many threads share the work; the layers do not depend on it.
        done: told how many positions more are solved.
        shelf: where layers are put that are found and not yet solved.
    """

    def __init__(self, game: Game[P], workers: int, done: Done, shelf: Shelf) -> None:
        """Take what is found already."""
        self.game = game
        self.known = knowledge_of(game)
        self.workers = workers
        self.done = done
        self.shelf = shelf
        self.found = shelf.found()
        self.blocks = local()

    def find(self) -> None:
        """Find the positions of all layers."""
        if not self.found:
            first = self.known.canonical(self.game.start())
            self._put(array("q", [pack(first)]))  # type: ignore[arg-type]  # NamedTuples of int
        while len(after := self._after(self.found[-1])):
            self._put(after)

    def layers(self, ply: int, after: After | None) -> Iterator[tuple[int, Any, Any, Counts]]:
        """The layers from this ply on back to the start: number, keys, values, counts.

        Args:
            ply: the first one.
            after: the one after it; None if there is none.
        """
        while ply >= 0:
            keys = self.found[ply]
            values, counts = self._solve(keys, after or self.solved((), ()))
            yield ply, keys, values, counts
            after = self.solved(keys, values)
            ply -= 1

    def solved(self, keys: Any, values: Any) -> After:
        """A layer that is solved, to be looked up."""
        size = len(keys)
        bits = slot_bits(size)
        slots = array("i", bytes(4 << bits))
        numbers = array("q", (size, WORD_BITS - bits))
        after = After(keys or array("q"), values or array("H"), slots, numbers)
        self._quick(fill_slots)(after)
        return after

    def _put(self, keys: "array[int]") -> None:
        total = sum(map(len, self.found)) + len(keys)
        self.found.append(self.shelf.put(len(self.found), keys, total))

    def _after(self, keys: Any) -> "array[int]":
        """The positions after those of a layer."""
        gathered = _Gathered(self._in_order, spec_of(self.game), len(self.found))

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
        """Have a layer worked on in pieces; what comes of each, in order.

        The first piece is worked on here, so that all is compiled before the threads start.
        """
        yield work(0, min(size, PIECE))
        with ThreadPoolExecutor(self.workers) as pool:
            begins = range(PIECE, size, PIECE)
            yield from pool.map(lambda begin: work(begin, min(size, begin + PIECE)), begins)

    def _expanded(self, keys: Any, begin: int, end: int) -> Iterator[tuple[Block, int]]:
        """A thread's block with positions and what follows them, and how many they are."""
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
                    f"{(1 << block.bits) - 1:,}, and a tablebase keeps {block.bits} bits of each."
                )
            yield block, size

    def _in_order(self, words: "array[int]") -> None:
        """Put words in ascending order, each once."""
        if self._is_large():
            sort_words(words)
        else:
            words[:] = array("q", sorted(words))
        del words[self._quick(unify)(words, len(words)) :]

    def _quick(self, function: Any) -> Any:
        """The compiled form of a kernel, where that is worth while."""
        return kernel(function) if self._is_large() else function

    def _is_large(self) -> bool:
        return sum(map(len, self.found)) > PATIENCE


class _Gathered:
    """The words that threads bring, put in order now and then."""

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
        """The words in order, each once.

        Raises:
            TooLarge: there will soon be no memory for them.
        """
        free, needed = free_memory(), WORD_BYTES * len(self.words)
        if free is not None and needed > free:
            raise TooLarge(
                f"{self.name} has some {len(self.words):,} positions, to go on takes "
                f"{in_words(needed)} of memory, and {in_words(free)} are free: choose a smaller "
                f"board, or a larger machine."
            )
        self.in_order(self.words)
        self.ordered = len(self.words)
        return self.words
