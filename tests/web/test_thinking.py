"""What is worked out ahead is what would be answered, move by move."""

from noughts import TicTacToe
from noughts.analysis.analyse import Inquiry
from noughts.analysis.explain.explainer import Explainer
from noughts.analysis.explain.text import position_verdict
from noughts.errors import SearchStopped
from noughts.game import legal_moves
from noughts.games.mnk import MNK
from noughts.players.player import REPLY_SECONDS
from noughts.solving.api import solver_for
from noughts.value import WIN, Value
from noughts.web.worker import GameContext, Worker
from tests.each import each

GIVEN = {"game": "tictactoe", "moves": "a1,b2", "as": "x", "level": "perfect"}


def test_on_each_move_the_computer_s_answer_follows_with_what_is_known_then():
    worker, game = Worker(), TicTacToe()
    solver = solver_for(game)
    ahead = worker.answer("ahead", GIVEN)["ahead"]
    position = game.play(game.play(game.start(), game.read("a1")), game.read("b2"))
    assert set(ahead) == {game.name(move) for move in legal_moves(game, position)}
    for move, (own, answered) in ahead.items():
        assert own["view"]["moves"] == ["a1", "b2", move]
        after = game.play(position, game.read(move))
        assert game.read(answered["answer"]) in solver.best_moves(after)
        moves = ["a1", "b2", move, answered["answer"]]
        assert answered["view"]["moves"] == moves
        asked = {**GIVEN, "moves": ",".join(moves)}
        assert answered["known"] == worker.answer("know", asked)


def test_who_plays_both_sides_is_not_answered():
    ahead = Worker().answer("ahead", {**GIVEN, "as": "both"})["ahead"]
    assert {len(replies) for replies in ahead.values()} == {1}
    assert all(replies[0]["answer"] is None for replies in ahead.values())


def test_the_last_move_of_a_game_has_no_answer():
    # X wins on c1; after any other move there is one.
    ahead = Worker().answer("ahead", {**GIVEN, "moves": "a1,a3,b1,b3"})["ahead"]
    assert [len(ahead["c1"]), ahead["c1"][0]["view"]["status"]] == [1, "X has won."]
    assert all(len(replies) == 2 for move, replies in ahead.items() if move != "c1")


def test_nothing_is_worked_out_ahead_where_it_would_take_long_or_nobody_waits(monkeypatch):
    assert Worker().answer("ahead", {"game": "connectfour"})["ahead"] == {}
    assert Worker().answer("ahead", {**GIVEN, "moves": "a1"})["ahead"] == {}
    monkeypatch.setattr("noughts.web.worker.AHEAD", -1)
    assert Worker().answer("ahead", GIVEN)["ahead"] == {}


def test_what_is_too_large_is_said_to_be_unknown(monkeypatch):
    monkeypatch.setattr("noughts.web.worker.SECONDS", 0.5)
    known = Worker().answer("know", {"game": "ultimate", "as": "both"})
    assert set(known["signs"].values()) == {"?"}
    assert "unknown" in known["verdict"]


def test_against_the_opponent_for_points_values_and_reasons_are_by_points():
    # kalah:3,2 ends +4, 0 or -8 after X's moves 2, 3 and 1: tests/analysis/test_points.py.
    worker, asked = Worker(), {"game": "kalah:3,2", "as": "x", "level": "points"}
    known = worker.answer("know", asked)
    assert known["signs"] == {"2": "+4", "3": "=", "1": "-8"}
    assert (known["value"]["margin"], known["principal_variation"]) == (4, ["2"])
    assert known["verdict"] == "X wins by 4, but only with 2."
    assert all(" in " not in move["why"].partition("; ")[0] for move in known["moves"])
    assert worker.answer("values", asked)["signs"] == known["signs"]
    assert worker.answer("analyse", asked)["value"] == known["value"]
    assert worker.answer("review", {**asked, "moves": "1"})["moves"][0]["value"]["margin"] == -8
    replied = worker.answer("reply", {**asked, "moves": "1", "know": True})
    assert replied["answer"] == "2"  # eight points; 1 and 3 win fewer
    by_outcome = worker.answer("know", {**asked, "level": "perfect"})
    assert "margin" not in by_outcome["value"]


