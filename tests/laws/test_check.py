"""`check` passes good games and names the law that a bad one breaks, with the play."""

from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

import pytest

from noughts import (
    DRAW,
    LOSS,
    MNK,
    OPEN,
    WIN,
    Game,
    Match,
    PerfectPlayer,
    Solver,
    TicTacToe,
    check,
    solve,
)
from noughts.errors import BrokenLaw
from noughts.games.common.cell_game import Marks
from noughts.games.kalah import Kalah
from noughts.games.morris import Morris
from noughts.games.registry import ENTRIES, find_game
from noughts.games.threemarks import ThreeMarks
from noughts.knowledge import Knowledge
from noughts.knowledge.kalah import KalahKnowledge
from noughts.knowledge.line_game import MNKKnowledge
from noughts.knowledge.marks import TicTacToeKnowledge
from noughts.laws import examiner
from noughts.laws.each import snapshot
from noughts.search.root import search
from noughts.solving.retrograde import RetrogradeSolver
from noughts.value import BASE
from tests.each import each
from tests.take import Counter, Take


@pytest.mark.parametrize(
    "game",
    [TicTacToe(), *(MNK(*mnk) for mnk in ((4, 3, 3), (3, 4, 3), (8, 7, 5), (1, 1, 1), (26, 2, 2)))],
    ids=repr,
)
def test_the_games_of_the_house_keep_every_law(game):
    report = check(game, positions=150, plays=15)
    assert report.positions > 0
    assert report.interpreted_because == ""


def test_the_games_of_the_menu_and_their_other_sizes_keep_every_law():
    """In more random games than the tests of each game have time for."""
    sizes = [*ENTRIES, *(each for spec in ENTRIES for each in find_game(spec).examples)]
    for spec in [*sizes, "othello:8", "domineering:8,8", "kalah:6,4", "dots:4,3", "hex:7,swap"]:
        every = examiner.Examiner(find_game(spec), compiling=False)
        every.near(20)
        every.at_random(8, examiner.LONGEST_REPEATING_PLAY, Random(0))
        assert len(every.seen) > 20, spec


def law_broken_by(game: Game[Any], **options: int) -> BrokenLaw:
    with pytest.raises(BrokenLaw) as caught:
        pytest.fail(f"no law is broken: {check(game, **options)}")
    return caught.value


class TakenCell(TicTacToe):
    def moves(self, position):
        return range(9)


def test_an_illegal_move_offered():
    error = law_broken_by(TakenCell())
    assert error.law == "offered_moves_are_legal"
    assert len(error.play) == 1  # after one move its cell is offered again


def test_a_game_without_any_optional_method_keeps_every_law():
    assert check(Take()).interpreted_because == ""


@dataclass(unsafe_hash=True)
class Heap:
    left: int


class InPlace(Take):
    def start(self):
        return Heap(self.size)

    def play(self, position, move):
        position.left -= move
        return position


def test_a_position_changed_under_ones_feet():
    error = law_broken_by(InPlace())
    assert (error.law, error.play) == ("positions_do_not_change", ())
    assert "Heap(left=5) became Heap(left=2)" in str(error)


class Unhashable(Take):
    def start(self):
        return [self.size]


def test_a_position_that_is_no_value():
    assert law_broken_by(Unhashable()).law == "positions_are_values"


class Forgetful(Take):
    def outcome(self, position):
        self.__dict__["asked"] = self.__dict__.get("asked", 0) + 1
        if position.left:
            return OPEN
        return LOSS if self.__dict__["asked"] % 2 else DRAW


def test_an_outcome_that_disagrees_with_itself():
    error = law_broken_by(Forgetful())
    assert error.law == "answers_do_not_change"
    assert "outcome() returned" in str(error)


class Seven(Take):
    def outcome(self, position):
        return 7 if position.left == 2 else super().outcome(position)


def test_an_outcome_that_is_none():
    error = law_broken_by(Seven())
    assert (error.law, error.play) == ("outcome_is_an_outcome", (1, 2))


class Stuck(Take):
    def moves(self, position):
        return range(2, min(2, position.left) + 1)


def test_an_open_game_without_a_move():
    assert law_broken_by(Stuck()).law == "an_open_game_has_moves"


def knowing(known: type[Knowledge[Any]], rules: type[Game[Any]] = Take) -> Game[Any]:
    """A game that changes no rule, and names such knowledge as its own."""
    body = {"knowledge": known, "__module__": __name__}
    game: Game[Any] = type(known.__name__, (rules,), body)()
    return game


class SharedKeys(TicTacToeKnowledge):
    def key(self, position):
        return position.mine | position.theirs


def test_a_key_shared_by_different_positions():
    error = law_broken_by(knowing(SharedKeys, TicTacToe))
    assert error.law == "a_key_means_one_value"
    assert "share the key" in str(error)


class LongKeys(TicTacToeKnowledge):
    key_bits = 17  # the cells of both players have 18


