"""Plain buffers for the kernels: a board, a layer of positions, scratch memory."""

from typing import Any, NamedTuple

# The byte of a win at ply 0; above that of any real win.
FAR = 127

Buffer = Any
BYTES_IN_WORD = 8


class Board(NamedTuple):
    """The data shared by all layers of a game; see `Marking`.

    Args:
        choose: binomials, in rows.
        lines: the lines.
        below: for every bit the cell that must be taken first.
        goals: where the bits go under each symmetry, in rows.
        images: where pieces of sets go under each symmetry (`symmetry.image_table`).
        numbers: all cells; how many lines; how many symmetries; how much of `images` belongs to
            one; whether a line loses; whether cells wait for others.
    """

    choose: Buffer
    lines: Buffer
    below: Buffer
    goals: Buffer
    images: Buffer
    numbers: Buffer


ALL_CELLS, LINES, SYMMETRIES, SPAN, LOSES, FALLS = range(6)


class Layer(NamedTuple):
    """One layer of positions, and the tables that lead from it to the next.

    Args:
        sets: the sets of taken cells.
        values: the bytes, a block for each set.
        arisen: the reachable positions, one bit each (`terminals.pack`), in blocks of whole bytes.
        words: the words of the low bits, in order (`ranking.words_in_order`).
        holds: which of the words hold which parts of lines (`ranking.holding`).
        first: where those with 0, 1, 2, … ones begin.
        grown: for every place of a new bit, the rank of each of them with it.
        low_ranks: what the lower part of a word adds to the rank of a word of the next layer.
        high_ranks: what its upper part adds.
        numbers: marks; ones; ones in the next layer; low bits; low bits of the next layer's ranks;
            colour patterns; those of the next layer.
    """

    sets: Buffer
    values: Buffer
    arisen: Buffer
    words: Buffer
    holds: Buffer
    first: Buffer
    grown: Buffer
    low_ranks: Buffer
    high_ranks: Buffer
    numbers: Buffer


MARKS, ONES, CHILD_ONES, LOW_BITS, RANK_BITS, PATTERNS, CHILD_PATTERNS = range(7)


class Scratch(NamedTuple):
    """Scratch memory of one thread.

    Args:
        plain: images of the low words as they are numbered.
        low: the same, in order.
        high: images of the upper words.
        masks: the lines of a set, as words.
        own: those that a player may have.
        others: those that the other may have.
        flags: for every colour pattern of one set, whether it is reachable.
        ones: the same, all 1.
    """

    plain: Buffer
    low: Buffer
    high: Buffer
    masks: Buffer
    own: Buffer
    others: Buffer
    flags: Buffer
    ones: Buffer


#: The counts of a layer: reachable positions won, drawn or lost for the player to move, and
#: finished ones.
WON, DRAWN, LOST, FINISHED = range(4)