def test_what_cannot_be_solved_for_points_has_its_outcome(monkeypatch):
    def stopped(*_: object) -> None:
        raise SearchStopped

    monkeypatch.setattr("noughts.solving.margins.MarginSolver._margin", stopped)
    known = Worker().answer("know", {"game": "kalah:3,2", "as": "x", "level": "points"})
    assert known["value"]["outcome"] == "win"
    assert "margin" not in known["value"]


@each("game", ["tictactoe"], large=["connectfour", "mnk:7,7,5"])
def test_the_values_wait_for_no_reason_and_no_line_and_are_those_that_come_with_them(
    game, monkeypatch
):
    if game != "tictactoe":  # which is solved, however busy the machine is
        monkeypatch.setattr("noughts.web.worker.SECONDS", 0.5)
    worker, given = Worker(), {"game": game, "as": "both"}
    with monkeypatch.context() as forbidden:
        forbidden.setattr(Explainer, "explain", None)
        forbidden.setattr(Inquiry, "_follow", None)
        values = worker.answer("values", given)
    known = worker.answer("know", given)
    assert [one["move"] for one in values["moves"]] == [one["move"] for one in known["moves"]]
    for name in ("value", "signs", "verdict"):
        assert values[name] == known[name]


def test_a_value_without_those_of_all_moves_says_so(monkeypatch):
    """Which moves keep the value is not known then."""
    monkeypatch.setattr(Inquiry, "_take_known", lambda inquiry: None)
    game = TicTacToe()
    inquiry = Inquiry(game, *game.parse("xxo/ox1/o2 x"), solver_for(game))
    inquiry.value = Value(WIN, 1)
    told = position_verdict(inquiry.analysis(look=False))
    assert told == "X to move. X wins at once; not every move is worked out."


@each("level", ["perfect", "trickster"])
def test_a_perfect_opponent_keeps_a_clock(level, hands):
    """Each look at the clock takes a twentieth of a second, and nothing else takes any."""
    game = MNK(7, 7, 5)
    player = GameContext(game).player(level)
    hands.tick, hands.seconds = 0.05, 0
    player.choose(game, game.start())
    assert hands.seconds < 1.25 * REPLY_SECONDS


@each(
    "level, certainty, said",
    [("random", None, "")],
    large=[("perfect", "unknown", "Not solved in time")],
)
def test_a_reply_says_what_the_computer_is_not_sure_of(level, certainty, said, hands):
    hands.tick = 0.5
    given = {"game": "mnk:7,7,5", "as": "o", "level": level}
    worker = Worker()
    assert worker.answer("choose", given)["certainty"] == certainty
    reply = worker.answer("reply", given)
    assert reply["doubt"].startswith(said)
    assert bool(reply["doubt"]) == bool(said)


def test_nothing_is_doubtful_where_the_computer_knows_its_move():
    given = {"game": "tictactoe", "moves": "a1 b3 b1 a3", "level": "perfect"}
    assert Worker().answer("reply", {**given, "as": "o"})["doubt"] == ""


def so_far(question, given):
    """What is told before the answer, and the answer."""
    answering, told = Worker().answers(question, given), []
    while True:
        try:
            told.append(next(answering))
        except StopIteration as ended:
            return told, ended.value


@each("question", ["values", "know", "analyse"])
def test_what_is_known_so_far_is_true_and_becomes_more(monkeypatch, question):
    monkeypatch.setattr("noughts.web.worker.EVERY", 0)
    given = {**GIVEN, "game": "connectfour:4,4,3", "moves": "1", "why": True}
    told, answer = so_far(question, given)
    assert len(told) > 4
    known = []
    exact = {move["move"]: move["value"] for move in answer["moves"]}
    for partial in told:
        assert {*partial} <= {*answer}
        proved = [move for move in partial["moves"] if move["value"]["certainty"] == "proved"]
        assert all(move["value"] == exact[move["move"]] for move in proved)
        known.append(len(proved))
    assert known == sorted(known)
    assert known[0] < len(exact)


@each("question", ["review", "history"])
def test_a_review_so_far_is_that_of_the_first_moves(monkeypatch, question):
    monkeypatch.setattr("noughts.web.worker.EVERY", 0)
    told, answer = so_far(question, {**GIVEN, "moves": "a1,b1,b2,c3"})
    assert [len(partial["moves"]) for partial in told] == [0, 1, 2, 3]
    for partial in told:
        assert partial["moves"] == answer["moves"][: len(partial["moves"])]
    assert len(answer["moves"]) == 4
