"""Dots and Boxes: its rules against edges between points, its values against a plain search."""

from functools import cache
from itertools import islice, product
from random import Random

import pytest

from noughts import check, knowledge_of
from noughts.errors import (
    BadParameters,
    CellTaken,
    IllegalMove,
    ImpossiblePosition,
    UnreadableMove,
    UnreadablePosition,
)
from noughts.game import legal_moves, play_legal
from noughts.games.dots import Dots, Drawn
from noughts.players.match import Match
from noughts.solving.margins import MarginSolver
from noughts.solving.solver import Solver
from noughts.value import Value
from tests.each import each
from tests.playing import assert_golden, every_position, perft

# The same game once more: edges are pairs of points, and only the boxes to come are counted.


def edges(m, n):
    across = [((x, y), (x + 1, y)) for x, y in product(range(m), range(n + 1))]
    upright = [((x, y), (x, y + 1)) for x, y in product(range(m + 1), range(n))]
    return [*across, *upright]


def boxes(m, n):
    for x, y in product(range(m), range(n)):
        corners = {(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)}
        yield {place for place, edge in enumerate(edges(m, n)) if corners.issuperset(edge)}


@cache
def closing(m, n):
    """For each edge, its bit, and the sets of edges of the boxes beside it."""
    return [
        (1 << edge, [sum(1 << side for side in box) for box in boxes(m, n) if edge in box])
        for edge in range(len(edges(m, n)))
    ]


def to_come(m, n, drawn, known):
    """The boxes that the player to move still wins, less those of the other.

    Args:
        drawn: the set of drawn edges.
        known: the answers so far.
    """
    if drawn not in known:
        best = []
        for edge, beside in closing(m, n):
            if not drawn & edge:
                closed = sum(box & ~drawn == edge for box in beside)
                rest = to_come(m, n, drawn | edge, known)
                best.append(closed + rest if closed else -rest)
        known[drawn] = max(best, default=0)
    return known[drawn]


def places(game):
    """noughts' numbers of the edges."""
    return [
        game.read(f"{'abcdefghijk'[x + u]}{y + v + 1}") for (x, y), (u, v) in edges(game.m, game.n)
    ]


def position_of(game, drawn):
    """The position with these edges, of which one player has all boxes."""
    position = game.start()
    for edge in (edge for place, edge in enumerate(places(game)) if drawn >> place & 1):
        position = game.play(position, edge)
    return Drawn(position.edges, position.mine | position.theirs, 0, 0)


def assert_hints_are_true(game, position, known):
    """All that searches are given about a position agrees with a plain one."""
    numbers, knowledge = places(game), knowledge_of(game)

    def margin(position):
        drawn = sum(1 << i for i, edge in enumerate(numbers) if position.edges >> edge & 1)
        best = to_come(game.m, game.n, drawn, known) + game.margin(position)
        return -best if position.mover else best

    final = margin(position)
    for window in (-99, final - 1, final):
        least, most = knowledge.final_margins(position, window, window + 1)
        assert least <= final <= most
    assert margin(knowledge.canonical(position)) == final
    assert margin(knowledge.without_points(position)) == final - game.margin(position)
    assert margin(knowledge.play_forced(position)[0]) == final
    if position.edges != game.all_edges:
        after = [game.play(position, move) for move in knowledge.candidate_moves(position)]
        assert max(map(margin, after)) == final


# Of the 131,072 sets of edges of 3×2, every seventh.
@each(
    ("m", "n", "margin", "step"),
    [(1, 1, -1, 1), (2, 1, 0, 1), (3, 1, -1, 3), (2, 2, 2, 7)],
    large=[(3, 1, -1, 1), (2, 2, 2, 1), (3, 2, -2, 7)],
)
def test_all_that_is_known_agrees_with_a_plain_search(m, n, margin, step):
    game, known = Dots(m, n), {}
    assert to_come(m, n, 0, known) == margin
    assert MarginSolver(game).margin(game.start()).points == margin
    for drawn in range(0, 1 << game.actions, step):
        assert_hints_are_true(game, position_of(game, drawn), known)


def late_sets(m, n, random):
    """Sets of edges as in play: first no third edge of a box, while there are others; then any."""
    drawn, left = 0, list(closing(m, n))
    random.shuffle(left)
    for third in (False, True):
        for edge, beside in list(left):
            if third or all((box & drawn).bit_count() < 2 for box in beside):
                drawn |= edge
                left.remove((edge, beside))
                if third:
                    yield drawn
        yield drawn


