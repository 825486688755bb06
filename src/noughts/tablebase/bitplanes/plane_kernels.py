"""Kernels for wins and losses only, 62 positions at a time, on bit planes.

A position has two bits: won, and lost, for the player to move; neither if it is drawn. Nothing is
folded: a layer has every set of taken cells, ascending, and for each set its colour patterns, piece
by piece. The children with a new mark on one cell are the positions of one block
whose pattern has that mark at one place; which patterns these are does not depend on the set. So
each place has a mask, a plane of bits, which gathers the wins and losses of that block in the order
of the parent's block (`bits.pext`, one instruction where the processor has PEXT). A mark that
enters the upper part leaves the order unchanged.

Each later set contributes one or two pieces to a piece. Their words are read in order, from first
to last, so they may lie in files.

It shares no inner loop with the byte kernels (`combinatorial/set_kernels.py`), and serves to verify
their results.

The layout: a pattern is a word with one bit for each mark (`ranking.py`). It is cut into a lower
part, of at most `LOW_BITS` bits, and an upper part. Patterns with the same upper part form a piece.
The lower parts of a piece have equally many ones and are in ascending order, 62 per machine word;
each piece begins with a new word. The pieces of a block follow one another, by their upper parts.
All pieces share the tables of the lower parts, whatever the number of marks.
"""

from array import array
from collections.abc import Iterator
from math import comb
from typing import NamedTuple

from noughts.bits import WORD_BITS, count, lowest, pext
from noughts.native import kernel
from noughts.tablebase.combinatorial.arrays import DRAWN, FINISHED, LOST, WON, Buffer, Field, Layer
from noughts.tablebase.combinatorial.ranking import ROW, find, next_word, ones_of
from noughts.tablebase.combinatorial.set_kernels import lines_above, lines_in
from noughts.tablebase.resources import BYTES_IN_WORD

WORD = (1 << WORD_BITS) - 1
# Bits of the lower part. The planes of C(16, 8) patterns, 26 kB, fit the nearest cache; shorter
# ones would make pieces of a few words.
LOW_BITS = 16


class Pieces(NamedTuple):
    """The division into pieces of the patterns of that many marks."""

    # The word of a block where each upper part's piece begins, and the end of the last piece.
    starts: Buffer
    firsts: Buffer  # for lower parts with 0, 1, 2, … ones, the start of their planes
    spans: Buffer  # the number of words in a plane of theirs
    halves: Buffer  # the number of lower parts with a 0 at the highest place
    ends: Buffer  # the used bits of the last word
    # A plane for every place in the lower part: whether the mark there belongs to the player who
    # moved last, a bit for each lower part.
    planes: Buffer
    marks: int  # the number of marks
    ones: int  # the number of the first player's marks
    low: int  # the number of bits in the lower part
    high: int  # the number of bits in the upper part
    block: int  # the number of words of a block


def pieces_of(marks: int, low_bits: int = LOW_BITS) -> Pieces:
    """The pieces of the patterns of that many marks."""
    low, ones = min(marks, low_bits), ones_of(marks)
    sizes = [comb(low, left) for left in range(low + 1)]
    spans = array("q", (words_for(size) for size in sizes))
    firsts = array("q", [0])
    for span in spans:
        firsts.append(firsts[-1] + low * span)
    planes = array("q", bytes(BYTES_IN_WORD * max(1, firsts[-1])))
    for left in range(low + 1):
        kernel(fill_planes)(planes, firsts[left], low, left, spans[left], marks & 1)
    starts = array("q", bytes(BYTES_IN_WORD * ((1 << marks - low) + 1)))
    kernel(fill_starts)(starts, spans, ones, low)
    ends = array("q", ((1 << size - WORD_BITS * (words_for(size) - 1)) - 1 for size in sizes))
    halves = array("q", (comb(max(0, low - 1), left) for left in range(low + 1)))
    return Pieces(
        starts, firsts, spans, halves, ends, planes, marks, ones, low, marks - low, starts[-1]
    )


def words_in_block(marks: int, low_bits: int = LOW_BITS) -> int:
    """The words that the patterns of that many marks need."""
    low, ones = min(marks, low_bits), ones_of(marks)
    high = marks - low
    return sum(
        comb(high, upper) * words_for(comb(low, ones - upper))
        for upper in range(high + 1)
        if 0 <= ones - upper <= low
    )


