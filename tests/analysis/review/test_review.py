"""A review's values and grades, held against the paper; what a lesson asks and accepts."""

import pytest

from noughts.analysis.game_record import Record
from noughts.analysis.review import Grade, Lesson, review
from noughts.analysis.review_text import (
    answer_text,
    hint_text,
    lesson_end,
    question_text,
    review_text,
)
from noughts.errors import IllegalMove, MatchError
from noughts.games.mnk import MNK
from noughts.games.tictactoe import TicTacToe
from noughts.players.match import Match
from noughts.players.player import RandomPlayer
from noughts.solving.solver import Solver
from noughts.value import OPEN
from tests.analysis.paper import Paper, empty, move_value, rank, value
from tests.each import each

GAME = TicTacToe()
LOST = "b2 b1 a1 c3 a3 c1 a2"  # O's b1 loses; an edge never holds against the centre


def record(moves, game=GAME):
    return Record.of(game, map(game.read, moves.split()))


def expected_grade(before, after):
    """The grade of a move, from (outcome, plies) before it and of it."""
    if rank(before) == rank(after):
        return Grade.BEST
    names = {
        (1, 1): Grade.SLOW_WIN,
        (-1, -1): Grade.EARLY_LOSS,
        (1, 0): Grade.WIN_TO_DRAW,
        (1, -1): Grade.WIN_TO_LOSS,
        (0, -1): Grade.DRAW_TO_LOSS,
    }
    return names[before[0], after[0]]


@each(
    "game, paper",
    [(GAME, Paper(3, 3, 3)), (MNK(3, 3, 3, misere=True), Paper(3, 3, 3, misere=True))],
)
def test_random_games_are_graded_as_on_paper(game, paper):
    solver, met = Solver(game), set()
    for seed in range(60):
        match = Match(game, RandomPlayer(seed), RandomPlayer(seed + 1_000))
        match.run()
        reviewed = review(match, solver)
        for move, position in zip(reviewed.moves, match.positions, strict=False):
            board, side = paper.board(game.text(position, move.turn))
            before = value(paper, board, side)
            after = move_value(paper, board, move.explained.move, side)
            assert move.grade == expected_grade(before, after)
            best = {
                c for c in empty(board) if rank(move_value(paper, board, c, side)) == rank(before)
            }
            assert {better.move for better in move.better} == (best if move.bad else set())
            assert move.plies_lost == (abs(after[1] - before[1]) if move.grade.slip else 0)
            met.add(move.grade)
        assert len(reviewed.values) == len(match.moves) + 1
    assert met >= {*Grade} - {Grade.UNKNOWN, Grade.SLOW_WIN}


def test_the_review_of_a_match_is_that_of_its_record():
    match = Match(GAME)
    for name in LOST.split():
        match.play(GAME.read(name))
    assert review(match) == review(record(LOST))


def test_accuracy_counts_kept_values_slips_and_mistakes():
    first, second = review(record(LOST)).accuracies
    assert (first.moves, first.best, first.slips, first.mistakes) == (4, 4, 0, 0)
    assert (second.moves, second.best, second.slips, second.mistakes) == (3, 2, 0, 1)
    assert (first.share, second.share) == (1, 2 / 3)


def test_nothing_is_graded_where_nothing_is_proved():
    game = MNK(7, 7, 5)
    reviewed = review(record("d4 a1 d5", game), Solver(game, budget=10))
    assert {move.grade for move in reviewed.moves} == {Grade.UNKNOWN}
    assert not reviewed.bad_moves
    assert reviewed.accuracy(0).share is None


def test_a_review_may_begin_anywhere_and_be_empty():
    position, turn = GAME.parse("3/1x1/3 o")
    reviewed = review(Record.of(GAME, [1], position, turn))
    assert [(move.turn, move.ply, move.bad) for move in reviewed.moves] == [(1, 1, True)]
    assert "No moves yet." in review_text(review(record("")))


def test_the_text_of_a_review():
    text = review_text(review(record(LOST)))
    assert text.startswith("  1. X b2   draw\n  2. O b1   loss in 6  throws the draw away\n")
    assert "Move 2. O's move b1 takes an edge, but loses in 6" in text
    assert text.count("Move ") == 1
    assert "O: 2 of 3 moves best (67%): one mistake." in text


