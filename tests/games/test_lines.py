"""Line games as data: texts, files of ours and of GABOR, and what is refused."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from noughts import MNK, LineGame, Lines, Solver, TicTacToe, check, find_game
from noughts.errors import BadGameFile, BadParameters, NoughtsError, UnknownGame
from noughts.game import parameters
from noughts.games.lines import content_of, gabor_of, game_in, game_of
from noughts.games.registry import game_name, spec_of
from noughts.knowledge import knowledge_of, plays_by, set_aside
from noughts.terminal.commands.games import rules
from noughts.web.view import game_called
from tests.each import each

EXAMPLES = Path(__file__).parents[2] / "examples"
RING = {
    "name": "Ring",
    "board": ["...", ".#.", "..."],
    "lines": ["a3 b3 c3", "a1 b1 c1", "a1 a2 a3", "c1 c2 c3"],
}
# As GABOR writes it: five by five without the centre, two lines of four.
HOLE = {
    "rows": 5,
    "cols": 5,
    "name": "hole_game",
    "winsquarecombos": {"4": [[[0, 0], [0, 1], [0, 2], [0, 3]], [[2, 0], [2, 1], [2, 3], [2, 4]]]},
    "squares": 24,
    "winsquarenums": [[0, 1, 2, 3], [10, 11, 12, 13]],
    "deleted": [12],
}


def symmetries_of(game):
    known: Any = knowledge_of(game)
    return set(known.symmetries)


@pytest.fixture
def ring(tmp_path):
    path = tmp_path / "ring.json"
    path.write_text(json.dumps(RING), encoding="utf-8")
    return path


def test_a_file_is_a_game(ring):
    game = find_game(f"lines:{ring}")
    assert game_name(game) == "Ring"
    assert str(game.board(game.start(), 0)).splitlines() == [
        "  a b c", "3 . . .", "2 .   .", "1 . . ."
    ]  # fmt: skip
    assert game.text(*game.parse("x1o/2/3 x")) == "x1o/2/3 x"
    with pytest.raises(NoughtsError, match="its cells are a3, b3, c3, a2, c2"):
        game.read("b2")


def test_its_name_finds_it_without_the_file(ring):
    game = find_game(f"lines:{ring}")
    spec = spec_of(game)
    ring.unlink()
    assert find_game(spec, files=False) == game == game_called(spec)


def test_a_request_reads_no_file(ring):
    with pytest.raises(BadParameters, match="is not a line game"):
        find_game(f"lines:{ring}", files=False)


@each("mnk", [(3, 3, 3), (4, 3, 3)])
def test_the_lines_of_a_game_of_the_house_make_that_game(mnk):
    house = MNK(*mnk)
    game = game_of(content_of(house))
    assert set(game.board_lines) == set(house.board_lines)
    assert Solver(game).value(game.start()) == Solver(house).value(house.start())
    assert game_of(gabor_of(house)) == game
    assert symmetries_of(game) == symmetries_of(house)


def test_what_is_known_of_lines_is_known_of_it():
    game = game_of(RING)
    assert plays_by(game, LineGame, "board_lines")
    assert set_aside(game) == ""
    assert len(symmetries_of(game)) == 8
    assert parameters(find_game("lines:3,3,a1b1c1,misere"))["misere"]


def test_its_laws_hold_and_it_compiles():
    pytest.importorskip("numba")
    assert check(game_of(RING), positions=50, plays=5).interpreted_because == ""


def test_a_line_game_of_ones_own_may_have_parameters():
    class Row(LineGame):
        size: int = 3
        rows = 1

        @property
        def columns(self):  # type: ignore[override]  # of a parameter here
            return self.size

        @property
        def board_lines(self):
            return tuple(3 << cell for cell in range(self.size - 1))

    assert set_aside(Row(4)) == ""
    assert str(Solver(Row(4)).value(Row(4).start())) == "win in 3"


def test_a_game_of_gabor_there_and_back():
    game = game_of(HOLE)
    assert (game.cells, game_name(game)) == (24, "hole game")
    assert [game.cell_name(cell) for cell in range(10, 14)] == ["a3", "b3", "d3", "e3"]
    told = gabor_of(game, "hole game")
    assert {name: told[name] for name in HOLE} == HOLE
    assert told["sq_colors"][2][2] == "deleted"


@each(
    ("told", "message"),
    [
        ([], "must be an object"),
        ({"board": ["...", ".."], "lines": []}, "rows of equal length"),
        ({"board": "..", "lines": []}, "rows of equal length"),
        ({"board": ["x."], "lines": ["a1"]}, "not 'x'"),
        ({"board": [".."], "lines": [["a1"]]}, '"lines" must be'),
        ({"board": [".."], "lines": []}, "needs a line"),
        ({"board": [".."], "lines": [""]}, "needs a line"),
        ({"board": [".#"], "lines": ["a1 b1"]}, "'b1' is not a cell"),
        ({"board": ["..", "##"], "lines": ["a2"]}, "row 1 has no cell"),
        ({"board": [".."], "lines": ["a1"], "misere": "no"}, "true or false"),
        ({"board": [".."], "lines": ["a1"], "name": "<b>"}, "cannot be a name"),
        ({"board": ["." * 8] * 8, "lines": ["a1"]}, "1 to 62 cells"),
        ({"board": ["." * 27], "lines": ["a1"]}, "1 to 26 columns"),
        ({**HOLE, "winsquarenums": [[0, 1, 2, 99]]}, "not a game of GABOR"),
        ({**HOLE, "winsquarenums": [[0, 1, 2, 4]]}, "not the same lines"),
        ({**HOLE, "rows": "five"}, "five"),
        ({**HOLE, "blocked_squares": {"default": [3]}}, "forbids cells"),
    ],
)
def test_files_that_are_refused(told, message, tmp_path):
    path = tmp_path / "game.json"
    path.write_text(json.dumps(told), encoding="utf-8")
    with pytest.raises(BadGameFile, match=message):
        find_game(f"lines:{path}")


def test_what_is_no_file_of_a_game(tmp_path):
    with pytest.raises(UnknownGame, match=r"gone\.json cannot be read"):
        find_game(f"lines:{tmp_path / 'gone.json'}")
    (tmp_path / "bad.json").write_bytes(b"\xff{")
    with pytest.raises(BadGameFile, match="is not a line game"):
        find_game(f"lines:{tmp_path / 'bad.json'}")


@each("text", ["", "3", "3,3", "3,x,a1", "3,3,a1b", "3,3,a4", "3,3,a1,-a1", "99,99,a1", "0,0,a1"])
def test_texts_that_are_refused(text):
    with pytest.raises(BadParameters):
        find_game(f"lines:{text}")


def test_what_is_wrong_with_a_file_is_a_whole_sentence():
    for content in ("{", "[]", '{"board": []}', '{"board": ["."], "lines": ["z9"]}'):
        with pytest.raises(BadGameFile, match=r"^f is not a line game: .*[^.]\.$"):
            game_in(content, "f")


def test_tic_tac_toe_is_written_as_a_line_game_and_a_cube_says_why_it_is_not():
    for form in ("noughts", "gabor"):
        written = CliRunner().invoke(rules, ["tictactoe", "--lines", form])
        game = game_of(json.loads(written.output))
        assert set(game.board_lines) == set(TicTacToe().board_lines)
        assert (game.title.replace("_", " "), game.misere) == ("Tic-tac-toe", False)
    for cube in ("cube", "qubic"):
        refused = CliRunner().invoke(rules, [cube, "--lines", "noughts"])
        assert "has more than one layer" in str(refused.exception)


def test_a_line_game_is_written_by_its_rules():
    refused = CliRunner().invoke(rules, ["hex:3", "--lines", "noughts"])
    assert refused.exit_code != 0
    assert "is no line game" in str(refused.exception)
    written = CliRunner().invoke(rules, ["mnk:3,3,3", "--lines", "gabor"])
    game = game_of(json.loads(written.output))
    assert isinstance(game, Lines)
    assert set(game.board_lines) == set(TicTacToe().board_lines)
    misere = CliRunner().invoke(rules, ["mnk:3,3,3,misere", "--lines", "gabor"])
    assert "no misère play" in str(misere.exception)


@pytest.mark.parametrize("size", [6, 7])
def test_qango_is_won_in_eleven(size):
    """So says an independent program in C, which tries every move; and not sooner."""
    game = find_game(f"lines:{EXAMPLES}/qango{size}.json")
    assert str(Solver(game).value(game.start())) == "win in 11"
