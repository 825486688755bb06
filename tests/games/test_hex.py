"""Hex: its rules against OpenSpiel and against the plainest search for a chain; its openings."""

from functools import cache
from random import Random

import pytest

from noughts import check, compiled
from noughts.errors import (
    BadParameters,
    CellTaken,
    TwoLines,
    UnreadableMove,
    UnreadablePosition,
    WrongCount,
    WrongTurn,
)
from noughts.game import legal_moves, play_legal
from noughts.games.hex import Hex
from noughts.games.registry import find_game, rules_of
from noughts.knowledge import knowledge_of
from noughts.search.context import SearchContext
from noughts.search.exact import exact
from noughts.search.table import ArrayTable
from noughts.solving.solver import Solver
from noughts.value import LOSS, OPEN, Value
from tests.each import each
from tests.playing import (
    assert_compiled_agrees,
    assert_golden,
    every_position,
    perfts,
    random_positions,
)

# The same game once more: sets of (row, column), each row half a cell right of the one above.
AROUND = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1))


def chained(stones, size, side):
    """Whether a chain of stones leads from row 0, or column 0, to the last."""
    todo = [stone for stone in stones if stone[side] == 0]
    seen = set(todo)
    for row, column in todo:
        for down, right in AROUND:
            stone = (row + down, column + right)
            if stone in stones and stone not in seen:
                seen.add(stone)
                todo.append(stone)
    return any(stone[side] == size - 1 for stone in seen)


def brute_perft(size, plies, first=frozenset(), second=frozenset()):
    if plies == 0:
        return 1
    turn = (len(first) + len(second)) % 2
    if chained((first, second)[1 - turn], size, 1 - turn):
        return 0
    total = 0
    for cell in ((row, column) for row in range(size) for column in range(size)):
        if cell not in first | second:
            sides = (first | {cell}, second) if turn == 0 else (first, second | {cell})
            total += brute_perft(size, plies - 1, *sides)
    return total


def stones(cells, size):
    return {divmod(cell, size) for cell in range(size * size) if cells >> cell & 1}


@pytest.mark.parametrize(("size", "plies"), [(2, 4), (3, 6), (4, 4)])
def test_perft_is_that_of_the_brute_force(size, plies):
    assert perfts(Hex(size), plies) == [brute_perft(size, ply) for ply in range(plies + 1)]


def test_all_positions_of_three_by_three_end_as_the_brute_force_says():
    game = Hex(3)
    positions = every_position(game)
    for position in positions:
        last = 1 - game.turn(position)
        won = chained(stones(position.theirs, 3), 3, last)
        assert (game.outcome(position) == LOSS) == won
        assert game.joined(position.theirs, last) == won
    assert_compiled_agrees(game, positions)


@pytest.mark.parametrize("size", [3, 4, 5])
def test_plays_are_those_of_open_spiel(size):
    pyspiel = pytest.importorskip("pyspiel")
    game, theirs = Hex(size), pyspiel.load_game(f"hex(board_size={size})")
    random = Random(size)
    for _ in range(100):
        position, state = game.start(), theirs.new_initial_state()
        while True:
            moves = legal_moves(game, position)
            assert moves == state.legal_actions()
            if not moves:
                break
            move = random.choice(moves)
            position = game.play(position, move)
            state.apply_action(move)
        assert state.is_terminal()
        winner = 1 - game.turn(position)
        assert state.returns() == ([1, -1] if winner == 0 else [-1, 1])


def test_full_boards_have_exactly_one_winner():
    """Why there is no draw; Nash, and Gale 1979, have the proof."""
    random = Random(1)
    for size in (2, 3, 4, 5, 6, 7):
        game = Hex(size)
        for _ in range(200):
            first = random.getrandbits(size * size)
            assert game.joined(first, 0) != game.joined(game.all_cells & ~first, 1)


@each(
    ("size", "winning"),
    [
        (2, {"b1": 3, "a2": 3}),
        (3, {"c1": 7, "a2": 9, "b2": 5, "c2": 9, "a3": 7}),
    ],
)
def test_winning_openings_of_small_boards_and_how_soon(size, winning):
    """2×2: section 6 of the design; both, and the plies: the brute force below."""
    game = Hex(size)

    @cache
    def worth(first, second):
        turn = (len(first) + len(second)) % 2
        if chained((first, second)[1 - turn], size, 1 - turn):
            return Value(LOSS, 0)
        after = []
        for cell in ((row, column) for row in range(size) for column in range(size)):
            if cell not in first | second:
                sides = (first | {cell}, second) if turn == 0 else (first, second | {cell})
                after.append(worth(*sides).before())
        return max(after)

    values = Solver(game).values(game.start())
    for move, value, _ in values:
        assert value == worth(frozenset({divmod(move, size)}), frozenset()).before()
    assert {
        game.name(move): value.plies for move, value, _ in values if value.outcome > 0
    } == winning


