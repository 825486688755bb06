"""Walls of Domineering's small games: what a player is sure of in a sum of them.

Elwyn Berlekamp, John Conway and Richard Guy, "Winning Ways", chapter 6.
"""

from functools import cache

# Walls and temperatures are whole numbers of these parts of a move, which is exact in all windows
# below: a test makes them with parts half as large. Lines of strips have at most WIDEST cells.
PARTS, WIDEST = 32, 8
# The temperatures at which a player who moves second looks at the walls. Below 0 are numbers; none
# is hotter than the last, where both walls are the mean.
CHOSEN = (-1, 0, PARTS // 2, PARTS, 5 * PARTS // 2)
# A word has the walls at all of these temperatures, the mean highest. Add words to add their walls;
# add ZERO, and no wall is negative.
WALL_BITS = 12
WALL, HALF_WALL = (1 << WALL_BITS) - 1, 1 << WALL_BITS - 1
ZERO = sum(HALF_WALL << WALL_BITS * i for i in range(len(CHOSEN)))
MEAN_PLACE = WALL_BITS * (len(CHOSEN) - 1)


class Thermographs:
    """Walls of games at all temperatures, one number a wall, with 16 bits for each temperature."""

    BITS = 16
    MASK, BIAS, FAR = (1 << BITS) - 1, 1 << BITS - 3, 1 << BITS - 4

    def __init__(self, parts: int) -> None:
        self.parts = parts
        temperatures = range(-parts, 5 * parts // 2 + 1)
        self.ones = sum(1 << self.BITS * i for i in range(len(temperatures)))
        self.tax = sum(t << self.BITS * i for i, t in enumerate(temperatures))
        self.signs = self.ones << self.BITS - 1

    def number(self, number: int) -> int:
        return (self.BIAS + number) * self.ones

    def larger(self, wall: int, other: int) -> int:
        """The larger value at each temperature."""
        chosen = (wall | self.signs) - other & self.signs
        chosen -= chosen >> self.BITS - 1
        return other ^ (wall ^ other) & chosen

    def walls(self, mine: list[int], theirs: list[int]) -> tuple[int, int]:
        """Both walls, from the right walls after my moves, and the left ones after theirs."""
        left, right = self.number(-self.FAR), self.number(self.FAR)
        for wall in mine:
            left = self.larger(left, wall - self.tax)
        for wall in theirs:
            right ^= wall + self.tax ^ self.larger(right, wall + self.tax)
        met = (right | self.signs) - left & self.signs
        place = (met & -met).bit_length() - self.BITS
        if place == 0:  # the whole number nearest to 0 that lies between the options
            low, high = (wall % (self.MASK + 1) - self.BIAS for wall in (left, right))
            nearest = max(-(-low // self.parts), min(high // self.parts, 0))
            return (self.number(nearest * self.parts),) * 2
        below = (1 << place) - 1
        mast = (left >> place & self.MASK) * (self.ones & ~below)
        return left & below | mast, right & below | mast

    def word(self, wall: int) -> int:
        """The values at the chosen temperatures."""
        word = 0
        for i, chosen in enumerate(CHOSEN):
            place = self.BITS * (chosen * self.parts // PARTS + self.parts)
            word += ((wall >> place & self.MASK) - self.BIAS) << WALL_BITS * i
        return word


@cache
def windows(lines: int, width: int, parts: int = PARTS) -> tuple[int, ...]:
    """The right walls of each set of cells, for the player who lays dominoes across the lines.

    Most sets have the walls of a smaller one: without cells that no domino covers, moved to the
    first line and to its first cell, or reflected.
    """
    thermographs, cells, line = Thermographs(parts), lines * width, (1 << width) - 1
    first = ((1 << cells) - 1) // line
    inner = first * (line >> 1)  # cells with a next one in their line
    mine = [(1 << width | 1) << cell for cell in range(cells - width)]
    theirs = [3 << cell for cell in range(cells) if inner >> cell & 1]
    reflected_line = [0]
    reflected, turned = [0], [0]
    left, right = [thermographs.number(0)], [thermographs.number(0)]
    words = [0]
    for window in range(1, 1 << cells):
        turned.append(turned[window >> 1] >> 1 | (window & 1) << cells - 1)
        if window <= line:
            reflected_line.append(turned[window] >> cells - width)
        reflected.append(reflected[window >> width] << width | reflected_line[window & line])
        across, along = window & window >> width, window & window >> 1 & inner
        same = across | across << width | along | along << 1
        if same == window:
            same = min(window, turned[window], reflected[window])
            if not window & line:
                same = window >> width
            elif not window & first:
                same = window >> 1
        if same < window:
            walls = left[same], right[same]
            words.append(words[same])
        else:
            walls = thermographs.walls(
                [right[window ^ domino] for domino in mine if window & domino == domino],
                [left[window ^ domino] for domino in theirs if window & domino == domino],
            )
            words.append(thermographs.word(walls[1]))
        left.append(walls[0])
        right.append(walls[1])
    return tuple(words)


def mean(walls: int) -> int:
    """The sum of the means."""
    return (walls + ZERO >> MEAN_PLACE) - HALF_WALL


def wins_second(walls: int) -> bool:
    """Whether a player is sure to win though the opponent begins: at some temperature."""
    walls += ZERO
    for temperature in CHOSEN:
        if (walls & WALL) - HALF_WALL > temperature:
            return True
        walls >>= WALL_BITS
    return False
