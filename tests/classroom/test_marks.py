"""What audits earn: by what docs/weights.md and the rules of Nim say of the players."""

from noughts.classroom.audit import audit
from noughts.classroom.findings import Terms
from noughts.classroom.rubric import DEFAULT, Rubric, marks_for, marks_without, rubric_of
from noughts.errors import BadAnswer
from noughts.game import FIRST
from noughts.games.registry import find_game
from noughts.players.perfect import PerfectPlayer
from noughts.players.weights import WeightsPlayer

RUBRIC = rubric_of(DEFAULT)


class Scripted:
    """A player that does as a function says."""

    name = "scripted"

    def __init__(self, choose):
        self.choose = choose


def marks(player, rubric=RUBRIC, game="tictactoe", **terms):
    found = audit(find_game(game), player, Terms(**terms))
    return {mark.item: mark for mark in marks_for(found, rubric)}


def test_the_perfect_player_earns_everything():
    found = marks(PerfectPlayer())
    assert all(mark.passed and mark.points == mark.of for mark in found.values())
    assert sum(mark.points for mark in found.values()) == 100


def test_one_that_can_be_beaten_as_second_player_loses_the_points_of_that_seat():
    found = marks(WeightsPlayer())
    assert found["never_loses_as_first"].passed
    assert not found["never_loses_as_second"].passed
    assert found["never_loses_as_second"].points == 0
    assert "The shortest game lost as O" in found["never_loses_as_second"].text


def test_losing_what_is_lost_from_the_start_costs_nothing():
    found = marks(PerfectPlayer(), game="nim:1,2")  # the first player wins
    assert found["never_loses_as_second"].points == 25


def test_what_was_never_tested_earns_nothing():
    """It ends with its first answer, and so was never seen to miss a win."""

    def choose(game, position):
        raise BadAnswer("none")

    found = marks(Scripted(choose))
    assert (found["legal_moves"].passed, found["legal_moves"].points) == (False, 0)
    for item in ("in_time", "wins_at_once", "keeps_wins", "quickest_wins"):
        assert (found[item].passed, found[item].points) == (None, 0)
        assert "Not tested" in found[item].text


def test_a_fault_takes_off_what_the_rubric_says_and_no_item_falls_below_0():
    """As X it plays the centre, and then gives no answer if O has a corner or a side."""

    def choose(game, position):
        if position == game.start():
            return 4
        raise BadAnswer("none")

    def points(each):
        rubric = Rubric({"legal_moves": 20.0}, {"legal_moves": each})
        return marks(Scripted(choose), rubric, seats=(FIRST,))["legal_moves"].points

    assert points(5.0) == 10  # a corner and a side: two faults up to symmetry
    assert points(15.0) == 0


def test_what_is_not_decided_earns_the_share_of_the_rubric():
    half = Rubric({"never_loses_as_first": 20.0, "legal_moves": 10.0}, undecided=0.5)
    found = marks(PerfectPlayer(), half, "mnk:4,4,3", positions=2)
    assert [(mark.passed, mark.points) for mark in found.values()] == [(None, 10), (None, 5)]
    assert all("Not decided" in mark.text for mark in found.values())


def test_without_an_audit_only_the_reason_is_told():
    loads, *others = marks_without(RUBRIC, "There is no function.")
    assert (loads.passed, loads.text) == (False, "There is no function.")
    assert {mark.passed for mark in others} == {None}
    assert sum(mark.points for mark in (loads, *others)) == 0
