"""The strategy map, read back out of the SVG and played against every opponent."""

from itertools import combinations
from typing import NamedTuple

import pytest

from noughts import find_game, solve, strategy, strategy_map
from noughts.errors import PictureError
from noughts.game import legal_moves
from noughts.pictures.trees import nested
from noughts.value import DRAW, OPEN, WIN
from tests import reference
from tests.each import each
from tests.pictures.reading import SVG, Box, _box, boxes, classed, frame, letters, parsed, texts
from tests.pictures.reading import elements as every_element

MAPS = [("tictactoe", 0), ("wild", 0), ("mnk:3,3,3,torus", 0), ("notakto", 0), ("notakto", 1)]
LARGE = [
    *[(spec, player) for spec in ("mnk:3,3,3,misere", "mnk:4,3,3") for player in (0, 1)],
    *[(spec, 1) for spec in ("tictactoe", "wild", "mnk:3,3,3,torus")],
]


def map_of(spec, player=0, **more):
    return strategy_map(strategy(find_game(spec), player), **more)


def boards_in(element):
    """The boards that lie within an element, not those within them."""
    for child in element:
        if child.get("class") == "board":
            yield child
        else:
            yield from boards_in(child)


def best_the_opponent_gets(game, position, board, ply=0):
    """The worst outcome that the map's player comes to, and the most plies it then takes."""
    if board.get("data-answer") is not None:
        position, ply = game.play(position, game.read(board.attrib["data-answer"])), ply + 1
    outcome = game.outcome(position)
    if outcome != OPEN:
        # Seen by who is to move: the opponent after an answer, else the map's player.
        answered = board.get("data-answer") is not None
        return (-outcome if answered else outcome), ply
    within = {game.read(b.attrib["data-reply"]): b for b in boards_in(board)}
    assert set(within) == set(legal_moves(game, position))
    ends = [
        best_the_opponent_gets(game, game.play(position, reply), answer, ply + 1)
        for reply, answer in within.items()
    ]
    return min(ends, key=lambda end: end[0] * (1000 - end[1]))


@each("spec, player", MAPS, large=LARGE)
def test_against_every_opponent_the_map_comes_to_the_value_of_the_game_and_never_less(spec, player):
    game = find_game(spec)
    (root,) = boards_in(parsed(map_of(spec, player).svg))
    outcome, plies = best_the_opponent_gets(game, game.start(), root)
    first = solve(game).value
    assert first is not None
    value = first if player == 0 else -first
    assert outcome == value.outcome
    if outcome != DRAW:
        assert plies == value.plies
    # Known results (design, section 6), so that the solver is not alone in saying so.
    known = {"tictactoe": DRAW, "mnk:3,3,3,misere": DRAW}.get(spec, WIN)
    assert outcome == (known if player == 0 else -known)


def test_by_sight_alone_the_map_never_loses():
    """Boards are found by where they lie, answers by where the large mark is: no data is read."""
    for player in (0, 1):
        found = drawn_boards(map_of("tictactoe", player).svg)
        start = "." * 9
        assert follow(found, found[0], start, "xo"[player]) == 0


class Drawn(NamedTuple):
    """A board as it lies on the picture, and the middle of its large mark."""

    box: Box
    answer: tuple[float, float] | None


def drawn_boards(svg):
    """Every board, the outermost first."""
    return [
        Drawn(Box(place.x, place.y, place.x + 144 * place.scale, place.y + 144 * place.scale),
              next((middle(child[0], place) for child in element
                    if child.get("class") == "answer"), None))
        for element, place in every_element(svg) if element.get("class") == "board"
    ]  # fmt: skip


def middle(element, place):
    """Where the middle of a shape is on the picture."""
    box = _box(element)
    assert box is not None
    return (place.x + place.scale * (box.left + box.right) / 2,
            place.y + place.scale * (box.top + box.bottom) / 2)  # fmt: skip


