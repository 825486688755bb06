"""Wild tic-tac-toe and Order and Chaos against strings; names, texts and refusals."""

from contextlib import suppress
from random import Random
from typing import Any

import pytest

from noughts.errors import (
    BadParameters,
    CellTaken,
    IllegalMove,
    TwoLines,
    UnreadableMove,
    WrongTurn,
)
from noughts.game import play_legal
from noughts.games.orderchaos import OrderChaos
from noughts.games.registry import find_game
from noughts.games.wild import Wild
from noughts.laws.examiner import check
from noughts.players.match import Match
from noughts.solving.count import perft, positions_by_ply
from noughts.value import DRAW, LOSS, OPEN, WIN
from tests.each import each
from tests.whole import assert_compiled_is_interpreted, every_position, random_play

# The rules once more, on strings: the cells in reading order, x, o or a dot.


def naive_line(board, columns, rows, k):
    """Whether k equal marks are in a row, column or diagonal."""
    for start in range(len(board)):
        for right, down in ((1, 0), (0, 1), (1, 1), (-1, 1)):
            x, y = start % columns, start // columns
            places = [(x + i * right, y + i * down) for i in range(k)]
            if all(0 <= x < columns and 0 <= y < rows for x, y in places):
                marks = {board[y * columns + x] for x, y in places}
                if len(marks) == 1 and marks != {"."}:
                    return True
    return False


def naive_children(board):
    """Every board one mark later."""
    empty = [cell for cell, mark in enumerate(board) if mark == "."]
    return [board[:cell] + mark + board[cell + 1 :] for cell in empty for mark in "xo"]


def naive_counts(columns, rows, k):
    """The positions and the plays of either game by ply: both end with a line or a full board."""
    positions, plays = [{"." * columns * rows}], [1]
    ways = {"." * columns * rows: 1}
    while ways:
        after = {}
        for board, many in ways.items():
            if not naive_line(board, columns, rows, k):
                for child in naive_children(board):
                    after[child] = after.get(child, 0) + many
        ways = after
        positions.append(set(ways))
        plays.append(sum(ways.values()))
    return [len(boards) for boards in positions[:-1]], plays[:-1]


def marks_of(position, cells):
    """The position as a string."""
    return "".join(
        "x" if position.crosses >> cell & 1 else "o" if position.noughts >> cell & 1 else "."
        for cell in range(cells)
    )


@pytest.mark.parametrize(
    ("game", "size"),
    [(Wild(), (3, 3, 3)), (Wild(4, 2, 3), (4, 2, 3)), (OrderChaos(3, 3, 3), (3, 3, 3))],
    ids=repr,
)
def test_there_are_as_many_positions_and_plays_as_of_strings(game, size):
    positions, plays = naive_counts(*size)
    assert positions_by_ply(game) == positions
    assert [perft(game, ply) for ply in range(len(plays))] == plays


@each(
    "spec",
    ["wild:5,4,3", "wild:4,4,4,misere", "orderchaos", "orderchaos:4,3,4", "orderchaos:5,5,5"],
)
def test_the_rules_are_those_of_strings(spec):
    game: Any = find_game(spec)
    random = Random(spec)
    size = (game.columns, game.rows, game.k)
    for _ in range(15):
        for position, played in random_play(game, random):
            board = marks_of(position, game.cells)
            line, full = naive_line(board, *size), "." not in board
            if isinstance(game, Wild):
                decided = WIN if game.misere else LOSS
                assert game.outcome(position) == (decided if line else DRAW if full else OPEN)
            else:
                order = WIN if line else LOSS if full else OPEN
                turned = -order if len(played) % 2 and order != OPEN else order
                assert game.outcome(position) == turned
            if game.outcome(position) == OPEN:
                children = [game.play(position, move) for move in game.moves(position)]
                assert [marks_of(child, game.cells) for child in children] == naive_children(board)
        assert bool(game.lines(position)) == line


