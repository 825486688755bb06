"""Games as SGF: reading gives back what was written; examples are in the form of the format."""

import pytest

from noughts.analysis.state import State
from noughts.errors import RecordError
from noughts.records.history import KeptGame
from noughts.records.record_text import Note
from noughts.records.sgf import read_hexworld, read_sgf, sgf_text
from tests.each import each

DAY = 1_699_920_000  # 2023-11-14, at midnight
GAMES = [
    KeptGame("mnk:7,7,5", "x", "draws:60", ("a7", "g1", "d4"), played=DAY),
    KeptGame("mnk:4,3,3", "both", "", ("b2", "a1", "c2"), "1-0", played=DAY),
    KeptGame("standardgomoku:6,5,4,renju", "none", "hard", (), "0-1", turn=0, played=DAY),
    KeptGame("tictactoe", "o", "perfect", ("b2", "a1"), "1/2-1/2", turn=1, played=DAY),
]
SIZES = {
    "mnk:7,7,5": (7, 7),
    "mnk:4,3,3": (4, 3),
    "standardgomoku:6,5,4,renju": (6, 5),
    "tictactoe": (3, 3),
}


def kept(text):
    return [game.kept for game in read_sgf(text)]


def test_what_is_written_is_read():
    assert kept(sgf_text(GAMES, SIZES.__getitem__)) == GAMES


def test_rows_count_from_the_top():
    text = sgf_text(GAMES[:1], SIZES.__getitem__)
    assert ";B[aa];W[gg];B[dd]" in text


def test_a_longer_game_breaks_its_lines():
    many = KeptGame(
        "mnk:7,7,5", "both", "", tuple(f"{c}{r}" for c in "abcdefg" for r in range(1, 8))
    )
    text = sgf_text([many], lambda spec: (7, 7))
    assert max(map(len, text.splitlines())) <= 80
    assert kept(text) == [many]


def test_five_in_a_row_is_the_game_where_no_rules_are_told():
    assert kept("(;FF[4]GM[4]SZ[7:6];B[dc];W[ee])") == [
        KeptGame("mnk:7,6,5", "both", "", ("d4", "e2")),
    ]
    assert kept("(;GM[4]SZ[7]RU[Gomoku])")[0].game == "mnk:7,7,5"


def test_the_main_line_is_the_first_of_all_variations():
    text = "(;GM[4]SZ[7];B[aa](;W[bb](;B[cc];W[dd])(;B[ee]))(;W[ff];B[gg])(;W[ab]))"
    assert kept(text)[0].moves == ("a7", "b6", "c5", "d4")


def test_brackets_and_backslashes_stand_in_values():
    text = "(;GM[4]SZ[7]PB[computer a\\]b\\\\c]C[(;B[aa\\] \\\n)];B[bb])"
    assert kept(text) == [KeptGame("mnk:7,7,5", "o", "a]b\\c", ("b6",))]


def test_white_may_begin_and_names_are_of_people():
    game = kept("(;GM[4]SZ[7]PB[Ann]PW[computer hard]DT[2023-11-14,15]RE[W+Resign];W[aa];B[bb])")
    assert game == [KeptGame("mnk:7,7,5", "x", "hard", ("a7", "b6"), "0-1", turn=1, played=DAY)]


@each(
    "told, result",
    [("B+5", "1-0"), ("W+", "0-1"), ("0", "1/2-1/2"), ("Draw", "1/2-1/2"), ("Void", ""), ("?", "")],
)
def test_results(told, result):
    assert kept(f"(;GM[4]SZ[7]RE[{told}])")[0].result == result


def test_cells_may_be_named_as_boards_name_them():
    assert kept("(;GM[4]SZ[7];B[D4];W[a7])")[0].moves == ("d4", "a7")


def test_each_move_knows_its_line():
    [game] = read_sgf("\n(;GM[4]\nSZ[7]C[two\nlines]\n;B[aa]\n\n;W[bb])")
    assert (game.line, game.lines) == (2, (5, 7))


def test_several_games_and_other_properties_are_read():
    assert len(kept("(;GM[4]SZ[7]XX[1][2];B[aa]LB[aa:1])\n(;GM[4]SZ[6];B[aa])")) == 2


def test_nesting_has_no_end():
    deep = "(;GM[4]SZ[7]" + "(;C[x]" * 50_000 + ")" * 50_001
    assert kept(deep)[0].moves == ()