def test_a_key_of_more_bits_than_it_says():
    error = law_broken_by(knowing(LongKeys, TicTacToe))
    assert error.law == "a_key_means_one_value"
    assert "17 bits" in str(error)


class FalseSymmetry(TicTacToeKnowledge):
    """Folds b3 onto a3, which is worth something else once lines matter."""

    def canonical(self, position):
        if position.mine == 0b000000010 and not position.theirs & 1:
            return Marks(0b000000001, position.theirs)
        return Marks(position.mine, position.theirs)


def test_a_symmetry_that_changes_the_value():
    error = law_broken_by(knowing(FalseSymmetry, TicTacToe), positions=2_000)
    assert error.law == "symmetry_keeps_the_value"


class Hopeless(Knowledge[Counter]):
    """Sees no win anywhere."""

    def bounds(self, state, alpha, beta):
        return -BASE, 0


class Hopeful(Knowledge[Counter]):
    """Sees a draw at least, everywhere."""

    def bounds(self, state, alpha, beta):
        return 0, BASE


class Hasty(Knowledge[Counter]):
    """Sees every win one ply too soon."""

    def bounds(self, state, alpha, beta):
        return -BASE, BASE - 1 - state.left


class Doubtful(Knowledge[Counter]):
    """Sees no win anywhere once it looks closer."""

    def closer_bounds(self, state, alpha, beta):
        return -BASE, 0


class Timid(Knowledge[Counter]):
    """Never takes more than one."""

    def candidate_moves(self, state):
        return range(1, 2)


class Content(KalahKnowledge):
    """Makes the first move once it wins, by whatever margin."""

    def candidate_moves(self, state):
        for place, move in enumerate(self.moves(state)):
            if place == 0 or self.margin(state) <= self.points_left(state):
                yield move


@each(
    ("known", "rules"),
    [
        *((known, Take) for known in (Hopeless, Hopeful, Hasty, Doubtful, Timid)),
        (Content, Kalah),
    ],
)
def test_hints_to_the_solver_that_are_not_true(known, rules):
    assert law_broken_by(knowing(known, rules)).law == "hints_to_the_solver_are_true"


class Reckless(Knowledge[Counter]):
    """Takes the largest number that it can for the only move."""

    def play_forced(self, state):
        return (self.play(state, min(3, state.left)), 1) if state.left else (state, 0)


class Tireless(Knowledge[Counter]):
    """Plays on when the game is over."""

    def play_forced(self, state):
        return state, 1


@each("known", [Reckless, Tireless])
def test_what_is_not_forced(known):
    assert law_broken_by(knowing(known)).law == "what_is_forced_is_worth_the_same"


class Childless(Knowledge[Counter]):
    def children(self, state):
        return ()


class Unwilling(Knowledge[Counter]):
    """Forgets its score."""

    def move_score(self, state, move):
        return move

    def children(self, state):
        for move in self.candidate_moves(state):
            yield self.advance(state, move), 0


@each("known", [Childless, Unwilling])
def test_children_that_are_others(known):
    assert law_broken_by(knowing(known)).law == "children_are_the_safe_moves"


class Careless(Knowledge[Counter]):
    def candidate_moves(self, state):
        return range(1, 3)


class Helpless(Knowledge[Counter]):
    def candidate_moves(self, state):
        return ()


@pytest.mark.parametrize("known", [Careless, Helpless])
def test_safe_moves_that_are_none(known):
    assert law_broken_by(knowing(known)).law == "safe_moves_are_moves"


class Late(Knowledge[Counter]):
    """Its states lag one counter behind."""

    def advance(self, state, move):
        return self.play(state, 1)


class Elsewhere(Knowledge[Counter]):
    def position(self, state):
        return self.start()


@pytest.mark.parametrize("known", [Late, Elsewhere])
def test_states_that_do_not_keep_step(known):
    assert law_broken_by(knowing(known)).law == "states_keep_step"


class Overbearing(Knowledge[Counter]):
    """Offers as a threat what is no move."""

    def forcing(self, state):
        return (7,)


class Blustering(MNKKnowledge):
    """Takes every move for a threat."""

    def forcing(self, state):
        return self.moves(state)


class Loose(MNKKnowledge):
    """Threatens rightly, but does not see the one answer."""

    def candidate_moves(self, state):
        return self.moves(state)


@pytest.mark.parametrize(("known", "rules"), [(Overbearing, Take), (Blustering, MNK), (Loose, MNK)])
def test_threats_that_are_none(known, rules):
    assert law_broken_by(knowing(known, rules)).law == "forcing_moves_leave_one_answer"


class Overflow(Knowledge[Counter]):
    """A number on the way has no room in a machine word."""

    def estimate(self, position):
        return (position.left << 62) * 4 >> 62


def test_compiled_and_interpreted_that_differ(monkeypatch):
    monkeypatch.setattr("noughts.native.checked.STAND_INS", {})  # with them both say the same
    error = law_broken_by(knowing(Overflow))
    assert error.law == "compiled_is_interpreted"
    assert "estimate() is" in str(error)


class Raises(Take):
    def play(self, position, move):
        if position.left == 3:
            raise ValueError("no play from three")
        return super().play(position, move)


