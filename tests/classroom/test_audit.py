"""The auditor, compared with an audit on strings, and with what is known of some players."""

import subprocess
import sys
from fractions import Fraction
from functools import cache

import pytest

from noughts.analysis.review import Grade
from noughts.classroom.audit import audit
from noughts.classroom.findings import COSTLY, AuditVerdict, Terms
from noughts.classroom.query import Forfeit
from noughts.errors import UnsuitedGame
from noughts.game import FIRST, SECOND
from noughts.games.mnk import MNK
from noughts.games.nim import Nim
from noughts.games.registry import find_game
from noughts.games.tictactoe import TicTacToe
from noughts.players.function import FunctionPlayer
from noughts.players.limited import LimitedPlayer
from noughts.players.mcts import MonteCarloPlayer
from noughts.players.measure import defeats
from noughts.players.perfect import PerfectPlayer
from noughts.players.player import RandomPlayer
from noughts.players.weights import WeightsPlayer
from noughts.solving.solver import Solver
from noughts.value import WIN, Value
from tests.classroom.reading import seen
from tests.each import each
from tests.players import oracle
from tests.players.test_weights import choice

GAME = TicTacToe()


class Chooser:
    """A player made of a function of a board; its chances are not known."""

    name = "chooser"

    def __init__(self, choose):
        self._choose = choose
        self.asked = 0

    def choose(self, game, position):
        self.asked += 1
        return self._choose(oracle.board_of(position))


class Chances:
    """A player who may take any of the cells that a chooser gives."""

    name = "chances"

    def __init__(self, chooser):
        self._chooser = chooser

    def probabilities(self, game, position):
        board = oracle.board_of(position)
        cells = self._chooser(board, oracle.side_to_move(board))
        return {cell: Fraction(1, len(cells)) for cell in cells}

    def choose(self, game, position):
        raise AssertionError("its chances are known")


def first_free(board):
    return board.index(".")


def faults_of(found, seat):
    return {
        (str(one.fault), oracle.board_of(one.position), one.move)
        for one in found.findings
        if one.seat == seat
    }


def replayed(moves):
    """The board after these moves, and the side to move."""
    board, side = "." * 9, "X"
    for cell in moves:
        assert board[cell] == "."
        assert not oracle.over(board, side)
        board, side = oracle.play(board, side, cell), oracle.other(side)
    return board, side


CHOOSERS = {
    "weights": lambda board, side: [choice(board, side)],
    "first": lambda board, side: [first_free(board)],
    "perfect": oracle.best,
    "anything": lambda board, side: oracle.moves(board),
    "last two": lambda board, side: oracle.moves(board)[-2:],
}
LARGE = ("perfect", "anything")


@each("name", [name for name in CHOOSERS if name not in LARGE], large=LARGE)
def test_every_fault_is_found_and_nothing_else(name):
    found = audit(GAME, Chances(CHOOSERS[name]))
    assert found.complete
    for side in found.sides:
        expected = seen(CHOOSERS[name], "XO"[side.seat])
        assert side.asked == len(expected.asked)
        assert faults_of(found, side.seat) == expected.faults
        assert (side.loss and len(side.loss.moves)) == expected.lost
        verdict = AuditVerdict.NEVER_LOSES if expected.lost is None else AuditVerdict.CAN_BE_BEATEN
        assert side.verdict == verdict
        worths = [oracle.worth(board, "XO"[side.seat]) for board in expected.asked]
        assert side.won == sum(outcome > 0 for outcome, _ in worths)
        assert side.won_at_once == worths.count((1, 1))


@each("name", ["weights", "last two"], large=["anything"])
def test_each_finding_comes_with_a_shortest_play_and_a_shortest_way_to_the_loss(name):
    chooser = CHOOSERS[name]
    for finding in audit(GAME, Chances(chooser)).findings:
        board, side = replayed(finding.played)
        assert board == oracle.board_of(finding.position)
        assert len(finding.played) == 9 - board.count(".")
        assert list(finding.right) == oracle.best(board, side)
        assert "XO".index(side) == finding.seat
        if finding.fault in COSTLY:
            end, _ = replayed(finding.game_lost)
            assert oracle.has_won(end, oracle.other(side))
            for ply, cell in enumerate(finding.game_lost):
                if ply % 2 == finding.seat:
                    assert cell in chooser(*replayed(finding.game_lost[:ply]))


