"""The gather kernel for a GPU: the lanes of a block work on one set together.

It produces the same bytes as `combinatorial/kernels.py`. Lane i of n takes colour patterns i, i +
n, i + 2n, … The image of a pattern under a new mark and a symmetry is looked up piece by piece in a
table that the lanes of a block share. Interpreted, it runs with a single lane; `native.gpu`
compiles the same source for a GPU.
"""

from typing import NamedTuple

from noughts.bits import count, lowest
from noughts.knowledge.symmetry import image
from noughts.tablebase.combinatorial.arrays import (
    ALL_CELLS,
    CHILD_ONES,
    CHILD_PATTERNS,
    DRAWN,
    FALLS,
    FAR,
    FINISHED,
    LINES,
    LOSES,
    LOST,
    MARKS,
    ONES,
    PATTERNS,
    RANK_BITS,
    SPAN,
    WON,
    Board,
    Buffer,
    Layer,
)
from noughts.tablebase.combinatorial.canonical import find, folding, images_of, next_word
from noughts.tablebase.combinatorial.ranking import ROW, compressed

# The bits of a piece of a word of marks.
PIECE_BITS = 6
PIECE = 1 << PIECE_BITS
# A block's shared memory: the images of all pieces and of single marks; the taken cells; for each
# free cell the symmetry that makes the grown set smallest, that set, and the start of its values;
# the number of lines, and the lines.
IMAGES = 0
GOALS = IMAGES + -(-ROW // PIECE_BITS) * PIECE
TAKEN = GOALS + ROW
FOLDS = TAKEN + ROW
GROWN = FOLDS + ROW
THERE = GROWN + ROW
FOUND = THERE + ROW
MASKS = FOUND + 1
MOST_LINES = 512
SHARED = MASKS + MOST_LINES
NO_LINE = -1


class Gathering(NamedTuple):
    """The data shared by all lanes.

    Args:
        board: the board.
        layer: the layer to solve.
        after: the next layer.
        words: the layer's colour patterns, by rank.
        counts: the four counts of every lane of every block.
        parts: the number of blocks that share the patterns of a set.
    """

    board: Board
    layer: Layer
    after: Layer
    words: Buffer
    counts: Buffer
    parts: int


class Share(NamedTuple):
    """A lane's share of a set.

    Args:
        which: the number of the set.
        first: the rank of its first pattern.
        step: the distance between its patterns.
        lane: the number of the lane in its block.
        lanes: the number of lanes in a block.
    """

    which: int
    first: int
    step: int
    lane: int
    lanes: int


def together() -> None:
    """Barrier for all lanes of the block; a no-op with a single lane."""


def gather(task: Gathering, shared: Buffer, block: int, blocks: int, lane: int, lanes: int) -> None:
    """Solve a block's sets, or parts of them, as one of its lanes.

    Args:
        task: the work.
        shared: room for SHARED numbers, shared by all lanes of a block.
        block: the number of the block.
        blocks: the number of blocks.
        lane: the number of the lane in its block.
        lanes: the number of lanes in a block.
    """
    place = 4 * (block * lanes + lane)
    for kind in range(4):
        task.counts[place + kind] = 0
    for piece in range(block, len(task.layer.sets) * task.parts, blocks):
        which, part = piece // task.parts, piece % task.parts
        share = Share(which, part * lanes + lane, task.parts * lanes, lane, lanes)
        taken = task.layer.sets[which]
        open_lane(task, share)
        together()
        share_cells(task, shared, share, taken)
        if lane == 0:
            share_lines(task, shared, taken)
        together()
        free = task.board.numbers[ALL_CELLS] & ~taken
        while free:
            cell = lowest(free)
            free &= free - 1
            if not task.board.below[cell] & ~taken:
                gather_cell(task, shared, share, cell)
        close_lane(task, shared, share, place)


def open_lane(task: Gathering, share: Share) -> None:
    """Initialise values: terminals, and a loss elsewhere."""
    numbers = task.layer.numbers
    size = numbers[PATTERNS]
    full = numbers[MARKS] == count(task.board.numbers[ALL_CELLS])
    for i in range(share.first, size, share.step):
        task.layer.values[share.which * size + i] = 0 if full else FAR


def share_cells(task: Gathering, shared: Buffer, share: Share, taken: int) -> None:
    """Write the cells of a set, and for each free cell the place of the grown set in the layer."""
    board, sets = task.board, task.after.sets
    for cell in range(share.lane, len(board.below), share.lanes):
        bit = 1 << cell
        if taken & bit:
            shared[TAKEN + count(taken & bit - 1)] = cell
        elif board.numbers[ALL_CELLS] & bit and not board.below[cell] & ~taken:
            symmetry = folding(board, taken | bit)
            goal = image(board.images, symmetry * board.numbers[SPAN], taken | bit)
            shared[FOLDS + cell] = symmetry
            shared[GROWN + cell] = goal
            shared[THERE + cell] = find(sets, len(sets), goal) * task.layer.numbers[CHILD_PATTERNS]


def gather_cell(task: Gathering, shared: Buffer, share: Share, cell: int) -> None:
    """Relax with the children of a set on this cell."""
    board, layer, numbers = task.board, task.layer, task.layer.numbers
    symmetry, goal = shared[FOLDS + cell], shared[GROWN + cell]
    together()
    for mark in range(share.lane, numbers[MARKS], share.lanes):
        shared[GOALS + mark] = bit_in(board, goal, symmetry, shared[TAKEN + mark])
    together()
    share_images(shared, numbers[MARKS], share)
    together()
    new = bit_in(board, goal, symmetry, cell) if numbers[CHILD_ONES] > numbers[ONES] else 0
    here = share.which * numbers[PATTERNS]
    there = shared[THERE + cell]
    rank_bits = numbers[RANK_BITS]
    for i in range(share.first, numbers[PATTERNS], share.step):
        word = new | image_in(shared, task.words[i])
        low = layer.low_ranks[word & (1 << rank_bits) - 1]
        after = task.after.values[there + low + layer.high_ranks[word >> rank_bits]]
        layer.values[here + i] = min(layer.values[here + i], after)


def bit_in(board: Board, goal: int, symmetry: int, cell: int) -> int:
    """The bit of a cell's image in the patterns of a set."""
    return 1 << count(goal & (1 << board.goals[symmetry * ROW + cell]) - 1)


def share_images(shared: Buffer, marks: int, share: Share) -> None:
    """Write the image of every piece of a pattern."""
    pieces = (marks + PIECE_BITS - 1) // PIECE_BITS
    for entry in range(share.lane, pieces * PIECE, share.lanes):
        first = entry // PIECE * PIECE_BITS
        bits = 0
        for bit in range(PIECE_BITS):
            if entry >> bit & 1 and first + bit < marks:
                bits |= shared[GOALS + first + bit]
        shared[IMAGES + entry] = bits


def image_in(shared: Buffer, word: int) -> int:
    """The image of a pattern."""
    bits, entry = 0, IMAGES
    while word:
        bits |= shared[entry + (word & PIECE - 1)]
        word >>= PIECE_BITS
        entry += PIECE
    return bits


def share_lines(task: Gathering, shared: Buffer, taken: int) -> None:
    """Write the lines within the taken cells, as words."""
    found = 0
    for i in range(task.board.numbers[LINES]):
        line = task.board.lines[i]
        if not line & ~taken:
            shared[MASKS + found] = compressed(line, taken)
            found += 1
    shared[FOUND] = found


def common_of_lines(shared: Buffer, word: int) -> int:
    """The common cells of all lines within a word; NO_LINE if there is no line."""
    common = NO_LINE
    for i in range(shared[FOUND]):
        mask = shared[MASKS + i]
        if not mask & ~word:
            common &= mask
    return common


def close_lane(task: Gathering, shared: Buffer, share: Share, place: int) -> None:
    """Negate the minimum over each position's children, and count."""
    board, numbers = task.board, task.layer.numbers
    size, marks, which = numbers[PATTERNS], numbers[MARKS], share.which
    everything = (1 << marks) - 1
    byte = FAR - marks if board.numbers[LOSES] else marks - FAR
    weight = images_of(board, task.layer.sets[which])
    full = marks == count(board.numbers[ALL_CELLS])
    won = drawn = lost = finished = 0
    for i in range(share.first, size, share.step):
        first = task.words[i]
        last = first if marks & 1 else everything & ~first
        common = common_of_lines(shared, last)
        value = -task.layer.values[which * size + i]
        if common != NO_LINE:
            value = byte
        task.layer.values[which * size + i] = value
        if board.numbers[FALLS]:
            step = (size + 7) // 8  # as in `endings.pack`
            arises = task.layer.arisen[which * step + i % step] >> i // step & 1
        else:
            arises = common != 0 and common_of_lines(shared, everything & ~last) == NO_LINE
        if arises and (full or common != NO_LINE):
            finished += 1
        elif arises:
            won += value > 0
            drawn += value == 0
            lost += value < 0
    counts = task.counts
    counts[place + WON] += weight * won
    counts[place + DRAWN] += weight * drawn
    counts[place + LOST] += weight * lost
    counts[place + FINISHED] += weight * finished


def write_words(words: Buffer, ones: int) -> None:
    """Write a layer's colour patterns, by rank."""
    word = (1 << ones) - 1
    for i in range(len(words)):
        words[i] = word
        if word:
            word = next_word(word)
