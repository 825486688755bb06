"""The numbers of tic-tac-toe that are well known, or counted by another program.

549,946 nodes, 255,168 games (131,184 won by X, 77,904 by O, 46,080 drawn), 5,478 positions and
765 up to symmetry: Henry Bottomley, "How many Tic-Tac-Toe (noughts and crosses) games are
possible?", and Wikipedia, "Tic-tac-toe", part "Combinatorics". The others are from section 6 of
the design. Most are recomputed here on strings (`tests/reference.py`).
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from noughts.games.common.cell_game import Marks
from noughts.games.mnk import MNK
from noughts.games.tictactoe import TicTacToe
from noughts.knowledge import knowledge_of
from noughts.native import fastest
from noughts.search.alphabeta import alphabeta
from noughts.search.context import SearchContext
from noughts.search.negamax import negamax
from noughts.search.root import AlphaBeta, Minimax, Negamax, SignedMinimax, search
from noughts.solving.solver import Solver
from noughts.value import BY_DISTANCE, DRAW, LOSS, OPEN, OUTCOME_ONLY, WIN, Scoring, Value
from tests import reference
from tests.each import each
from tests.playing import every_position

GAME = TicTacToe()
KNOWN = knowledge_of(GAME)
CORNERS, EDGES, CENTRE = (0, 2, 6, 8), (1, 3, 5, 7), 4


@pytest.fixture(scope="module")
def solver():
    return Solver(GAME)


@cache
def all_positions(game: Any) -> frozenset[Any]:
    """Every position that the game's own methods reach."""
    return frozenset(every_position(game))


def open_positions() -> Iterator[Marks]:
    return (position for position in all_positions(GAME) if GAME.outcome(position) == OPEN)


# The tree, and the games.


@cache
def nodes_below(board: str) -> int:
    return 1 + sum(nodes_below(after) for _, after in reference.children(board))


@cache
def games_below(board: str) -> Counter[str]:
    """How many games end with which winner, no winner being ""."""
    if reference.over(board):
        return Counter([reference.winner(board)])
    return sum((games_below(after) for _, after in reference.children(board)), Counter())


@each("algorithm", [Minimax, SignedMinimax, Negamax])
def test_a_search_without_pruning_visits_549_946_nodes(algorithm):
    assert nodes_below(reference.EMPTY) == 549_946
    assert search(GAME, GAME.start(), algorithm(), prepare=fastest).nodes == 549_946


def test_the_interpreted_search_visits_as_many():
    run = SearchContext()
    assert negamax(KNOWN, GAME.start(), 0, run) == 0
    assert run.nodes == 549_946


@each(("cells", "nodes"), [(CORNERS, 59_705), (EDGES, 63_905), ((CENTRE,), 55_505)])
def test_so_many_nodes_lie_below_each_first_move(cells, nodes):
    for cell in cells:
        run = SearchContext()
        fastest(negamax, KNOWN)(KNOWN, GAME.play(GAME.start(), cell), 1, run)
        assert run.nodes == nodes_below(reference.EMPTY[:cell] + "x" + "." * (8 - cell)) == nodes


@cache
def endings(position: Marks, ply: int) -> Counter[str]:
    """How many games end with which winner, by the rules of the game under test."""
    outcome = GAME.outcome(position)
    if outcome == OPEN:
        after = (endings(GAME.play(position, move), ply + 1) for move in GAME.moves(position))
        return sum(after, Counter())
    return Counter([{DRAW: "", LOSS: "xo"[(ply + 1) % 2], WIN: "xo"[ply % 2]}[outcome]])


def test_255_168_games_can_be_played():
    expected = {"x": 131_184, "o": 77_904, "": 46_080}
    assert games_below(reference.EMPTY) == endings(GAME.start(), 0) == expected
    assert sum(expected.values()) == 255_168


def test_random_players_come_to_each_result_with_known_chances():
    @cache
    def chances(position: Marks, ply: int) -> dict[str, Fraction]:
        if GAME.outcome(position) != OPEN:
            return {next(iter(endings(position, ply))): Fraction(1)}
        total: dict[str, Fraction] = {"x": Fraction(0), "o": Fraction(0), "": Fraction(0)}
        moves = list(GAME.moves(position))
        for move in moves:
            for result, chance in chances(GAME.play(position, move), ply + 1).items():
                total[result] += chance / len(moves)
        return total

    # Section 6 of the design.
    assert chances(GAME.start(), 0) == {
        "x": Fraction(737, 1260),
        "o": Fraction(121, 420),
        "": Fraction(8, 63),
    }


# The positions.


@each("game", [GAME, MNK(3, 3, 3)])
def test_5_478_positions_can_be_reached_the_same_as_on_strings(game):
    found = {tuple(position) for position in all_positions(game)}
    assert found == {reference.sets(board) for board in reference.positions()}
    assert len(found) == 5_478


