"""A sitting of several games: sides, score, undo and redo."""

from unittest.mock import Mock

import pytest

from noughts.analysis.analyse import analyse
from noughts.errors import (
    CellTaken,
    GameOver,
    MatchError,
    SearchStopped,
    UnreadableMove,
    UnsuitedGame,
)
from noughts.games.mnk import MNK
from noughts.games.registry import find_game
from noughts.games.tictactoe import TicTacToe
from noughts.players.match import Match
from noughts.solving.api import solver_for
from noughts.solving.margins import MarginSolver
from noughts.terminal.game import messages
from noughts.terminal.game.session import LEVELS, SIDES, Session
from noughts.value import Certainty, Margin
from tests.each import each


class First:
    """An opponent that takes the first empty cell in reading order."""

    name = "first"

    def choose(self, game, position):
        return next(iter(game.moves(position)))


def against_first(people, monkeypatch, game=None):
    chosen = "noughts.terminal.game.session.player_for"
    monkeypatch.setattr(chosen, lambda game, level, seed: First())
    return Session(game or TicTacToe(), SIDES[people])


def play(session, names):
    """Play a person's moves, the computer's between them."""
    answer(session)
    for name in names.split():
        session.play(session.labels.read(name))
        answer(session)


def answer(session):
    while session.computer_to_move:
        session.play(session.choose())


def moves(session):
    return [session.labels.of(move) for move in session.match.moves]


def test_undo_takes_back_to_my_own_turn_and_redo_plays_both_moves_again(monkeypatch):
    session = against_first("x", monkeypatch)
    play(session, "5 9")
    assert moves(session) == ["5", "1", "9", "2"]
    session.undo()
    assert moves(session) == ["5", "1"]
    assert not session.computer_to_move
    session.undo()
    assert moves(session) == []
    session.redo()
    session.redo()
    assert moves(session) == ["5", "1", "9", "2"]
    with pytest.raises(MatchError):
        session.redo()


def test_the_computers_opening_cannot_be_taken_back(monkeypatch):
    session = against_first("o", monkeypatch)
    play(session, "")
    assert moves(session) == ["1"]
    with pytest.raises(MatchError, match="no move to undo"):
        session.undo()
    play(session, "5")
    session.undo()
    assert moves(session) == ["1"]


def test_undoing_the_end_takes_the_point_back_too(monkeypatch):
    session = against_first("x", monkeypatch)
    play(session, "7 8 9")  # against 1 and 2: the bottom row
    assert session.match.result == "X wins"
    assert session.score == {"you": 1}
    session.undo()  # only my last move: the computer had no answer any more
    assert moves(session) == ["7", "1", "8", "2"]
    assert session.score == {}
    session.redo()
    assert session.score == {"you": 1}


def test_a_new_move_after_undo_forgets_what_was_undone(monkeypatch):
    session = against_first("x", monkeypatch)
    play(session, "5")
    session.undo()
    play(session, "9")
    with pytest.raises(MatchError):
        session.redo()


def test_two_people_take_back_one_move_at_a_time():
    session = Session(TicTacToe(), SIDES["both"])
    play(session, "1 2 3")
    session.undo()
    assert moves(session) == ["1", "2"]
    session.redo()
    assert moves(session) == ["1", "2", "3"]


def test_nothing_of_the_computers_own_games_can_be_taken_back():
    session = Session(TicTacToe(), SIDES["none"], "random", seed=1)
    answer(session)
    assert session.match.over
    with pytest.raises(MatchError):
        session.undo()


def test_the_score_goes_with_the_person_when_sides_are_swapped(monkeypatch):
    session = against_first("x", monkeypatch)
    play(session, "7 8 9")
    session.swap()
    assert (session.people, session.match.ply) == ({1}, 0)
    play(session, "4 7")  # X took 1, 2, 3: the computer wins
    assert session.match.result == "X wins"
    assert session.score == {"you": 1, "computer": 1}
    assert messages.score(session) == "Score: you 1, computer 1, draws 0."


def test_a_draw_counts_as_one(monkeypatch):
    session = Session(TicTacToe(), SIDES["both"])
    play(session, "1 2 3 5 4 6 8 7 9")
    assert session.match.result == "draw"
    session.new()
    assert messages.score(session) == "Score: X 0, O 0, draws 1."


def test_a_game_that_is_left_counts_for_nothing():
    session = Session(TicTacToe(), SIDES["both"])
    play(session, "1 2 3")
    session.new()
    assert session.score == {}


@each("people", ["both", "none"])
def test_there_is_nothing_to_swap_without_a_person_and_a_computer(people):
    with pytest.raises(MatchError, match="nothing to swap"):
        Session(TicTacToe(), SIDES[people]).swap()


