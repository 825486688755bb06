"""Pictures in words: what is said must be so."""

from noughts import Value, find_game
from noughts.games.registry import game_name
from noughts.pictures import draw
from tests.each import each


@each(
    "spec, name",
    [
        ("tictactoe", "Tic-tac-toe"),
        ("mnk:4,4,3", "4×4, three in a row"),
        ("connectfour:5,4,misere", "Connect Four 5×4, misère"),
        ("qubic", "Qubic"),
        ("cube:3,misere", "Cube 3×3×3, misère"),
        ("morris", "Three men's morris"),
    ],
)
def test_a_game_is_called_by_its_name_and_what_is_unusual(spec, name):
    assert game_name(find_game(spec)) == name


def test_a_game_of_a_file_is_called_by_its_class(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text("from noughts import MNK\nclass MyOwn(MNK):\n    m: int = 4\n")
    assert game_name(find_game(f"{file}:MyOwn")) == "My Own"
    assert game_name(find_game(f"{file}:MyOwn:4,4,3")) == "My Own"


def described(spec, text, **more):
    game = find_game(spec)
    return draw(game, *game.parse(text), **more)


@each(
    "spec, text, title",
    [
        ("tictactoe", "xo1/3/3 x", "Tic-tac-toe, X to move"),
        ("tictactoe", "xxx/oo1/3 o", "Tic-tac-toe, X has won"),
        ("tictactoe", "xox/xxo/oxo o", "Tic-tac-toe, drawn"),
        ("mnk:3,3,3,misere", "xxx/oo1/3 o", "3×3, three in a row, misère, O has won"),
        ("nim:1,2", "0,0 x", "Nim 1, 2, Second has won"),
    ],
)
def test_the_title_says_how_it_stands(spec, text, title):
    found = described(spec, text).title
    marks = find_game(spec).marks
    assert found == title.replace("Second", marks[1])


def test_the_description_says_what_lies_where_and_what_moves_are_worth():
    values = {5: Value(1, 1), 7: Value(0, 3), 8: Value(1, 1)}
    text = described("tictactoe", "xxo/ox1/o2 x", values=values).description
    assert text == (
        "X on a3, b3, b2. O on c3, a2, a1. Empty: c2, b1, c1. "
        "Best: c2, c1. Every move: c2 win in 1, c1 win in 1, b1 draw."
    )


def test_things_that_are_no_marks_are_called_by_their_names():
    assert described("nim:1,2", "1,1 o").description == "counters on a1, b1. Empty: b2."
    assert "poison on a1" in described("chomp:2,2", "1/2 o").description


def test_a_part_that_is_won_is_told():
    text = described("ultimate", "xxx6/9/9/oo7/9/9/o8/9/9 - x").description
    assert "X has won the part from a9 to c7." in text


def test_text_is_escaped():
    from noughts.board import Board, Cell
    from noughts.pictures.board.draw import board_piece
    from noughts.pictures.svg import LIGHT, Picture

    piece = board_piece(Board((Cell("<&>", 0, 0, '<"&'),)))
    svg = Picture(piece, "<title> & more", "a < b", LIGHT).svg
    assert "<title>&lt;title&gt; &amp; more</title><desc>a &lt; b</desc>" in svg
    assert 'aria-label="&lt;title&gt; &amp; more"' in svg
    assert '&lt;"&amp;</text>' in svg
