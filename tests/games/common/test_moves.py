"""Lists of moves in other notations: each list means the same moves, or is left as it is."""

import json

import pytest

from noughts.errors import UnreadableMove
from noughts.games.registry import find_game
from tests.each import each

BOARD = [None] * 9
LISTS: dict[str, list[tuple[str, ...]]] = {
    "tictactoe": [
        ("b2 a1 c3", "1. b2 a1 2. c3", "b2a1c3", "b2-a1-c3", "X b2, O a1, X c3", "b2;a1;c3"),
        ("b2 a3 c1", "(1,1) (0,0) (2,2)", "[[1, 1], [0, 0], [2, 2]]", "4 0 8", "[4, 0, 8]",
         "1:(2,2) (1,1) (3,3)", "0:4 0 8"),
        ("c1 a3", "(3,3) (1,1)"),
        # tables, fields and logs
        ("b2 a3 c1", "move,player,row,col\n1,X,1,1\n2,O,0,0\n3,X,2,2", "row;col\n2;2\n1;1\n3;3",
         "ply\tplayer\tcell\n1\tX\tb2\n2\tO\ta3\n3\tX\tc1", "index\n4\n0\n8",
         '{"history": [{"by": "X", "index": 4}, {"by": "O", "index": 0}, {"by": "X", "index": 8}]}',
         '[{"n": 1, "move": "b2"}, {"n": 2, "move": "a3"}, {"n": 3, "move": "c1"}]',
         '<move row="1" col="1"/><move row="0" col="0"/><move row="2" col="2"/>',
         "<move>b2</move><move>a3</move><move>c1</move>", "4 0\n8", "1 1\n0 0\n2 2",
         "[12:00:01] X plays b2\n[12:00:02] O plays a3\n[12:00:03] X plays c1",
         "\n".join(f"2024-05-01 12:00:0{c},1 INFO g: {'OXX'[c]} ({c}, {c})" for c in (1, 0, 2)),
         "x(1,1) o(0,0) x(2,2)",
         "Player 0: [4]\nPlayer 1: [0]\nPlayer 0: [8]", "game: tictactoe\nmoves:\n- b2\n- a3\n- c1",
         json.dumps([BOARD, [*BOARD[:4], "X", *BOARD[5:]], ["O", *BOARD[1:4], "X", *BOARD[5:]],
                     ["O", *BOARD[1:4], "X", *BOARD[5:8], "X"]])),
        ("b2 c1", '[{"index": 4}, {"index": 8}]', '0:[{"cell": 4}, {"cell": 8}]'),
        ("a2 b1", '1:[{"cell": 4}, {"cell": 8}]'),
        ("5 1 9", "5 1 9", "1. 5 1 2. 9", "Player 1: 5, 9, Player 2: 1",
         "Move 1: 5\nMove 2: 1\nMove 3: 9", "move 5, move 1, move 9"),
        ("b2 q9", "b2 q9"),
        ("b2 ähm", "b2 ähm"),
        ("❌ b2", "❌ b2"),
        ("5", "\uff15"),
        ("b2 a1 c3", "1) b2 2) a1 3) c3", "1: b2\n2: a1\n3: c3", "b2/a1/c3", "b2 -> a1 -> c3",
         "X plays b2, O plays a1, X plays c3", "Xb2 Oa1 Xc3", "- b2\n- a1\n- c3", "b2! a1?? c3",
         "Move 1: X -> b2\nMove 2: O -> a1\nMove 3: X -> c3", '{"moves": ["b2", "a1", "c3"]}',
         '{"moves": ["b2", "a1", "c3"], "winner": "X", "date": "2024-05-01"}',
         "1. **X** b2\n2. **O** a1\n3. **X** c3",
         "Move 1 : Ann places X on b2\nMove 2 : Bob places O on a1\nMove 3 : Ann places X on c3",
         "2b 1a 3c", "① b2 ② a1 ③ c3", "b2, a1 and c3", "1 b2 a1 2 c3", "1,X,b2\n2,O,a1\n3,X,c3",
         "| # | X | O |\n|---|---|---|\n| 1 | b2 | a1 |\n| 2 | c3 |"),
        ("b2 a1 c3", "573", "1. b2 {centre} a1 2. c3 (2. a3 b1 (2... b3))",
         "(;SZ[3];B[bb];W[ac];B[ca])", "1. b2 (1. a3) 1... a1 2. c3"),
        ("(;SZ[3]AB[aa];W[bb])",) * 2, ("(;SZ[3];B[bb](;W[aa])(;W[ca]))",) * 2,
        ("(;SZ[3];B[bb];W[];B[aa])",) * 2, ("(;SZ[4];B[bb];W[aa])",) * 2,  # not for this reader
        ("b2 a3 c1", "centre, top left, bottom right", "519", "1,1 0,0 2,2", "R2C2 R1C1 R3C3",
         "11 00 22", "X4 O0 X8", "Move 1: (1,1)\nMove 2: (0,0)\nMove 3: (2,2)",
         "Turn 1: X at (1, 1)\nTurn 2: O at (0, 0)\nTurn 3: X (2, 2)",
         '[{"row": 1, "col": 1}, {"row": 0, "col": 0}, {"row": 2, "col": 2}]'),
        # pairs of a side and a move
        ("b2 a3 c1", '[["X", 4], ["O", 0], ["X", 8]]', '[("X", "b2"), ("O", "a3"), ("X", "c1")]',
         '[{"X": 4}, {"O": 0}, {"X": 8}]', "[((1, 1), 'X'), ((0, 0), 'O'), ((2, 2), 'X')]"),
        # the moves of each player in a list of its own
        ("b2 a3 c1", "X: b2 c1 O: a3", "X: 4, 8; O: 0",
         "X = [4, 8], O = [0]", "X: (1,1), (2,2) O: (0,0)", "O: a3; X: b2, c1"),
        ("b2 a3 c1", "b2 a3 c1 O wins!",
         "X: b2\nO: a3\nX: c1\nDraw", "Player X placed at b2\na3\nc1"),
        ("b2 a3 c1 a1", "O: a3 a1; X: b2 c1"),
        ("X: b2 O: a3 a1", "X: b2 O: a3 a1"),  # who played first, and what next?
        ("X: b2 c1 O: a3 X: a1", "X: b2 c1 O: a3 X: a1"),
    ],
    "wild": [("Xb2 Xa3", "X b2, X a3"), ("Xb2 Oa3", "X: b2\nO: a3")],
    "mnk:15,15,5": [("h8 i8 h9", "h8i8h9", '["h8", "i8", "h9"]', "h8, i8, h9"),
                    ("h8 i8", "B[hh];W[ih]", "black h8, white i8", "play B h8\nplay W i8")],
    "othello:8": [("d6 c5 f6", "d6c5f6", "1. d6 c5 2. f6")],
    "connectfour": [("4 4 1", "1. 4 4 2. 1", "[3, 3, 0]", "441"),
                    ("4 4 5 5", "4455", "d d e e", "ddee"),
                    ("4 4", "R4 Y4", "Red: 4, Yellow: 4", "column 4\ncolumn 4", "d1, d2"),
                    ("3 4 3 4 3", "Player 1: 3, 3, 3; Player 2: 4, 4", "Yellow: 4 4 Red: 3 3 3",
                     "R: 3 3 3 / Y: 4 4", "P1: 3 3 3\nP2: 4 4"),
                    ("4 5", '0:[{"player": 1, "column": 3}, {"player": 2, "column": 4}]',
                     '1:[{"player": 1, "column": 4}, {"player": 2, "column": 5}]',
                     '[{"player": 1, "index": 3}, {"player": 2, "index": 4}]',
                     '[{"action": 3}, {"action": 4}]', "player_0: 3\nplayer_1: 4"),
                    ("4 7", '[{"column": 4}, {"column": 7}]', "player,column\nX,4\nO,7"),
                    ("4 4 5", "row,col\n5,3\n4,3\n5,4", "(1,4) (2,4) (1,5)", "d1 d2 e1",
                     '[{"x": 3, "y": 5}, {"x": 3, "y": 4}, {"x": 4, "y": 5}]')],
}  # fmt: skip


