"""Connect Four against strings and OpenSpiel; its names, texts and what it refuses."""

from random import Random

import pytest

from noughts.errors import (
    BadParameters,
    FloatingMark,
    GameOver,
    IllegalMove,
    TwoLines,
    UnreadableMove,
    UnreadablePosition,
    WrongCount,
    WrongTurn,
)
from noughts.game import legal_moves, play_legal
from noughts.games.connectfour import ConnectFour
from noughts.games.registry import find_game, spec_of
from noughts.laws.examiner import check
from noughts.players.match import Match
from noughts.solving.count import perft, positions_by_ply
from noughts.solving.solver import Solver
from noughts.value import DRAW, LOSS, OPEN, WIN
from tests.each import each
from tests.whole import assert_compiled_is_interpreted, random_play

SIZES = [
    ConnectFour(),
    ConnectFour(4, 4),
    ConnectFour(5, 4, misere=True),
    ConnectFour(3, 5, 3),
    ConnectFour(10, 4),
    ConnectFour(1, 4),
    ConnectFour(26, 1, 26),
    ConnectFour(1, 61, 5),  # no room for a row across: shifts by more than a word
    ConnectFour(3, 2, 1),
]


# The game once more, on strings: each column from the bottom, the first player's marks x.


def naive_rows(columns: list[str], k: int, mark: str) -> list[list[tuple[int, int]]]:
    """Every k cells in a row, column or diagonal that hold the mark."""
    held = {(x, y) for x, column in enumerate(columns) for y, m in enumerate(column) if m == mark}
    rows = (
        [(x + i * right, y + i * up) for i in range(k)]
        for x, y in held
        for right, up in ((0, 1), (1, -1), (1, 0), (1, 1))
    )
    return [row for row in rows if set(row) <= held]


def naive_outcome(game: ConnectFour, columns: list[str], played: int) -> int:
    """For the player to move."""
    if naive_rows(columns, game.k, "ox"[played % 2]):
        return WIN if game.misere else LOSS
    return DRAW if played == game.columns * game.rows else OPEN


@pytest.mark.parametrize("game", SIZES, ids=spec_of)
def test_the_rules_are_those_of_strings(game):
    random = Random(spec_of(game))
    for _ in range(20):
        columns = [""] * game.columns
        for position, played in random_play(game, random):
            if played:
                columns[played[-1]] += "ox"[len(played) % 2]
            assert game.outcome(position) == naive_outcome(game, columns, len(played))
            if game.outcome(position) == OPEN:
                free = [x for x, column in enumerate(columns) if len(column) < game.rows]
                assert list(game.moves(position)) == free
            board = game.board(position, len(played) % 2)
            for cell in board.cells:
                up = game.rows - 1 - cell.row
                mark = columns[cell.column][up : up + 1].upper()
                lands = game.outcome(position) == OPEN and up == len(columns[cell.column])
                assert (cell.mark, cell.moves) == (mark, (cell.column,) if lands else ())
        lines = {name for line in board.lines for name in line}
        rows = naive_rows(columns, game.k, "ox"[len(played) % 2])
        assert lines == {
            f"{x + 1}{['', 'a', 'b'][y // 26]}{'abcdefghijklmnopqrstuvwxyz'[y % 26]}"
            for row in rows
            for x, y in row
        }


@pytest.mark.parametrize("spec", ["connectfour", "connectfour:5,4,misere", "connectfour:1,61,5"])
def test_the_laws_are_kept(spec):
    assert check(find_game(spec), positions=40, plays=3).interpreted_because == ""


@pytest.mark.parametrize("spec", ["connectfour:3,3,3", "connectfour:3,3,2,misere"])
def test_compiled_is_interpreted_in_every_position(spec):
    game = find_game(spec)
    assert assert_compiled_is_interpreted(game) == sum(positions_by_ply(game))


@pytest.mark.parametrize(("size", "plies"), [((4, 4, 4), 7), ((4, 3, 3), 8), ((7, 6, 4), 4)])
def test_there_are_as_many_plays_as_in_openspiel(size, plies):
    pyspiel = pytest.importorskip("pyspiel")
    columns, rows, k = size
    theirs = pyspiel.load_game(f"connect_four(columns={columns},rows={rows},x_in_row={k})")
    counts = [0] * (plies + 1)

    def count(state, ply):
        counts[ply] += 1
        if ply < plies and not state.is_terminal():
            for move in state.legal_actions():
                count(state.child(move), ply + 1)

    count(theirs.new_initial_state(), 0)
    assert [perft(ConnectFour(*size), ply) for ply in range(plies + 1)] == counts


