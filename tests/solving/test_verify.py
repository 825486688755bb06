"""Results of the literature, computed again: the fast ones; and what is made of a wrong one."""

import pytest

from noughts.game import legal_moves
from noughts.games.registry import find_game, spec_of
from noughts.solving.api import solver_for
from noughts.solving.known import RESULTS, KnownResult, Method
from noughts.solving.margins import MarginSolver
from noughts.solving.verify import Reproduction, verify_result
from noughts.value import DRAW, LOSS, OUTCOME_NAMES, WIN
from tests.each import each

# What takes many seconds; `noughts known --verify` computes it, and docs/known.md tells how long.
SLOW = {
    "mnk:8,7,3", "mnk:7,4,4", "mnk:8,4,4", "mnk:9,4,4", "mnk:10,4,4", "mnk:5,5,4", "mnk:7,5,4",
    "mnk:6,6,4", "mnk:7,6,5", "mnk:7,7,5", "orderchaos:4,4,4", "hex:4", "hex:6", "mnk:5,4,3",
    "numerical", "notakto:3", "cube:3", "qubic", "dots:4,2", "dots:3,3", "dots:4,3",
    "dots:4,4", "kalah:3,3", "kalah:5,3", "kalah:6,3", "othello:6", "domineering:8,8",
    *(each.game for each in RESULTS if each.game.startswith("connectfour:")),
} - {"connectfour:4,4", "connectfour:4,5"}  # fmt: skip
FAST = [each for each in RESULTS if each.method != Method.NOT_YET and each.game not in SLOW]


@pytest.mark.parametrize("result", FAST, ids=lambda result: result.game)
def test_it_is_as_the_literature_says(result):
    verification = verify_result(result, seconds=1e9)
    assert (verification.verdict, verification.found) == (Reproduction.REPRODUCED, "")
    assert verification.nodes > 0 or result.method == Method.PAIRING


def test_a_first_player_win_that_needs_threats_and_a_draw_that_needs_pairings():
    """The two that the literature needed a search of their own for: 6×5 and 5×5 with k of 4."""
    for game in ("mnk:6,5,4", "mnk:5,5,4"):
        (result,) = (each for each in RESULTS if each.game == game)
        assert verify_result(result, seconds=1e9).verdict == Reproduction.REPRODUCED


def test_no_value_is_looked_up_in_an_opening_book():
    (result,) = (each for each in RESULTS if each.game == "connectfour:7,6")
    verification = verify_result(result, seconds=0.5)
    assert verification.verdict == Reproduction.UNDECIDED
    assert verification.nodes > 0


def test_the_search_has_the_memory_and_the_threads_that_are_given(monkeypatch):
    given = []

    def spy(game, *, memory, threads, with_book):
        given.append((memory, threads))
        return solver_for(game, memory=memory, threads=threads, with_book=with_book)

    monkeypatch.setattr("noughts.solving.verify.solver_for", spy)
    verify_result(
        KnownResult("tictactoe", DRAW, Method.VALUES, "known"), seconds=1e9, memory=7, threads=3
    )
    assert given == [(7, 3)]

    def spy_by_points(game, *, memory):
        given.append(memory)
        return MarginSolver(game, memory=memory)

    monkeypatch.setattr("noughts.solving.verify.MarginSolver", spy_by_points)
    verify_result(KnownResult("dots:1,1", LOSS, Method.POINTS, "known"), seconds=1e9, memory=7)
    assert given == [(7, 3), 7]


def test_an_attack_proves_a_win():
    verification = verify_result(KnownResult("mnk:5,4,3", WIN, Method.ATTACK, "known"), seconds=1e9)
    assert (verification.verdict, verification.found) == (Reproduction.REPRODUCED, "")


def test_what_is_listed_can_be_read():
    for result in RESULTS:
        assert result.outcome in OUTCOME_NAMES
        assert result.source or result.note
        if result.method != Method.NOT_YET:
            game = find_game(result.game)
            names = {game.name(move) for move in legal_moves(game, game.start())}
            assert spec_of(game) == result.game or find_game(spec_of(game)) == game
            assert set(result.openings) <= names


def test_nothing_is_listed_twice():
    assert len({result.game for result in RESULTS}) == len(RESULTS)


@each(
    ("wrong", "found"),
    [
        (KnownResult("tictactoe", WIN, Method.VALUES, "nobody"), "draw, 9 plies"),
        (KnownResult("mnk:4,4,3", WIN, Method.VALUES, "nobody", plies=7), "win in 5, 5 plies"),
        (KnownResult("tictactoe", WIN, Method.PROOF, "nobody"), "a win is not reachable"),
        (KnownResult("mnk:4,4,3", DRAW, Method.PROOF, "nobody"), "a win is reachable"),
        (
            KnownResult("notakto:2", DRAW, Method.PROOF, "nobody"),
            "at least a draw is not reachable",
        ),
        (
            KnownResult("tictactoe", LOSS, Method.PROOF, "nobody"),
            "at least a draw is reachable",
        ),
        (KnownResult("othello:4", WIN, Method.POINTS, "nobody"), "loss by 8"),
        (KnownResult("othello:4", LOSS, Method.POINTS, "nobody", margin=-6), "loss by 8"),
        (KnownResult("mnk:4,3,4", WIN, Method.ATTACK, "nobody"), "a win is not reachable"),
        (KnownResult("mnk:4,4,3", DRAW, Method.ATTACK, "nobody"), "a win is reachable"),
        (KnownResult("mnk:5,5,5", WIN, Method.PAIRING, "nobody"), "pairs hold a draw"),
        (
            KnownResult("mnk:3,3,3,misere", DRAW, Method.VALUES, "nobody", openings=("a1",)),
            "the outcome is kept by b2",
        ),
        (
            KnownResult("hex:2", WIN, Method.PROOF, "nobody", openings=("a1", "a2")),
            "the outcome is kept by a2, b1",
        ),
    ],
)
def test_a_wrong_result_is_contradicted(wrong, found):
    verification = verify_result(wrong, seconds=1e9)
    assert (verification.verdict, verification.found) == (Reproduction.CONTRADICTED, found)


def test_without_time_a_result_is_undecided():
    for result in (
        KnownResult("mnk:6,6,4", WIN, Method.PROOF, "known"),
        KnownResult("othello:6", LOSS, Method.POINTS, "known"),
        KnownResult("mnk:4,4,4", DRAW, Method.PAIRING, "the start has no pairing"),
    ):
        verification = verify_result(result, seconds=1e-9)
        assert verification.verdict == Reproduction.UNDECIDED
        assert verification.found


def test_without_time_values_are_undecided():
    verification = verify_result(
        KnownResult("mnk:4,4,4", DRAW, Method.VALUES, "known"), seconds=1e-9
    )
    assert (verification.verdict, verification.found) == (Reproduction.UNDECIDED, "no value yet")


def test_what_has_no_method_is_not_tried():
    verification = verify_result(KnownResult("mnk:8,8,5", DRAW, Method.NOT_YET, "Hsu 2020"), 1)
    assert (verification.verdict, verification.nodes) == (Reproduction.NOT_TRIED, 0)
