"""Games that never repeat a position: enumerated ply by ply, solved backwards.

A layer has the positions reachable at that ply, one of each symmetry class, as words in ascending
order. A layer needs only the next one, so two are in memory at a time.

A position is packed into one word: its numbers in order, the first one highest, each in equally
many bits. So words sort like positions, and a layer is a sorted array of words. *Expansion* makes
the children of a layer, *backup* carries values back to it.
"""

from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import count
from threading import local
from typing import Any, Generic, NamedTuple

from noughts.bits import WORD_BITS
from noughts.errors import TooLarge, UnsuitedGame
from noughts.game import Game, P
from noughts.games.registry import spec_of
from noughts.knowledge import Knowledge, knowledge_of
from noughts.native import fastest, kernel, sort_words
from noughts.search.memory import unpack_position, zeros
from noughts.search.table import SPREAD, WORD
from noughts.tablebase.combinatorial.arrays import DRAWN, FINISHED, LOST, WON, Buffer
from noughts.tablebase.fingerprint import fixed_plays
from noughts.tablebase.indexer import (
    MOST_PLIES,
    OUTCOMES,
    VALUE_BYTES,
    Counts,
    Indexer,
    Solved,
    ValuePlace,
    Work,
    added,
)
from noughts.tablebase.resources import bytes_text, free_memory
from noughts.value import DRAW, LOSS, OPEN, WIN

# Initial room for a block's children, in words; fits a near cache.
ROOM = 1 << 17


class Block:
    """Positions of a layer, and room for their children."""

    __slots__ = (
        "bits", "children", "end", "ends", "fields", "first", "found", "keys", "next", "outcomes",
        "room", "seen", "words",
    )  # fmt: skip

    #: The words of the layer. The block takes those from `first` up to `end`; those before `next`
    #: are expanded.
    keys: "array[int]"
    first: int
    next: int
    end: int
    #: The outcome of each position in the block, and the end of its children in `children`.
    outcomes: "array[int]"
    ends: "array[int]"
    children: "array[int]"
    found: int
    room: int
    #: The length of a position, and the bits of each number; room for one position's numbers; and
    #: the union of all packed bits.
    fields: int
    bits: int
    words: "array[int]"
    seen: int

    def __init__(self, fields: int) -> None:
        self.fields, self.bits = fields, bits_each(fields)
        self.words = zeros(fields)
        self.room, self.children = ROOM, zeros(ROOM)
        self.keys, self.outcomes, self.ends = zeros(1), zeros(1), zeros(1)
        self.first = self.next = self.end = self.found = self.seen = 0

    def take(self, keys: Any, begin: int, end: int) -> None:
        self.keys, self.next, self.end = keys, begin, end
        if len(self.ends) < end - begin:
            self.outcomes, self.ends = zeros(end - begin), zeros(end - begin)

    def packed(self, position: tuple[int, ...]) -> int:
        key = 0
        for word in position:
            self.seen |= word
            key = key << self.bits | word
        return key

    def unpack(self, key: int) -> None:
        """Write the numbers of a position, for `unpack_position` to read."""
        place = self.fields
        while place > 0:
            place -= 1
            self.words[place] = key & (1 << self.bits) - 1
            key >>= self.bits


def bits_each(fields: int) -> int:
    """The bits for each of a position's numbers."""
    return WORD_BITS // fields


def pack_word(position: tuple[int, ...]) -> int:
    """The position as one word; -1 if its numbers are too large, or less than 0.

    >>> pack_word((1, 2)) == (1 << 31 | 2), pack_word((-1,)), pack_word((1 << 31, 0))
    (True, -1, -1)
    """
    bits = bits_each(len(position))
    key = 0
    for word in position:
        if word >> bits:
            return -1
        key = key << bits | word
    return key


def unpacked_word(key: int, fields: int) -> tuple[int, ...]:
    bits = bits_each(fields)
    return tuple(key >> bits * place & (1 << bits) - 1 for place in reversed(range(fields)))


def expand_block(game: Knowledge[P], example: P, block: Block) -> int:
    """Write the children of a block's positions, while there is room.

    Returns:
        The number of expanded positions.
    """
    block.first, block.found = block.next, 0
    while block.next < block.end:
        block.unpack(block.keys[block.next])
        position = unpack_position(example, block.words, 0, block.fields)
        outcome = game.outcome(position)
        if outcome == OPEN:
            found = block.found
            for move in game.moves(position):
                if block.found == block.room:
                    block.found = found
                    return block.next - block.first
                after: Any = game.canonical(game.play(position, move))
                block.children[block.found] = block.packed(after)
                block.found += 1
        block.outcomes[block.next - block.first] = outcome
        block.ends[block.next - block.first] = block.found
        block.next += 1
    return block.next - block.first