def words_for(size: int) -> int:
    return -(-size // WORD_BITS)


def fill_starts(starts: Buffer, spans: Buffer, ones: int, low: int) -> None:
    for upper in range(len(starts) - 1):
        left = ones - count(upper)
        size = spans[left] if 0 <= left <= low else 0
        starts[upper + 1] = starts[upper] + size


def fill_planes(
    planes: Buffer, first: int, bits: int, ones: int, span: int, last_is_first_player: int
) -> None:
    """Write the planes of words with equally many ones, for all places."""
    pattern, number = (1 << ones) - 1, 0
    while pattern < 1 << bits:
        for place in range(bits):
            if pattern >> place & 1 == last_is_first_player:
                planes[first + place * span + number // WORD_BITS] |= 1 << number % WORD_BITS
        if not pattern:
            return
        pattern = next_word(pattern)
        number += 1


def sets_between(begin: int, end: int, high: int) -> Iterator[tuple[int, int, int]]:
    """The sets of these pieces, with the first upper part of each and the end.

    >>> list(sets_between(3, 9, high=2))
    [(0, 3, 4), (1, 0, 4), (2, 0, 1)]
    """
    while begin < end:
        upper = begin & (1 << high) - 1
        stop = min(1 << high, upper + end - begin)
        yield begin >> high, upper, stop
        begin += stop - upper


def ones_left(pieces: Pieces, upper: int) -> int:
    """The number of ones in the lower parts of a piece; -1 if it has no patterns."""
    left = pieces.ones - count(upper)
    return left if left <= pieces.low else -1


class PlaneLayer(NamedTuple):
    """One layer of positions as planes of bits."""

    sets: Buffer  # the sets of taken cells
    wins: Buffer  # bits of won positions, a block for each set
    losses: Buffer  # bits of lost positions
    arisen: Buffer  # the reachable positions, if found: blocks of the sets with a weight
    weights: Buffer  # the weight of every set in the counts
    places: Buffer  # for every set the number of its block in `arisen`
    pieces: Pieces  # the layout of blocks
    going: Buffer  # in the forward pass, the reachable open positions, a block for each set


class PlaneScratch(NamedTuple):
    blocks: Buffer  # the start of each neighbouring block: with a next cell, or without a last one
    entries: Buffer  # the place of its mark in the patterns
    lines: Buffer  # the lines within the taken cells, as words of places
    own: Buffer  # the possible lines of the player who moved last
    others: Buffer  # the possible lines of the player to move
    # For each of these lines, the patterns of a word that complete it; or, for each word of a
    # piece, the patterns that complete one line.
    held: Buffer
    # The patterns of each word of a piece in which the player who moved last has a line.
    over: Buffer
    several: Buffer  # the patterns in which that player has several lines
    theirs: Buffer  # the patterns in which the player to move has a line


def plane_pieces(
    board: Field,
    layer: PlaneLayer,
    after: PlaneLayer,
    scratch: PlaneScratch,
    begin: int,
    end: int,
    counts: Buffer,
) -> None:
    for which, first, stop in sets_between(begin, end, layer.pieces.high):
        cells = lay_down_after(board, layer, after, scratch, which)
        lines = lines_in(board, scratch.lines, layer.sets[which])
        for upper in range(first, stop):
            if ones_left(layer.pieces, upper) >= 0:
                plane_piece(board, layer, after, scratch, which, upper, cells, lines, counts)


def lay_down_after(
    board: Field, layer: PlaneLayer, after: PlaneLayer, scratch: PlaneScratch, which: int
) -> int:
    """Write the start of each child block of a set; return their number."""
    taken, cells = layer.sets[which], 0
    free = board.all_cells & ~taken
    while free:
        cell = lowest(free)
        free &= free - 1
        if not board.below[cell] & ~taken:
            there = find(after.sets, len(after.sets), taken | 1 << cell)
            scratch.blocks[cells] = there * after.pieces.block
            scratch.entries[cells] = count(taken & (1 << cell) - 1)
            cells += 1
    return cells


def plane_piece(
    board: Field,
    layer: PlaneLayer,
    after: PlaneLayer,
    scratch: PlaneScratch,
    which: int,
    upper: int,
    cells: int,
    lines: int,
    counts: Buffer,
) -> None:
    pieces = layer.pieces
    a = which * pieces.block + pieces.starts[upper]
    end = which * pieces.block + pieces.starts[upper + 1]
    full = pieces.marks == count(board.all_cells)
    for i in range(a, end):
        layer.wins[i] = 0
        layer.losses[i] = 0 if full else WORD
    meet_pieces(layer, a, upper, after, scratch, cells)
    own = find_over(layer.pieces, scratch, upper, lines)
    finish_piece(board, layer, scratch, a, upper)
    if layer.weights[which]:
        if not board.falls:
            find_theirs(layer.pieces, scratch, upper, lines)
        count_piece(board, layer, scratch, which, upper, own, counts)


def meet_pieces(
    layer: PlaneLayer, a: int, upper: int, after: PlaneLayer, scratch: PlaneScratch, cells: int
) -> None:
    """Update a piece from the child blocks, which have one more mark."""
    low, left = layer.pieces.low, ones_left(layer.pieces, upper)
    gains = after.pieces.ones - layer.pieces.ones
    low_after, halves = after.pieces.low, layer.pieces.halves
    for i in range(cells):
        b, place = scratch.blocks[i], scratch.entries[i]
        if place >= low_after:
            above = place - low
            grown = (upper >> above << 1 | gains) << above | upper & (1 << above) - 1
            meet_same(layer, a, after, b + after.pieces.starts[grown], after.pieces.spans[left])
        elif low_after > low:
            gather_piece(layer, a, 0, after, b, 0, left + gains, place)
        else:  # the lower part's highest bit becomes the upper part's lowest
            gather_piece(layer, a, 0, after, b, upper << 1, left + gains, place)
            grown = upper << 1 | 1
            gather_piece(layer, a, halves[left], after, b, grown, left + gains - 1, place)


def meet_same(layer: PlaneLayer, a: int, after: PlaneLayer, b: int, span: int) -> None:
    """Update a run of words from another run, word by word."""
    for i in range(span):
        layer.wins[a + i] |= after.losses[b + i]
        layer.losses[a + i] &= after.wins[b + i]


def gather_piece(
    layer: PlaneLayer,  # the layer
    a: int,  # the start of the piece with these patterns
    filled: int,  # the number of its patterns before them
    after: PlaneLayer,  # the next layer
    b: int,  # the start of the child block
    upper: int,  # the piece of that block
    left: int,  # the number of ones in its lower parts
    place: int,  # the place of the last mark
) -> None:
    """Update patterns from one piece, with the last mark at this place."""
    pieces = after.pieces
    if 0 <= left <= pieces.low:
        begin, span = b + pieces.starts[upper], pieces.spans[left]
        mask = pieces.firsts[left] + place * span
        a += filled // WORD_BITS
        filled %= WORD_BITS
        gather_words(
            layer.wins, layer.losses, a, filled, after.wins, after.losses, begin, begin + span,
            pieces.planes, mask,
        )  # fmt: skip


def gather_words(
    wins: Buffer,  # set where the next layer has a loss
    losses: Buffer,  # cleared where the next layer has no win
    a: int,  # the first word to write
    filled: int,  # the number of its bits to skip
    wins_after: Buffer,  # gathered for losses
    losses_after: Buffer,  # gathered for wins
    begin: int,  # the first word to gather
    end: int,  # the first word not to gather
    planes: Buffer,  # the masks
    mask: int,  # the number of the first mask
) -> None:
    """Gather words by masks (PEXT), in sequence."""
    won, lost = 0, (1 << filled) - 1
    for i in range(begin, end):
        chosen = planes[mask]
        mask += 1
        found = count(chosen)
        lost_there = pext(losses_after[i], chosen)
        won_there = pext(wins_after[i], chosen)
        won |= lost_there << filled & WORD
        lost |= won_there << filled & WORD
        filled += found
        if filled >= WORD_BITS:
            wins[a] |= won
            losses[a] &= lost
            a += 1
            filled -= WORD_BITS
            won, lost = lost_there >> found - filled, won_there >> found - filled
    if filled:
        wins[a] |= won
        losses[a] &= lost | WORD << filled & WORD


def find_over(pieces: Pieces, scratch: PlaneScratch, upper: int, lines: int) -> int:
    """Mark the patterns of a piece in which the side that moved last has a line, or several.

    Returns:
        The number of lines that the player may have; they are in `own`.
    """
    left, low, moved = ones_left(pieces, upper), pieces.low, pieces.marks & 1
    span = pieces.spans[left]
    own = lines_above(scratch.lines, lines, scratch.own, low, upper, moved)
    for i in range(span):
        scratch.over[i] = 0
        scratch.several[i] = 0
    for line in range(own):
        hold(pieces, scratch, left, scratch.own[line], 0)
        for i in range(span):
            scratch.several[i] |= scratch.over[i] & scratch.held[i]
            scratch.over[i] |= scratch.held[i]
    return own


def find_theirs(pieces: Pieces, scratch: PlaneScratch, upper: int, lines: int) -> None:
    """Mark the patterns of a piece in which the side to move has a line."""
    left, low, moved = ones_left(pieces, upper), pieces.low, pieces.marks & 1
    span = pieces.spans[left]
    others = lines_above(scratch.lines, lines, scratch.others, low, upper, 1 - moved)
    for i in range(span):
        scratch.theirs[i] = 0
    for line in range(others):
        hold(pieces, scratch, left, scratch.others[line], WORD)
        for i in range(span):
            scratch.theirs[i] |= scratch.held[i]


def hold(pieces: Pieces, scratch: PlaneScratch, left: int, line: int, turned: int) -> None:
    """Mark the patterns of a piece in which a side has the lower part of a line."""
    span, cells = pieces.spans[left], line & (1 << pieces.low) - 1
    for i in range(span):
        scratch.held[i] = WORD
    scratch.held[span - 1] = pieces.ends[left]
    while cells:
        plane = pieces.firsts[left] + lowest(cells) * span
        cells &= cells - 1
        for i in range(span):
            scratch.held[i] &= pieces.planes[plane + i] ^ turned


def finish_piece(
    board: Field, layer: PlaneLayer, scratch: PlaneScratch, a: int, upper: int
) -> None:
    left = ones_left(layer.pieces, upper)
    span = layer.pieces.spans[left]
    layer.losses[a + span - 1] &= layer.pieces.ends[left]
    lines_win = 0 if board.loses else WORD
    for i in range(span):
        over = scratch.over[i]
        layer.wins[a + i] = layer.wins[a + i] & ~over | over & ~lines_win
        layer.losses[a + i] = layer.losses[a + i] & ~over | over & lines_win


def count_piece(
    board: Field,
    layer: PlaneLayer,
    scratch: PlaneScratch,
    which: int,
    upper: int,
    own: int,
    counts: Buffer,
) -> None:
    pieces, left = layer.pieces, ones_left(layer.pieces, upper)
    start, falls = pieces.starts[upper], board.falls
    full = WORD if pieces.marks == count(board.all_cells) else 0
    a = which * pieces.block + start
    arisen = layer.places[which] * pieces.block + start if falls else 0
    won, lost, drawn, finished = 0, 0, 0, 0
    for i in range(pieces.spans[left]):
        arise = layer.arisen[arisen + i] if falls else in_any_order(pieces, scratch, left, i, own)
        going = arise & ~(scratch.over[i] | full)
        wins, losses = layer.wins[a + i], layer.losses[a + i]
        won += count(going & wins)
        lost += count(going & losses)
        drawn += count(going & ~wins & ~losses)
        finished += count(arise & ~going)
    weight = layer.weights[which]
    counts[WON] += weight * won
    counts[LOST] += weight * lost
    counts[DRAWN] += weight * drawn
    counts[FINISHED] += weight * finished


def in_any_order(pieces: Pieces, scratch: PlaneScratch, left: int, i: int, own: int) -> int:
    """The reachable patterns of a word, if marks may come in any order.

    The player to move has no line. The last mark completed all lines of the opponent, so they have
    a cell in common.
    """
    span = pieces.spans[left]
    arise: int = (pieces.ends[left] if i == span - 1 else WORD) & ~scratch.theirs[i]
    several = arise & scratch.several[i]
    if not several:
        return arise
    for line in range(own):
        held, cells = several, scratch.own[line] & (1 << pieces.low) - 1
        while cells:
            held &= pieces.planes[pieces.firsts[left] + lowest(cells) * span + i]
            cells &= cells - 1
        scratch.held[line] = held
    return arise & ~apart(scratch, own, pieces.marks, several)


def apart(scratch: PlaneScratch, lines: int, places: int, several: int) -> int:
    """Patterns with several lines without a common cell: no single mark completed them."""
    place = 0
    while several and place < places:
        without = 0
        for line in range(lines):
            if not scratch.own[line] >> place & 1:
                without |= scratch.held[line]
        several &= without
        place += 1
    return several


def first_other(
    board: Field, layer: PlaneLayer, stored: Layer, begin: int, end: int, faults: Buffer
) -> int:
    """Compare outcomes with stored bytes: the number of the first that differs, or -1."""
    first, pieces = -1, layer.pieces
    patterns = board.choose[pieces.marks * ROW + pieces.ones]
    for which in range(begin, end):
        block = find(layer.sets, len(layer.sets), stored.sets[which]) * pieces.block
        number = which * patterns
        for upper in range(1 << pieces.high):
            a, left = block + pieces.starts[upper], ones_left(pieces, upper)
            size = board.choose[pieces.low * ROW + left] if left >= 0 else 0
            for i in range(size):
                won = layer.wins[a + i // WORD_BITS] >> i % WORD_BITS & 1
                lost = layer.losses[a + i // WORD_BITS] >> i % WORD_BITS & 1
                value = stored.values[number + i]
                if (value > 0) != won or (value < 0) != lost:
                    faults[0] += 1
                    first = number + i if first < 0 else first
            number += size
    return first
