"""The n-tuples that a network reads in a game's positions.

Random games show which bits of a position change. A bit belongs to a cell of the board as people
see it if the cell's mark determines the bit. A tuple consists of neighbouring cells, in games of
lines of a line. Turns and reflections of the board are tested by the rules; the valid ones give
images of tuples.
"""

from array import array
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from itertools import chain, islice
from random import Random
from typing import Any, NamedTuple

from noughts.bits import cells_of
from noughts.game import FIRST, Game, legal_moves, random_play
from noughts.knowledge import knowledge_of
from noughts.search.learning import BIT_OF_WORD, Network
from noughts.search.memory import WORD_SIZE, words_of

# The tuples chosen by chance, the most bits of one, and the most tuples of a single cell or number.
TUPLES, TUPLE_BITS, SINGLE = 40, 12, 1_000
# Larger tuples lack a bit without a cell if at most one position in this many has it.
RARE = 100
# Neighbouring bits without a cell are one number if they are no more than these; more are a set.
NUMBER_BITS = 7
# Random games that show which bits change, their most plies, and the positions that are compared.
GAMES, LONGEST, COMPARED = 60, 400, 600
# A symmetry is tried in every seventh position, until this number of moves was tried.
TRIED_MOVES, APART = 400, 7

# The images of each n-tuple, which are rows of bits' addresses.
Tuples = list[list[list[int]]]
Image = Callable[[Any], Any]


class Group(NamedTuple):
    """The bits of a cell, or without a place, the bits of a number."""

    bits: tuple[int, ...]
    place: tuple[int, int] | None = None  # the column and the row of the cell
    is_rare: bool = False

    def is_near(self, other: "Group") -> bool:
        if self.place is None or other.place is None:
            return True
        (column, row), (other_column, other_row) = self.place, other.place
        return abs(column - other_column) <= 1 and abs(row - other_row) <= 1