def test_765_of_them_differ_up_to_symmetry():
    assert len({KNOWN.canonical(position) for position in all_positions(GAME)}) == 765


def test_958_are_final_and_138_of_those_differ():
    final = [position for position in all_positions(GAME) if GAME.outcome(position) != OPEN]
    assert len(final) == 958
    assert len({KNOWN.canonical(position) for position in final}) == 138
    # The winner is the one who is not to move.
    ended = Counter(
        "" if GAME.outcome(position) == DRAW else "xo"[1 - GAME.turn(position)]
        for position in final
    )
    assert ended == {"x": 626, "o": 316, "": 16}
    assert ended == Counter(map(reference.winner, filter(reference.over, reference.positions())))


def test_of_4_520_positions_not_over_2_836_are_won_1_052_drawn_and_632_lost(solver):
    outcomes = Counter(solver.value(position).outcome for position in open_positions())
    assert outcomes == {WIN: 2_836, DRAW: 1_052, LOSS: 632}
    assert outcomes == Counter(reference.worth(board)[0] for board in reference.unfinished())


def test_in_400_won_positions_the_first_winning_cell_is_not_the_fastest(solver):
    late = [
        position
        for position in open_positions()
        if solver.value(position).outcome == WIN
        and next(move for move, value, _ in solver.values(position) if value.outcome == WIN)
        not in solver.best_moves(position)
    ]
    assert len(late) == 400


def test_by_outcomes_alone_an_immediate_win_is_passed_over_in_392_positions(solver):
    """The tutorials' complaint, and why values count plies."""
    passed_over = 0
    for position in open_positions():
        if solver.value(position) == Value(WIN, 1):
            result = search(GAME, position, Negamax(), scoring=OUTCOME_ONLY, prepare=fastest)
            passed_over += GAME.outcome(GAME.play(position, result.move)) == OPEN
    assert passed_over == 392


def test_in_2_406_positions_exactly_one_move_keeps_the_value(solver):
    """The value as an outcome: moves that win later, or lose sooner, keep it."""
    single = 0
    for position in open_positions():
        outcomes = [value.outcome for _, value, _ in solver.values(position)]
        single += outcomes.count(max(outcomes)) == 1
    assert single == 2_406


def test_in_1_378_positions_several_moves_are_best(solver):
    tied = sum(len(solver.best_moves(position)) > 1 for position in open_positions())
    assert tied == 1_378


# The openings.


@each(
    ("opening", "holding"),
    [
        *((corner, (CENTRE,)) for corner in CORNERS),
        (CENTRE, CORNERS),
        (1, (0, 2, 4, 7)),  # beside it, the centre, and opposite
        (3, (0, 4, 5, 6)),
        (5, (2, 3, 4, 8)),
        (7, (1, 4, 6, 8)),
    ],
)
def test_these_replies_hold_the_draw(solver, opening, holding):
    """Only the centre to a corner, only corners to the centre, four cells to an edge."""
    after = GAME.play(GAME.start(), opening)
    assert solver.value(after).outcome == DRAW
    assert tuple(solver.best_moves(after)) == holding


# Alpha-beta: a count for each way of doing it.


def alphabeta_nodes(scoring: Scoring) -> int:
    """How many boards alpha-beta visits: cells in reading order, cut when alpha >= beta."""
    visited = 0

    def best(board: str, alpha: int, beta: int, depth: int) -> int:
        nonlocal visited
        visited += 1
        if reference.over(board):
            return -(scoring.base - scoring.per_ply * depth) if reference.winner(board) else 0
        for _, after in reference.children(board):
            alpha = max(alpha, -best(after, -beta, -alpha, depth + 1))
            if alpha >= beta:
                break
        return alpha

    best(reference.EMPTY, -(10**9), 10**9, 0)
    return visited


@each(("scoring", "nodes"), [(OUTCOME_ONLY, 18_297), (BY_DISTANCE, 20_866)])
def test_alphabeta_in_reading_order_visits_so_many_nodes(scoring, nodes):
    assert alphabeta_nodes(scoring) == nodes
    assert search(GAME, GAME.start(), AlphaBeta(), scoring=scoring).nodes == nodes


def test_alphabeta_with_the_window_of_the_possible_scores_visits_16_811():
    run = SearchContext(OUTCOME_ONLY)
    assert alphabeta(KNOWN, GAME.start(), -1, 1, 0, run) == 0
    assert run.nodes == 16_811


def test_alphabeta_that_tries_the_centre_corners_and_edges_in_turn_visits_7_275():
    class Ordered(TicTacToe):
        def moves(self, position: Marks) -> Iterator[int]:
            empty = set(super().moves(position))
            return (cell for cell in (4, 0, 2, 6, 8, 1, 3, 5, 7) if cell in empty)

    game = Ordered()
    assert search(game, game.start(), AlphaBeta(), scoring=OUTCOME_ONLY).nodes == 7_275
