"""Boards as SVG, read back: what is on them, and that nothing is cut off or hidden."""

import math
import re
import xml.etree.ElementTree as ET
from collections import Counter
from itertools import combinations, product
from typing import NamedTuple

import pytest

from noughts import Game, Hex, Value, analyse, find_game
from noughts.board import Board
from noughts.errors import PictureError
from noughts.game import legal_moves
from noughts.games.common.cell_game import PointGrid
from noughts.games.common.line_game import LineGame
from noughts.pictures import draw
from noughts.pictures.board.draw import board_piece
from noughts.pictures.board.geometry import Geometry
from noughts.pictures.board.grounds import ground
from noughts.pictures.svg import CURRENT, LIGHT, THEMES
from tests.each import each
from tests.pictures.plays import FEW, REST, SPECS, made_up_values, moments
from tests.pictures.reading import (
    boxes,
    classed,
    elements,
    frame,
    letters,
    lies_in,
    parsed,
    path_points,
    polygons,
    texts,
)

W3, D, L2 = Value(1, 3), Value(0, 5), Value(-1, 2)


def picture_of(moment, **more):
    given = {"last": moment.last, "before": moment.before} if moment.last is not None else {}
    return draw(moment.game, moment.position, moment.turn, **given, **more)


# Every game.


@each("spec", SPECS)
def test_every_mark_is_drawn_once(spec):
    for moment in moments(spec):
        cells = moment.game.board(moment.position, moment.turn).cells
        drawn = classed(picture_of(moment).svg, "mark")
        assert len(drawn) == sum(bool(cell.mark) for cell in cells)


@each("spec", FEW, large=REST)
def test_nothing_is_cut_off_with_all_that_can_be_told(spec):
    for moment in moments(spec):
        values = made_up_values(moment.game, moment.position)
        for more in ({}, {"values": values}, {"coordinates": False, "values": values}):
            svg = picture_of(moment, **more).svg
            assert not [box for box in boxes(svg) if not box.within(frame(svg))]


@each("spec", FEW, large=REST)
def test_no_text_lies_on_another(spec):
    for moment in moments(spec):
        values = made_up_values(moment.game, moment.position)
        if any("-" in moment.game.name(move) for move in values):
            continue  # arrows may cross; they have a test of their own
        found = texts(picture_of(moment, values=values).svg)
        assert not [pair for pair in combinations(found, 2) if pair[0].overlaps(pair[1])]


@each("spec", SPECS)
def test_the_names_of_rows_and_columns_stand_beside_the_board(spec):
    for moment in moments(spec):
        svg = picture_of(moment).svg
        (names,) = classed(svg, "names")
        labels = texts(svg)[-len(names) :]  # they are drawn last
        assert [label.what for label in labels] == [f"text {name.text}" for name in names]
        slanting = ("text", "polyline", "polygon edge")
        shapes = [box for box in boxes(svg) if not box.what.startswith(slanting)]
        ground = max(shapes, key=lambda box: (box.right - box.left) * (box.bottom - box.top))
        shapes.remove(ground)
        assert not [(a, b) for a in labels for b in shapes if a.overlaps(b)]


def test_the_edges_of_hexagons_are_a_rhombus_around_them_and_no_name_lies_on_it():
    svg = draw(Hex(5)).svg
    edges = polygons(svg, "edge")
    colours = [edge.get("fill") for edge in classed(svg, "edge")]
    assert colours == [LIGHT.first, LIGHT.second] * 2
    for box in texts(svg):
        for x, y in product((box.left, box.right), (box.top, box.bottom)):
            assert not any(lies_in(x, y, edge) for edge in edges), box
    # Its acute corners are of 60 degrees, its sides alike.
    (left, top), (_, high) = min(p for e in edges for p in e), max(p for e in edges for p in e)
    tips = {p for edge in edges for p in edge[-2:]}
    assert len(tips) == 4
    upper = sorted(p for p in tips if p[1] == top)
    lower = sorted(p for p in tips if p[1] == high)
    assert upper[0] == (left, top)
    assert math.dist(*upper) == pytest.approx(math.dist(*lower), abs=0.02)
    assert math.dist(*upper) == pytest.approx(math.dist(upper[0], lower[0]), abs=0.02)
    assert lower[0][0] - left == pytest.approx(math.dist(*upper) / 2, abs=0.02)


