"""Marks set up by hand: every position of a game can be made so, and what is none says why."""

import random
from typing import Any

import pytest

from noughts.answers.question import Question
from noughts.game import legal_moves, turn_after
from noughts.games import registry
from noughts.games.registry import ENTRIES
from noughts.web.editor import (
    Arrangement,
    arranged,
    brushes_of,
    can_be_arranged,
    empty,
    read_signs,
)
from noughts.web.view import BadRequest
from tests.each import each


def find_game(spec: str) -> Any:
    """The game, whatever its class."""
    return registry.find_game(spec)


SPECS = [spec for entry in ENTRIES.values() for spec in (entry.name, *entry.says("examples"))]
MADE_OF_MARKS = [spec for spec in SPECS if can_be_arranged(find_game(spec))]


def some_position(game, chance) -> Question:
    """Somewhere in a game, perhaps at its end."""
    position, turn = game.start(), 0
    for _ in range(chance.randrange(game.cells + 1)):
        moves = legal_moves(game, position)
        if not moves:
            break
        position = game.play(position, chance.choice(moves))
        turn = turn_after(game, turn, position)
    return Question(game, position, turn)


def test_the_games_whose_positions_are_more_than_marks_are_not_set_up_so():
    # Ages of marks, numbers, the board where to play, heaps, a bar.
    left_out = {spec.partition(":")[0] for spec in SPECS} - {
        spec.partition(":")[0] for spec in MADE_OF_MARKS
    }
    assert left_out == {
        "threemarks", "numerical", "ultimate", "nim", "chomp", "dots", "kalah",
    }  # fmt: skip


@each("spec", MADE_OF_MARKS)
def test_every_position_can_be_set_up_cell_by_cell(spec):
    game, chance = find_game(spec), random.Random(spec)
    for _ in range(20):
        asked = some_position(game, chance)
        cells = [cell for cell in game.board(*asked[1:]).cells if cell.mark]
        chance.shuffle(cells)
        if game.falls:
            cells.sort(key=lambda cell: -cell.row)
        made = empty(game)
        for cell in cells:
            made = made.changed(cell.name, "xo"[cell.side])
        assert asked.turn in made.turns
        made = made._replace(turn=asked.turn)
        assert made.question == asked
        assert made.why_not == ""
        assert arranged(asked).signs == made.signs


@each("spec", MADE_OF_MARKS)
def test_what_is_set_up_is_what_is_drawn(spec):
    game, chance = find_game(spec), random.Random(spec)
    for _ in range(10):
        asked = some_position(game, chance)
        drawn = [(c.name, c.mark, c.side) for c in game.board(*asked[1:]).cells]
        assert [(c.name, c.mark, c.side) for c in arranged(asked).board.cells] == drawn


@each(
    "spec, signs, why",
    [
        ("tictactoe", "xx.......", "There are 2 X and 0 O"),
        ("tictactoe", "xxxooo...", "is to move but already has a line"),
        ("tictactoe", "xxx...oo.", ""),
        ("wild", "xx.......", ""),  # both may put an X
        ("notakto:1", "xxxxxx...", "No single mark completes the lines"),
        ("connectfour:2,2,2", "xo..", "The cell below"),
        ("morris", "xxxxooo..", "has 4 marks"),
    ],
)
def test_a_word_why_it_is_none(spec, signs, why):
    made = Arrangement(find_game(spec), signs)
    assert why in made.why_not
    assert bool(made.turns) == (not why)


def test_where_all_marks_lie_on_the_board_one_chooses_who_is_to_move():
    # Three Men's Morris: from six marks on their number does not tell.
    made = Arrangement(find_game("morris"), "xxoo.x.o.")
    assert made.turns == [0, 1]
    assert made._replace(turn=1).question.turn == 1
    # Elsewhere it tells, and who began where that is free.
    for game, signs, turns in [
        ("morris", "xo.......", [0, 1]), ("tictactoe", "xo.......", [0, 1]),
        ("tictactoe", "o........", [0]), ("tictactoe", "x........", [1]),
        ("hex:3", "xo.......", [0]), ("hex:3", "o........", []),
    ]:  # fmt: skip
        assert Arrangement(find_game(game), signs).turns == turns


def test_marks_fall_and_what_is_taken_away_lets_others_fall():
    made = empty(find_game("connectfour:4,4"))
    for brush in "xox":
        made = made.changed("2d", brush)  # falls
    assert made.text == "4/1x2/1o2/1x2"
    assert made.changed("2b", "o").text == "4/4/1x2/1x2"
    assert made.changed("2b", "x").text == "4/1x2/1x2/1x2"
    assert made.changed("2a", "erase").text == "4/4/1x2/1o2"
    assert made.changed("2d", "erase") == made


def test_a_mark_put_twice_is_taken_away():
    made = empty(find_game("tictactoe")).changed("b2", "x")
    assert made.changed("b2", "x").signs == "." * 9
    assert made.changed("b2", "o").text == "3/1o1/3"
    assert made.changed("b2", "erase").signs == "." * 9


def test_what_is_no_board_is_refused():
    game = find_game("tictactoe")
    for signs, turn in (("x", ""), ("x" * 8 + "?", ""), ("." * 9, "z")):
        with pytest.raises(BadRequest):
            read_signs(game, signs, turn)
    with pytest.raises(BadRequest):
        read_signs(find_game("notakto:1"), "o" * 9, "")
    with pytest.raises(BadRequest):
        empty(game).changed("z9", "x")
    with pytest.raises(BadRequest):
        empty(game).changed("a1", "q")
    assert "o" not in brushes_of(find_game("notakto"))