# Names and texts.


def test_columns_are_named_by_digit_and_a_play_is_a_string_of_them():
    game = ConnectFour()
    assert [game.name(move) for move in game.moves(game.start())] == list("1234567")
    assert game.read_moves("4455") == game.read_moves("4 4,5 5") == [3, 3, 4, 4]
    wide = ConnectFour(12, 3)
    assert wide.name(11) == "12"
    assert wide.read_moves("12 1,2") == [11, 0, 1]
    with pytest.raises(UnreadableMove, match="1 to 12"):
        wide.read("13")


@each("text", ["", "0", "8", "44", "d", "4a", "²", "-1", "44x"])
def test_what_is_no_column_is_refused(text):
    with pytest.raises(UnreadableMove, match="1 to 7"):
        ConnectFour().read(text)


def test_a_full_column_is_refused_with_those_that_are_not():
    game = ConnectFour(4, 2, 3)
    position = game.start()
    for move in game.read_moves("11"):
        position = play_legal(game, position, move)
    with pytest.raises(IllegalMove, match=r"Column 1 is full; choose from 2, 3, 4\."):
        play_legal(game, position, 0)
    with pytest.raises(IllegalMove, match="no column 5"):
        play_legal(game, position, 4)


def test_rows_are_shown_in_their_full_length():
    match = Match(ConnectFour())
    for move in match.game.read_moves("1122334"):
        match.play(move)
    assert (match.result, match.lines) == ("X wins", (("1a", "2a", "3a", "4a"),))
    with pytest.raises(GameOver):
        match.play(0)
    long = ConnectFour().parse("7/7/7/7/ooo1ooo/xxxxxxx o")[0]
    assert ConnectFour().board(long, 1).lines == (tuple(f"{c}a" for c in "1234567"),)


@each(
    ("text", "error"),
    [
        ("7/7/7/7/7/xx5 x", WrongCount),
        ("7/7/7/7/7/x6 x", WrongTurn),
        ("7/7/7/7/x6/o6 x", None),
        ("7/7/7/7/x6/1o5 x", FloatingMark),
        ("7/7/7/x6/7/o6 x", FloatingMark),
        ("7/7/7/7/ooo4/xxxx3 o", None),
        ("7/7/7/7/oooo3/xxxx3 o", TwoLines),
        ("7/7/7/7/oooo3/xxxx3 x", TwoLines),  # X had a line before O could
        ("7/7/7/7/ooox3/xxxxo2 o", TwoLines),  # all marks of the line are below others
        ("7/7/7/7/7/8 x", UnreadablePosition),
        ("7/7/7/7/7 x", UnreadablePosition),
    ],
)
def test_positions_that_cannot_be_are_named(text, error):
    game = ConnectFour()
    if error is None:
        assert game.text(*game.parse(text)) == text
    else:
        with pytest.raises(error):
            game.parse(text)


def test_a_floating_mark_is_told_where_it_hangs():
    with pytest.raises(FloatingMark, match="The cell below 1b is empty"):
        ConnectFour().parse("7/7/7/7/x6/1o5 x")


@each(
    ("given", "reason"),
    [
        ((0, 6), "columns must be 1 to 26"),
        ((27, 1), "columns must be 1 to 26"),
        ((14, 13), "196; it is at most 182"),
        ((3, 3, 4), "neither player could win"),
        ((7, 6, 0), "k at least 1"),
    ],
)
def test_boards_that_cannot_be_are_refused(given, reason):
    with pytest.raises(BadParameters, match=reason):
        ConnectFour(*given)


# For the searches.


def test_a_solver_answers_for_every_column():
    game = ConnectFour(4, 3, 3)
    values = {game.name(move): str(value) for move, value, _ in Solver(game).values(game.start())}
    assert values["2"] == values["3"]
    assert values["1"] == values["4"]
    assert legal_moves(game, game.start()) == [0, 1, 2, 3]
