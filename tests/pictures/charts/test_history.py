"""The course of a game as a picture, read back."""

from itertools import combinations, pairwise

import pytest

from noughts import find_game
from noughts.analysis.game_record import Record
from noughts.analysis.review import review
from noughts.pictures.charts.history import history
from noughts.solving.api import solver_for
from tests.each import each
from tests.pictures.reading import boxes, classed, frame, letters, texts


def course(spec, moves, budget=None, **more):
    game = find_game(spec)
    reviewed = review(Record.of(game, game.read_moves(moves)), solver_for(game, budget))
    return history(reviewed, **more)


def across(svg, name="stood"):
    return [float(dot.attrib["cx"]) for dot in classed(svg, name)]


# An edge answers the centre: X wins in 5 from there (design, section 6, "replies that hold the
# draw"); after it X plays on without a mistake.
LOST = "b2 b1 a1 c3 a3 c1 a2"


def test_a_game_stands_in_the_middle_until_the_mistake_and_then_drifts_outwards_by_equal_steps():
    start, first, *rest = across(course("tictactoe", LOST).svg)
    assert start == first  # a draw
    steps = [before - after for before, after in pairwise(rest)]
    assert steps == pytest.approx([steps[0]] * 5, abs=0.02)
    assert steps[0] > 0  # X wins, to the left
    assert first - rest[0] == pytest.approx(steps[0], abs=0.02)


def test_one_row_a_ply_with_its_move_and_the_mistake_marked():
    svg = course("tictactoe", LOST).svg
    rows = [letters(ply)[0] for ply in classed(svg, "ply")]
    assert rows == ["start", "1. X b2", "2. O b1 ??", "3. X a1", "4. O c3", "5. X a3", "6. O c1",
                    "7. X a2"]  # fmt: skip
    assert len(classed(svg, "mistake")) == 1


def test_moves_not_taken_are_dots_in_their_row():
    plies = classed(course("tictactoe", "b2 b1").svg, "ply")
    after_edge = [dot for dot in plies[2] if "other" in dot.get("class", "")]
    # Of the eight answers to the centre the corners draw and the edges lose alike.
    assert len(after_edge) == 1
    assert not [dot for dot in plies[0] if "other" in dot.get("class", "")]


def test_the_second_players_wins_are_to_the_right():
    xs = across(course("tictactoe", "a1 b2 a2 a3 b1 c1").svg)
    assert xs[-1] > xs[0]


def test_a_slower_win_is_dashed_and_no_mistake():
    svg = course("tictactoe", "a3 c3 b3 a2 b2 a1 c2").svg  # at b1 or c1 X had won at once
    assert letters(classed(svg, "ply")[-1]) == ["7. X c2 ?!"]
    ways = classed(svg, "ways")[0]
    assert ways[-1].get("stroke-dasharray")
    assert ways[-1].get("class") == "way"


def test_unknown_values_leave_gaps():
    picture = course("mnk:7,7,5", "d4 d5", budget=10)
    assert not classed(picture.svg, "stood")
    assert "unknown" in picture.description


# The other themes differ from the first in colours alone.
@each(
    "spec, moves",
    [("tictactoe", LOST), ("tictactoe", "b2"), ("wild", "xb2"), ("morris", "b2 a1 c1 a3 a2 c2"),
     ("nim:3,4,5", "a1 b4 c5 a2")],
    large=[("connectfour:5,4", "33342214"), ("numerical", "b2=5")],
)  # fmt: skip
@each("theme", ["light", "currentColor"])
def test_nothing_is_cut_off_and_no_text_lies_on_another(spec, moves, theme):
    svg = course(spec, moves, theme=theme).svg
    assert not [box for box in boxes(svg) if not box.within(frame(svg))]
    assert not [pair for pair in combinations(texts(svg), 2) if pair[0].overlaps(pair[1])]


def test_it_is_told_in_words():
    assert course("tictactoe", LOST).description == (
        "start: draw. 1. X b2: draw. 2. O b1 ??: X wins in 5. 3. X a1: X wins in 4. "
        "4. O c3: X wins in 3. 5. X a3: X wins in 2. 6. O c1: X wins in 1. 7. X a2: X has won."
    )
