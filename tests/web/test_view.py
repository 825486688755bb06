"""What a page shows: the buttons lie where the picture has the cells, and stand for every move."""

import pytest

from noughts.games.registry import ENTRIES
from noughts.pictures.board.draw import draw
from noughts.web.pages import after_some_moves
from noughts.web.view import GameTable, TableSettings, page_view, status_words
from tests.each import each
from tests.pictures.reading import elements, frame

SPECS = [spec for entry in ENTRIES.values() for spec in (entry.name, *entry.says("examples"))]


@each("spec", SPECS)
def test_a_button_lies_where_the_picture_has_its_cell(spec):
    table = GameTable(TableSettings(spec, "both"))
    view = page_view(table)
    svg = draw(table.game, header=True, playable=True, coordinates="small").svg
    whole = frame(svg)
    middles = {}
    for element, place in elements(svg):
        if name := element.get("data-cell"):
            x, width = float(element.get("x", 0)), float(element.get("width", 0))
            y, height = float(element.get("y", 0)), float(element.get("height", 0))
            middles[name] = (place.x + x + width / 2, place.y + y + height / 2, height)
    playable = [cell for cell in view["cells"] if cell["moves"]]
    assert {cell["name"] for cell in playable} == set(middles)
    for cell in playable:
        x, y, height = middles[cell["name"]]
        assert (cell["x"] + cell["w"] / 2) * whole.right / 100 == pytest.approx(x, abs=0.1)
        if height == pytest.approx(48):  # in a rack the picture's target is the whole column
            assert (cell["y"] + cell["h"] / 2) * whole.bottom / 100 == pytest.approx(y, abs=0.1)


@each("spec", SPECS)
def test_every_move_can_be_clicked(spec):
    table = GameTable(TableSettings(spec, "both"))
    for _ in range(8):
        view = page_view(table)
        on_cells = {move for cell in view["cells"] for move in cell["moves"]}
        assert on_cells == set(view["all_moves"])
        if view["over"]:
            break
        table = table.after(view["all_moves"][-1])


@each(
    "moves, told",
    [
        ("", "X to move."),
        ("a1", "O to move."),
        ("a1 b2 b1 c3 c1", "X has won."),
        ("b2 a1 a3 c1 b1 b3 a2 c2 c3", "A draw."),
    ],
)
def test_whose_turn_it_is_or_how_the_game_ended(moves, told):
    assert status_words(GameTable(TableSettings(side="both"), moves)) == told


def test_a_game_that_repeats_positions_is_drawn_for_the_third_time():
    settings = TableSettings("morris", "both", position="xox/3/oxo x")
    table = GameTable(settings, "a3-a2 c1-c2 a2-a3 c2-c1 " * 2)
    assert "threefold repetition" in status_words(table)
    assert page_view(table)["all_moves"] == []


@each("spec, half", [("nim", 6), ("chomp", 6), ("nim:1,2", 1.5)])
def test_a_thumbnail_of_what_begins_full_is_at_least_half_full(spec, half):
    game, position, turn = after_some_moves(spec)
    assert sum(bool(cell.mark) for cell in game.board(position, turn).cells) >= half