def test_the_chain_that_won_is_a_stroke_from_stone_to_stone_light_on_dark():
    game = Hex(3)
    svg = draw(game, *game.parse("xox/xo1/x1o o")).svg
    (lines,) = classed(svg, "lines")
    assert [element.get("stroke") for element in lines] == [LIGHT.black, LIGHT.white]
    assert {element.attrib["points"].count(",") for element in lines} == {3}


@each("spec", SPECS)
def test_every_move_shows_its_value_by_sign(spec):
    for moment in moments(spec):
        values = made_up_values(moment.game, moment.position)
        badges = classed(picture_of(moment, values=values).svg, "value")
        shown = " ".join(text for badge in badges for text in letters(badge))
        assert {value.sign() for value in values.values()} <= set(shown.split())


@each("spec", SPECS)
def test_the_title_says_the_game_and_whose_turn_it_is_and_the_description_names_every_mark(spec):
    for moment in moments(spec):
        picture = picture_of(moment)
        root = parsed(picture.svg)
        assert root.get("role") == "img"
        title, description, *_ = root
        assert title.tag.endswith("title")
        assert title.text == picture.title == root.get("aria-label")
        assert any(mark in picture.title for mark in (*moment.game.marks, "drawn"))
        assert description.tag.endswith("desc")
        for cell in moment.game.board(moment.position, moment.turn).cells:
            if cell.mark:
                assert cell.name in str(description.text)


@each("spec", SPECS)
def test_no_element_has_an_id_so_that_any_number_of_pictures_stand_on_one_page(spec):
    for theme in THEMES:
        svg = picture_of(
            moments(spec)[1], theme=theme, values=made_up_values(*moments(spec)[1][:2])
        ).svg
        assert not [element for element, _ in elements(svg) if element.get("id")], theme
        assert "url(#" not in svg


@each("spec", SPECS)
def test_a_theme_uses_its_own_colours_alone(spec):
    values = made_up_values(*moments(spec)[1][:2])
    for name, theme in THEMES.items():
        svg = picture_of(moments(spec)[1], theme=name, values=values).svg
        used = {element.get(key) for element, _ in elements(svg) for key in ("fill", "stroke")} - {
            None
        }
        assert used <= {*theme, "none", "#FFFFFF"}


# One by one.


def tictactoe(text, **more):
    game = find_game("tictactoe")
    return game, draw(game, *game.parse(text), **more)


def test_values_stand_in_their_cells_and_the_best_are_marked():
    game, picture = tictactoe("xxo/ox1/o2 x", values={5: W3, 7: D, 8: W3})
    shown = {letters(element)[0] for element in classed(picture.svg, "value")}
    assert shown == {"W3", "D"}
    assert [letters(element) for element in classed(picture.svg, "best")] == [["W3"], ["W3"]]
    assert "Best: c2, c1" in picture.description
    assert game.name(5) == "c2"


def test_an_analysis_brings_its_values_along():
    game = find_game("tictactoe")
    position, turn = game.parse("xxo/ox1/o2 x")
    picture = draw(game, position, turn, values=analyse(game, position, turn))
    assert Counter(letters(e)[0] for e in classed(picture.svg, "value")) == {"W1": 2, "W3": 1}


