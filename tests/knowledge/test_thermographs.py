"""Walls by the tables of windows against plain thermographs."""

from functools import cache
from math import inf

from noughts.bits import cells_of
from noughts.knowledge import thermographs as knowledge
from tests.each import each


def plain_walls(lines, width):
    """Both walls of each set of cells at all temperatures, in parts of a move, from their moves."""
    parts, temperatures = knowledge.PARTS, range(-knowledge.PARTS, 5 * knowledge.PARTS // 2 + 1)

    @cache
    def walls(cells):
        left, right = [-inf] * len(temperatures), [inf] * len(temperatures)
        for cell in cells_of(cells):
            row, column = divmod(cell, width)
            if row + 1 < lines and cells >> cell + width & 1:
                after = walls(cells ^ (1 << width | 1) << cell)[1]
                left = [max(a, b - t) for a, b, t in zip(left, after, temperatures, strict=True)]
            if column + 1 < width and cells >> cell + 1 & 1:
                after = walls(cells ^ 3 << cell)[0]
                right = [min(a, b + t) for a, b, t in zip(right, after, temperatures, strict=True)]
        if left[0] <= right[0]:
            numbers = (n * parts for n in sorted(range(-cells.bit_count(), 9), key=abs))
            number = next(n for n in numbers if left[0] <= n <= right[0])
            return [number] * len(left), [number] * len(left)
        met = next(i for i in range(len(left)) if left[i] <= right[i])
        assert left[met] == right[met]  # or the mean would not be exact
        mast = [left[met]] * (len(left) - met)
        return left[:met] + mast, right[:met] + mast

    return [walls(cells)[1] for cells in range(1 << lines * width)]


def apart(word):
    """The walls in a word."""
    word += knowledge.ZERO
    places = range(0, len(knowledge.CHOSEN) * knowledge.WALL_BITS, knowledge.WALL_BITS)
    return [(word >> place & knowledge.WALL) - knowledge.HALF_WALL for place in places]


@each("lines, width", [(2, 5), (5, 2), (3, 3), (1, 4), (3, 4)], large=[(3, 5), (5, 3)])
def test_windows_have_the_walls_of_plain_thermographs(lines, width):
    words = knowledge.windows(lines, width)
    for word, wall in zip(words, plain_walls(lines, width), strict=True):
        assert apart(word) == [wall[knowledge.PARTS + chosen] for chosen in knowledge.CHOSEN]


def test_windows_are_the_same_with_parts_half_as_large():
    """Walls meet at whole parts, or their means would not be exact."""
    for lines, width in ((2, knowledge.WIDEST), (4, 4)):
        finer = knowledge.windows(lines, width, 2 * knowledge.PARTS)
        for one, other in zip(knowledge.windows(lines, width), finer, strict=True):
            assert [2 * wall for wall in apart(one)] == apart(other)
