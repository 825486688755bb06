"""The round robin: everyone meets everyone, exactly or sampled, and the samples are honest."""

from fractions import Fraction
from math import sqrt

import pytest

from noughts.errors import UnknownPlayer, UnsuitedGame
from noughts.games.mnk import MNK
from noughts.games.registry import find_game
from noughts.games.tictactoe import TicTacToe
from noughts.players.arena import Meeting, Rules, Score, arena, score_against
from noughts.players.elo import wilson
from noughts.players.measure import ExpectedResult
from tests.each import each
from tests.players import oracle

GAME = TicTacToe()


def test_everyone_meets_everyone_from_both_seats():
    meetings = list(arena(Rules(GAME), ["random", "weights", "rules"]))
    pairs = [(meeting.first, meeting.second) for meeting in meetings]
    assert sorted(pairs) == [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)]
    assert all(meeting.exact for meeting in meetings)


def test_exact_results_are_the_true_ones():
    first, second = arena(Rules(GAME), ["perfect", "random"])
    assert first.result == oracle.expected("." * 9, "X", oracle.best, "X")
    assert second.result.turned() == oracle.expected("." * 9, "X", oracle.best, "O")


def test_one_whose_chances_are_unknown_is_sampled():
    meetings = list(arena(Rules(GAME, games=4), ["mcts:5", "random"]))
    assert [meeting.games for meeting in meetings] == [4, 4]
    assert all(sum(meeting.result) == 1 for meeting in meetings)


def test_a_large_game_is_sampled_and_what_leaves_nothing_to_chance_is_not():
    game = MNK(5, 5, 4)
    sampled, _ = arena(Rules(game, games=2), ["random", "weights"])
    assert sampled.games == 2
    computed, _ = arena(Rules(game, games=2), ["weights", "weights"])
    assert computed.exact
    assert max(computed.result) == 1


def test_a_game_that_may_repeat_is_sampled():
    first, _ = arena(Rules(find_game("morris"), games=2), ["random", "perfect"])
    assert first.games == 2


def test_samples_agree_with_exact_results(monkeypatch):
    """The same two players, computed and, as if the game were large, sampled: 400 games a seat
    lie within five standard deviations."""
    exact = list(arena(Rules(GAME), ["easy", "random"]))
    monkeypatch.setattr("noughts.players.arena._exact", lambda *_: None)
    sampled = list(arena(Rules(GAME, games=400, seed=1), ["easy", "random"]))
    for true, seen in zip(exact, sampled, strict=True):
        assert seen.games == 400
        for share, found in zip(true.result, seen.result, strict=True):
            assert abs(share - found) <= 5 * sqrt(share * (1 - share) / 400)


def test_the_same_seed_gives_the_same_results():
    def results(seed):
        return [meeting.result for meeting in arena(Rules(GAME, 10, seed), ["mcts:3", "random"])]

    assert results(1) == results(1)
    assert any(results(seed) != results(1) for seed in range(2, 6))


def test_progress_counts_every_game_once():
    told = []
    list(
        arena(
            Rules(GAME, games=3),
            ["mcts:1", "random"],
            lambda done, total: told.append((done, total)),
        )
    )
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert told[0] == (1, 6)
    assert told[-1] == (6, 6)


def test_forfeits_are_counted_with_their_reasons():
    meetings = list(arena(Rules(GAME, games=3), ["random", "program:/nowhere/bot"]))
    for meeting in meetings:
        [(who, reason, count)] = meeting.forfeits
        assert (who, count) == (1, 3)
        assert "cannot be started" in reason
    assert meetings[0].result.first == 1
    assert meetings[1].result.second == 1


def test_who_is_not_there_is_missed_before_the_first_game():
    with pytest.raises(UnknownPlayer):
        next(arena(Rules(GAME), ["random", "perfect", "nobody"]))


def test_who_does_not_play_the_game_is_named():
    with pytest.raises(UnsuitedGame, match="3×3"):
        list(arena(Rules(MNK(4, 3, 3), games=1), ["rules", "random"]))


def test_scores_count_a_draw_one_half_from_either_seat():
    sixth = Fraction(1, 6)
    meetings = [
        Meeting(0, 1, ExpectedResult(3 * sixth, 2 * sixth, sixth), 0),
        Meeting(1, 0, ExpectedResult(sixth, sixth, 4 * sixth), 10),
        Meeting(0, 2, ExpectedResult(Fraction(1), Fraction(0), Fraction(0)), 0),
    ]
    assert score_against(meetings, 0, 1) == Score((4 * sixth + Fraction(9, 12)) / 2, 10)
    assert score_against(meetings, 2) == Score(Fraction(0), 0)
    assert score_against(meetings, 0).share == (4 * sixth + Fraction(9, 12) + 1) / 3
    assert score_against(meetings, 0, 2).interval is None


@each("share, count", [(0.0, 10), (0.5, 1), (0.3, 100), (1.0, 7), (0.93, 500)])
def test_the_ends_of_wilsons_interval_are_where_his_equation_holds(share, count):
    """At an end p the share lies 1.96 standard deviations, those of p, away from it."""
    low, high = wilson(share, count)
    assert 0 <= low <= share <= high <= 1
    for end in (low, high):
        if 0 < end < 1:
            assert abs(share - end) == pytest.approx(1.959964 * sqrt(end * (1 - end) / count))
    assert (low, high) != (0, 1)


def test_wilson_by_hand():
    # Of no successes in n cases: z² / (n + z²), z² = 3.841459.
    assert list(wilson(0.0, 10)) == [0, pytest.approx(3.841459 / 13.841459, abs=1e-6)]
