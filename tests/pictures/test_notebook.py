"""Notebooks: what shows itself there; the example, run and made a page."""

import re
from pathlib import Path
from typing import Any

import pytest

from noughts import Match, TicTacToe, analyse, explain, find_game, review
from noughts.pictures.notebook import notebook_picture
from tests.each import each
from tests.later import Later
from tests.pictures.reading import boxes, classed, frame, letters

nbformat = Later("nbformat")
nbclient = Later("nbclient")
nbconvert = Later("nbconvert")

EXAMPLE = Path(__file__).parents[2] / "examples" / "notebook.ipynb"
GAME = TicTacToe()
POSITION, TURN = GAME.parse("xxo/ox1/o2 x")


@pytest.fixture
def match():
    match = Match(GAME)
    for move in GAME.read_moves("b2 b1 a1 c3"):
        match.play(move)
    return match


def svg_of(thing: Any) -> Any:
    return thing._repr_svg_()


def html_of(thing: Any) -> Any:
    return thing._repr_html_()


def marks_in(svg):
    return len(classed(svg, "mark"))


def test_a_board_shows_itself():
    board = GAME.board(POSITION, TURN)
    assert marks_in(svg_of(board)) == 6
    assert html_of(board) is None  # there is nothing to say beside it


def test_a_match_shows_its_position_with_the_last_move_and_how_it_stands(match):
    svg = svg_of(match)
    assert marks_in(svg) == 4
    assert len(classed(svg, "last")) == 1
    assert "<p>X to move</p>" in html_of(match)
    assert marks_in(svg_of(Match(GAME))) == 0


def test_an_analysis_shows_every_moves_value_and_best_play():
    analysis = analyse(GAME, POSITION, TURN)
    signs = sorted(letters(element)[0] for element in classed(svg_of(analysis), "value"))
    assert signs == ["W1", "W1", "W3"]
    html = html_of(analysis)
    assert "<p>X to move: win in 1. Best play: b1.</p>" in html
    assert re.findall("<tr><td>(.*?)</td>", html) == ["<b>b1</b>", "<b>c1</b>", "c2"]


def test_of_many_moves_some_are_listed():
    game = find_game("nim:8,8,7")
    html = html_of(analyse(game, game.start()))
    assert html.count("<tr>") == 20
    assert "and 3 more moves" in html


def test_an_explanation_and_a_review_bring_their_sentences(match):
    assert "<li>b1: completes the middle column (b3 b2 b1) and wins.</li>" in html_of(
        explain(GAME, POSITION, TURN)
    )
    reviewed = review(match)
    assert len(classed(svg_of(reviewed), "ply")) == 5
    assert "O&#x27;s move b1 takes an edge, but loses in 6" in html_of(reviewed)


class Printer:
    """What IPython gives to be written on."""

    def __init__(self):
        self.written = ""

    def text(self, text):
        self.written += text


@each(
    "thing, said",
    [
        (Match(GAME), "Tic-tac-toe, X to move. The board is empty."),
        (GAME.board(POSITION, TURN), "X on a3, b3, b2. O on c3, a2, a1. Empty: c2, b1, c1."),
        (analyse(GAME, POSITION, TURN), "Best: b1, c1."),
        (explain(GAME, POSITION, TURN), "b1: completes the middle column (b3 b2 b1) and wins."),
    ],
)
def test_everything_can_be_said_in_plain_text(thing, said):
    printer = Printer()
    thing._repr_pretty_(printer, cycle=False)
    assert said in printer.written


def test_most_things_are_no_pictures():
    assert notebook_picture("X") is None


# The example.


@pytest.fixture(scope="module")
def example():
    """The example, run in a kernel of its own."""
    book = nbformat.read(EXAMPLE, as_version=4)
    for cell in book.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    nbclient.NotebookClient(book, timeout=120, store_widget_state=False).execute()
    return book


def outputs(book):
    """What each code cell shows, by kind."""
    return [
        output["data"] for cell in book.cells if cell.cell_type == "code" for output in cell.outputs
    ]


def test_every_cell_of_the_example_shows_a_picture(example):
    shown = outputs(example)
    assert len(shown) == len([cell for cell in example.cells if cell.cell_type == "code"])
    for data in shown:
        svg = data["image/svg+xml"]
        assert not [box for box in boxes(svg) if not box.within(frame(svg))]
        assert data["text/plain"]


def test_the_example_is_kept_with_what_it_shows_now(example):
    kept = outputs(nbformat.read(EXAMPLE, as_version=4))
    for now, then in zip(outputs(example), kept, strict=True):
        for kind in ("image/svg+xml", "text/html"):
            assert now.get(kind) == then.get(kind)  # if not, run tools/make_notebook.py


def test_a_page_made_of_it_has_every_picture_and_a_still_one_of_the_board_to_play_on(example):
    exporter = nbconvert.HTMLExporter(template_name="basic")
    page, _ = exporter.from_notebook_node(example)
    assert "application/vnd.jupyter.widget-view+json" in outputs(example)[-1]
    assert page.count("<svg") + page.count("data:image/svg+xml") == len(outputs(example))
    assert "Traceback" not in page