def test_a_move_that_cannot_be_played_changes_nothing_and_is_named_as_on_the_board():
    session = Session(TicTacToe(), SIDES["both"], numpad=True)
    play(session, "7")
    with pytest.raises(CellTaken, match=r"^7 is already taken; choose from 1, 2, 3, 4, 5, 6, 8, 9"):
        session.play(session.labels.read("a3"))
    assert moves(session) == ["7"]
    play(session, "1 8 2 9")
    with pytest.raises(GameOver):
        session.play(session.labels.read("3"))


def test_a_large_board_does_not_list_all_its_empty_cells():
    session = Session(MNK(8, 7, 5), SIDES["both"])
    play(session, "a1")
    with pytest.raises(CellTaken) as refusal:
        session.play(session.labels.read("a1"))
    assert str(refusal.value) == "a1 is already taken; choose another."


def test_what_can_be_played_instead_is_said_where_stones_move_too():
    """All stones are placed, and each of X's has one step: no cell can be marked any more."""
    session = Session(find_game("morris"), SIDES["both"])
    play(session, "1 2 3 5 8 9")
    with pytest.raises(CellTaken) as refusal:
        session.play(session.labels.read("3"))
    assert str(refusal.value) == "3 is already taken; choose from 1-4, 3-6, 8-7."


@each("digit, cell", [("7", "a3"), ("9", "c3"), ("5", "b2"), ("1", "a1")])
def test_a_keypads_digits_lie_as_on_the_keypad(digit, cell):
    labels = Session(TicTacToe(), numpad=True).labels
    assert labels.read(digit) == labels.read(cell) == labels.game.read(cell)
    assert labels.of(labels.read(cell)) == digit


@each("text", ["0", "10", "-1", "d1", "a4", "", "5 5", "\N{FULLWIDTH DIGIT FIVE}"])
def test_what_names_no_cell_is_refused(text):
    with pytest.raises(UnreadableMove):
        Session(TicTacToe()).labels.read(text)


@each(
    "played, line",
    [
        ("7 1 8 2 9", "the bottom row, 7 8 9"),
        ("3 1 6 2 9", "the right column, 3 6 9"),
        ("4 1 5 2 6", "the middle row, 4 5 6"),
        ("1 2 3 4 7 8 9 6 5", "the diagonal, 1 5 9 and the diagonal, 3 5 7"),
    ],
    large=[("1 2 5 3 9", "the diagonal, 1 5 9")],
)
def test_a_winning_line_is_named_in_words(played, line):
    session = Session(TicTacToe(), SIDES["both"])
    play(session, played)
    assert messages.result(session) == f"X wins: {line}."


def test_on_a_larger_board_rows_are_named_as_at_its_edge():
    session = Session(MNK(4, 4, 3), SIDES["both"])
    play(session, "a4 a1 b4 b1 c4")
    assert messages.result(session) == "X wins: row 4, a4 b4 c4."


def test_the_levels_follow_each_other_round():
    session = Session(TicTacToe())
    seen = []
    for _ in LEVELS:
        session.set_level(session.next_level())
        seen.append(session.level)
    assert sorted(seen) == sorted(LEVELS)
    assert session.level == "perfect"


def test_the_same_seed_plays_the_same_games():
    def games(seed):
        session = Session(TicTacToe(), SIDES["none"], "random", seed)
        played = []
        for _ in range(3):
            answer(session)
            played.append(session.match.moves)
            session.new()
        return played

    assert games(4) == games(4)
    assert games(4) != games(5)


@each("level", ["perfect", "trickster"])
def test_one_solver_answers_the_computer_and_shows_the_values(level):
    session = Session(MNK(4, 3, 3), SIDES["o"], level)
    session.play(session.choose())
    searched = session.knowing.solvers.of(session.game).nodes
    assert searched > 0
    session.analysis()
    assert session.knowing.solvers.of(session.game).nodes < 2 * searched


def test_only_unsolvable_games_are_looked_ahead_in(monkeypatch):
    session = Session(MNK(7, 7, 5), SIDES["none"], seed=1)
    session.play(session.choose())
    assert "Not solved in time" in messages.doubt_text(session)
    assert session.analysis().value is None
    assert "unknown" in messages.verdict(session, session.analysis())
    assert "unknown" in messages.hint(session, session.analysis())
    small = Session(TicTacToe(), SIDES["none"], seed=1)
    answer(small)
    assert messages.doubt_text(small) == ""