def test_the_weights_player_as_its_page_tells():
    """docs/weights.md: it loses 28 games as O, all in seven plies, and none as X."""
    found = audit(GAME, WeightsPlayer())
    first, second = found.sides
    assert first.verdict == AuditVerdict.NEVER_LOSES
    assert second.verdict == found.verdict == AuditVerdict.CAN_BE_BEATEN
    assert {one.fault for one in found.findings} == {Grade.DRAW_TO_LOSS}
    lost = {play.moves for play in defeats(GAME, WeightsPlayer(), SECOND)}
    assert len(lost) == 28
    # Each of the games passes through a fault that was found, and none is shorter.
    assert second.loss
    assert second.loss.moves in lost
    wrong = {(one.position, one.move) for one in found.findings}
    for moves in lost:
        boards = [replayed(moves[:ply])[0] for ply in range(len(moves))]
        assert any(
            (oracle.marks(board), cell) in wrong for board, cell in zip(boards, moves, strict=True)
        )


def test_a_player_that_looks_two_plies_ahead():
    player = LimitedPlayer(2, seed=1)

    def chooser(board, side):
        return list(player.probabilities(GAME, oracle.marks(board)))

    found = audit(GAME, player)
    assert found.verdict == AuditVerdict.CAN_BE_BEATEN
    for seat in (FIRST, SECOND):
        assert faults_of(found, seat) == seen(chooser, "XO"[seat]).faults
    # It sees a line of its own and one of the opponent's, so it never passes over a win at once.
    assert not [one for one in found.findings if one.value == Value(WIN, 1)]


