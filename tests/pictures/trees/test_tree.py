"""Trees as pictures, read back."""

import re
from itertools import combinations

import pytest

from noughts import draw_tree, find_game, game_tree
from noughts.pictures.trees.graphviz import to_dot
from noughts.solving.api import solver_for
from tests.each import each
from tests.pictures.reading import Box, boxes, classed, elements, frame, letters, parsed, texts


def tree_of(spec, text=None, budget=None, **more):
    game = find_game(spec)
    start = game.parse(text) if text else (game.start(), 0)
    return game_tree(game, *start, solver=solver_for(game, budget), **more)


LATE = "xxo/ox1/o2 x"
MIDDLE = "x2/1o1/2x o"

TREES = (
    ("tictactoe", LATE, {"depth": None}),
    ("tictactoe", None, {"merge": True}),
    ("tictactoe", MIDDLE, {"depth": 3, "best": 2}),
    ("wild", None, {"depth": 1, "merge": True}),
    ("nim:2,2", None, {"depth": 2}),
    ("morris", None, {"depth": 1}),
    ("ultimate", None, {"depth": 1, "best": 2, "budget": 10}),
    # The large ones.
    ("connectfour:4,4", None, {"depth": 2}),
    ("connectfour", None, {"depth": 1, "budget": 10}),
    ("hex:2", None, {"depth": None}),
    ("numerical", None, {"depth": 1, "best": 4}),
)


@each("kind", TREES[:7], large=TREES[7:])
def test_nothing_is_cut_off_and_nothing_lies_on_anything_else(kind):
    spec, text, more = kind
    svg = draw_tree(tree_of(spec, text, **more)).svg
    assert not [box for box in boxes(svg) if not box.within(frame(svg))]
    frames = list(framed(svg))
    labels = [box for box in texts(svg) if not any(box.within(frame) for frame in frames)]
    assert not [pair for pair in combinations(frames, 2) if pair[0].overlaps(pair[1])]
    assert not [pair for pair in combinations(labels, 2) if pair[0].overlaps(pair[1])]
    assert not [(a, b) for a in labels for b in frames if a.overlaps(b, slack=1.5)]


def framed(svg):
    """What the frames of the boards hold."""
    for element, place in elements(svg):
        if element.get("class") == "frame":
            x, y, width, height = (float(element.attrib[k]) for k in ("x", "y", "width", "height"))
            left, top = place.x + x, place.y + y
            yield Box(left, top, left + width, top + height)


def test_every_node_shows_its_board_its_value_and_the_move_that_led_there():
    svg = draw_tree(tree_of("tictactoe", LATE, depth=None)).svg
    nodes = classed(svg, "node")
    assert len(nodes) == 8
    said = [letters(node) for node in nodes]
    assert said[0] == ["W1"]  # the root: X wins at once
    assert said[1:4] == [["c2", "W2"], ["b1", "W0"], ["c1", "W0"]]
    marks = [sum("mark" in part.get("class", "").split() for part in node.iter()) for node in nodes]
    assert marks == [6, 7, 7, 7, 8, 8, 9, 9]


def test_lines_are_solid_where_the_value_is_kept_and_dashed_where_some_is_given_away():
    svg = draw_tree(tree_of("tictactoe", LATE, depth=None)).svg
    (edges,) = classed(svg, "edges")
    lines = {path.get("class"): path for path in edges}
    assert set(lines) == {"keeps", "throws"}
    assert lines["keeps"].get("stroke-dasharray") is None
    assert lines["throws"].get("stroke-dasharray")
    assert lines["throws"].attrib["d"].count("M") == 1  # c2 wins, but later than b1 and c1
    assert lines["keeps"].attrib["d"].count("M") == 6


def test_every_line_leads_from_below_a_board_to_above_another():
    svg = draw_tree(tree_of("tictactoe", merge=True)).svg
    places = [place for element, place in elements(svg) if "node" in (element.get("class") or "")]
    (offset,) = {place for element, place in elements(svg) if element.get("class") == "edges"}
    (edges,) = classed(svg, "edges")
    ends = re.findall(r"M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)", edges[-1].attrib["d"])
    tops = {(round(place.x, 1), round(place.y - 1, 1)) for place in places}
    for *_, x, y in ends:
        assert (round(float(x) + offset.x, 1), round(float(y) + offset.y, 1)) in tops


