"""Looking ahead along rows: shapes by the rules, and proofs by plain minimax."""

from random import Random

import pytest

from noughts.bits import cells_of
from noughts.game import legal_moves
from noughts.games.gomoku import StandardGomoku
from noughts.games.mnk import MNK
from noughts.knowledge import knowledge_of
from noughts.native import compiled
from noughts.search.context import CLAIM_BITS
from noughts.search.deepening import AT_MOST, entry_move, packed_entry
from noughts.search.memory import zeros
from noughts.search.rows import (
    FIVES,
    FOURS,
    RowBoard,
    RowRules,
    entry_of,
    keep,
    look_along_rows,
    put,
    take,
)
from noughts.solving.deep import rules_of_rows
from noughts.value import BASE, ESTIMATE_LIMIT, LOSS, OPEN, WIN
from tests.each import each

EVERY = -1


def rules_of(game):
    """Its rules by the package, or on a small board written out here."""
    rules = rules_of_rows(knowledge_of(game)) or RowRules(game.columns, game.rows, game.k)
    if isinstance(game, StandardGomoku):
        rules = rules._replace(longer=(LOSS, WIN) if game.renju else (OPEN, OPEN))
    return rules


def board_of(game, position):
    rules = rules_of(game)
    return RowBoard(rules).with_position(position, game.turn(position), EVERY, zeros(2))


def some_position(game, random, plies):
    position = game.start()
    for _ in range(plies):
        after = game.play(position, random.choice(legal_moves(game, position)))
        if game.outcome(after) != OPEN:
            break
        position = after
    return position


def winning(game, own, others, side):
    """The empty cells whose mark wins for the player of these marks."""

    def wins(cells):
        if isinstance(game, StandardGomoku):
            return game.has_row(cells) or (game.renju and side and game.has_overline(cells))
        return game.has_line(cells)

    empty = game.all_cells & ~(own | others)
    return {cell for cell in cells_of(empty) if wins(own | 1 << cell)}


VARIANTS = [
    MNK(7, 7, 5), MNK(8, 6, 4), MNK(9, 5, 6), MNK(9, 9, 5, torus=True), MNK(9, 5, 5, cylinder=True),
    StandardGomoku(9, 7, 4), StandardGomoku(9, 6, 5), StandardGomoku(8, 7, 4, renju=True),
]  # fmt: skip


@each("game", [VARIANTS[1], VARIANTS[5], VARIANTS[7]], large=VARIANTS)
def test_fives_and_fours_are_those_of_the_rules(game):
    random, found, lost = Random(1), 0, 0
    for _ in range(30):
        position = some_position(game, random, random.randrange(6, 34))
        board = board_of(game, position)
        mine = board.mover * board.cells
        for cell in legal_moves(game, position):
            after = game.play(position, cell)
            weight = board.weights[mine + cell]
            assert (weight >= FIVES) == (game.outcome(after) == LOSS)
            assert (weight < 0) == (game.outcome(after) == WIN)
            lost += weight < 0
            if game.outcome(after) != OPEN:
                continue
            ways = winning(game, after.theirs, after.mine, board.mover)
            before = winning(game, position.mine, position.theirs, board.mover)
            fours = weight // FOURS
            assert (fours >= 2) >= (len(ways - before) >= 2) or before
            assert (fours >= 1) >= bool(ways - before)
            if not before:
                assert min(fours, 2) == min(len(ways), 2)
                found += len(ways) > 0
    assert found > 5
    assert (lost > 0) == (rules_of(game).longer[0] == LOSS)


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
            assert board.weights[mine + free] == anew.weights[mine + free]
    for ply, cell in reversed(list(enumerate(cells))):
        take(board, cell, ply % 2)
    after = [list(each) for each in (board.weights, board.codes, board.stones, board.totals)]
    assert after == before


def outcome(game, position, known):
    """Win, draw or loss, by plain minimax."""
    if position not in known:
        best = game.outcome(position)
        if best == OPEN:
            best = LOSS
            for move in legal_moves(game, position):
                best = max(best, -outcome(game, game.play(position, move), known))
                if best == WIN:
                    break
        known[position] = best
    return known[position]


class Busy(RowBoard):
    """Beside a thread that seems to look at every move."""

    __slots__ = ()

    def claimed(self, name):
        return True


SMALL = [
    MNK(4, 4, 3), MNK(4, 4, 4), MNK(5, 4, 4), StandardGomoku(4, 4, 3), StandardGomoku(5, 4, 4),
    StandardGomoku(4, 4, 3, renju=True),
]  # fmt: skip


@each("game", SMALL)
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
                move = entry_move(entry_of(board, board.mover))
                assert -outcome(game, game.play(position, move), known) == right
    assert proofs > 5


def test_moves_that_other_threads_look_at_are_put_off_not_left_out():
    """All replies to an open three but the first are claimed; the last one saves the game."""
    game = MNK(9, 9, 5)
    position, _ = game.parse("9/9/2o6/2o6/3xxx3/9/9/9/9 o")
    alone, busy = board_of(game, position), board_of(game, position)
    busy.share(zeros(1 << CLAIM_BITS), 1)
    busy.__class__ = Busy
    saving = {game.read(name) for name in ("c5", "g5", "b5", "h5")}
    for board in (alone, busy):
        first = game.read("a1")
        for cell in range(81):
            board.barred[cell] = cell not in saving | {first}
        keep(board, board.mover, packed_entry(0, AT_MOST, 0, first))  # it is looked at first
        look_along_rows(4, board)
        assert board.chosen in saving


@pytest.mark.parametrize("size", [(15, 15), (9, 7)])
def test_both_forms_search_alike(size):
    game, random = MNK(size[0], size[1], 5), Random(4)
    form = compiled(look_along_rows, None)
    for _ in range(3):
        position = some_position(game, random, 12)
        one, other = board_of(game, position), board_of(game, position)
        assert look_along_rows(2, one) == form(2, other)
        assert one.nodes == other.nodes
        assert entry_of(one, one.mover) == entry_of(other, other.mover)


def test_it_finds_a_win_by_a_four_and_a_three():
    game = MNK(9, 9, 5)
    position, _ = game.parse("o1o6/9/9/6x2/6x2/2oxxx3/9/9/o7o x")
    board = board_of(game, position)
    assert look_along_rows(2, board) == BASE - 5  # g4, h4, an open four, any move, five
    assert game.name(entry_move(entry_of(board, board.mover))) == "g4"


def test_it_begins_in_the_middle():
    board = board_of(MNK(15, 15, 5), MNK(15, 15, 5).start())
    look_along_rows(1, board)
    assert entry_move(entry_of(board, board.mover)) == 15 * 15 // 2
