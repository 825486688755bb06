"""Small parts of `games`, by example."""

# mypy: no-check-untyped-defs

from noughts.games.common.cell_game import by_goal
from noughts.games.common.moving_men import threes_of
from noughts.games.cube import SPLIT, CubeMarks, joined_cells
from noughts.games.kalah import Kalah, counters
from noughts.games.lines import (
    Lines,
    Parts,
    content_of,
    game_of,
    line_game,
    lines_from_text,
    parts_from,
    parts_from_text,
    text_of_lines,
)
from noughts.games.mnk import MNK
from noughts.games.registry import about, find_game, rules_of, spec_of
from noughts.games.spec import parts
from noughts.games.ultimate import all_marks, nine_of, reading_order
from noughts.games.user_files import files_of


def test_lines_by_example():
    assert content_of(MNK(3, 1, 2), "Two in a row")["lines"] == ["a1 b1", "b1 c1"]

    assert (
        Parts(holes=("b2",), lines=(("a1", "b1"),), title="Ring").text == "3,3,-b2,a1b1,name=Ring"
    )
    assert lines_from_text("2,2,a1a2,misere").misere
    assert parts_from_text("3,3,-b2").holes == ("b2",)
    assert line_game(3, 3, [["a1", "b2", "c3"]], holes=["b3"]).cells == 8
    assert parts_from(Lines(2, 2, 0, (0b11,), title="Pair")).lines == (("a2", "b2"),)
    assert (
        text_of_lines(lines_from_text("3,3,-b2,a3b3c3,c1b1a1,misere,name=Ring"))
        == "3,3,-b2,a3b3c3,a1b1c1,misere,name=Ring"
    )
    assert game_of({"board": ["..", ".."], "lines": ["a1 b2"]}).winning == (6,)


def test_registry_by_example():
    assert spec_of(MNK(4, 4, 3)) == "mnk:4,4,3"

    assert about(find_game("mnk:4,4,3")) == "k in a row on m columns and n rows"
    assert (
        str(rules_of(find_game("mnk:4,3,3")).partition(".")[0])
        == "The players mark cells in turn; the first with three in a row, column or diagonal wins"
    )


def test_user_files_by_example():
    path, name, given = parts("games/mine.py:Mine:4,3")
    assert (path.name, name, given) == ("mine.py", "Mine", "4,3")

    assert files_of("tictactoe") == []


def test_common_grid_by_example():
    assert by_goal([4, 13, 5], 9) == {4: (4, 13), 5: (5,)}


def test_common_moving_men_by_example():
    assert threes_of(((0, 1, 2, 3),)) == (0b0111, 0b1110)


def test_cube_by_example():
    assert joined_cells(CubeMarks(1, 0, 0, 1)) == (1, 1 << SPLIT)


def test_kalah_by_example():
    assert counters(Kalah(3, 4).start().mine, 0) == 4


def test_ultimate_by_example():
    assert nine_of(0b101 << 9, 0, 1) == 5
    assert all_marks(0b1, 0b1 << 26) == 1 | 1 << 80
    assert (reading_order(9), reading_order(3), reading_order(reading_order(77))) == (3, 9, 77)
