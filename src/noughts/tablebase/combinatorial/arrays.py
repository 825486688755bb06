"""Plain buffers for the kernels: a board, a layer of positions, scratch memory."""

from typing import Any, NamedTuple

# The byte of a win at ply 0, above any real win.
FAR = 127

Buffer = Any
BYTES_IN_WORD = 8


class Board(NamedTuple):
    """The data shared by all layers of a game; see `Marking`.

    Args:
        choose: binomials, in rows.
        lines: the lines.
        below: for every bit the cell that must be taken first.
        goals: the images of the bits under each symmetry, in rows.
        images: the images of pieces of sets under each symmetry (`symmetry.image_table`).
        numbers: all cells; the number of lines; the number of symmetries; the length of `images`
            for one symmetry; whether a line loses; whether cells wait for others.
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
        holds: for each part of a line, the words that contain it (`ranking.holding`).
        first: the start of the words with 0, 1, 2, … ones.
        grown: for every place of a new bit, the new rank of each word.
        low_ranks: the lower part's contribution to the rank of a word of the next layer.
        high_ranks: the upper part's contribution.
        numbers: marks; ones; ones in the next layer; low bits; low bits of the next layer's ranks;
            colour patterns; colour patterns of the next layer.
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
        plain: images of the low words, by number.
        low: images of the low words, in order.
        high: images of the upper words.
        masks: the lines of a set, as words.
        own: the possible lines of a player.
        others: the possible lines of the opponent.
        flags: for every colour pattern of one set, whether it is reachable.
        ones: flags that are all 1.
    """

    plain: Buffer
    low: Buffer
    high: Buffer
    masks: Buffer
    own: Buffer
    others: Buffer
    flags: Buffer
    ones: Buffer


#: The indices of a layer's counts: reachable positions won, drawn or lost for the player to move,
#: and finished positions.
WON, DRAWN, LOST, FINISHED = range(4)