def chosen_tuples(game: Game[Any], seed: int) -> Tuples:
    """The n-tuples for a game, chosen by chance, each with its images under symmetries.

    >>> from noughts.games.nim import Nim
    >>> chosen_tuples(Nim(3), seed=0)
    [[[0, 1]]]
    """
    random = Random(seed)
    seen = [
        (position, turn)
        for _ in range(GAMES)
        for position, turn, moves in islice(random_play(game, random.choice), LONGEST)
        if moves
    ]
    compared = seen[:: max(1, len(seen) // COMPARED)]
    side, useless = _side(game, compared)
    groups = _groups(game, compared, {*side, useless})
    if lines := _lines(game, groups, side):
        return lines
    symmetries = _symmetries(game, groups, [position for position, _ in seen])
    chosen: set[tuple[int, ...]] = {(number,) for number in range(len(groups))[:SINGLE]}
    chosen |= {_walk(groups, random) for _ in range(TUPLES) if groups}
    found: dict[tuple[Any, ...], list[list[int]]] = {}
    for members in sorted(chosen):
        images = [
            [*side, *(bit for each in members for bit in groups[to[each]].bits)]
            for to in symmetries
        ]
        found.setdefault(min(tuple(sorted(row)) for row in images), images)
    return list(found.values())


def merged(tuples: Tuples, network: Network) -> Network:
    """A network with the same values and fewer tuples: larger ones take over smaller ones."""
    numbers = iter(network.weights)
    left = [(images, [*islice(numbers, 1 << len(images[0]))]) for images in tuples]
    for images, weights in sorted(left, key=lambda pair: len(pair[0][0])):
        for others, sums in left:
            if places := _places_within(others, images):
                for content in range(len(sums)):
                    bits = f"{content:0{len(others[0])}b}"
                    sums[content] += weights[int("".join(bits[at] for at in places), 2)]
                left.remove((images, weights))
                break
    result = Network([images for images, _ in left], network.words)
    result.weights = array("q", chain.from_iterable(weights for _, weights in left))
    return result


def _places_within(larger: list[list[int]], images: list[list[int]]) -> list[int]:
    """The places of a larger tuple's bits that have these images; none if there are none."""
    for row in images:
        if set(row) < set(larger[0]):
            places = [larger[0].index(bit) for bit in row]
            if sorted([image[at] for at in places] for image in larger) == sorted(images):
                return places
    return []


# Groups of bits.


def _groups(game: Game[Any], seen: Sequence[tuple[Any, int]], but: Collection[int]) -> list[Group]:
    """The groups of all bits that change, but some."""
    columns = {
        bit: column
        for bit, column in _bit_columns(game, [position for position, _ in seen]).items()
        if 0 < column < (1 << len(seen)) - 1 and bit not in but
    }
    often = {bit for bit, column in columns.items() if column.bit_count() > len(seen) // RARE}
    by_cell: dict[tuple[int, int] | None, list[int]] = {None: []}
    parts = _cell_parts(game, seen)
    for bit, column in columns.items():
        fits = (at for at, looks in parts.items() if all(column & one in (0, one) for one in looks))
        by_cell.setdefault(next(fits, None), []).append(bit)
    without_cell = by_cell.pop(None)
    if 2 * len(without_cell) > len(columns):  # cells determine the others by chance
        by_cell, without_cell = {}, [*columns]
    found = []
    for place, bits in by_cell.items():
        if len(bits) <= TUPLE_BITS:
            found.append(Group(tuple(bits), place))
        else:
            without_cell += bits
    for run in _runs(sorted(often.intersection(without_cell))):
        found += [Group(run)] if len(run) <= NUMBER_BITS else [Group((bit,)) for bit in run]
    return found + [Group((bit,), is_rare=True) for bit in without_cell if bit not in often]


def _bit_columns(game: Game[Any], positions: Sequence[Any]) -> dict[int, int]:
    """The positions in which each bit is set, as a set of their numbers, by the bit's address."""
    columns, each = {}, _field_bits(game)
    for field, numbers in enumerate(zip(*positions, strict=True)):
        for bit in range(each):
            column = sum(1 << i for i, number in enumerate(numbers) if number >> bit & 1)
            columns[field * each + bit] = column
    return columns


def _field_bits(game: Game[Any]) -> int:
    """The bits of one of a position's numbers."""
    return words_of(game, game.start()) // len(game.start()) * WORD_SIZE


def _cell_parts(
    game: Game[Any], seen: Sequence[tuple[Any, int]]
) -> dict[tuple[int, int], list[int]]:
    """The sets of positions in which a cell looks the same, by the place of the cell."""
    parts: dict[tuple[int, int], dict[Any, int]] = {}
    with suppress(Exception):  # a user's board; without it the bits are grouped as numbers
        for number, (position, turn) in enumerate(seen):
            for cell in game.board(position, turn).cells:
                looks = parts.setdefault((cell.column, cell.row), {})
                look = (cell.mark, turn)
                looks[look] = looks.get(look, 0) | 1 << number
        return {place: list(looks.values()) for place, looks in parts.items()}
    return {}


def _runs(bits: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """The runs of neighbouring bits of a word."""
    run: list[int] = []
    for bit in bits:
        if run and (bit != run[-1] + 1 or bit % WORD_SIZE == 0):
            yield tuple(run)
            run = []
        run.append(bit)
    if run:
        yield tuple(run)


def _walk(groups: Sequence[Group], random: Random) -> tuple[int, ...]:
    """Neighbouring groups, as many as there is room for; their numbers."""
    common = [number for number, group in enumerate(groups) if not group.is_rare]
    chosen = [random.choice(common or range(len(groups)))]
    bits = len(groups[chosen[0]].bits)
    while True:
        near = [
            number
            for number in common
            if number not in chosen
            and bits + len(groups[number].bits) <= TUPLE_BITS
            and any(groups[number].is_near(groups[each]) for each in chosen)
        ]
        if not near:
            return tuple(sorted(chosen))
        chosen.append(random.choice(near))
        bits += len(groups[chosen[-1]].bits)


def _lines(game: Game[Any], groups: Sequence[Group], side: Sequence[int]) -> Tuples:
    """The lines of a game that lines decide: images of one tuple are all lines of a length.

    They share their weights wherever they lie. A line with too many bits is cut.
    """
    lines = getattr(game, "board_lines", ())
    cells = game.board(game.start(), FIRST).cells if lines else ()
    at = {group.place: group.bits for group in groups}
    found: dict[int, list[list[int]]] = {}
    for line in lines:
        places = [(cells[cell].column, cells[cell].row) for cell in cells_of(line)]
        bits = [bit for place in places for bit in at.get(place, ())]
        for cut in range(0, len(bits), TUPLE_BITS):
            row = [*side, *bits[cut : cut + TUPLE_BITS]]
            found.setdefault(len(row), []).append(row)
    return list(found.values())


# Symmetries: what follows an image of a position must be the image of what follows it.


def _symmetries(
    game: Game[Any], groups: Sequence[Group], positions: Sequence[Any]
) -> list[Sequence[int]]:
    """The turns and reflections that the rules allow, as the group that each group becomes."""
    found = dict.fromkeys(map(tuple, _mappings(groups)))
    allowed = [to for to in found if _commutes(game, _image_by(game, groups, to), positions)]
    return [*allowed] or [range(len(groups))]


def _mappings(groups: Sequence[Group]) -> Iterator[Sequence[int]]:
    """The turns and reflections of the board that take each cell to one with as many bits."""
    places = {group.place: number for number, group in enumerate(groups) if group.place}
    columns = [column for column, _ in places]
    rows = [row for _, row in places]
    for number in range(8 if places else 0):
        to = list(range(len(groups)))
        for (column, row), each in places.items():
            x = max(columns) + min(columns) - column if number & 1 else column
            y = max(rows) + min(rows) - row if number & 2 else row
            to[each] = places.get((y, x) if number & 4 else (x, y), -1)
        if -1 not in to and all(
            len(groups[each].bits) == len(group.bits)
            for group, each in zip(groups, to, strict=True)
        ):
            yield to


def _image_by(game: Game[Any], groups: Sequence[Group], to: Sequence[int]) -> Image:
    bits = _field_bits(game)
    goals = {
        bit: goal
        for group, each in zip(groups, to, strict=True)
        for bit, goal in zip(group.bits, groups[each].bits, strict=True)
    }

    def image(position: Any) -> Any:
        numbers = list(position)
        for bit in goals:
            numbers[bit // bits] &= ~(1 << bit % bits)
        for bit, goal in goals.items():
            numbers[goal // bits] |= (position[bit // bits] >> bit % bits & 1) << goal % bits
        return type(position)(*numbers)

    return image


def _commutes(game: Game[Any], image: Image, positions: Sequence[Any]) -> bool:
    """Whether what follows an image is the image of what follows, in some of the positions."""

    def following(position: Any) -> set[Any]:
        return {game.play(position, move) for move in legal_moves(game, position)}

    tried = 0
    with suppress(Exception):  # in an image that is no position, rules may do anything
        for position in positions[::APART]:
            after, other = following(position), image(position)
            if game.outcome(other) != game.outcome(position):
                return False
            if following(other) != set(map(image, after)):
                return False
            tried += len(after)
            if tried >= TRIED_MOVES:
                break
        return True
    return False


def _side(game: Game[Any], seen: Sequence[tuple[Any, int]]) -> tuple[list[int], int]:
    """The bit that every tuple contains, of the side to move, if it matters; and a useless bit.

    Where a bit of the position says whose turn it is, rules that do not depend on it make it
    useless. It is -1 if there is none.
    """
    positions = [position for position, _ in seen]
    every = (1 << len(seen)) - 1
    second = sum(1 << number for number, (_, turn) in enumerate(seen) if turn != FIRST)
    for bit, column in _bit_columns(game, positions).items():
        if column and column in (second, every - second):
            useless = _commutes(game, _flipped(game, bit), positions)
            return ([], bit) if useless else ([bit], -1)
    known = knowledge_of(game)
    if len({known.side(position) for position in positions}) == 1:
        return [], -1
    return [words_of(game, positions[0]) << BIT_OF_WORD], -1


def _flipped(game: Game[Any], bit: int) -> Image:
    each = _field_bits(game)

    def image(position: Any) -> Any:
        numbers = list(position)
        numbers[bit // each] ^= 1 << bit % each
        return type(position)(*numbers)

    return image
