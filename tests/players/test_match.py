"""A match remembers what is played, takes it back, and refuses what the rules do not allow."""

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from noughts.errors import (
    CellTaken,
    GameOver,
    IllegalMove,
    MatchError,
    NoughtsError,
    OutOfTurn,
    PlayerError,
)
from noughts.game import FIRST, SECOND, Game
from noughts.games.common.cell_game import Marks
from noughts.games.morris import Morris
from noughts.games.tictactoe import TicTacToe
from noughts.players.match import Match
from noughts.players.perfect import PerfectPlayer
from noughts.players.player import RandomPlayer
from noughts.value import OPEN
from tests import reference
from tests.each import each

GAME = TicTacToe()


def played(names: str, **options) -> Match[Marks]:
    match = Match(GAME, **options)
    for name in names.split():
        match.play(GAME.read(name))
    return match


def state(match: Match[Marks]) -> tuple[object, ...]:
    """All that can be seen of a match, but for its players."""
    return (
        match.positions, match.moves, match.ply, match.turn, match.over, match.winner, match.result,
        match.lines, match.board, match.legal_moves, match.can_redo,
    )  # fmt: skip


# Results.


@each(
    "names, result, winner, lines",
    [
        ("", "", None, ()),
        ("a1 b2 b1", "", None, ()),
        ("a1 b2 b1 c3 c1", "X wins", FIRST, (("a1", "b1", "c1"),)),
        ("a1 a3 b1 b3 c2 c3", "O wins", SECOND, (("a3", "b3", "c3"),)),
        ("b2 a1 b1 b3 c1 a3 a2 c2 c3", "draw", None, ()),
        ("a3 b2 c3 c2 a2 b1 c1 a1 b3", "X wins", FIRST, (("a3", "b3", "c3"),)),
    ],
)
def test_a_match_says_how_it_ended(names, result, winner, lines):
    match = played(names)
    assert (match.result, match.winner, match.lines) == (result, winner, lines)
    assert match.over == bool(result)
    assert (match.legal_moves == []) == match.over


def test_x_moves_first_and_then_in_turn():
    match = Match(GAME)
    turns = []
    for move in (4, 0, 8):
        turns.append(match.turn)
        match.play(move)
    assert turns == [FIRST, SECOND, FIRST]


def test_a_match_can_begin_anywhere():
    start, turn = GAME.parse("x2/3/3 o")
    match = Match(GAME, start=start, turn=turn)
    assert (match.turn, match.ply, match.moves) == (SECOND, 0, ())
    match.play(4)
    assert match.turn == FIRST
    assert [cell.mark for cell in match.board.cells] == ["X", "", "", "", "O", "", "", "", ""]
    with pytest.raises(MatchError):
        match.undo(2)


# What is refused, without a trace.


@each(
    "names, method, arguments, error",
    [
        ("b2", "play", (4,), CellTaken),
        ("b2", "play", (9,), IllegalMove),
        ("b2", "play", (-1,), IllegalMove),
        ("b2", "play", (None,), IllegalMove),
        ("b2", "play", ("a1",), IllegalMove),
        ("b2", "play", (0.5,), IllegalMove),
        ("b2", "play", (0.0,), IllegalMove),
        ("b2", "play", (0, FIRST), OutOfTurn),
        ("b2", "step", (), OutOfTurn),
        ("b2", "run", (), OutOfTurn),
        ("b2", "undo", (2,), MatchError),
        ("b2", "undo", (-1,), MatchError),
        ("b2", "redo", (), MatchError),
        ("b2", "redo", (-1,), MatchError),
        ("", "undo", (), MatchError),
        ("a1 b2 b1 c3 c1", "play", (0,), GameOver),
        ("a1 b2 b1 c3 c1", "play", (0, FIRST), GameOver),
        ("a1 b2 b1 c3 c1", "step", (), GameOver),
    ],
)
def test_what_cannot_be_done_is_refused_and_changes_nothing(names, method, arguments, error):
    match = played(names)
    before = state(match)
    with pytest.raises(error) as raised:
        getattr(match, method)(*arguments)
    assert isinstance(raised.value, NoughtsError)
    assert str(raised.value)
    assert state(match) == before


def test_a_refused_move_leaves_what_can_be_played_again():
    match = played("b2 a1")
    match.undo()
    with pytest.raises(CellTaken):
        match.play(4)
    match.redo()
    assert [GAME.name(move) for move in match.moves] == ["b2", "a1"]


def test_another_move_ends_what_could_be_played_again():
    match = played("b2 a1 c3")
    match.undo(2)
    assert match.can_redo == 2
    match.play(GAME.read("c1"))
    assert match.can_redo == 0
    with pytest.raises(MatchError):
        match.redo()


def test_a_finished_match_can_be_taken_back_and_played_again():
    match = played("a1 b2 b1 c3 c1")
    match.undo(5)
    assert match.position == GAME.start()
    assert not match.over
    match.redo(5)
    assert match.result == "X wins"


# Players.


class Stubborn:
    """Chooses the same thing whatever the position."""

    name = "stubborn"

    def __init__(self, choice):
        self.choice = choice

    def choose(self, game, position):
        return self.choice


@each(
    "choice",
    [4, 9, -1, None, "b2", 1.5, 1.0, (0,), [0], object()],
)
def test_a_player_that_chooses_nonsense_is_named(choice):
    match = Match(GAME, None, Stubborn(choice))
    match.play(4)
    before = state(match)
    with pytest.raises(PlayerError, match="stubborn chose"):
        match.step()
    assert state(match) == before


