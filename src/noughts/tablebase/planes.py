"""Kernels that work out wins and losses alone, 62 positions at a time: planes of bits.

A position has two bits, whether it is won and whether it is lost for the player to move; drawn if
neither. Nothing is folded: a layer holds every set of taken cells, ascending, and behind each its
colour patterns by rank, 62 in a word. After one cell more, the positions with the new mark on it
are those of one block whose pattern has that mark at one place; which they are does not depend on
the set. So each place has a mask, a plane of bits, and the block's wins and losses are gathered by
it into the order of the block before (`bits.gathered`, one instruction where the processor has
PEXT).

It shares no inner loop with `kernels.py`, and serves to verify what that has made.
"""

from typing import NamedTuple

from noughts.bits import count, gathered, lowest
from noughts.tablebase.folding import find
from noughts.tablebase.layout import (
    ALL_CELLS,
    DRAWN,
    FALLS,
    FINISHED,
    LINES,
    LOSES,
    LOST,
    WON,
    Board,
    Buffer,
    Layer,
)
from noughts.tablebase.ranking import compressed

# So many positions are in a word: the sign bit of a machine word is never touched.
WORD_BITS = 62
WORD = (1 << WORD_BITS) - 1


class PlaneLayer(NamedTuple):
    """One layer of positions as planes of bits.

    Args:
        sets: the sets of taken cells.
        wins: whether positions are won, so many words for each set.
        losses: whether they are lost.
        planes: for every place in a pattern, whether the mark there is of the player who made
            the last one; a bit for each pattern.
        numbers: marks; how many words a block has; which bits of its last word stand for
            patterns.
    """

    sets: Buffer
    wins: Buffer
    losses: Buffer
    planes: Buffer
    numbers: Buffer


MARKS, SPAN, LAST_WORD = range(3)


class PlaneScratch(NamedTuple):
    """Room for one thread to work in.

    Args:
        lines: the lines among the taken cells, as words of places.
        held: for one word of patterns, who has made the last mark has this line.
    """

    lines: Buffer
    held: Buffer