def test_values_of_connect_four_stand_above_the_columns():
    game = find_game("connectfour")
    values = {column: Value(-1, 40 - column) for column in range(7)}
    svg = draw(game, values=values).svg
    found = [box for box in texts(svg) if box.what.startswith("text L")]
    others = [box for box in boxes(svg) if box.what == "path"]
    assert len(found) == 7
    assert max(box.bottom for box in found) < min(box.top for box in others)
    assert [box.what for box in sorted(found)] == [f"text L{40 - i}" for i in range(7)]


def test_two_marks_for_one_cell_show_two_values():
    game = find_game("wild")
    svg = draw(game, values={8: W3, 9: L2}).svg  # X and O in the centre
    assert [letters(element)[0] for element in classed(svg, "value")] == ["X W3", "O L2"]


def test_the_deciding_line_is_a_stroke_through_its_cells():
    _, picture = tictactoe("xxx/oo1/3 o")
    (line,), (bands,) = (classed(picture.svg, name) for name in ("lines", "bands"))
    assert [stroke.get("stroke") for stroke in line] == [LIGHT.first]  # the winner's colour
    assert [band.get("class") for band in bands] == ["band"]
    assert "a3-b3-c3" in picture.description
    _, without = tictactoe("xxx/oo1/3 o", line=False)
    assert not classed(without.svg, "lines")
    assert not classed(without.svg, "bands")


def test_a_line_that_leaves_the_board_at_one_edge_is_not_drawn_across_it():
    game = find_game("mnk:3,3,3,torus")
    position, turn = game.parse("xo1/o1x/1x1 o")  # a3, c2, b1
    assert game.lines(position)
    svg = draw(game, position, turn).svg
    (strokes,), (bands,) = (classed(svg, name) for name in ("lines", "bands"))
    assert len(bands) == 2  # a3 and c2 lie side by side by the edges alone, c2 and b1 do so here
    assert [stroke.attrib["points"].count(",") for stroke in strokes] == [2]


def test_the_last_move_is_pointed_out():
    game = find_game("tictactoe")
    after = game.play(game.start(), 4)
    svg = draw(game, after, last=4, before=game.start()).svg
    assert len(classed(svg, "last")[0]) == 1
    assert not classed(draw(game, after).svg, "last")


def test_a_line_of_play_is_shown_as_numbered_ghosts_that_are_no_marks():
    game = find_game("tictactoe")
    svg = draw(game, ghosts=[4, 0, 8]).svg
    assert [letters(element) for element in classed(svg, "ghost")] == [["1"], ["2"], ["3"]]
    with pytest.raises(PictureError, match="Move 2 of the line, b2, is not legal"):
        draw(game, ghosts=[4, 4])


def test_steps_are_arrows_with_values():
    game = find_game("morris")
    position, turn = game.parse("xo1/oxx/2o x")
    moves = list(game.moves(position))
    assert [game.name(move) for move in moves] == ["b2-c3", "b2-a1", "b2-b1", "c2-c3"]
    svg = draw(game, position, turn, values=dict(zip(moves, (W3, D, L2, D), strict=True))).svg
    arrows = classed(svg, "arrow")
    assert Counter(letters(arrow)[0] for arrow in arrows) == {"W3": 1, "D": 2, "L2": 1}
    assert letters(arrows[-1]) == ["W3"]  # the best is the last, on top of the others
    assert not [pair for pair in combinations(texts(svg), 2) if pair[0].overlaps(pair[1])]


def test_a_line_of_steps_is_shown_by_few_numbered_arrows_none_on_anothers_way():
    game = find_game("morris")
    position, turn = game.parse("xo1/oxx/2o x")
    line = game.read_moves("b2-b1 b3-b2 b1-a1 b2-b3")  # O goes back where it came from
    svg = draw(game, position, turn, ghosts=line).svg
    assert [letters(arrow) for arrow in classed(svg, "arrow")] == [["1"], ["2"], ["3"]]
    assert not [pair for pair in combinations(texts(svg), 2) if pair[0].overlaps(pair[1])]


