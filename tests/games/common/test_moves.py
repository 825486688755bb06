"""Lists of moves in other notations: each list means the same moves, or is left as it is."""

from noughts.games.registry import find_game
from tests.each import each

LISTS: dict[str, list[tuple[str, ...]]] = {
    "tictactoe": [
        ("b2 a1 c3", "1. b2 a1 2. c3", "b2a1c3", "b2-a1-c3", "X b2, O a1, X c3", "b2;a1;c3"),
        ("b2 a3 c1", "(1,1) (0,0) (2,2)", "[[1, 1], [0, 0], [2, 2]]", "4 0 8", "[4, 0, 8]",
         "1:(2,2) (1,1) (3,3)", "0:4 0 8"),
        ("c1 a3", "(3,3) (1,1)"),
        ("5 1 9", "5 1 9", "1. 5 1 2. 9", "Player 1: 5, 9, Player 2: 1"),
        ("b2 q9", "b2 q9"),
        ("b2 ähm", "b2 ähm"),
        ("❌ b2", "❌ b2"),
        ("5", "\uff15"),
        ("b2 a1 c3", "1) b2 2) a1 3) c3", "1: b2\n2: a1\n3: c3", "b2/a1/c3", "b2 -> a1 -> c3",
         "X plays b2, O plays a1, X plays c3", "Xb2 Oa1 Xc3", "- b2\n- a1\n- c3", "b2! a1?? c3",
         "Move 1: X -> b2\nMove 2: O -> a1\nMove 3: X -> c3", '{"moves": ["b2", "a1", "c3"]}',
         "2b 1a 3c", "① b2 ② a1 ③ c3", "b2, a1 and c3", "1 b2 a1 2 c3", "1,X,b2\n2,O,a1\n3,X,c3",
         "| # | X | O |\n|---|---|---|\n| 1 | b2 | a1 |\n| 2 | c3 |"),
        ("b2 a1 c3", "573", "1. b2 {centre} a1 2. c3 (2. a3 b1 (2... b3))",
         "(;SZ[3];B[bb];W[ac];B[ca])", "1. b2 (1. a3) 1... a1 2. c3"),
        ("(;SZ[3]AB[aa];W[bb])",) * 2, ("(;SZ[3];B[bb](;W[aa])(;W[ca]))",) * 2,
        ("(;SZ[3];B[bb];W[];B[aa])",) * 2, ("(;SZ[4];B[bb];W[aa])",) * 2,  # not for this reader
        ("b2 a3 c1", "centre, top left, bottom right", "519", "1,1 0,0 2,2", "R2C2 R1C1 R3C3",
         "11 00 22", "X4 O0 X8", "Turn 1: X at (1, 1)\nTurn 2: O at (0, 0)\nTurn 3: X (2, 2)",
         '[{"row": 1, "col": 1}, {"row": 0, "col": 0}, {"row": 2, "col": 2}]'),
        # the moves of each player in a list of its own
        ("b2 a3 c1", "X: b2 c1 O: a3", "X: 4, 8; O: 0",
         "X = [4, 8], O = [0]", "X: (1,1), (2,2) O: (0,0)", "O: a3; X: b2, c1"),
        ("b2 a3 c1", "b2 a3 c1 O wins!",
         "X: b2\nO: a3\nX: c1\nDraw", "Player X placed at b2\na3\nc1"),
        ("b2 a3 c1 a1", "O: a3 a1; X: b2 c1"),
        ("X: b2 O: a3 a1", "X: b2 O: a3 a1"),  # who played first, and what next?
        ("X: b2 c1 O: a3 X: a1", "X: b2 c1 O: a3 X: a1"),
    ],
    "mnk:15,15,5": [("h8 i8 h9", "h8i8h9", '["h8", "i8", "h9"]', "h8, i8, h9"),
                    ("h8 i8", "B[hh];W[ih]", "black h8, white i8", "play B h8\nplay W i8")],
    "othello:8": [("d6 c5 f6", "d6c5f6", "1. d6 c5 2. f6")],
    "connectfour": [("4 4 1", "1. 4 4 2. 1", "[3, 3, 0]", "441"),
                    ("4 4 5 5", "4455", "d d e e", "ddee"),
                    ("4 4", "R4 Y4", "Red: 4, Yellow: 4", "column 4\ncolumn 4", "d1, d2"),
                    ("3 4 3 4 3", "Player 1: 3, 3, 3; Player 2: 4, 4", "Yellow: 4 4 Red: 3 3 3",
                     "R: 3 3 3 / Y: 4 4", "P1: 3 3 3\nP2: 4 4"),
                    ("4 5", '[{"player": 1, "column": 4}, {"player": 2, "column": 5}]')],
}  # fmt: skip


@each("game, right, text",
    [(game, right, text) for game, lists in LISTS.items() for right, *texts in lists
     for text in texts],
)  # fmt: skip
def test_a_list_of_moves_is_read_in_any_notation(game, right, text):
    assert find_game(game).split_moves(text) == right.split()