def fill_planes(planes: Buffer, marks: int, ones: int, span: int) -> None:
    """Write the planes of all places.

    Args:
        planes: where they are written, all 0.
        marks: how many places there are.
        ones: how many of the marks are the first player's.
        span: how many words a plane has.
    """
    last_is_first_player = marks & 1
    pattern, number = (1 << ones) - 1, 0
    while pattern < 1 << marks:
        for place in range(marks):
            if pattern >> place & 1 == last_is_first_player:
                planes[place * span + number // WORD_BITS] |= 1 << number % WORD_BITS
        if not pattern:
            return
        # The next word with as many ones (Gosper's hack, HAKMEM item 175).
        step = pattern & -pattern
        carried = pattern + step
        pattern = carried | ((carried ^ pattern) >> 2) >> lowest(step)
        number += 1


def plane_sets(
    board: Board,
    layer: PlaneLayer,
    after: PlaneLayer,
    scratch: PlaneScratch,
    begin: int,
    end: int,
    counts: Buffer,
) -> None:
    """Work out the bits of these sets from those of the layer after them, and count them."""
    span = layer.numbers[SPAN]
    full = layer.numbers[MARKS] == count(board.numbers[ALL_CELLS])
    for which in range(begin, end):
        taken, a = layer.sets[which], which * span
        for i in range(a, a + span):
            layer.wins[i] = 0
            layer.losses[i] = 0 if full else WORD
        free = board.numbers[ALL_CELLS] & ~taken
        while free:
            cell = lowest(free)
            free &= free - 1
            if not board.below[cell] & ~taken:
                b = find(after.sets, len(after.sets), taken | 1 << cell)
                meet_plane(layer, a, after, b, count(taken & (1 << cell) - 1))
        lines = 0
        for i in range(board.numbers[LINES]):
            if not board.lines[i] & ~taken:
                scratch.lines[lines] = compressed(board.lines[i], taken)
                lines += 1
        finish_set(board, layer, scratch, a, lines, full, counts)


def meet_plane(layer: PlaneLayer, a: int, after: PlaneLayer, b: int, place: int) -> None:
    """Let a block know what stands in the one after it, the new mark being at this place."""
    span = after.numbers[SPAN]
    wins, losses, mask = layer.wins, layer.losses, place * span
    filled, won, lost = 0, 0, 0
    for i in range(b * span, b * span + span):
        chosen = after.planes[mask]
        mask += 1
        found = count(chosen)
        lost_there = gathered(after.losses[i], chosen)
        won_there = gathered(after.wins[i], chosen)
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
        losses[a] &= lost


def finish_set(
    board: Board,
    layer: PlaneLayer,
    scratch: PlaneScratch,
    a: int,
    lines: int,
    full: int,
    counts: Buffer,
) -> None:
    """Enter where the game is over in the block of one set, and count what can arise.

    Args:
        board: the board.
        layer: the layer.
        scratch: the lines among the taken cells.
        a: where the block begins.
        lines: how many lines there are.
        full: whether the game is over in any case.
        counts: where it is added up; nothing is where cells wait for others.
    """
    planes, wins, losses, span = layer.planes, layer.wins, layer.losses, layer.numbers[SPAN]
    for i in range(span):
        bits = layer.numbers[LAST_WORD] if i == span - 1 else WORD
        # Who has lines: the player who made the last mark, perhaps several, or the other one.
        over, several, theirs = 0, 0, 0
        for line in range(lines):
            held, other, cells = bits, bits, scratch.lines[line]
            while cells:
                plane = planes[lowest(cells) * span + i]
                held &= plane
                other &= ~plane
                cells &= cells - 1
            scratch.held[line] = held
            several |= over & held
            over |= held
            theirs |= other
        won, lost = wins[a + i] & ~over, losses[a + i] & ~over & bits
        if board.numbers[LOSES]:
            wins[a + i], losses[a + i] = won | over, lost
        else:
            wins[a + i], losses[a + i] = won, lost | over
        if not board.numbers[FALLS]:
            arise = bits & ~theirs
            if several & arise:
                arise &= ~apart(scratch, lines, layer.numbers[MARKS], several)
            ended = bits if full else over
            counts[WON] += count(arise & won & ~ended)
            counts[LOST] += count(arise & lost & ~ended)
            counts[DRAWN] += count(arise & ~won & ~lost & ~ended)
            counts[FINISHED] += count(arise & ended)


def apart(scratch: PlaneScratch, lines: int, places: int, several: int) -> int:
    """Of patterns with several lines, those in which no cell is in all: no mark completed them."""
    place = 0
    while several and place < places:
        without = 0
        for line in range(lines):
            if not scratch.lines[line] >> place & 1:
                without |= scratch.held[line]
        several &= without
        place += 1
    return several


def first_other(
    layer: PlaneLayer, stored: Layer, patterns: int, begin: int, end: int, faults: Buffer
) -> int:
    """Compare outcomes with those of stored bytes: the number of the first that differs, or -1.

    Args:
        layer: the layer as planes.
        stored: the same as bytes.
        patterns: how many colour patterns a set has.
        begin: the first of the stored sets to be compared.
        end: the first that is not.
        faults: how many differ is added here.
    """
    first = -1
    for which in range(begin, end):
        a = find(layer.sets, len(layer.sets), stored.sets[which]) * layer.numbers[SPAN]
        for i in range(patterns):
            won = layer.wins[a + i // WORD_BITS] >> i % WORD_BITS & 1
            lost = layer.losses[a + i // WORD_BITS] >> i % WORD_BITS & 1
            value = stored.values[which * patterns + i]
            if (value > 0) != won or (value < 0) != lost:
                faults[0] += 1
                first = which * patterns + i if first < 0 else first
    return first