def outlines(element):
    """What an element's shapes fill, its texts aside, in the coordinates of its parent."""
    found = boxes(ET.tostring(element, encoding="unicode"))
    return [box for box in found if not box.what.startswith("text")]


@each("told", ["values", "line"])
def test_on_a_page_of_any_colour_the_label_of_an_arrow_stands_beside_it(told):
    game = find_game("morris")
    position, turn = game.parse("xo1/oxx/2o x")
    values = dict(zip(game.moves(position), (W3, D, L2, D), strict=True))
    more = {"values": values} if told == "values" else {"ghosts": game.read_moves("b2-b1 b3-b2")}
    for arrow in classed(draw(game, position, turn, theme="currentColor", **more).svg, "arrow"):
        (label,) = texts(ET.tostring(arrow, encoding="unicode"))
        if not classed(ET.tostring(arrow, encoding="unicode"), "best"):  # which has a ground
            straight = [box for box in outlines(arrow) if min(box[2] - box[0], box[3] - box[1]) < 6]
            assert not [box for box in straight if box.overlaps(label)]


def test_no_line_of_the_board_runs_below_a_stone_which_may_be_hollow():
    game = find_game("morris")
    position, turn = game.parse("xo1/oxx/2o x")
    board = game.board(position, turn)
    geometry = Geometry(board)
    stones = [geometry.centre(cell.name) for cell in board.cells if cell.mark]
    (path,) = re.findall(r'<path d="([^"]*)"', ground(geometry, CURRENT).lines)
    assert len(list(path_points(path))) == 2 * len(board.links)
    for place in path_points(path):
        assert min(math.dist(place, stone) for stone in stones) > 16


def test_plies_beside_marks_that_have_a_number_stand_in_rings_clear_of_the_mark():
    game = find_game("threemarks")
    position, turn = game.start(), 0
    for move in game.read_moves("b2 a1 c3 a3 a2 c2"):
        position, turn = game.play(position, move), 1 - turn
    svg = draw(game, position, turn, ghosts=game.read_moves("b3 b2")).svg  # X1 leaves b2 for b3
    assert [letters(ghost) for ghost in classed(svg, "ghost")] == [["1"], ["2"]]
    found = boxes(svg)
    (ring,) = [box for box in found if box.what == "circle" and box.right - box.left < 15]
    small = [box for box in found if box != ring and box.right - box.left < 40]
    around = [box for box in small if box.overlaps(ring, 0.8)]
    assert [box.what for box in around] == ["text 2"]


def test_arrows_can_be_asked_for():
    _, picture = tictactoe("3/1x1/3 o", arrows=[("a1", "c3")])
    assert len(classed(picture.svg, "arrow")) == 1
    with pytest.raises(PictureError, match="no cell 'z9'"):
        tictactoe("3/1x1/3 o", arrows=[("a1", "z9")])


@each("size", [0, -5, float("inf"), float("nan")])
def test_a_size_that_is_none_is_refused(size):
    with pytest.raises(PictureError, match="positive number of pixels"):
        draw(find_game("tictactoe"), size=size)


def test_a_board_that_is_won_shows_the_mark_of_its_winner():
    game = find_game("ultimate")
    position = game.start()
    for name in [
        "a9",
        "a8",
        "b5",
        "d6",
        "b9",
        "d9",
        "c8",
        "g6",
        "c9",
    ]:  # X takes the upper left board's upper row
        if game.read(name) not in list(game.moves(position)):
            continue
        position = game.play(position, game.read(name))
    board = game.board(position, 0)
    assert len(classed(draw(game, position).svg, "closed")) == len(board.closed)


def test_where_to_play_is_framed_when_not_everywhere():
    game = find_game("ultimate")
    assert not classed(draw(game).svg, "where")
    position = game.play(game.start(), game.read("e5"))
    assert len(classed(draw(game, position).svg, "where")[0]) == 1


