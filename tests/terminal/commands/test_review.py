"""`noughts review` reads games from files in both formats, and columns from 0 or from 1."""

import pytest
from click.testing import CliRunner

from noughts.errors import NoughtsError
from noughts.terminal.commands.review import review
from tests.each import each


def run(*words):
    return CliRunner().invoke(review, [str(word) for word in words], catch_exceptions=False)


# X blocks nothing and O wins: by hand on paper.
MOVES = "a1 c3 b1 b3 c2 a3"
SGF = "(;FF[4]GM[4]SZ[3]RU[tictactoe];B[ac];W[ca];B[bc];W[ba];B[cb];W[aa])"


def test_sgf_is_reviewed_as_the_same_moves(tmp_path):
    file = tmp_path / "games.sgf"
    file.write_text(SGF)
    expected = run("--moves", MOVES).stdout
    assert run(file).stdout == expected
    assert run(MOVES).stdout == run("1. a1 c3 2. b1 b3 3. c2 a3").stdout == expected


def test_an_sgf_may_hold_several_games(tmp_path):
    file = tmp_path / "games.sgf"
    file.write_text(SGF + "\n" + SGF)
    assert "Game 2: tictactoe" in run(file).stdout


@each("text, sentence",
    [
        ("(;GM[4]SZ[21];B[aa])", "Line 1: m=21, n=21, k=5: 441 cells; a board has at most 400"),
        ("(;GM[4]SZ[7];B[aa]\n;W[aa])", "Line 2, move 2, a7: a7 is already taken"),
        ("(;GM[4]SZ[7];B[aa]\n;W[zz])", "Line 2: [zz] lies outside of the board of 7×7"),
        ("(;GM[4]SZ[3]RU[tictactoe]RE[B+];B[ac];W[ca];B[bc];W[ba];B[cb];W[aa])",
         "the moves of this game end it 0-1, but its result is 1-0"),
        ("( hello", "Line 1:"),
    ],
)  # fmt: skip
def test_a_wrong_file_gets_one_sentence(tmp_path, text, sentence):
    file = tmp_path / "wrong.sgf"
    file.write_text(text)
    with pytest.raises(NoughtsError) as error:
        run(file)
    assert sentence in str(error.value)
    assert "\n" not in str(error.value)


def test_a_list_in_another_notation_is_the_same_game(tmp_path):
    from_one = run("connectfour:4,4", "--moves", "2 2 1 1 3")
    for moves in ("1 1 0 0 2", "11002", "0:11002"):
        from_zero = run("connectfour:4,4", "--moves", moves)
        assert from_zero.stdout == from_one.stdout
        assert from_zero.stderr == ""
    file = tmp_path / "games.pgn"
    file.write_text('[Game "connectfour:4,4"]\n\n1. 1 1 2. 0 0 3. 2 *\n')
    assert run(file).stdout == from_one.stdout
    file = tmp_path / "moves.json"
    file.write_text('[["X", "b2"], ["O", "a3"]]')
    assert run(file).stdout == run("tictactoe", "--moves", "b2 a3").stdout


def test_what_could_be_either_says_how_it_is_read():
    said = run("connectfour:4,4", "--moves", "2,2,1,1,3").stderr
    assert "Columns are read as 1 to 4" in said
    assert "0:2,2,1,1,3" in said
    for moves in "2,2,1,1,4", "22113":  # one that only counting from 1 gives; and the convention
        assert run("connectfour:4,4", "--moves", moves).stderr == ""


def test_a_play_with_both_is_refused():
    with pytest.raises(NoughtsError, match="no play with both 0 and 4"):
        run("connectfour:4,4", "--moves", "0 4")
    assert "X would make moves 1 and 2" in run("X b2, X a1").stderr