@pytest.mark.parametrize("spec", ["wild", "orderchaos:3,3,3"])
def test_compiled_is_interpreted_in_every_position(spec):
    game = find_game(spec)
    assert assert_compiled_is_interpreted(game) == sum(positions_by_ply(game))


@pytest.mark.parametrize("spec", ["wild", "wild:4,3,3,misere", "orderchaos"])
def test_the_laws_are_kept(spec):
    assert check(find_game(spec), positions=40, plays=3).interpreted_because == ""


# Names and texts.


def test_a_move_is_named_by_mark_and_cell():
    game = Wild()
    assert [game.name(move) for move in game.moves(game.start())][8:10] == ["xb2", "ob2"]
    assert [game.read(game.name(move)) for move in range(18)] == list(range(18))
    assert game.read(" X5 ") == game.read("xb2")
    assert game.read_moves("xb2, oa1") == [8, 13]


@each("text", ["", "b2", "5", "xx", "x", "xd1", "x0", "zb2"])
def test_what_is_no_move_is_refused(text):
    with pytest.raises(UnreadableMove):
        Wild().read(text)


def test_every_empty_cell_of_the_board_stands_for_two_moves():
    game = Wild()
    position, turn = game.parse("x2/3/2o")
    cells = game.board(position, turn).cells
    assert [cell.mark for cell in cells] == ["X", "", "", "", "", "", "", "", "O"]
    assert [cell.moves for cell in cells[:3]] == [(), (2, 3), (4, 5)]


def test_taken_cells_are_refused_for_either_mark():
    game = Wild()
    position, _ = game.parse("x2/3/2o")
    for name in ("xa3", "oa3"):
        with pytest.raises(CellTaken, match="a3 is already taken; still empty: b3, c3, a2"):
            play_legal(game, position, game.read(name))
    with pytest.raises(IllegalMove, match="numbered 0 to 17"):
        play_legal(game, position, 18)


@each(
    ("text", "error"),
    [
        ("xxx/3/3 o", None),
        ("ooo/3/3 o", None),  # whoever put them
        ("xox/oxo/oxo o", None),
        ("xxx/3/3 x", WrongTurn),
        ("xxx/ooo/3 x", TwoLines),
        ("xxx/3/xxx x", TwoLines),
        ("xxx/x2/x2 o", None),
    ],
)
def test_positions_that_cannot_be_are_named(text, error):
    game = Wild()
    if error is None:
        assert game.text(*game.parse(text)) == text
    else:
        with pytest.raises(error):
            game.parse(text)


def test_exactly_the_positions_that_games_reach_are_taken():
    game = Wild(2, 3, 3)
    reached = {game.text(position, ply % 2) for position, ply in every_position(game)}
    boards = [""]
    for _ in range(6):
        boards = [board + mark for board in boards for mark in "xo1"]
    taken = set()
    for board in boards:
        rows = "/".join(board[i : i + 2].replace("11", "2") for i in range(0, 6, 2))
        with suppress(TwoLines):
            taken.add(game.text(*game.parse(rows)))
    assert taken == reached


def test_the_players_are_called_by_what_they_want():
    match = Match(OrderChaos(3, 3, 3))
    for name in ("xb2", "oa3", "xa1", "xc3"):
        match.play(match.game.read(name))
    assert (match.result, match.lines) == ("Order wins", (("c3", "b2", "a1"),))
    match = Match(Wild())
    for name in ("oa1", "oc3", "ob2"):
        match.play(match.game.read(name))
    assert match.result == "First wins"


@each("given", [(2, 3, 3), (7, 6, 5), (3, 7, 3), (4, 4, 5), (4, 4, 0)])
def test_boards_that_cannot_be_are_refused(given):
    with pytest.raises(BadParameters):
        OrderChaos(*given)
    if given[2] == 0 or given[2] > max(given[:2]):
        with pytest.raises(BadParameters):
            Wild(*given)
