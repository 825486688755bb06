"""A line game drawn click by click: every one can be, and what is none says why."""

import pytest

from noughts import MNK, find_game
from noughts.errors import NoughtsError
from noughts.games.lines import Parts
from noughts.web.draw_page import Drawing, drawing_of
from tests.each import each


def clicks(drawing: Drawing, names: str, put: str = "line") -> Drawing:
    for name in names.split():
        drawing = drawing.clicked(name, put)
    return drawing


def test_a_game_is_drawn_click_by_click():
    drawn = clicks(Drawing(Parts()), "b2", "cell").of_size(4, 3)
    for line in ("d1 d2", "a1 b1 c1", "c3 a3 b3", "a1 a2 a3"):
        drawn = clicks(drawn, line).added()
    drawn = drawn.without(0).called("Ring", misere=True)
    assert drawn.game == find_game("lines:4,3,-b2,a1b1c1,a3b3c3,a1a2a3,misere,name=Ring")
    assert drawing_of(drawn.spec) == drawn


def test_a_second_click_undoes_the_first():
    empty = Drawing(Parts())
    assert clicks(empty, "a1 b2 a1 b2") == empty
    assert clicks(empty, "a1 a1", "cell") == empty


def test_what_the_board_has_no_room_for_goes():
    drawn = clicks(clicks(Drawing(Parts()), "a1 b2 c3").added(), "a1 a2 c1")
    assert clicks(drawn, "b2", "cell").parts.lines == ()
    assert clicks(drawn, "c1", "cell").chosen == ("a1", "a2")
    smaller = clicks(drawn, "c3", "cell").of_size(2, 3)
    assert (smaller.parts, smaller.chosen) == (Parts(2, 3), ("a1", "a2"))


def test_a_line_game_of_the_house_is_drawn_on():
    assert len(drawing_of("tictactoe").parts.lines) == 8
    game = drawing_of("mnk:4,3,3,misere").game
    assert set(game.board_lines) == set(MNK(4, 3, 3).board_lines)
    assert game.misere
    for spec in ("standardgomoku:4,4,3", "hex:3", "connectfour", "notakto:2"):
        with pytest.raises(NoughtsError, match="is no line game"):
            drawing_of(spec)


@each(
    "names, message",
    [("", "at least two cells"), ("a1", "at least two cells"), ("c1 a1 b1", "there already")],
)
def test_what_is_no_new_line(names, message):
    drawn = clicks(Drawing(Parts()), "a1 b1 c1").added()
    with pytest.raises(NoughtsError, match=message):
        clicks(drawn, names).added()


def test_what_cannot_be_clicked_or_drawn_on():
    drawn = clicks(Drawing(Parts()), "b2", "cell")
    for name, put in (("z9", "line"), ("b2", "line"), ("a1", "x"), ("", "cell")):
        with pytest.raises(NoughtsError):
            drawn.clicked(name, put)
    for size in ((0, 3), (3, 16)):
        with pytest.raises(NoughtsError, match="1 to 15 columns"):
            drawn.of_size(*size)
    with pytest.raises(NoughtsError, match="cannot be a name"):
        drawn.called("a,b", misere=False)


@each(
    "spec, message",
    [
        ("lines:8,8", "8×8: a board has 1 to 62 cells"),
        ("lines:2,1,-a1b1", "a board has 1 to 62 cells"),
        ("lines:2,2,-a1b1", "row 1 has no cell"),
    ],
)
def test_what_is_no_board_says_why_before_there_is_a_line(spec, message):
    assert message in drawing_of(spec).why_not


@each(
    "spec, message",
    [
        ("lines:x", "is not a line game"),
        ("lines:3,3,a9b9", "outside of its board"),
        ("lines:3,3,-z9", "outside of its board"),
        ("lines:99,99", "1 to 15 columns"),
        ("lines:3,3" + ",a1b1" * 200, "too large for the page"),
        ("mnk:15,15,5", "a board has 1 to 62 cells"),
        ("chess", "Unknown game"),
    ],
)
def test_what_cannot_be_read(spec, message):
    with pytest.raises(NoughtsError, match=message):
        drawing_of(spec)