def test_3_by_3_is_lost_by_3_and_all_that_is_known_of_its_last_plies_is_true():
    """As a plain retrograde analysis of all sets of edges, by another program, has it.

    The last plies have chains of several lengths, and loops beside them.
    """
    game, random, known = Dots(3, 3), Random(4), {}
    assert MarginSolver(game).margin(game.start()).points == -3
    for _ in range(60):
        for drawn in late_sets(3, 3, random):
            assert_hints_are_true(game, position_of(game, drawn), known)


@each(
    ("size", "text"),
    [
        # A loop of four boxes and a chain, to close or to leave: one leaves the chain.
        ((3, 3), "---/|...|.|/.../|.|.|.|/--./|....../.-- x"),
        # Of three chains of three boxes and one of four, one opens a short one.
        ((5, 3), "....-/|.|.|.|.|x|/....-/|.|.|.|.|x|/....-/|.|.|.|..../...-- x"),
    ],
)
def test_what_is_known_of_rare_positions_is_true(size, text):
    game = Dots(*size)
    assert_hints_are_true(game, game.parse(text)[0], {})


# Of the 1,261 positions with three boxes, every seventh.
@each(("size", "step"), [((1, 1), 1), ((2, 1), 1), ((3, 1), 7)])
def test_every_position_is_won_by_whoever_gets_more_boxes(size, step):
    game = Dots(*size)
    solver, points = Solver(game), MarginSolver(game)
    for position in islice(every_position(game), 0, None, step):
        margin = points.margin(position)
        left = len(legal_moves(game, position))
        assert solver.value(position) == Value(margin.outcome, left)
        for move, value, _ in solver.values(position):
            assert points.margins(position)[move].outcome == value.outcome


def test_games_end_with_the_last_edge():
    game = Dots(1, 1)
    assert [perft(game, game.start(), plies) for plies in range(6)] == [1, 4, 12, 24, 24, 0]


def test_the_laws_hold():
    assert "Interpreted and compiled agree" in str(check(Dots(2, 1), positions=200, plays=10))


def test_who_closes_a_box_draws_again():
    match = Match(Dots(2, 1))
    for name in ["b1", "b3", "a2", "c2", "d1", "d3", "e2"]:
        match.play(match.game.read(name))
    assert match.turns == [0, 1, 0, 1, 1, 0, 1, 1]
    assert match.result == "O wins by 2"


def test_both_boxes_beside_an_edge_are_closed_at_once():
    game = Dots(2, 1)
    position, _ = game.parse("--/|...|/-- x")
    after = play_legal(game, position, game.read("c2"))
    assert game.text(after, 0) == "--/|x|x|/-- x"
    assert knowledge_of(game).tactics(position, game.read("c2")) == ("closes two boxes",)


def test_it_is_drawn_as_on_paper():
    game = Dots(2, 1)
    assert str(game.board(*game.parse("-./|x|.|/-- o"))).splitlines() == [
        "  a b c d e",
        "3 + - + . +",
        "2 | X |   |",
        "1 + - + - +",
    ]


@each("size", [(0, 1), (1, 0), (6, 5), (13, 1)])
def test_boards_have_a_size(size):
    with pytest.raises(BadParameters):
        Dots(*size)


def test_moves_are_explained():
    game = Dots(1, 1)
    with pytest.raises(UnreadableMove, match="edges lie between two dots, as b3 does"):
        game.read("b2")
    with pytest.raises(CellTaken, match="b1 is already drawn"):
        play_legal(game, game.parse("./.../- o")[0], game.read("b1"))
    with pytest.raises(IllegalMove, match="numbered 0 to 3"):
        play_legal(game, game.start(), 4)


def test_positions_are_explained():
    game = Dots(1, 1)
    for text in ("", "./.../. z", "./.x./-", "-/|/- x", "./..../. x"):
        with pytest.raises(UnreadablePosition):
            game.parse(text)
    for text in ("-/|.|/- x", "./.x./- o"):
        with pytest.raises(ImpossiblePosition, match="Each box with four edges"):
            game.parse(text)


def test_a_whole_game_reads_as_it_did():
    assert_golden("dots")