def test_what_is_folded_is_told_where_it_is_folded():
    tree = tree_of("tictactoe", merge=True)
    svg = draw_tree(tree).svg
    folds = [" ".join(letters(fold)) for fold in classed(svg, "fold")]
    assert folds == [str(node.folded) for node in tree.nodes if node.folded]
    assert "+653 positions" in folds


def test_merged_siblings_say_how_many_they_are():
    svg = draw_tree(tree_of("tictactoe", depth=1, merge=True)).svg
    assert [letters(node)[0] for node in classed(svg, "node")[1:]] == ["a3 ×4", "b3 ×4", "b2"]


def test_the_colours_are_those_of_the_values_and_the_legend_names_them():
    svg = draw_tree(tree_of("tictactoe", MIDDLE, depth=3, best=2), theme="light").svg
    kinds = {node.get("class") for node in classed(svg, "node")}
    assert kinds == {"node win", "node draw", "node loss"}
    (legend,) = classed(svg, "legend")
    assert letters(legend) == ["W", "O wins", "D", "draw", "L", "O loses", "keeps the value",
                               "gives value away"]  # fmt: skip


def test_many_nodes_are_signs_whose_shapes_differ():
    tree = tree_of("tictactoe", depth=4, merge=True)
    svg = draw_tree(tree, boards=False).svg
    (signs,) = classed(svg, "signs")
    of = {path.get("class"): path.attrib["d"] for path in signs}
    values = [node.value.outcome for node in tree.nodes if node.value]
    assert of["win"].count("M") == values.count(1)
    assert of["draw"].count("M") == values.count(0)
    assert of["loss"].count("M") == 2 * values.count(-1)  # a cross is two strokes
    assert not [box for box in boxes(svg) if not box.within(frame(svg), slack=3)]


def test_a_large_tree_is_drawn_with_signs_unless_told_otherwise():
    tree = tree_of("tictactoe", depth=3)
    assert len(tree.nodes) == 586
    assert classed(draw_tree(tree).svg, "node")
    assert not classed(draw_tree(tree, boards=False).svg, "node")
    assert classed(draw_tree(tree_of("tictactoe", depth=4)).svg, "signs")


def test_it_is_told_in_words_and_has_no_ids():
    picture = draw_tree(tree_of("tictactoe", depth=1, merge=True))
    assert picture.description == (
        "Value: draw. a3, c3, a1, c1: draw. b3, a2, c2, b1: draw. b2: draw."
    )
    assert parsed(picture.svg)[0].text == picture.title
    assert not [element for element, _ in elements(picture.svg) if element.get("id")]


def test_a_size_can_be_chosen_and_the_whole_tree_is_no_wider_than_can_be_shown():
    tree = tree_of("tictactoe", depth=1)
    assert parsed(draw_tree(tree, size=300).svg).get("width") == "300"
    assert draw_tree(tree_of("tictactoe", depth=4), boards=False).width == pytest.approx(8000)


# Graphviz.


def test_the_dot_file_has_every_node_and_every_line():
    tree = tree_of("tictactoe", MIDDLE, depth=3, best=2)
    lines = to_dot(tree).splitlines()
    assert lines[0] == "digraph tree {"
    assert lines[-1] == "}"
    nodes = [line for line in lines if re.match(r"  n\d+ \[", line)]
    assert len(nodes) == len(tree.nodes)
    assert nodes[0] == '  n0 [label="X . .\\n. O .\\n. . X\\nD", color="#6F6A62"];'
    edges = re.findall(r"  n(\d+) -> n(\d+) \[label=\"(\w+)\", style=(\w+)\];", "\n".join(lines))
    assert len(edges) == len(tree.nodes) - 1
    for begin, end, move, style in edges:
        child = tree.nodes[int(end)]
        assert int(end) in tree.nodes[int(begin)].children
        assert move == tree.game.name(child.moves[0])
        assert style == ("solid" if child.keeps else "dashed")
    folded = sum(node.folded is not None for node in tree.nodes)
    assert sum("shape=plaintext" in line for line in lines) == folded


def test_values_are_numbers_where_scores_are_asked_for():
    """The tree of lesson 3, worked by hand there."""
    tree = tree_of("tictactoe", "xox/1o1/x1o x", depth=None)
    written = [box.what for box in texts(draw_tree(tree, scores=True).svg)]
    signs = [sign for sign in ("-1", "0", "1") for what in written if what == f"text {sign}"]
    below = [1, 1, -1, 0, 0, -1, 0, 1, 0, 0, 1]
    assert sorted(signs) == sorted(map(str, [1, 0, -1, *below]))  # the legend has each once