def test_on_four_by_four_only_the_short_diagonal_wins():
    """Section 6 of the design."""
    game, known, table = Hex(4), knowledge_of(Hex(4)), ArrayTable(2, 20)
    search = compiled(exact, known)
    won = []
    for move in range(8):  # half a turn takes each other opening to one of these
        after = game.play(game.start(), move)
        score = search(
            known, after, -1, 1, SearchContext(), table
        )  # won or lost is all that is asked
        won += [game.name(move)] * (score < 0)
    assert won == ["d1", "c2"]


def test_every_law_is_kept():
    for size in (2, 3, 4, 7):
        assert check(Hex(size), positions=200, plays=10).interpreted_because == ""


def test_compiled_agrees_on_random_plays():
    for size in (4, 5, 7):
        assert_compiled_agrees(Hex(size), random_positions(Hex(size), 10))


def test_a_whole_game():
    assert_golden("hex")


def test_the_winning_chain_is_the_shortest_and_goes_from_edge_to_edge():
    game = Hex(3)
    position, turn = game.parse("xxo/xoo/x2 o")
    assert game.outcome(position) == LOSS
    board = game.board(position, turn)
    assert board.lines == (("a1", "a2", "a3"),)
    assert board.slant == 1


@each(
    ("text", "error"),
    [
        ("3/3/3 o", WrongTurn),
        ("3/3", UnreadablePosition),
        ("3/3/4 x", UnreadablePosition),
        ("xoo/xo1/x2 x", TwoLines),  # X has joined top and bottom, and O went on
        ("x2/3/3 x", WrongTurn),
    ],
)
def test_positions_that_cannot_be(text, error):
    with pytest.raises(error):
        Hex(3).parse(text)


def test_two_chains_that_no_single_stone_joined_cannot_be():
    with pytest.raises(TwoLines):
        Hex(4).parse("xoxo/xoxo/xoxo/xox1 o")


def test_names_are_counted_from_the_top():
    game = Hex(4)
    assert [game.name(move) for move in (0, 3, 12, 15)] == ["a1", "d1", "a4", "d4"]
    assert [game.read(name) for name in ("a1", "D1", " a4 ", "d4")] == [0, 3, 12, 15]
    for text in ("e1", "a5", "a0", "5", ""):
        with pytest.raises(UnreadableMove):
            game.read(text)


def test_what_is_refused():
    game = Hex(2)
    with pytest.raises(CellTaken):
        play_legal(game, game.parse("x1/2 o")[0], 0)
    for size in (1, 15, -3):
        with pytest.raises(BadParameters):
            Hex(size)
    assert game.outcome(game.start()) == OPEN


@cache
def worth(size, stones, side, moved):
    """Who wins, by plain minimax with the swap rule written once more: 1 for the side to move."""
    of = [{place for place, owner in stones if owner == each} for each in (0, 1)]
    if chained(of[1 - side], size, 1 - side):
        return -1
    places = [(row, column) for row in range(size) for column in range(size)]
    after = [stones | {(place, side)} for place in places if place not in of[0] | of[1]]
    if moved == 1:
        [((row, column), _)] = stones
        after.append(frozenset({((column, row), 1)}))
    return max(-worth(size, each, 1 - side, moved + 1) for each in after)


@each("size", [2, 3])
def test_with_the_swap_rule_all_openings_are_worth_what_plain_minimax_says(size):
    game = Hex(size, swap=True)
    solver = Solver(game)
    assert solver.value(game.start()).outcome == worth(size, frozenset(), 0, 0) == LOSS
    for first in game.moves(game.start()):
        after = game.play(game.start(), first)
        opening = frozenset({(divmod(first, size), 0)})
        assert solver.value(after).outcome == worth(size, opening, 1, 1)
        assert first in list(game.moves(after))
        for second in game.moves(after):
            then, swapped = game.play(after, second), second == first
            made = (divmod(second, size)[:: -1 if swapped else 1], 1)
            stones = frozenset({made} if swapped else {made, *opening})
            assert solver.value(then).outcome == worth(size, stones, 0, 2)


def test_a_swapped_stone_is_reflected_and_read_again():
    game = Hex(3, swap=True)
    position, _ = game.parse("1x1/3/3 o")
    swapped = game.play(position, game.read("b1"))
    assert (game.text(swapped, 0), game.turn(swapped)) == ("3/o2/3 x", 0)
    assert game.parse("3/o2/3 x") == (swapped, 0)
    assert game.can_swap(position)
    assert not game.can_swap(swapped)
    after = game.play(swapped, game.read("b2"))
    assert not game.can_swap(after)
    assert game.parse(game.text(after, 1)) == (after, 1)
    with pytest.raises(WrongCount):
        Hex(3).parse("3/o2/3 x")


def test_its_laws_hold_with_the_swap_rule():
    assert check(Hex(3, swap=True), positions=150, plays=15).interpreted_because == ""
    pytest.importorskip("numba")
    assert_compiled_agrees(Hex(2, swap=True), every_position(Hex(2, swap=True)))


def test_the_rules_in_words_name_the_swap_only_where_it_is_played():
    assert "answer the first stone" in rules_of(find_game("hex:4,swap"))
    assert "stone" not in rules_of(find_game("hex:4"))