@each("game, right, text",
    [(game, right, text) for game, lists in LISTS.items() for right, *texts in lists
     for text in texts],
)  # fmt: skip
def test_a_list_of_moves_is_read_in_any_notation(game, right, text):
    assert find_game(game).split_moves(text) == right.split()


@each("game, text, why",
    [
        ("tictactoe", '[{"cell": 4}, {"cell": 8}]', "from 0 or from 1"),
        ("tictactoe", "X b2, X a1", "X would make moves 1 and 2"),
        ("tictactoe", "X: b2\nO: a1\nO: c3", "O would make moves 2 and 3"),
        ("tictactoe", '[{"player": "X", "cell": "b2"}, {"player": "X", "cell": "a1"}]', "moves 1 "),
        ("connectfour", '[{"column": 4}, {"column": 5}]', "from 0 or from 1"),
        ("connectfour", "(0,3) (3,3)", "none below it"),
        ("connectfour", "(0,0) (0,1)", "can be in the columns"),
        ("tictactoe", "player_1: 4\nplayer_2: 0", "down the columns, as PettingZoo's"),
    ],
)  # fmt: skip
def test_a_list_with_two_meanings_is_refused_with_both(game, text, why):
    with pytest.raises(UnreadableMove, match=why):
        find_game(game).split_moves(text)
