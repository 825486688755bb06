"""`noughts ANYTHING`: each text is recognized as what it is, or as nothing."""

import json

import pytest
from click.testing import CliRunner

from noughts.errors import RecordError, TwoPlays, TwoReadings, UnreadableMove
from noughts.records.anything import identify, read_any
from noughts.terminal.cli import noughts
from tests.each import each


@each("text, kind, game",
    [
        ("xo.|.x.|..o", "board", "tictactoe"),
        ("[['X','O',None],[None,'X',None],[None,None,'O']]", "board", "tictactoe"),
        ("[[1,-1,0],[0,1,0],[0,0,-1]]", "board", "tictactoe"),
        ("......./......./......./......./......./...X...", "board", "connectfour"),
        ("1. b2 a1 2. c3", "moves", "tictactoe"),
        ("h8i8h9", "moves", "mnk:15,15,5"),
        ("f5d6c3d3c4f4", "moves", "othello:8"),
        ("4455", "moves", "connectfour"),
        ("(;GM[4]SZ[15];B[hh])", "record", ""),
        ('[Game "hex"]\n\n1. a1', "record", ""),
        ('{"game": "tictactoe", "moves": ["b2", "a1"]}', "record", ""),
        ("Connect Four", "game", "Connect Four"),
        ("#11,a1b2", "record", ""),
        ("1 (;GM[Othello]PC[GGS])", "record", ""),
        ("START 15\nBEGIN\n7,7", "record", ""),
        ("player,cell\nX,h8\nO,i9", "moves", "mnk:15,15,5"),
        ("step,player,action\n0,0,1\n1,1,1\n2,0,2", "moves", "connectfour"),
        ("bot.py:choose", "function", ""),
        ("Move 1 :\nAnn places a disc in column 4\nMove 2 :\nBob drops a disc in column 4",
         "moves", "connectfour"),
        ("Ann (X): centre\nBob (O): top left", "moves", "tictactoe"),
    ],
)  # fmt: skip
def test_a_text_is_recognized(text, kind, game):
    found = identify(text)
    assert found
    assert (found.kind, found.game) == (kind, game)


CELLS = [*enumerate(("F5", "D6", "C3", "D3", "C4"))]


@each("text",
    ["anlyse", "", "hello world", "b2 zz9",
     "<game>\n  <a x='1'/>\n  <b/>\n  <c/>\n</game>",  # neither tags nor talk are a board
     "\n".join(f"Move {n} :\nA places a disc at {m} and turns 1 over" for n, m in CELLS)],
)  # fmt: skip
def test_what_is_nothing_known(text):
    assert identify(text) is None


def test_a_text_with_two_meanings_is_refused():
    for text in ("1 1\n0 0\n2 2", "player_1: 4\nplayer_2: 0", '[{"cell": 4}, {"cell": 8}]'):
        with pytest.raises(TwoPlays):
            identify(text)
    with pytest.raises(TwoReadings):
        identify("[[1, 0, -1], [-1, 1, -1], [-1, -1, 0]]")


def test_files_are_what_is_in_them(tmp_path):
    (tmp_path / "board").write_text("X O .\n. X .\n. . O\n")
    (tmp_path / "homework.py").write_text("def minimax(board): return 0, 0\n")
    (tmp_path / "wrong.csv").write_text("player,cell\nX,b2\nX,a1\n")
    with pytest.raises(UnreadableMove, match="moves 1 and 2"):  # not "nothing known"
        identify(str(tmp_path / "wrong.csv"))
    found = identify(str(tmp_path / "board"))
    assert found
    assert found.kind == "board"
    homework = identify(str(tmp_path / "homework.py"))
    assert homework
    assert homework.text.endswith("homework.py:minimax")


@each("words, answer",
    [
        (["xo.|.x.|..o"], "win in 3"),
        (["1.", "b2", "a1"], "X is to move"),
        (["(;GM[4]SZ[3]RU[tictactoe];B[bb];W[aa])"], "2. O a3"),
    ],
)  # fmt: skip
def test_it_is_said_and_answered(words, answer):
    done = CliRunner().invoke(noughts, words)
    assert done.exit_code == 0
    assert answer in done.stdout
    assert "noughts " in done.stderr


def test_games_in_json_are_records():
    own = '{"game": "tictactoe", "moves": ["b2", "a1", "c3"]}'
    said = '{"logs": [[-1, "Go"], [0, "centre! [4]"], [1, "[6]"], [0, "[2]"]]}'
    status = ("ACTIVE", "INACTIVE")
    for played in (True, False):  # the other player's action is 0
        steps = [
            [
                {"action": 0, **({"status": status[(at + who) % 2]} if played else {})}
                for who in (0, 1)
            ]
            for at in range(4)
        ]
        for at, action in enumerate((4, 6, 2)):
            steps[at + 1][at % 2]["action"] = action
        kaggle = json.dumps({"name": "tictactoe", "steps": steps})
        fields = [{"by": "X", "index": 4}, {"by": "O", "index": 6}, {"by": "X", "index": 2}]
        listed = json.dumps({"game": "tictactoe", "moves": fields})
        column_by_column = '{"env": "tictactoe_v3", "actions": [4, 2, 6, null]}'
        for text in (
            listed,
            column_by_column,
            own,
            own.replace('["b2", "a1", "c3"]', "[4, 6, 2]"),
            said,
            kaggle,
        ):
            assert read_any(text)[0].kept.moves == ("b2", "a1", "c3")
    for text in ('{"steps": 5, "name": "tictactoe"}', '{"game": "tictactoe", "moves": 7}'):
        with pytest.raises(RecordError, match="line 1"):
            read_any(text)


@each("text, game, moves",
    [
        ("F5D6C3D3C4F4", "othello:8", "f5 d6 c3 d3 c4 f4"),
        ('[White "a"]\n[Variant "Othello"]\n\n1. f5 d6 2. c3 d3 3. c4 f4', "othello:8",
         "f5 d6 c3 d3 c4 f4"),
        ("Player 1 plays action 3\nPlayer 2 plays action 3", "connectfour", "0:3 3"),
        ('[Game "tictactoe"]\n[X "Ann"]\n[O "Bob"]\n\n1. b2 a1', "tictactoe", "b2 a1"),
    ],
)  # fmt: skip
def test_games_of_records_without_a_name(text, game, moves):
    [read] = read_any(text)
    assert (read.kept.game, " ".join(read.kept.moves), read.kept.side) == (game, moves, "both")