def stretches(block: Block, expanded: Any) -> Iterator[int]:
    """Expand a block's positions, as many at a time as fit; yields the number each time."""
    while block.next < block.end:
        size = expanded(block)
        if size:
            yield size
        else:
            block.room *= 2
            block.children = array("q", bytes(8 * block.room))


OUTCOME_BITS = 2
LOST_AT_ONCE, DRAWN_AT_ONCE, WON_AT_ONCE = (outcome - LOSS for outcome in (LOSS, DRAW, WIN))
# Two to this power exceeds the plies of any value, so that wins, draws and losses stay apart.
FARTHEST_BITS = 16


class After(NamedTuple):
    keys: Buffer  # its positions as words, ascending
    values: Buffer  # their values
    slots: Buffer  # the number of a position plus 1, or 0; a lookup starts at the slot of its hash
    size: int  # the number of positions
    shift: int  # the shift of hashes


def slot_bits(size: int) -> int:
    """Log2 of the number of slots for that many positions."""
    return max(1, (2 * size - 1).bit_length())


def unify(words: Buffer, size: int) -> int:
    """Remove adjacent duplicates; return how many words are left."""
    left = 0
    for i in range(size):
        if left == 0 or words[i] != words[left - 1]:
            words[left] = words[i]
            left += 1
    return left


def slot_of(key: int, shift: int) -> int:
    """The first slot to probe (Knuth, The Art of Computer Programming 3, section 6.4)."""
    return ((key * SPREAD) & WORD) >> shift


def fill_layer_slots(after: After) -> None:
    shift = after.shift
    mask = WORD >> shift
    for i in range(after.size):
        slot = slot_of(after.keys[i], shift)
        while after.slots[slot]:
            slot = slot + 1 & mask
        after.slots[slot] = i + 1


def number_in_layer(after: After, key: int) -> int:
    shift = after.shift
    slot = slot_of(key, shift)
    while after.slots[slot] and after.keys[after.slots[slot] - 1] != key:
        slot = slot + 1 & WORD >> shift
    number: int = after.slots[slot] - 1
    return number


def score_before(value: int) -> int:
    """The move score of a value one ply later, for the player who moves there: higher is better."""
    plies, outcome = value >> OUTCOME_BITS, value & OUTCOMES - 1
    if outcome == WON_AT_ONCE:
        return plies
    return (WON_AT_ONCE - outcome << FARTHEST_BITS) - plies


def value_with_score(score: int) -> int:
    """The value of a position with this best move score."""
    outcome = score + (1 << FARTHEST_BITS - 1) >> FARTHEST_BITS
    plies = score if outcome == LOST_AT_ONCE else (outcome << FARTHEST_BITS) - score
    return min(plies + 1, MOST_PLIES) * OUTCOMES + outcome


def back_up(
    children: Buffer,
    ends: Buffer,
    outcomes: Buffer,
    size: int,
    after: After,
    values: Buffer,
    begin: int,
    counts: Buffer,
) -> None:
    won, drawn, lost, finished = 0, 0, 0, 0
    start = 0
    for i in range(size):
        end = ends[i]
        if outcomes[i] != OPEN:
            finished += 1
            values[begin + i] = outcomes[i] - LOSS
        else:
            best = -1
            for j in range(start, end):
                # 0 + converts two unsigned bytes to a word in compiled code.
                best = max(
                    best, score_before(0 + after.values[number_in_layer(after, children[j])])
                )
            value = value_with_score(best)
            values[begin + i] = value
            outcome = value & OUTCOMES - 1
            won += 1 if outcome == WON_AT_ONCE else 0
            drawn += 1 if outcome == DRAWN_AT_ONCE else 0
            lost += 1 if outcome == LOST_AT_ONCE else 0
        start = end
    counts[WON] += won
    counts[DRAWN] += drawn
    counts[LOST] += lost
    counts[FINISHED] += finished


# Positions in one piece of a thread's work.
PIECE = 1 << 14
# The most words that may wait to be sorted.
WAITING = 1 << 22
# Positions to enumerate interpreted before compiling: a fraction of a second.
INTERPRETED_POSITIONS = 1_000
WORD_BYTES = 8


class LayeredSolving(Generic[P]):
    def __init__(self, game: Game[P], work: Work) -> None:
        self.game = game
        self.known = knowledge_of(game)
        self.work = work
        self.enumerated = work.frontier.enumerated()
        self.blocks = local()

    def find(self) -> None:
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
    layers_are = "ply"

    def __init__(self, game: Game[P]) -> None:
        start: Any = game.start()
        self.game = game
        self.known = knowledge_of(game)
        self.kind: Callable[..., P] = type(start)
        self.fields = len(start)
        #: The layer of the last lookup: the next one is usually near.
        self.near = 0

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

    def position_at(self, layer: int, keys: Any, number: int) -> P:
        return self.kind(*unpacked_word(keys[number], self.fields))

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
