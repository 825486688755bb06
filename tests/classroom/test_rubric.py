"""Rubrics: what is read, and what is refused in a sentence."""

import pytest

from noughts.classroom.rubric import DEFAULT, ITEMS, read_rubric, rubric_of
from noughts.errors import BadRubric
from noughts.game import FIRST, SECOND
from tests.each import each


def test_the_default_has_every_item_and_a_hundred_points():
    rubric = rubric_of(DEFAULT)
    assert list(rubric.points) == list(ITEMS)
    assert sum(rubric.points.values()) == 100
    assert (rubric.deductions, rubric.undecided) == ({}, 0)


def test_points_deductions_and_the_share_of_what_is_not_decided():
    rubric = rubric_of(
        "points = {legal_moves = 8, loads = 2.5}\n"
        "[deductions]\nlegal_moves = 3\n[undecided]\nshare = 0.5"
    )
    assert rubric == ({"legal_moves": 8, "loads": 2.5}, {"legal_moves": 3}, 0.5)


def test_items_of_a_seat_that_is_not_graded_do_not_count():
    rubric = rubric_of("[points]\nnever_loses_as_first = 1\nnever_loses_as_second = 2\nloads = 4")
    assert rubric.for_seats((FIRST,)).points == {"never_loses_as_first": 1, "loads": 4}
    with pytest.raises(BadRubric, match="no points for the side"):
        rubric_of("[points]\nnever_loses_as_first = 1").for_seats((SECOND,))


@each(
    "text, message",
    [
        ("[points", "not TOML"),
        ("[point]\nloads = 1", "Did you mean points?"),
        ("[points]\nlegal_move = 1", "Did you mean legal_moves?"),
        ("[points]\nbeauty = 1", "There are: loads, legal_moves"),
        ("[points]\nloads = -1", "loads in .points. is -1; give a number, 0 or more"),
        ("[points]\nloads = nan", "0 or more"),
        ("[points]\nloads = true", "True; give a number"),
        ('[points]\nloads = "ten"', "'ten'; give a number"),
        ("points = 10", "write a table, .points."),
        ("[points]\nloads = 0", "no points to earn"),
        ("", "no points to earn"),
        ("[points]\nloads = 1\n[undecided]\nshare = 2", "from 0 to 1"),
    ],
)
def test_what_makes_no_sense_is_refused(text, message):
    with pytest.raises(BadRubric, match=message):
        rubric_of(text)


def test_a_file_is_named_in_the_message(tmp_path):
    (tmp_path / "rubric.toml").write_text("[points]\nloads = -1")
    with pytest.raises(BadRubric, match=r"rubric\.toml: loads"):
        read_rubric(tmp_path / "rubric.toml")
    with pytest.raises(BadRubric, match="cannot be read"):
        read_rubric(tmp_path / "none.toml")
    (tmp_path / "rubric.toml").write_bytes(b"\xff")
    with pytest.raises(BadRubric, match="cannot be read"):
        read_rubric(tmp_path / "rubric.toml")