def test_open_spiels_alpha_beta_never_loses_and_passes_over_wins():
    """Its search knows outcomes only, so a win later is as good to it as a win at once."""
    pyspiel = pytest.importorskip("pyspiel", reason="open_spiel has no wheel here")
    minimax = pytest.importorskip("open_spiel.python.algorithms.minimax")
    theirs = pyspiel.load_game("tic_tac_toe")

    @cache
    def choose(board):
        state = theirs.new_initial_state()
        marks = [[cell for cell in range(9) if board[cell] == side] for side in "XO"]
        for ply in range(len(marks[0]) + len(marks[1])):
            state.apply_action(marks[ply % 2][ply // 2])
        _, action = minimax.alpha_beta_search(
            theirs, state=state, maximizing_player_id=state.current_player()
        )
        return action

    found = audit(GAME, Chooser(choose), Terms(deterministic=True))
    assert found.verdict == AuditVerdict.NEVER_LOSES
    assert {one.fault for one in found.findings} == {Grade.SLOW_WIN}
    passed_over = [one for one in found.findings if one.value == Value(WIN, 1)]
    assert passed_over
    for one in passed_over:
        board = oracle.board_of(one.position)
        side = oracle.side_to_move(board)
        assert not oracle.has_won(oracle.play(board, side, one.move), side)
        assert all(oracle.has_won(oracle.play(board, side, cell), side) for cell in one.right)
    for seat in (FIRST, SECOND):
        expected = seen(lambda board, side: [choose(board)], "XO"[seat])
        assert faults_of(found, seat) == expected.faults


def test_a_perfect_player_has_no_fault():
    found = audit(GAME, PerfectPlayer())
    assert found.findings == ()
    assert found.verdict == AuditVerdict.NEVER_LOSES
    # As many positions as a player of the best moves meets, counted on strings.
    assert found.asked == sum(len(seen(oracle.best, seat).asked) for seat in "XO")


def test_one_seat_alone():
    found = audit(GAME, WeightsPlayer(), Terms(seats=(FIRST,)))
    assert [side.seat for side in found.sides] == [FIRST]
    assert found.verdict == AuditVerdict.NEVER_LOSES


# Where the start is not a draw.


def test_a_perfect_player_loses_only_what_is_lost_from_the_start():
    # 3,4,5 is won by the first player, as 3 xor 4 xor 5 is not 0 (Bouton 1901).
    found = audit(Nim(3, 4, 5), PerfectPlayer())
    assert [side.verdict for side in found.sides] == [
        AuditVerdict.NEVER_LOSES, AuditVerdict.LOSES_WHAT_IS_LOST,
    ]  # fmt: skip
    assert found.verdict == AuditVerdict.LOSES_WHAT_IS_LOST
    assert found.findings == ()
    assert found.losses == ()


def test_the_shortest_loss_in_a_lost_seat_is_one_that_need_not_have_been():
    """Heaps 1, 2: the first player wins by b1; a random second player may lose by its own fault."""
    game = Nim(1, 2)
    found = audit(game, RandomPlayer(), Terms(seats=(SECOND,)))
    (loss,) = found.losses
    # By a1 X leaves heap b of two: O should take both. The shortest game in which it does not is
    # a1, b1 and X takes the last. Yet b1, a1, b1 (lost anyway) is as short, and is not shown.
    assert [game.name(move) for move in loss.moves] == ["a1", "b1", "b1"]


def test_play_that_comes_back_to_a_position_is_walked_too():
    found = audit(find_game("morris"), PerfectPlayer())
    first, second = found.sides
    assert first.verdict == AuditVerdict.NEVER_LOSES  # the first player wins in 9
    assert second.verdict == AuditVerdict.LOSES_WHAT_IS_LOST
    assert found.findings == ()
    worse = audit(find_game("morris"), RandomPlayer(), Terms(seats=(FIRST,)))
    assert worse.verdict == AuditVerdict.CAN_BE_BEATEN
    # O needs three stones in a line, and X has placed as many by then.
    assert len(worse.losses[0].moves) == 6


# Forfeits.


def crash(board):
    raise RuntimeError("oh")


@each(
    "choose, forfeit, reason",
    [
        (crash, Forfeit.CRASH, "chooser failed: RuntimeError: oh"),
        (lambda board: 9, Forfeit.ILLEGAL_MOVE, "no cell 9"),
        (lambda board: None, Forfeit.ILLEGAL_MOVE, "None is not a move"),
    ],
)
def test_who_forfeits_can_be_beaten_at_once(choose, forfeit, reason):
    found = audit(GAME, Chooser(choose))
    assert found.verdict == AuditVerdict.CAN_BE_BEATEN
    assert {one.fault for one in found.findings} == {forfeit}
    assert [side.asked for side in found.sides] == [1, 9]  # the start; after each first move
    assert found.losses[0].moves == ()
    assert reason in found.losses[0].reason
    assert found.findings[0].right == tuple(range(9))  # every first move draws


@each("answer", [4.0, (1, 1), [1, 1], "4"])
def test_an_answer_of_another_shape_is_not_understood_and_never_a_defeat(answer):
    found = audit(GAME, Chooser(lambda board: answer))
    assert found.verdict == AuditVerdict.UNDECIDED
    assert found.losses == ()
    assert {one.fault for one in found.findings} == {Forfeit.NOT_UNDERSTOOD}
    assert repr(answer) in found.findings[0].reason


def test_a_forfeit_deep_in_the_game_is_shown_by_a_shortest_play():
    """It takes the first free cell, and fails where it has two corners of one side."""

    def choose(board):
        assert not (board[0] == board[2] == "X")
        return first_free(board)

    found = audit(GAME, Chooser(choose), Terms(seats=(FIRST,)))
    crashes = [one for one in found.findings if one.fault == Forfeit.CRASH]
    assert crashes
    assert len(crashes[0].played) == 4  # X a3, O b3, X c3, O anything
    assert found.losses[0].reason


def test_a_game_that_a_player_does_not_play_is_nobodys_fault():
    with pytest.raises(UnsuitedGame):
        audit(Nim(3), WeightsPlayer())


# Players who may answer differently another time.


def test_one_whose_chances_are_unknown_is_asked_as_often_as_is_wanted():
    for times in (1, 3):
        player = Chooser(first_free)
        found = audit(GAME, player, Terms(times=times))
        assert player.asked == times * found.asked
        assert found.varied == 0


def test_different_answers_are_all_followed():
    """It plays the first free cell and the last by turns."""
    asked = []

    def choose(board):
        asked.append(board)
        free = oracle.moves(board)
        return free[0] if asked.count(board) % 2 else free[-1]

    found = audit(GAME, Chooser(choose), Terms(times=2))

    def both(board, side):
        return {oracle.moves(board)[0], oracle.moves(board)[-1]}

    for seat in (FIRST, SECOND):
        assert faults_of(found, seat) == seen(both, "XO"[seat]).faults
    choices = [seen(both, seat).asked for seat in "XO"]
    assert found.varied == sum(board.count(".") > 1 for boards in choices for board in boards)


def test_monte_carlo_is_no_player_of_known_chances():
    found = audit(GAME, MonteCarloPlayer(20, seed=1), Terms(seats=(SECOND,)))
    assert not found.known


# Limits.


def test_a_limit_of_positions_leaves_the_verdict_open():
    found = audit(MNK(4, 4, 4), PerfectPlayer(always_first=True), Terms(positions=3))
    assert [side.asked for side in found.sides] == [3, 3]
    assert found.verdict == AuditVerdict.UNDECIDED
    assert not found.complete


def test_who_is_beaten_within_the_limit_is_beaten():
    found = audit(GAME, Chooser(crash), Terms(positions=1))
    assert found.verdict == AuditVerdict.CAN_BE_BEATEN


def test_a_limit_that_is_just_enough_is_no_limit():
    needed = len(seen(CHOOSERS["weights"], "X").asked)
    for positions, complete in ((needed, True), (needed - 1, False)):
        terms = Terms(seats=(FIRST,), positions=positions)
        assert audit(GAME, WeightsPlayer(), terms).complete == complete


def test_positions_whose_values_are_unknown_are_counted():
    found = audit(GAME, RandomPlayer(), solver=Solver(GAME, budget=1))
    assert found.unjudged > 0
    assert found.verdict == AuditVerdict.CAN_BE_BEATEN  # a lost game is one, whatever is known
    never = audit(GAME, PerfectPlayer(), solver=Solver(GAME, budget=1))
    assert never.verdict == AuditVerdict.NEVER_LOSES  # the walk alone proves it


def test_progress_is_told_after_every_answer():
    told = []
    found = audit(GAME, WeightsPlayer(), progress=lambda done, total: told.append((done, total)))
    assert [done for done, _ in told] == list(range(1, found.asked + 1))
    assert all(done <= total for done, total in told)
    assert told[-1] == (found.asked, found.asked)


def test_an_audit_loads_no_reader_of_boards():
    """The page's snapshot of Python's memory cannot be restored if it is larger."""
    code = "import sys, noughts.classroom.audit; print('unicodedata' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_a_program_in_a_file_loses_in_games_what_its_answers_lose_and_its_bug_is_named(tmp_path):
    path = tmp_path / "homework.py"
    path.write_text("def choose(board, mark):\n    return board.index(' ')\n")
    with FunctionPlayer(f"{path}:choose") as player:
        found = audit(GAME, player)
    assert found.bug
    assert "first free cell" in found.bug.bugs[0].about
    assert (found.state, found.stopped) == (None, "")
    for side in found.sides:
        expected = seen(CHOOSERS["first"], "XO"[side.seat])
        assert (side.steady, side.asked) == (True, len(expected.asked))
        assert side.loss
        assert len(side.loss.moves) == expected.lost
