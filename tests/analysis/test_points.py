"""Explanations, reviews and lessons by points, held against a plain minimax of margins."""

from functools import cache
from random import Random
from typing import Any

from noughts import find_game, solve
from noughts.analysis.explain.explainer import explain, explainer_for
from noughts.analysis.explain.facts import FactKind
from noughts.analysis.explain.text import one_line
from noughts.analysis.game_record import Record
from noughts.analysis.review import Lesson, review
from noughts.analysis.review_text import answer_text, hint_text, question_text, review_text
from noughts.pictures.charts.history import history
from noughts.solving.margins import MarginSolver
from noughts.value import OPEN, Value
from tests.each import each
from tests.pictures.reading import classed, letters


@cache
def plain_margin(game, position):
    """The best margin of the player to move, by trying every line of play."""
    if game.outcome(position) != OPEN:
        return game.margin(position)
    return max(move_margins(game, position).values())


def move_margins(game, position):
    margins = {}
    for move in game.moves(position):
        after = game.play(position, move)
        same = game.mover(after) == game.mover(position)
        margins[move] = plain_margin(game, after) * (1 if same else -1)
    return margins


def points_of(explained: Any) -> int:
    """The margin of a position or a move."""
    points: int = explained.value.points
    return points


def random_play(game, random):
    positions = [game.start()]
    while game.outcome(positions[-1]) == OPEN:
        positions.append(game.play(positions[-1], random.choice(list(game.moves(positions[-1])))))
    return positions


@each("spec", ["dots:2,1", "kalah:2,2", "kalah:3,1"])
def test_by_points_every_value_is_the_margin_of_a_plain_minimax(spec):
    game: Any = find_game(spec)
    random = Random(3)
    by_points = explainer_for(game, MarginSolver(game))
    for position in {one for _ in range(6) for one in random_play(game, random)}:
        explanation = by_points.explain(position, game.mover(position))
        assert points_of(explanation) == plain_margin(game, position)
        margins = move_margins(game, position)
        assert {one.move: points_of(one) for one in explanation.moves} == margins
        best = max(margins.values(), default=0)
        assert {one.move for one in explanation.best} == {m for m in margins if margins[m] == best}
        assert [points_of(one) for one in explanation.moves] == sorted(margins.values())[::-1]


def test_by_points_a_slower_win_is_no_fault_and_a_smaller_one_is():
    # By outcome, 2 wins and 3 draws; by points, 1 loses all.
    game = find_game("kalah:3,2")
    explanation = explain(game, game.start(), 0, MarginSolver(game))
    said = {one.move: one_line(one) for one in explanation.moves}
    margins = move_margins(game, game.start())
    assert margins == {0: -8, 1: 4, 2: 0}
    assert "wins by 4; no other move wins" in said[1]
    assert "only a draw is left; 2 would win by 4" in said[2]
    assert "turns the win into a loss by 8; 2 would win by 4" in said[0]


def test_by_points_no_fact_speaks_of_the_next_win():
    game = find_game("dots:2,1")
    by_points = explainer_for(game, MarginSolver(game))
    for position in random_play(game, Random(1))[:-1]:
        for one in by_points.explain(position, game.mover(position)).moves:
            assert not one.facts.kinds & {FactKind.MISSES_WIN, FactKind.GIVES_WIN}


def test_margins_that_take_too_long_are_replaced_by_outcomes():
    game = find_game("kalah:3,2")
    found = explainer_for(game, MarginSolver(game, budget=1)).explain(game.start(), 0)
    assert isinstance(found.value, Value)
    assert found.value == solve(game).value


def played(spec, moves):
    game = find_game(spec)
    return Record.of(game, game.read_moves(moves))


@each("spec", ["dots:2,1", "kalah:2,2"])
def test_a_review_by_points_says_how_many_each_move_lost(spec):
    game, random = find_game(spec), Random(5)
    for _ in range(4):
        moves, position = [], game.start()
        lost = []
        while game.outcome(position) == OPEN:
            margins = move_margins(game, position)
            moves.append(random.choice(list(margins)))
            lost.append(max(margins.values()) - margins[moves[-1]])
            position = game.play(position, moves[-1])
        reviewed = review(Record.of(game, moves), MarginSolver(game))
        assert [move.points_lost for move in reviewed.moves] == lost
        assert [move.bad for move in reviewed.moves] == [points > 0 for points in lost]
        rows = review_text(reviewed).splitlines()[: len(moves)]
        assert [("loses" in row.split(maxsplit=3)[3][8:]) for row in rows] == [p > 0 for p in lost]


def test_a_lesson_by_points_asks_for_the_points():
    record = played("kalah:3,2", "1 1")  # O's 1 wins by 6, 2 by 8
    lesson = Lesson(review(record, MarginSolver(record.game)), turn=1)
    [question] = lesson.questions
    assert "wins by 6 instead of by 8" in question_text(question)
    assert hint_text(lesson.hint()) == "Hint: there is a move that wins by 8."
    right, wrong = (record.game.read(name) for name in "21")
    assert not lesson.answer(wrong).right
    answer = lesson.answer(right)
    assert answer.right
    assert "wins by 8" in answer_text(answer)


def test_the_picture_of_a_review_by_points_has_larger_margins_further_out():
    record = played("kalah:3,2", "1 1 2")  # best play: +4, then -8, -6, -8 for X
    picture = history(review(record, MarginSolver(record.game)))
    start, *after = [float(dot.attrib["cx"]) for dot in classed(picture.svg, "stood")]
    assert start < after[1] < after[0] == after[2]  # X leads to the left
    [axis] = classed(picture.svg, "axis")
    assert {"X wins by", "O wins by"} <= set(letters(axis))
    assert "O wins by 8" in picture.description