def test_a_picture_is_as_wide_as_asked():
    _, picture = tictactoe("3/3/3", size=100)
    assert picture.width == pytest.approx(100)
    assert float(parsed(picture.svg).attrib["width"]) == pytest.approx(100)


def test_a_position_is_drawn_for_the_player_to_move():
    game = find_game("threemarks")
    position, turn = game.parse("a3b2c2/c3a1b1 x")
    assert draw(game, position, turn).title == "Three marks each, X to move"
    assert draw(game, position, 1 - turn).title == "Three marks each, O to move"


def test_a_board_can_stand_in_another_picture_at_any_scale():
    game = find_game("tictactoe")
    piece = board_piece(game.board(game.parse("xxo/ox1/o2 x")[0], 0))
    placed = piece.at(10, 20, scale=0.25)
    assert placed.startswith('<g transform="translate(10 20) scale(0.25)">')
    assert len(classed(f'<svg xmlns="http://www.w3.org/2000/svg">{placed}</svg>', "mark")) == 6


@each("spec", FEW, large=REST)
def test_values_and_a_line_of_play_together_hide_nothing_of_each_other(spec):
    for moment in moments(spec)[:2]:
        values = made_up_values(moment.game, moment.position)
        if any("-" in moment.game.name(move) for move in values):
            continue
        line, position = [], moment.position
        while len(line) < 4 and (legal := legal_moves(moment.game, position)):
            line.append(legal[len(legal) // 2])
            position = moment.game.play(position, line[-1])
        for theme in THEMES:
            svg = picture_of(moment, values=values, ghosts=line, theme=theme).svg
            assert not [box for box in boxes(svg) if not box.within(frame(svg))]
            found = texts(svg)
            assert not [pair for pair in combinations(found, 2) if pair[0].overlaps(pair[1], 1.5)]


class Pile(NamedTuple):
    """Counters, and who says what."""

    left: int
    last: int


class Take(Game[Pile]):
    """A game that says nothing of its board."""

    def start(self):
        return Pile(12_345, 0)

    def moves(self, position):
        return range(1, 3)

    def play(self, position, move):
        return Pile(position.left - move, move)

    def outcome(self, position):
        return 2 if position.left > 0 else -1


def test_a_game_of_ones_own_is_drawn_without_saying_anything_of_its_board():
    picture = draw(Take())
    assert picture.title == "Take, X to move"
    shown = [box.what.removeprefix("text ") for box in texts(picture.svg)]
    assert shown == ["12345", "0", "left", "last"]
    assert not [box for box in boxes(picture.svg) if not box.within(frame(picture.svg))]
    assert not [pair for pair in combinations(texts(picture.svg), 2) if pair[0].overlaps(pair[1])]


class Ring(PointGrid, LineGame):
    """A game of one's own around a hole."""

    places = (0, 1, 2, 3, 5, 6, 7, 8)
    board_lines = (0b111,)


def test_places_that_are_no_cells_have_a_plate():
    (plates,) = classed(draw(Ring(), coordinates=False).svg, "holes")
    assert [(plate.get("x"), plate.get("y")) for plate in plates] == [("48", "48")]


def test_the_lines_of_a_line_game_are_drawn_through_their_cells():
    game = find_game("lines:3,3,-b2,a3b3c3,c3c2c1")
    geometry = Geometry(game.board(game.start(), 0))
    strokes, *dots = re.findall(r"<(?:path|circle) [^>]*>", ground(geometry, LIGHT).lines)
    (path,) = re.findall(r' d="([^"]*)"', strokes)
    names = ["a3", "b3", "b3", "c3", "c3", "c2", "c2", "c1"]
    assert list(path_points(path)) == [pytest.approx(geometry.centre(name)) for name in names]
    assert len(dots) == 8


def test_a_board_without_cells_is_an_empty_picture():
    piece = board_piece(Board(()))
    assert "NaN" not in piece.svg
    assert (piece.width, piece.height) == (0, 0)