def cell_at(board, x, y):
    third = (board.right - board.left) / 3
    return int((y - board.top) // third) * 3 + int((x - board.left) // third)


def follow(found, board, marks, own):
    """The worst that comes of it: -1, 0 or 1 to the player of these marks; on strings."""
    other = "o" if own == "x" else "x"
    box, answer = board
    if answer:
        cell = cell_at(box, *answer)
        assert marks[cell] == "."
        marks = marks[:cell] + own + marks[cell + 1 :]
    won = reference.winner(marks)
    if won or "." not in marks:
        return {own: 1, other: -1}.get(won, 0)
    inside = [b for b in found if b is not board and b[0].within(box, slack=0)]
    direct = [
        b for b in inside if not any(b is not c and b[0].within(c[0], slack=0) for c in inside)
    ]
    by_cell = {
        cell_at(box, (b[0].left + b[0].right) / 2, (b[0].top + b[0].bottom) / 2): b for b in direct
    }
    assert set(by_cell) == {cell for cell, mark in enumerate(marks) if mark == "."}
    return min(
        follow(inside, b, marks[:cell] + other + marks[cell + 1 :], own)
        for cell, b in by_cell.items()
    )


# What it looks like.


@each("spec, levels", [("wild", 2)], large=[("tictactoe", None), ("mnk:4,3,3", 2)])
@each("paper", [None, "a4", "a3"])
def test_nothing_is_cut_off_and_no_text_lies_on_another(spec, levels, paper):
    svg = map_of(spec, levels=levels, paper=paper).svg
    assert not [box for box in boxes(svg) if not box.within(frame(svg))]
    assert not [pair for pair in combinations(texts(svg), 2) if pair[0].overlaps(pair[1])]


def test_the_answer_is_larger_and_heavier_than_every_other_mark_of_its_board():
    for board in classed(map_of("tictactoe", 1).svg, "board"):
        own = [child for child in board if child.get("stroke") and child.tag == f"{SVG}g"]
        answers = [child for child in own if child.get("class") == "answer"]
        others = [child for child in own if child not in answers]
        for answer in answers:
            assert all(
                float(answer.attrib["stroke-width"]) > float(other.attrib["stroke-width"])
                for other in others
            )


def test_the_caption_says_the_rule_how_to_read_it_and_how_large_it_is():
    picture = map_of("tictactoe", 1)
    said = " ".join(letters(parsed(picture.svg)))
    assert "Tic-tac-toe: the complete strategy for O" in said
    assert "by the map, O never loses" in said
    for words in ("Of answers worth the same", "the fastest win", "the most replies are mistakes",
                  "the fewest different boards"):  # fmt: skip
        assert words in said
        assert words in picture.description
    (root,) = boards_in(parsed(picture.svg))
    assert f"{sum(1 for b in root.iter() if b.get('class') == 'board')} boards" in said
    assert "X wins in at most 7 plies" in map_of("mnk:4,3,3").description
    assert "X can win in 7 plies" in map_of("mnk:4,3,3", 1).description


def test_what_is_below_the_last_level_is_counted():
    whole = len(classed(map_of("tictactoe", 1).svg, "board"))
    picture = map_of("tictactoe", 1, levels=2)
    drawn = len(classed(picture.svg, "board"))
    assert drawn == 10
    folded = [int("".join(letters_of.itertext())) for letters_of in classed(picture.svg, "fold")]
    assert sum(folded) == whole - drawn
    assert "The map shows 10, 2 of 6 levels" in picture.description
    assert map_of("tictactoe", 1, levels=9).svg == map_of("tictactoe", 1).svg


@each("paper, sides", [("a4", (210, 297)), ("A3", (297, 420))])
def test_paper_has_the_size_of_paper_and_lies_across_where_that_is_better(paper, sides):
    def millimetres(picture):
        return tuple(round(side * 25.4 / 96) for side in (picture.width, picture.height))

    assert millimetres(map_of("tictactoe", paper=paper)) == sides
    assert millimetres(map_of("mnk:4,3,3", levels=2, paper=paper)) == sides[::-1]


def test_wrong_wishes_are_refused(monkeypatch):
    with pytest.raises(PictureError, match="no paper 'a5'; choose from a4, a3"):
        map_of("tictactoe", paper="a5")
    with pytest.raises(PictureError, match="levels must be at least 1, not 0"):
        map_of("tictactoe", levels=0)
    with pytest.raises(PictureError, match="leave out the size or the paper"):
        map_of("tictactoe", paper="a4", size=100)
    for spec in ("connectfour:2,2,2", "hex:2", "nim:1,2", "notakto:2", "chomp:2,2"):
        game = find_game(spec)
        with pytest.raises(PictureError, match="it needs one grid"):
            nested.refuse_without_grid(game, game.board(game.start(), 0))
    monkeypatch.setattr(nested, "MOST_BOARDS", 90)
    with pytest.raises(PictureError, match="would have 91 boards; the limit is 90"):
        map_of("tictactoe")


def test_wild_shows_both_replies_to_a_cell():
    (root,) = boards_in(parsed(map_of("wild", 1, levels=2).svg))
    replies = [board.attrib["data-reply"] for board in boards_in(root)]
    assert len(replies) == 18
    assert {"xb2", "ob2"} <= set(replies)