def test_rules_that_fail_are_named_with_the_play():
    error = law_broken_by(Raises())
    assert (error.law, error.play) == ("the_rules_answer", (2,))
    assert "no play from three" in str(error)


class DeepFault(Take):
    """Goes wrong only when 0 is reached through more than 30 plies."""

    size: int = 60

    def outcome(self, position):
        return WIN + 5 if position.left == 0 else OPEN


def test_the_play_reported_for_a_fault_far_away_is_the_shortest_that_was_played():
    few = law_broken_by(DeepFault(), positions=5, plays=1, seed=1)
    many = law_broken_by(DeepFault(), positions=5, plays=400, seed=1)
    assert len(many.play) < len(few.play)
    assert sum(many.play) == 60


class Words(Take):
    """Counts in text: Python can, Numba cannot."""

    def play(self, position, move):
        return Counter(int(f"{position.left - move}"))


def test_a_game_that_cannot_be_compiled_is_checked_interpreted_and_says_why():
    report = check(Words())
    assert "runs interpreted" in report.interpreted_because
    assert "play() uses str" in str(report)


# Positions that come back, passes, several kinds of move.


@pytest.mark.parametrize(
    "game",
    [Morris(), Morris(nodiagonals=True), ThreeMarks(), ThreeMarks(blocking=True)],
    ids=repr,
)
def test_games_that_come_back_to_a_position_keep_every_law(game):
    assert check(game, positions=150, plays=15).interpreted_because == ""


class Unsaid(Morris):
    repeats = False


def test_a_position_that_comes_back_though_the_game_does_not_say_so():
    error = law_broken_by(Unsaid(), positions=20)  # too near to the start; random plays find it
    assert error.law == "positions_do_not_come_back"
    assert "set repeats = True" in str(error)
    play = [Unsaid().start()]
    for move in error.play:
        play.append(Unsaid().play(play[-1], move))
    assert play[-1] in play[:-1]
    assert len(set(play)) == len(play) - 1


class PutBack(Take):
    """Move 3 puts a counter back; at the start that brings nothing new until ply 2."""

    def moves(self, position):
        return (1, 3)

    def play(self, position, move):
        return Counter(position.left - 1 if move == 1 else min(self.size, position.left + 1))


def test_the_play_that_comes_back_is_the_shortest():
    assert law_broken_by(PutBack()).play == (3,)  # the heap is full: nothing changes


def test_a_game_that_says_so_may_come_back():
    class Says(PutBack):
        repeats = True

    assert check(Says()).positions == 6


class Endless(Take):
    """Goes round for ever: only a bound ends its random plays."""

    repeats = True

    def play(self, position, move):
        return Counter((position.left + move) % self.size + 1)


def test_random_plays_of_a_game_without_an_end_are_bounded(monkeypatch):
    asked = []

    def noted(game, position):
        asked.append(position)
        return snapshot(game, position)

    monkeypatch.setattr(examiner, "snapshot", noted)
    check(Endless(), plays=30)
    assert 0 < len(asked) < 30 * 2 * examiner.LONGEST_REPEATING_PLAY


class Turn(NamedTuple):
    left: int
    passing: int


class TakeAgain(Game[Turn]):
    """Take one or two of the counters; after taking two one takes again, so the other passes.

    Move 0 is the pass; 1 and 2 take counters.
    """

    size: int = 7

    def start(self):
        return Turn(self.size, 0)

    def moves(self, position):
        return range(1) if position.passing else range(1, min(2, position.left) + 1)

    def play(self, position, move):
        return Turn(position.left - move, 1 if move == 2 else 0)

    def outcome(self, position):
        if position.left:
            return OPEN
        return LOSS  # who is to move, or would have to pass, has not taken the last one


def taken_again(left: int, passing: int) -> int:
    """Whether the player to move wins, by brute force."""
    if left == 0:
        return -1
    if passing:
        return -taken_again(left, 0)
    return max(-taken_again(left - take, take - 1) for take in (1, 2) if take <= left)


@each("size", [2, 3], large=[1, 6, 9])
def test_a_game_with_forced_passes_works_like_any_other(size):
    game = TakeAgain(size)
    assert check(game).interpreted_because == ""
    assert solve(game).lower.outcome == solve(game).upper.outcome == taken_again(size, 0)
    for solver in (Solver(game), RetrogradeSolver(game)):
        assert solver.value(Turn(3, 1)).outcome == taken_again(3, 1)
    assert search(game, game.start()).value == solve(game).value
    match = Match(game, PerfectPlayer(1), PerfectPlayer(2))
    assert match.run() == ("X wins" if taken_again(size, 0) == 1 else "O wins")


class WrongTurn(TicTacToe):
    def turn(self, position):
        return 0 if position.mine.bit_count() == 2 else super().turn(position)


def test_a_turn_told_wrongly():
    error = law_broken_by(WrongTurn())
    assert error.law == "the_turn_is_told_rightly"
    assert len(error.play) == 5
