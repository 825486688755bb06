"""Plain buffers for the kernels: a board, a layer of positions, scratch memory."""

from typing import Any, NamedTuple

# The byte of a win at ply 0, above any real win.
FAR = 127

Buffer = Any


class Field(NamedTuple):
    """The data shared by all layers of a game; see `Marking`."""

    choose: Buffer  # binomials, in rows
    lines: Buffer  # the lines
    below: Buffer  # for every bit the cell that must be taken first
    goals: Buffer  # the images of the bits under each symmetry, in rows
    images: Buffer  # the images of pieces of sets under each symmetry (`symmetry.image_table`)
    all_cells: int  # the set of all cells
    line_count: int  # the number of lines
    symmetry_count: int  # the number of symmetries
    span: int  # the length of `images` for one symmetry
    loses: int  # whether a line loses
    falls: int  # whether cells wait for others


class Layer(NamedTuple):
    """One layer of positions, and the tables that lead from it to the next."""

    sets: Buffer  # the sets of taken cells
    values: Buffer  # the bytes, a block for each set
    # The reachable positions, one bit each (`pack_arisen`), in blocks of whole bytes.
    arisen: Buffer
    words: Buffer  # the words of the low bits, in order (`ranking.words_in_order`)
    holds: Buffer  # for each part of a line, the words that contain it (`words_holding`)
    first: Buffer  # the start of the words with 0, 1, 2, … ones
    grown: Buffer  # for every place of a new bit, the new rank of each word
    low_ranks: Buffer  # the lower part's contribution to the rank of a word of the next layer
    high_ranks: Buffer  # the upper part's contribution
    marks: int  # the number of marks
    ones: int  # the number of the first player's marks
    child_ones: int  # the same number in the next layer
    low_bits: int  # the number of bits in the lower part of a pattern
    rank_bits: int  # the number of these bits in the next layer's ranks
    patterns: int  # the number of colour patterns
    child_patterns: int  # their number in the next layer
    lined: int = 0  # the byte of a line, if both players may put either mark
    full: int = 0  # the byte of a full board without a line, if they may
    boards: int = 1  # the number of boards, if all marks are alike


class Scratch(NamedTuple):
    plain: Buffer  # images of the low words, by number
    low: Buffer  # images of the low words, in order
    high: Buffer  # images of the upper words
    masks: Buffer  # the lines of a set, as words
    own: Buffer  # the possible lines of a player
    others: Buffer  # the possible lines of the opponent
    flags: Buffer  # for every colour pattern of one set, whether it is reachable
    ones: Buffer  # flags that are all 1


#: The indices of a layer's counts: reachable positions won, drawn or lost for the player to move,
#: and finished positions.
WON, DRAWN, LOST, FINISHED = range(4)