@each("text, message",
    [
        ("(;B[aa])", r"Line 1: GM is missing: write GM\[4\]"),
        ("(;GM[1]SZ[19])", r"Line 1: GM\[1\] is not a game of five"),
        ("(;GM[4]SZ[];B[aa])", r"Line 1: the board's size is written SZ\[7\] or SZ\[7:6\]"),
        ("(;GM[4]SZ[big])", "Line 1: the board's size is written"),
        ("(;GM[4]SZ[3];B[aa])", "Line 1: five in a row do not fit on this board; say by RU"),
        ("(;GM[4]SZ[7]RU[mnk:3,3,3])", r"Line 1: RU\[mnk:3,3,3\] has another size than SZ says"),
        ("(;GM[4]SZ[7];B[aa]\n;B[bb])", "Line 2: B moves twice in a row"),
        ("(;GM[4]SZ[7:6];B[zz])", r"Line 1: \[zz\] lies outside of the board of 7×6"),
        ("(;GM[4]SZ[7:6];B[ag])", r"Line 1: \[ag\] lies outside"),
        ("(;GM[4]SZ[7];B[past])", r"not \[past\]"),
        ("(;GM[4]SZ[7];B[aa]", "Line 1: the game that begins there has no"),
        ("(;GM[4]SZ[7];B[aa", r"Line 1: a \[ without its \]"),
        ("(;GM[4]SZ[7]5)", "Line 1: '5' is out of place"),
        ("(;[4])", r"Line 1: \[\[4\]\] has no name before it|Line 1: \[4\] has no name before it"),
        (";GM[4]", "Line 1: a game begins with"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_with_its_line(text, message):
    with pytest.raises(RecordError, match=message):
        read_sgf(text)


def test_a_game_from_a_position_is_not_written():
    with pytest.raises(RecordError, match="SGF is written for games from the start"):
        sgf_text([KeptGame("nim", "both", "", (), "", "3,4,5 o")], lambda spec: (3, 3))


@each("text, game, position, moves",
    [
        ("(;GM[4]SZ[3]RU[tictactoe]AB[aa][bb]AW[cc];W[ca])", "tictactoe", "x2/1x1/2o o", ("c3",)),
        ("(;GM[4]SZ[3]RU[tictactoe]AB[aa:ba]PL[W])", "tictactoe", "xx1/3/3 o", ()),
        ("(;GM[4]SZ[15];B[hh];W[];B[ii])", "mnk:15,15,5", f"{'15/' * 7}7x7{'/15' * 7} x", ("i7",)),
        ("(;GM[4]SZ[15];B[hh];W[tt])", "mnk:15,15,5", f"{'15/' * 7}7x7{'/15' * 7} x", ()),
        ("(;GM[11]SZ[5];B[b1];W[swap-pieces];B[c3])", "hex:5,swap", "", ("b1", "b1", "c3")),
        ("(;GM[11]SZ[5];B[b1];W[c3];B[resign])", "hex:5", "", ("b1", "c3")),
        ("(;GM[2];B[d3];W[c3];B[c4];W[pass])", "othello:8", "", ("d6", "c6", "c5")),
        ("(;GM[2]SZ[4];B[ba])", "othello:4", "", ("b4",)),
    ],
)  # fmt: skip
def test_other_games_setups_passes_and_swaps(text, game, position, moves):
    """Rows of Othello and Hex count from the top; a swap is a move to the same cell."""
    [(kept, _, _)] = read_sgf(text)
    assert (kept.game, kept.position, kept.moves) == (game, position, moves)


GGF = "(;GM[Othello]PC[GGS/os]TY[8]RE[+2]BO[8 {} *]B[f5//0.01]W[d6/0.5/1.2]B[PA]W[C3];)"
START = "-------- -------- -------- ---O*--- ---*O--- -------- -------- --------"


def test_games_of_the_othello_server_are_read():
    for before in ("", "1 "):
        [(kept, _, _)] = read_sgf(before + GGF.format(START))
        assert (kept.game, kept.moves, kept.result) == ("othello:8", ("f4", "d3", "c6"), "")
    with pytest.raises(RecordError, match="another board"):
        read_sgf(GGF.format(START.replace("*", "O", 1)))


def test_old_files_have_small_letters_in_their_names():
    [(kept, _, _)] = read_sgf("(;GaMe[4]SiZe[15];Black[hh];White[ih])")
    assert (kept.game, kept.moves) == ("mnk:15,15,5", ("h8", "i8"))


def test_links_to_hexworld():
    for link in ("https://hexworld.org/board/#11c1,e6f7", "#11n,e6,f7:rb", "#11r9c1,E6F7"):
        [(kept, _, _)] = read_hexworld(link)
        assert (kept.game, kept.moves) == ("hex:11", ("e6", "f7"))
    [(kept, _, _)] = read_hexworld("#3,a2:sc3")  # the first mark is reflected
    assert (kept.game, kept.position, kept.moves) == ("hex:3,swap", "", ("a2", "a2", "c3"))
    assert State(kept.game, moves=kept.moves).text == "1o1/3/2x o"
    for wrong in ("#11,e6:x", "hexworld", "#11,e66x"):
        with pytest.raises(RecordError, match="#11,a1b2c3"):
            read_hexworld(wrong)


def test_values_and_reasons_are_comments_of_the_nodes():
    notes = [[Note("draw: it takes [the] centre", 0), Note("loss in 6", 1)]]
    text = sgf_text([KeptGame("tictactoe", "both", "", ("b2", "b1"))], lambda spec: (3, 3), notes)
    assert r"B[bb]V[0]C[draw: it takes [the\] centre]" in text
    assert "W[bc]V[1]C[loss in 6]" in text
    assert read_sgf(text)[0].kept.moves == ("b2", "b1")