# Lessons.


def lesson(moves=LOST, turn=None):
    return Lesson(review(record(moves)), turn)


def test_a_lesson_asks_the_bad_moves_of_one_side():
    moves = "b2 b1 c3 a1 b3"  # b1 throws the draw away, b3 the win
    assert [move.ply for move in lesson(moves).questions] == [2, 5]
    assert [move.ply for move in lesson(moves, turn=0).questions] == [5]
    assert lesson(moves, turn=0).number == 1


@each("corner", ["a1", "a3", "c1", "c3"])
def test_every_move_that_keeps_the_value_is_right(corner):
    taught = lesson()
    answer = taught.answer(GAME.read(corner))
    assert answer.right
    assert taught.over
    assert (taught.solved, taught.right_at_once) == (1, 1)
    assert answer_text(answer) == f"Right. {corner}: takes a corner and holds the draw."


def test_wrong_answers_lead_nowhere_and_do_not_tell_the_solution():
    taught = lesson()
    played = taught.answer(GAME.read("b1"))
    assert (played.right, played.again) == (False, True)
    edge = taught.answer(GAME.read("b3"))
    assert (edge.right, edge.again, edge.grade) == (False, False, Grade.DRAW_TO_LOSS)
    assert answer_text(edge).startswith("That loses in 6: X answers a3")
    assert not taught.over
    assert taught.answer(GAME.read("a1")).right
    assert (taught.solved, taught.right_at_once) == (1, 0)


def test_an_illegal_answer_changes_nothing():
    taught = lesson()
    with pytest.raises(IllegalMove, match="b2 is already taken"):
        taught.answer(GAME.read("b2"))
    assert taught.answer(GAME.read("a1")).right
    assert taught.right_at_once == 1


def test_hints_tell_more_each_time_and_a_hint_is_no_first_attempt():
    taught = lesson()
    corners = {GAME.read(name) for name in ("a1", "a3", "c1", "c3")}
    for level in (1, 2):
        hint = taught.hint()
        assert hint.level == level
        assert len(corners & {*hint.candidates}) == 1
        assert GAME.read("b1") not in hint.candidates
    assert {*taught.hint().candidates} == corners
    assert taught.hint().level == 3
    assert "a3" not in hint_text(lesson().hint())
    taught.answer(GAME.read("a1"))
    assert (taught.solved, taught.right_at_once) == (1, 0)


def test_giving_up_tells_which_moves_were_better_and_goes_on():
    taught = lesson()
    given_up = taught.give_up()
    assert {GAME.name(move.move) for move in given_up.better} == {"a1", "a3", "c1", "c3"}
    assert taught.over
    assert lesson_end(taught) == "One question: 0 solved, 0 at the first try."


def test_a_lesson_that_is_over_asks_nothing_more():
    taught = lesson("b2 a1")
    assert taught.over
    for ask in (lambda: taught.question, taught.hint, taught.give_up, lambda: taught.answer(0)):
        with pytest.raises(MatchError, match="over"):
            ask()
    assert lesson_end(taught) == "No mistakes: nothing to retry."


def test_every_bad_move_of_random_games_can_be_answered():
    for seed in range(30):
        match = Match(GAME, RandomPlayer(seed), RandomPlayer(seed + 1))
        match.run()
        taught = Lesson(review(match))
        while not taught.over:
            question = taught.question
            assert question_text(question).endswith("Find a better move.")
            assert GAME.outcome(question.explanation.position) == OPEN
            assert not taught.answer(question.explained.move).right
            hints = [taught.hint() for _ in range(3)]
            assert all(hint_text(hint) for hint in hints)
            assert taught.answer(hints[-1].candidates[-1]).right
        assert taught.solved == len(taught.questions)


def test_a_lesson_from_a_game_that_nobody_can_solve_promises_nothing():
    game = MNK(7, 7, 5)
    record = Record.of(game, [24, 25, 17])
    lesson = Lesson(review(record, Solver(game, budget=10)))
    assert lesson.over
    assert lesson_end(lesson) == ("No mistakes found, but three moves could not be judged.")