def test_a_move_that_is_a_number_of_another_kind_is_played_as_a_whole_number():
    """Players that learn choose with NumPy, whose numbers would spoil the position."""
    numpy = pytest.importorskip("numpy")
    match = Match(GAME, Stubborn(numpy.int64(4)), Stubborn(True))
    match.step()
    match.step()
    assert [type(number) for number in (*match.moves, *match.position)] == [int] * 4


def test_two_players_play_to_the_end():
    match = Match(GAME, PerfectPlayer(seed=1), PerfectPlayer(seed=2))
    assert match.run() == "draw"
    assert match.ply == 9
    assert match.run() == "draw"  # nothing more to do


def test_a_step_returns_the_move_that_it_played():
    match = Match(GAME, RandomPlayer(seed=3), None)
    move = match.step()
    assert match.moves == (move,)
    assert match.player is None


def test_every_move_is_reported_after_it_is_played():
    reports = []
    match = Match(GAME, on_move=lambda match: reports.append((match.ply, match.moves[-1])))
    match.play(4)
    match.play(0)
    match.undo()
    match.redo()
    with pytest.raises(CellTaken):
        match.play(4)
    assert reports == [(1, 4), (2, 0), (2, 0)]


# Against a model.


class Story(RuleBasedStateMachine):
    """A match beside a simple model: the moves played, and those taken back, as two lists."""

    def __init__(self):
        super().__init__()
        self.match = Match(GAME)
        self.moves: list[int] = []
        self.undone: list[int] = []

    def board(self) -> str:
        board = list(reference.EMPTY)
        for ply, move in enumerate(self.moves):
            board[move] = "xo"[ply % 2]
        return "".join(board)

    @rule(move=st.integers(-1, 9))
    def play(self, move):
        if move in dict(reference.children(self.board())):
            self.match.play(move)
            self.moves.append(move)
            self.undone.clear()
        else:
            with pytest.raises(NoughtsError):
                self.match.play(move)

    @rule(plies=st.integers(0, 3))
    def undo(self, plies):
        if plies <= len(self.moves):
            self.match.undo(plies)
            for _ in range(plies):
                self.undone.append(self.moves.pop())
        else:
            with pytest.raises(MatchError):
                self.match.undo(plies)

    @rule(plies=st.integers(0, 3))
    def redo(self, plies):
        if plies <= len(self.undone):
            self.match.redo(plies)
            for _ in range(plies):
                self.moves.append(self.undone.pop())
        else:
            with pytest.raises(MatchError):
                self.match.redo(plies)

    @precondition(lambda self: not self.match.over)
    @rule(move=st.integers(0, 8))
    def play_out_of_turn(self, move):
        with pytest.raises(OutOfTurn):
            self.match.play(move, 1 - self.match.turn)

    @invariant()
    def the_match_is_as_the_model_says(self):
        board = self.board()
        assert self.match.moves == tuple(self.moves)
        assert (self.match.ply, self.match.can_redo) == (len(self.moves), len(self.undone))
        assert "".join(cell.mark.lower() or "." for cell in self.match.board.cells) == board
        assert self.match.over == reference.over(board)
        winner = reference.winner(board)
        assert self.match.winner == ("xo".index(winner) if winner else None)
        assert self.match.legal_moves == [cell for cell, _ in reference.children(board)]
        assert self.match.turn == len(self.moves) % 2
        assert len(self.match.positions) == len(self.moves) + 1


Story.TestCase.settings = settings(max_examples=50)
TestStory = Story.TestCase


# Games without an end.


MORRIS = Morris(nodiagonals=True)
FIRST_SIX = "a3 b3 c3 a2 b1 b2"
THERE_AND_BACK = "b1-c1 a2-a1 c1-b1 a1-a2"


def morris(names: str) -> Match[Marks]:
    match = Match(MORRIS)
    for name in names.split():
        match.play(MORRIS.read(name))
    return match


def test_a_position_that_occurs_for_the_third_time_is_a_draw():
    match = morris(f"{FIRST_SIX} {THERE_AND_BACK} {THERE_AND_BACK}")
    assert match.over
    assert match.repeated
    assert match.result == "draw by repetition"
    assert match.winner is None
    assert match.legal_moves == []
    with pytest.raises(GameOver, match="draw by repetition; b1-c1 cannot"):
        match.play(MORRIS.read("b1-c1"))
    with pytest.raises(GameOver):
        match.step()


@each("plies", range(1, 9))
def test_before_that_the_match_goes_on(plies):
    twice = f"{THERE_AND_BACK} {THERE_AND_BACK}".split()
    match = morris(" ".join([*FIRST_SIX.split(), *twice[:-plies]]))
    assert not match.over
    assert match.result == ""
    assert match.legal_moves


def test_a_draw_by_repetition_can_be_taken_back_and_played_again():
    match = morris(f"{FIRST_SIX} {THERE_AND_BACK} {THERE_AND_BACK}")
    match.undo()
    assert not match.over
    match.redo()
    assert match.result == "draw by repetition"
    match.undo(2)
    match.play(MORRIS.read("c1-c2"))
    assert not match.over


class Turning(Game[Marks]):
    """Both players see the same position, which comes back at every ply."""

    repeats = True
    size: int = 1

    def start(self):
        return Marks(0, 0)

    def moves(self, position):
        return range(1)

    def play(self, position, move):
        return position

    def outcome(self, position):
        return OPEN


def test_only_positions_with_the_same_player_to_move_count():
    match = Match(Turning())
    for _ in range(4):
        assert not match.over
        match.play(0)
    assert match.result == "draw by repetition"


class Unsaid(Turning):
    repeats = False


def test_a_game_that_does_not_say_that_it_repeats_is_not_stopped():
    match = Match(Unsaid())
    for _ in range(9):
        match.play(0)
    assert not match.over
