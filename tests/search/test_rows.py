"""Looking ahead along rows: shapes by the rules, and proofs by plain minimax."""

from random import Random

import pytest

from noughts.game import legal_moves
from noughts.games.mnk import MNK
from noughts.native import compiled
from noughts.search.deepening import entry_move
from noughts.search.memory import zeros
from noughts.search.rows import (
    FIVES,
    FOURS,
    RowBoard,
    entry_of,
    look_along_rows,
    put,
    take,
)
from noughts.value import BASE, ESTIMATE_LIMIT, OPEN
from tests.each import each

EVERY = -1


def board_of(game, position):
    return RowBoard((game.columns, game.rows), game.k).with_position(position, EVERY, zeros(2))


def some_position(game, random, plies):
    position = game.start()
    for _ in range(plies):
        after = game.play(position, random.choice(legal_moves(game, position)))
        if game.outcome(after) != OPEN:
            break
        position = after
    return position


def wins_next(game, position):
    return [
        move
        for move in legal_moves(game, position)
        if game.outcome(game.play(position, move)) not in (OPEN, 0)
    ]


@each("game", [MNK(7, 7, 5), MNK(8, 6, 4)])
def test_fives_and_fours_are_those_of_the_rules(game):
    random, found = Random(1), 0
    for _ in range(30):
        position = some_position(game, random, random.randrange(6, 26))
        board = board_of(game, position)
        for cell in legal_moves(game, position):
            after = game.play(position, cell)
            five = game.outcome(after) not in (OPEN, 0)
            assert (board.weights[cell] >= FIVES) == five
            if five or game.outcome(after) != OPEN:
                continue
            ways = set(wins_next(game, type(after)(after.theirs, after.mine)))
            before = set(wins_next(game, position))
            fours = board.weights[cell] // FOURS
            assert (fours >= 2) >= (len(ways - before) >= 2) or before
            assert (fours >= 1) >= bool(ways - before)
            if not before:
                assert min(fours, 2) == min(len(ways), 2)
                found += len(ways) > 0
    assert found > 10


def test_moves_are_taken_back():
    game, random = MNK(9, 8, 5), Random(2)
    position = some_position(game, random, 10)
    board = board_of(game, position)
    before = [list(each) for each in (board.weights, board.codes, board.stones, board.totals)]
    cells = random.sample(legal_moves(game, position), 12)
    for ply, cell in enumerate(cells):
        put(board, cell, ply % 2)
        position = game.play(position, cell)
        anew = board_of(game, position)
        mine = 9 * 8 * ((ply + 1) % 2)
        for free in legal_moves(game, position):
            assert board.weights[mine + free] == anew.weights[free]
    for ply, cell in reversed(list(enumerate(cells))):
        take(board, cell, ply % 2)
    after = [list(each) for each in (board.weights, board.codes, board.stones, board.totals)]
    assert after == before


def outcome(game, position, known):
    """Win, draw or loss, by plain minimax."""
    if position not in known:
        best = game.outcome(position)
        if best == OPEN:
            moves = legal_moves(game, position)
            best = max(-outcome(game, game.play(position, move), known) for move in moves)
        known[position] = best
    return known[position]


@each("game", [MNK(4, 4, 3), MNK(4, 4, 4), MNK(5, 4, 4)])
def test_what_it_calls_won_or_lost_is(game):
    random, known, proofs = Random(3), {}, 0
    for _ in range(20):
        position = some_position(game, random, random.randrange(8, 12))
        for depth in (1, 2, 4):
            board = board_of(game, position)
            score = look_along_rows(depth, board)
            if abs(score) >= ESTIMATE_LIMIT:
                proofs += 1
                right = outcome(game, position, known)
                assert (score > 0) - (score < 0) == right, (position, depth)
                move = entry_move(entry_of(board, 0))
                assert -outcome(game, game.play(position, move), known) == right
    assert proofs > 5


@pytest.mark.parametrize("size", [(15, 15), (9, 7)])
def test_both_forms_search_alike(size):
    game, random = MNK(size[0], size[1], 5), Random(4)
    form = compiled(look_along_rows, None)
    for _ in range(3):
        position = some_position(game, random, 12)
        one, other = board_of(game, position), board_of(game, position)
        assert look_along_rows(2, one) == form(2, other)
        assert one.nodes == other.nodes
        assert entry_of(one, 0) == entry_of(other, 0)


def test_it_finds_a_win_by_a_four_and_a_three():
    game = MNK(9, 9, 5)
    position, _ = game.parse("o1o6/9/9/6x2/6x2/2oxxx3/9/9/o7o x")
    board = board_of(game, position)
    assert look_along_rows(2, board) == BASE - 5  # g4, h4, an open four, any move, five
    assert game.name(entry_move(entry_of(board, 0))) == "g4"


def test_it_begins_in_the_middle():
    board = board_of(MNK(15, 15, 5), MNK(15, 15, 5).start())
    look_along_rows(1, board)
    assert entry_move(entry_of(board, 0)) == 15 * 15 // 2
