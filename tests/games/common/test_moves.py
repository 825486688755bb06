"""Lists of moves in other notations: each list means the same moves, or is left as it is."""

from noughts.games.registry import find_game
from tests.each import each

LISTS: dict[str, list[tuple[str, ...]]] = {
    "tictactoe": [
        ("b2 a1 c3", "1. b2 a1 2. c3", "b2a1c3", "b2-a1-c3", "X b2, O a1, X c3", "b2;a1;c3"),
        ("b2 a3 c1", "(1,1) (0,0) (2,2)", "[[1, 1], [0, 0], [2, 2]]", "4 0 8", "[4, 0, 8]",
         "1:(2,2) (1,1) (3,3)", "0:4 0 8"),
        ("c1 a3", "(3,3) (1,1)"),
        ("5 1 9", "5 1 9", "1. 5 1 2. 9"),
        ("b2 q9", "b2 q9"),
        ("b2 ähm", "b2 ähm"),
        ("❌ b2", "❌ b2"),
        ("\uff15", "\uff15"),
    ],
    "mnk:15,15,5": [("h8 i8 h9", "h8i8h9", '["h8", "i8", "h9"]', "h8, i8, h9")],
    "connectfour": [("4 4 1", "1. 4 4 2. 1", "[3, 3, 0]", "441"), ("4 4 5 5", "4455")],
}  # fmt: skip


@each("game, right, text",
    [(game, right, text) for game, lists in LISTS.items() for right, *texts in lists
     for text in texts],
)  # fmt: skip
def test_a_list_of_moves_is_read_in_any_notation(game, right, text):
    assert find_game(game).split_moves(text) == right.split()
