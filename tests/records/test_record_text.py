"""Games as text: reading gives back what was written, and an error names its line."""

import pytest

from noughts.errors import RecordError
from noughts.records.history import KeptGame
from noughts.records.record_text import Note, games_text, read_games, read_text
from tests.each import each

GAMES = [
    KeptGame("tictactoe", "x", "draws:60", ("b2", "a1", "c3"), played=1_700_000_000),
    KeptGame("nim", "both", "", ("a1",), "0-1", "3,4,5 o", played=1_800_000_000),
    KeptGame("mnk:4,4,3", "none", "hard", (), "", turn=1, played=1),
    KeptGame(r'C:\my "game".py:Mine', "o", "easy", ("1",) * 99, "1/2-1/2", played=1),
]


def kept(text):
    return [game.kept for game in read_games(text)]


def test_what_is_written_is_read():
    assert kept(games_text(GAMES)) == GAMES


def test_lines_are_short():
    moves = games_text(GAMES).splitlines()[-6:]
    assert max(map(len, moves)) <= 80


def test_who_plays_is_read_from_the_headers():
    assert [kept(f'[Game "nim"]\n[X "{x}"]\n[O "{o}"]\n\n*')[0].side
            for x in ("person", "computer") for o in ("person", "computer")] == [
        "both", "x", "o", "none",
    ]  # fmt: skip


def test_only_the_game_is_needed():
    assert kept('[Game "tictactoe"]\n1. b2 a1') == [
        KeptGame("tictactoe", "both", "", ("b2", "a1")),
    ]


def test_comments_numbers_and_headers_of_others_are_left_out():
    text = '[Event "?"]\n[Game "tictactoe"]\n[Date "????.??.??"]\n\n1.b2 {good\n move} 1... a1\n0-1'
    assert kept(text) == [KeptGame("tictactoe", "both", "", ("b2", "a1"), "0-1")]


def test_each_move_knows_its_line():
    [game] = read_games('\n[Game "tictactoe"]\n\n1. b2\n{two\nlines}\na1 2. c3\n')
    assert (game.line, game.lines) == (2, (4, 7, 7))


def test_windows_ends_its_lines_otherwise():
    assert kept(games_text(GAMES[:1]).replace("\n", "\r\n")) == GAMES[:1]


@each("text, message",
    [
        ("b2 a1", "Line 1: a game begins with headers"),
        ('\n[Game tictactoe]\n', "Line 2: a header is written"),
        ('[X "person"]\n\nb2+', r"Line 1: the header \[Game \"\.\.\.\"\] is missing"),
        ('[Game "nim"]\n[First "Y"]', "Line 2: First must be one of X, O, not 'Y'"),
        ('[Game "nim"]\n[Result "2-0"]', "Line 2: Result must be one of 1-0, 0-1"),
        ('[Game "nim"]\n[Date "today"]', "Line 2: write the date as 2026.11.23"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_with_its_line(text, message):
    with pytest.raises(RecordError, match=message):
        read_games(text)


def test_an_empty_text_has_no_games():
    assert read_games("\n\n") == []


AT3 = """[Game "TicTacToe"]
[Player1 "A"]
[Result "Cat Game"]
[Grid "4x4"]
[WinCount "3"]

1. a1 2. b2
3. c2 ..."""


@each("text, game, moves",
    [
        ("Piskvorky 15x15, 11:11, 0\n8,8,0\n9,8,120\n8,9,15\n-1\n", "mnk:15,15,5", "h8 i8 h7"),
        ("Piskvorky 20x20, 11:11, 1\n1,1,0\n20,20,1\n", "standardgomoku:20,20", "a20 t1"),
        ('[Event "?"]\n[Result "1-0"]\n\n1. b2 a1 2. c3 c1 1-0', "tictactoe", "b2 a1 c3 c1"),
        ('[Black "a"]\n[White "b"]\n\n1. h8 i9 2. h9 *', "mnk:15,15,5", "h8 i9 h9"),
        (AT3, "mnk:4,4,3", "a1 b2 c2"),
        ("1. b2 a1 2. c3", "tictactoe", "b2 a1 c3"),
        ('[Event "?"]\n\n1. b2 $1 a1 (1... a3\n(1... c1)) 2. c3 ; ok\n*', "tictactoe", "b2 a1 c3"),
        ("h8i8h9", "mnk:15,15,5", "h8 i8 h9"),
        ("\ufeffs19 a1", "mnk:19,19,5", "s19 a1"),
        ("(1, 1) (0, 2)", "tictactoe", "(1,1) (0,2)"),
        ("START 15\nOK\nINFO rule 0\nBEGIN\nMESSAGE 7,7 is good\n7,7\nTURN 8,7\n7,8\nEND",
         "mnk:15,15,5", "h8 i8 h7"),
        ("> START 20\n> INFO rule 1\n> TURN 0,0\n< 19,19\n> TAKEBACK 19,19\n< OK\n< 1,0",
         "standardgomoku:20,20", "a20 b20"),
        ("RECTSTART 9,7\nBOARD\n3,3,2\n4,3,1\nDONE\n3,4", "mnk:9,7,5", "d4 e4 d3"),
        ('[Grid "7x6"]\n[WinCount "4"]\n[PlacementRule "ColumnStack"]\n\n1. d1 2. d2',
         "connectfour:7,6,4", "d1 d2"),
        ('[Game "Othello"]\n[Black "a"]\n\n1. f5 d6', "othello:8", "f5 d6"),
        ("d1 d2 c1 c2", "connectfour", "d1 d2 c1 c2"),
        ("d1 d2 c1 c3", "mnk:15,15,5", "d1 d2 c1 c3"),
        ("row,col\n5,3\n4,3\n3,3\n5,2", "connectfour", "(5,3) (4,3) (3,3) (5,2)"),
        ("X: center, O: top left", "tictactoe", "b2 a3"),
        ("row 2, column 2\nrow 1, column 1", "tictactoe", "1:(2,2) (1,1)"),
        ("4455", "connectfour", "4 4 5 5"),
    ],
)  # fmt: skip
def test_records_of_others_are_recognized_by_their_content(text, game, moves):
    [(kept, _, _)] = read_text(text)
    assert (kept.game, " ".join(kept.moves)) == (game, moves)


def test_a_move_outside_of_the_board_is_named_with_its_line():
    with pytest.raises(RecordError, match="Line 3: 16,1 lies outside of the board of 15×15"):
        read_text("Piskvorky 15x15, 11:11, 0\n8,8,0\n16,1,120\n")


def test_a_talk_of_gomocup_without_moves_in_turn_is_refused():
    for talk in ("YXBOARD\n1,1,1\nDONE", "BOARD\n1,1,1\n2,2,1\nDONE", "BEGIN\n15,0"):
        with pytest.raises(RecordError, match=r"Line \d"):
            read_text(f"START 15\nOK\n{talk}")


def test_values_and_reasons_are_written_in_braces_and_left_out_in_reading():
    games = [KeptGame("tictactoe", "both", "", ("b2", "b1"))]
    text = games_text(games, [[Note("draw: {the} centre"), Note("loss in 6")]])
    assert "1. b2 {draw: the centre} b1 {loss in 6} *" in text
    assert read_text(text)[0].kept.moves == ("b2", "b1")