def test_the_doubt_lasts_as_long_as_the_move_stands(monkeypatch):
    monkeypatch.setattr("noughts.terminal.game.analysis_cache.BUDGET", 10)
    session = Session(MNK(7, 7, 5), SIDES["x"], seed=1)
    assert messages.doubt_text(session) == ""
    play(session, "d4")
    assert "Not solved in time" in messages.doubt_text(session)
    session.play(session.labels.read("a1"))
    assert messages.doubt_text(session)  # the computer has not moved again
    session.undo()
    assert messages.doubt_text(session)
    session.undo()
    assert messages.doubt_text(session) == ""
    play(session, "d4")
    session.new()
    assert messages.doubt_text(session) == ""


def test_a_win_that_is_proved_but_may_be_slow_is_said_to_be_so(monkeypatch):
    monkeypatch.setattr("noughts.terminal.game.analysis_cache.BUDGET", 1)
    game = MNK(7, 7, 5)
    session = Session(game, SIDES["o"], seed=1)
    position, turn = game.parse("3o3/2xx3/4ox1/ox1x1x1/x2o2o/7/1ooo1x1 x")
    session.match = Match(game, *session._players(), start=position, turn=turn)
    answer(session)
    assert "has a forced win, perhaps not the fastest" in messages.doubt_text(session)


def test_the_computer_moves_when_it_is_hurried():
    """Were it not hurried, it would think for ever."""
    session = Session(MNK(7, 7, 5), SIDES["o"], seed=1)
    session.knowing.solvers.budget = 1 << 60
    assert session.can_hurry
    reports = []

    def hurried(report):
        reports.append(report)
        session.hurry()

    session.play(session.choose(hurried))
    assert reports
    assert session.notes.certainty == Certainty.UNKNOWN
    assert not session.can_hurry  # a person is to move


def test_an_opponent_that_does_not_search_cannot_be_hurried():
    assert not Session(TicTacToe(), SIDES["o"], "random").can_hurry


def test_no_hint_is_given_where_no_move_looks_better():
    session = Session(find_game("hex:7"), SIDES["both"])
    found = analyse(session.game, session.match.position, solver=solver_for(session.game, 10))
    even = found._replace(principal_variation=())  # as of a game that cannot be judged
    assert "Hint: none" in messages.hint(session, even)


@each(
    ("spec", "margin"),  # Dots and Boxes: the tables of Wilson; Othello 4×4: White by 8
    [("dots:2,1", 0), ("dots:2,2", 2), ("othello:4", -8)],
)
def test_by_points_perfect_against_perfect_ends_with_the_margin_of_the_game(spec, margin):
    session = Session(find_game(spec), SIDES["none"], seed=2, points=True)
    answer(session)
    match = session.match
    assert session.game.margin(match.position) * (1, -1)[match.turn] == margin


def test_by_points_hints_values_and_the_review_are_margins():
    game = find_game("dots:1,1")  # who draws the last edge wins the box
    session = Session(game, SIDES["both"], points=True)
    analysis = session.analysis()
    assert messages.hint(session, analysis) == "Hint: every move is a loss by 1."
    assert messages.verdict(session, analysis).endswith("X loses by 1.")
    assert set(messages.move_signs(analysis).values()) == {"-1"}
    play(session, "b1 a2 c2 b3")
    assert [row.sign for row in messages.story(session)] == ["", "-1", "", "", ""]
    assert [move.explained.value for move in session.review().moves[2:]] == [Margin(-1), Margin(1)]
    assert "loses by 1" in messages.why_ply(session, 3)


def test_values_that_are_not_by_points_say_so(monkeypatch):
    told = "The points were not found in time."
    session = Session(find_game("dots:1,1"), SIDES["both"], points=True)
    assert told not in messages.verdict(session, session.analysis())
    monkeypatch.setattr(MarginSolver, "margins", Mock(side_effect=SearchStopped))
    late = Session(find_game("dots:1,1"), SIDES["both"], points=True)
    assert told in messages.verdict(late, late.analysis())


def test_a_game_without_points_is_not_played_by_points():
    with pytest.raises(UnsuitedGame, match="leave out --points"):
        Session(TicTacToe(), points=True)
    session = Session(find_game("dots:1,1"), points=True)
    assert not session.of_game(TicTacToe()).knowing.points


def test_a_margin_not_found_in_time_is_replaced_by_the_outcome(monkeypatch):
    def stopped(self, position):
        raise SearchStopped

    monkeypatch.setattr(MarginSolver, "margins", stopped)
    session = Session(find_game("dots:1,1"), SIDES["none"], seed=1, points=True)
    assert str(session.analysis().value) == "loss in 4"
    answer(session)
    assert session.match.result == "O wins by 1"
