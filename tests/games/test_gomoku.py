"""Gomoku: rows that are too long, by a brute force on strings."""

import re
from functools import cache

import pytest

from noughts import MNK, Gomoku, Solver, StandardGomoku, check, find_game
from noughts.errors import BadParameters
from noughts.games.registry import game_name, spec_of
from noughts.knowledge import knowledge_of
from noughts.value import DRAW, LOSS, OPEN, WIN
from tests.each import each
from tests.playing import assert_compiled_agrees, every_position, random_positions

SMALL = [(3, 3, 2), (3, 3, 3), (6, 1, 2), (4, 2, 2), (7, 1, 3)]


def rows_of(columns, rows):
    """Every whole row, column and diagonal, as the numbers of its cells."""
    cells = {(x, y): y * columns + x for x in range(columns) for y in range(rows)}
    for right, down in ((1, 0), (0, 1), (1, 1), (-1, 1)):
        for x, y in cells:
            if (x - right, y - down) not in cells:
                row = []
                while (x, y) in cells:
                    row.append(cells[x, y])
                    x, y = x + right, y + down
                yield row


def runs(board, size, mark):
    """The lengths of all runs of the mark."""
    for row in rows_of(*size):
        text = "".join(board[cell] for cell in row)
        yield from map(len, re.findall(f"{mark}+", text))


def ended(board, size, k, renju):
    """Who has won: x, o, or = for a draw; nothing while the game goes on."""
    for mark in "xo":
        lengths = list(runs(board, size, mark))
        if k in lengths:
            return mark
        if renju and max(lengths, default=0) > k:
            return "o"
    return "" if "." in board else "="


def worth(size, k, renju):
    """The outcome and the plies of the empty board, for the first player."""

    @cache
    def of(board, mark, other):
        winner = ended(board, size, k, renju)
        if winner:
            return (DRAW if winner == "=" else WIN if winner == mark else LOSS), 0
        every = []
        for cell in range(len(board)):
            if board[cell] == ".":
                outcome, plies = of(board[:cell] + mark + board[cell + 1 :], other, mark)
                every.append((-outcome, plies + 1))
        return max(every, key=lambda each: (each[0], -each[0] * each[1]))

    return of("." * (size[0] * size[1]), "x", "o")


@pytest.mark.parametrize("renju", [False, True])
@pytest.mark.parametrize(("columns", "rows", "k"), SMALL)
def test_the_value_is_that_of_the_brute_force(columns, rows, k, renju):
    value = Solver(game := StandardGomoku(columns, rows, k, renju)).value(game.start())
    outcome, plies = worth((columns, rows), k, renju)
    assert value.outcome == outcome
    assert outcome == DRAW or value.plies == plies


@each("renju", [False, True])
@each("k", [2, 3])
def test_every_position_ends_as_by_the_brute_force(k, renju):
    game = StandardGomoku(4, 3, k, renju)
    for position in random_positions(game, plays=60):
        turn = game.turn(position)
        crosses, noughts = game.shown(position, turn)
        board = "".join(
            "x" if crosses >> cell & 1 else "o" if noughts >> cell & 1 else "."
            for cell in range(12)
        )
        winner = ended(board, (4, 3), k, renju)
        told = {OPEN: "", DRAW: "=", WIN: "xo"[turn], LOSS: "ox"[turn]}
        assert told[game.outcome(position)] == winner


@each("renju", [False, True])
def test_four_by_three_is_won_in_seven_as_with_longer_rows(renju):
    """With longer rows by Uiterwijk and van den Herik 2000."""
    for game in (StandardGomoku(4, 3, 3, renju), MNK(4, 3, 3)):
        assert str(Solver(game).value(game.start())) == "win in 7"


@each("renju", [False, True])
def test_an_overline_of_either_player(renju):
    game = StandardGomoku(6, 3, 4, renju)
    position, _ = game.parse("xxx1xx/ooo1oo/6 x")
    assert game.outcome(game.play(position, game.read("d3"))) == (WIN if renju else OPEN)
    waited = game.play(position, game.read("a1"))
    made = game.play(waited, game.read("d2"))
    assert game.outcome(made) == (LOSS if renju else OPEN)
    assert [len(row) for row in game.lines(made)] == [6] * renju


def test_a_row_counts_though_the_same_mark_makes_an_overline():
    game = StandardGomoku(6, 4, 3, renju=True)
    overline, _ = game.parse("xx1x2/oo4/5o/6 x")
    assert game.outcome(game.play(overline, game.read("c4"))) == WIN
    both, _ = game.parse("xx1x2/oox3/oox3/4o1 x")  # and three in the column
    made = game.play(both, game.read("c4"))
    assert game.outcome(made) == LOSS
    assert [[game.cell_name(c) for c in row] for row in game.lines(made)] == [["c4", "c3", "c2"]]


def test_its_laws_hold_and_it_compiles():
    assert (
        check(StandardGomoku(4, 3, 3, renju=True), positions=150, plays=15).interpreted_because
        == ""
    )
    pytest.importorskip("numba")
    assert_compiled_agrees(StandardGomoku(3, 3, 2), every_position(StandardGomoku(3, 3, 2)))


@each("spec", ["standardgomoku:21,20", "standardgomoku:4,4,1", "standardgomoku:4,4,5"])
def test_boards_that_are_refused(spec):
    with pytest.raises(BadParameters):
        find_game(spec)


def test_the_word_alone_is_the_free_form_on_fifteen_by_fifteen():
    game = find_game("gomoku")
    assert game == Gomoku() == Gomoku(15, 15, 5) == find_game("gomoku:15,15,5")
    assert (spec_of(game), game_name(game)) == ("gomoku", "Gomoku 15×15")
    position, _ = game.parse(f"xxx1xx9/ooo1oo9{'/15' * 13} x")
    assert game.outcome(game.play(position, game.read("d15"))) == LOSS
    assert type(knowledge_of(game)) is type(knowledge_of(MNK(15, 15, 5)))


@each("spec", ["gomoku", "gomoku:19,19,5", "standardgomoku", "standardgomoku:9,8,5,renju"])
def test_its_text_names_it_again(spec):
    assert spec_of(find_game(spec)) == spec
