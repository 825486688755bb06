"""The symmetries of a board, against turning and mirroring by coordinates."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.games.common.cell_game import Marks
from noughts.games.mnk import MNK
from noughts.games.registry import find_game
from noughts.games.tictactoe import TicTacToe
from noughts.knowledge import knowledge_of, symmetry
from noughts.knowledge.line_game import MNKKnowledge
from noughts.search.context import SearchContext
from noughts.search.exact import exact
from noughts.search.table import DictTable
from noughts.value import INFINITY
from tests import reference
from tests.each import each
from tests.samples import late_positions

SIZES = [(3, 3, 8), (4, 3, 4), (3, 4, 4), (4, 4, 8), (7, 7, 8), (8, 7, 4), (31, 2, 4), (1, 1, 1),
         (5, 1, 2), (1, 5, 2), (2, 2, 8)]  # fmt: skip
Picture = tuple[tuple[int, ...], ...]


def images(picture: Picture) -> Iterator[Picture]:
    """All that a picture of rows becomes by mirroring and, if it is square, by turning."""
    quarter_turn = len(picture) == len(picture[0])
    for _ in range(4 if quarter_turn else 1):
        if quarter_turn:
            picture = tuple(zip(*picture[::-1], strict=True))
        for upright in (picture, picture[::-1]):
            yield upright
            yield tuple(row[::-1] for row in upright)


def picture_of(position: Marks, columns: int, rows: int) -> Picture:
    """1 for a cell of mine, 2 for one of theirs."""
    return tuple(
        tuple(
            (position.mine >> row * columns + column & 1)
            + 2 * (position.theirs >> row * columns + column & 1)
            for column in range(columns)
        )
        for row in range(rows)
    )


def position_of(picture: Picture) -> Marks:
    flat = [cell for row in picture for cell in row]
    return Marks(*(sum(1 << i for i, cell in enumerate(flat) if cell == side) for side in (1, 2)))


@each(("columns", "rows", "number"), SIZES)
def test_the_symmetries_are_those_of_the_picture(columns, rows, number):
    numbers = range(columns * rows)
    picture = tuple(tuple(numbers[row * columns : (row + 1) * columns]) for row in range(rows))
    expected = {tuple(cell for row in image for cell in row) for image in images(picture)}
    found = symmetry.of_rectangle(columns, rows)
    assert len(found) == len(set(found)) == number
    assert found[0] == tuple(numbers)
    # A permutation and its inverse both belong, whichever way it is written down.
    assert set(found) == expected


BOARDS = [TicTacToe(), MNK(4, 3, 3), MNK(4, 4, 4), MNK(7, 7, 5), MNK(8, 7, 5), MNK(2, 31, 5),
          MNK(26, 2, 3), MNK(5, 1, 3), MNK(1, 62, 3)]  # fmt: skip


@given(st.sampled_from(BOARDS), st.data())
def test_all_images_of_a_position_share_one_canonical_position(game, data):
    cells = data.draw(
        st.lists(st.sampled_from((0, 1, 2)), min_size=game.cells, max_size=game.cells)
    )
    picture = tuple(
        tuple(cells[row * game.columns : (row + 1) * game.columns]) for row in range(game.rows)
    )
    all_images = {position_of(image) for image in images(picture)}
    known = knowledge_of(game)
    (canonical,) = {known.canonical(image) for image in all_images}
    assert canonical <= min(all_images)  # the lines may have more symmetries than the board
    assert picture_of(position_of(picture), game.columns, game.rows) == picture


@given(st.sampled_from(BOARDS), st.randoms(use_true_random=False))
def test_folding_twice_is_folding_once(game, random):
    mine = random.getrandbits(game.cells)
    position = Marks(mine, random.getrandbits(game.cells) & ~mine)
    known = knowledge_of(game)
    once = known.canonical(position)
    assert known.canonical(once) == once


def test_a_position_and_its_canonical_one_are_worth_the_same():
    @cache
    def board_of(mine: int, theirs: int) -> str:
        sides = "xo" if mine.bit_count() == theirs.bit_count() else "ox"
        return "".join(
            sides[0] if mine >> i & 1 else sides[1] if theirs >> i & 1 else "." for i in range(9)
        )

    for board in reference.positions():
        folded = knowledge_of(TicTacToe()).canonical(Marks(*reference.sets(board)))
        assert reference.worth(board_of(*folded)) == reference.worth(board)


class Unfolded(MNKKnowledge):
    """What is known without the symmetries."""

    def canonical(self, position):
        return position


def test_folding_changes_no_value_on_a_larger_board():
    game = MNK(4, 3, 3)
    for position in late_positions(game, 7, 40):
        scores = {
            exact(known, position, -INFINITY, INFINITY, SearchContext(), DictTable())
            for known in (knowledge_of(game), Unfolded(game))
        }
        assert len(scores) == 1


@given(
    st.lists(st.integers(0, 61), unique=True, min_size=62, max_size=62), st.integers(0, 2**62 - 1)
)
def test_the_table_of_pieces_moves_sets_as_the_permutation_does(permutation, cells):
    table = symmetry.image_table([tuple(permutation)])
    expected = sum(1 << permutation[cell] for cell in range(62) if cells >> cell & 1)
    assert symmetry.image(table, 0, cells) == symmetry.moved(cells, tuple(permutation)) == expected
    assert len(table) == symmetry.span(62)


def known_of(game) -> Any:
    """What is known of a game, of which no type checker knows that it has symmetries."""
    return knowledge_of(game)


# Lines that are nearly alike: a search that tries all images has no end there.
MANY_IMAGES = ["mnk:12,12,12", "mnk:8,8,8,torus", "mnk:19,19,18", "mnk:19,19,19,torus",
               "wild:12,12,12", "mnk:1,62,62", "mnk:16,13,13,cylinder"]  # fmt: skip


@pytest.mark.parametrize("spec", MANY_IMAGES)
def test_the_search_for_symmetries_ends(spec, monkeypatch):
    tried = 0

    def counted(cells, images):
        nonlocal tried
        tried += 1
        return moved(cells, images)

    moved = symmetry.moved
    monkeypatch.setattr(symmetry, "moved", counted)
    game: Any = find_game(spec)
    found = known_of(game).symmetries
    assert tried < 10 * symmetry.TRIES
    assert found[0] == tuple(range(game.cells))
    lines = set(game.board_lines)
    assert all({moved(line, each) for line in lines} == lines for each in found)


@each(("spec", "number"), [
    ("mnk:8,8,8,torus", 8 * 64), ("mnk:9,9,5,torus", 8 * 81), ("mnk:12,12,12", 8),
])  # fmt: skip
def test_the_turns_and_shifts_of_a_board_are_found(spec, number):
    found = set(known_of(find_game(spec)).symmetries)
    assert len(found) == number
    some = list(found)[:: number // 8]
    assert {tuple(one[cell] for cell in other) for one in some for other in some} <= found
