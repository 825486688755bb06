"""UGI as a dialogue: what a manager writes, and what it gets."""

import time
from types import SimpleNamespace

import pytest

from noughts.games.registry import find_game
from noughts.games.tictactoe import TicTacToe
from noughts.native import beside, calls
from noughts.players.engines.thinker import MoveLimits, Thinker
from noughts.players.engines.ugi import Ugi, limits_of
from noughts.players.player import KeepsTime
from tests.each import each


def dialogue(*lines, game="tictactoe", level="perfect"):
    """What the engine answers to these lines; each search is waited for."""
    said = []

    def say(line):
        said.append(line)
        if line.startswith("bestmove"):
            time.sleep(0.01)  # the manager may write before the thread has ended

    engine = Ugi(find_game(game), Thinker(level, seed=1), say)
    for line in lines:
        goes_on = engine.hear(line)
        if line.startswith("go"):
            wait_for_move(said, lines[: lines.index(line) + 1])
    assert goes_on == (lines[-1] != "quit")
    engine.close()
    return said


def wait_for_move(said, lines):
    """Wait until there are as many moves as were asked for."""
    asked = sum(line.startswith("go") for line in lines)
    while sum(line.startswith("bestmove") for line in said) < asked:
        time.sleep(0.001)


def move(said):
    return next(line.removeprefix("bestmove ") for line in said if line.startswith("bestmove"))


def test_it_introduces_itself():
    said = dialogue("ugi", "isready", "quit", game="mnk:4,4,3", level="easy")
    assert [line.split()[:2] for line in said] == [
        ["id", "name"], ["id", "author"], ["option", "name"], ["option", "name"], ["ugiok"],
        ["readyok"],
    ]  # fmt: skip
    assert said[2:4] == [
        "option name game type string default mnk:4,4,3",
        "option name level type string default easy",
    ]


def test_it_takes_the_win():
    said = dialogue("position startpos moves a1 b2 b1 c3", "go movetime 5000")
    assert said[1:] == ["info string win in 1, proved", "bestmove c1"]
    assert said[0].startswith("info depth 1 nodes")
    assert said[0].endswith(" score mate 1 pv c1")


def test_a_draw_and_a_loss_have_their_scores():
    assert " score cp 0 pv b2" in dialogue("position startpos moves a1", "go")[0]
    # X threatens b3 and b2, so O loses whatever it does: in 2 plies, at X's next move.
    assert " score mate -1 " in dialogue("position fen x1x/o2/x1o o", "go")[0]


LIMITS = ("nodes 50", "depth 3", "movetime 300", "depth 9 nodes 10", "infinite",
          "p1time 3000 p2time 3000 p1inc 0 p2inc 0")  # fmt: skip


@each("limit", LIMITS)
def test_every_limit_gets_a_legal_move(limit):
    said = dialogue("position startpos moves b2", f"go {limit}")
    assert move(said) in ("a1", "a2", "a3", "b1", "b3", "c1", "c2", "c3")


def test_a_search_ahead_sees_what_it_can_and_claims_nothing():
    said = dialogue("position startpos moves a1 b2 b1", "go depth 2")
    assert move(said) == "c1"
    assert not any("proved" in line or "score" in line for line in said)


def test_an_endless_search_ends_at_stop():
    said = []
    engine = Ugi(find_game("mnk:7,7,5"), Thinker(), said.append)
    for line in ("position startpos moves a1", "go infinite", "isready", "position startpos",
                 "go nodes 1", "query result", "stop"):  # fmt: skip
        assert engine.hear(line)
    assert said[0] == "readyok"
    assert [line.split()[2] for line in said[1:4]] == ["position", "go", "query"]
    assert [line for line in said if line.startswith("bestmove")] == [said[-1]]
    engine.close()


def test_the_end_of_input_waits_for_a_search_that_ends_and_stops_one_that_does_not():
    for limit in ("nodes 100", "infinite"):
        said = []
        engine = Ugi(find_game("mnk:7,7,5"), Thinker(), said.append)
        engine.hear("position startpos")
        engine.hear(f"go {limit}")
        engine.close()
        assert move(said)


@each(
    "position, answers",
    [
        ("startpos", ["false", "true", "none"]),
        ("startpos moves b2", ["false", "false", "none"]),
        ("startpos moves a1 b2 b1 c3 c1", ["true", "false", "p1win"]),
        ("startpos moves a1 a3 b1 b3 b2 c3", ["true", "true", "p2win"]),
        ("startpos moves b2 a1 c3 a3 a2 c2 b3 b1 c1", ["true", "false", "draw"]),
        ("fen 3/1x1/3 o moves a1", ["false", "true", "none"]),
    ],
)
def test_queries(position, answers):
    asked = ["query gameover", "query p1turn", "query result"]
    assert dialogue(f"position {position}", *asked) == [f"response {word}" for word in answers]


def test_a_player_who_moves_again_stays_to_move():
    # The last of three counters from the third pit before the store falls into it.
    moves = dialogue("position startpos moves a", "query p1turn", game="kalah:3,3")
    assert moves == ["response true"]


def test_options_change_the_game_and_the_level():
    said = dialogue(
        "position startpos moves b2",
        "setoption name game value nim:1,2",
        "query p1turn",
        "setoption name level value greedy",
        "go",
        "ugi",
    )
    assert said[0] == "response true"
    assert "option name game type string default nim:1,2" in said
    assert "option name level type string default greedy" in said


def test_a_new_game_begins_at_the_start():
    said = dialogue("position startpos moves b2", "uginewgame", "query p1turn")
    assert said == ["response true"]


@each(
    "line, sentence",
    [
        ("hello", "Unknown command 'hello'."),
        ("position", "Write position startpos, or position fen and a position."),
        ("position startpos moves b2 b2", "Move 2: b2 is already taken"),
        ("position startpos moves z9", "Move 1: 'z9' is not"),
        ("position fen rubbish", "'rubbish' is not a position"),
        ("position fen xxx/3/3 o", "There are 3 X and 0 O"),
        ("query weather", "Unknown query 'weather'; there are gameover, p1turn, result."),
        ("setoption name colour value red", "Unknown option 'colour'; there are game and level."),
        ("setoption name game value chess", "chess"),
        ("setoption name game value evil.py:Game", "evil.py"),
        ("setoption name level value godlike", "Unknown level 'godlike'."),
        ("go quickly", "'quickly' is not a limit of go"),
        ("go movetime soon", "'movetime soon' is not a limit of go"),
        ("go movetime -5", "'movetime -5' is not a limit of go"),
    ],
)
def test_wrong_lines_get_a_sentence(line, sentence):
    said = dialogue(line)
    remark = said[0] if not line.startswith("go") else said[1]
    assert remark.startswith("info string ")
    assert sentence in remark


def test_a_wrong_position_leaves_none_to_move_in():
    said = dialogue("position startpos moves b2 b2", "go", "query result", "position startpos",
                    "query result")  # fmt: skip
    assert said[1] == "bestmove 0000"
    assert said[2:4] == [f"info string There is no position: {said[0][12:]}"] * 2
    assert said[4] == "response none"


def test_a_finished_game_has_no_move():
    said = dialogue("position startpos moves a1 b2 b1 c3 c1", "go")
    assert said == ["bestmove 0000", "info string The game is over, so there is no move."]


def test_what_comes_during_a_search_that_ends_is_done_after_it():
    said = []
    engine = Ugi(find_game("tictactoe"), Thinker(), said.append)
    for line in ("go nodes 2000", "position startpos moves b2", "query p1turn"):
        engine.hear(line)
    assert [line.split()[0] for line in said[-2:]] == ["bestmove", "response"]


def test_an_empty_line_says_nothing():
    assert dialogue("", "  ", "quit") == []


def test_rules_that_fail_get_their_sentence_and_a_move():
    class Broken(TicTacToe):
        def play(self, position, move):
            raise RuntimeError("out of order")

    said = []
    engine = Ugi(Broken(), Thinker("mcts:5"), said.append)
    engine.hear("go")
    engine.close()
    assert said[-1] == "bestmove 0000"
    assert "out of order" in said[-2]


def test_a_clock_is_shared_among_the_moves():
    words = ["p1time", "1000", "p2time", "60000", "p1inc", "2000", "p2inc", "500"]
    assert limits_of(words, 0).seconds == 0.5  # never more than half of it
    assert limits_of(words, 1).seconds == 3.5  # a twentieth, and the increment


@pytest.mark.usefixtures("nothing_compiled")
def test_who_asks_whether_it_is_ready_waits_for_no_compiler(monkeypatch):
    monkeypatch.setattr(calls._Forms, "_compiled", None)  # an error if it is called here
    monkeypatch.setattr(beside, "_started", lambda _: SimpleNamespace(poll=lambda: None))
    monkeypatch.setattr(beside.Job, "_compiling", None)
    game, thinker = find_game("othello:6"), Thinker()
    thinker.prepare(game)
    assert thinker.choose(game, game.start(), MoveLimits(seconds=0.2)).move in game.moves(
        game.start()
    )


@each("level", ["hard", "mcts", "alphabeta"])
def test_every_level_that_searches_is_given_the_time(level):
    game, thinker = find_game("tictactoe"), Thinker(level)
    thinker.choose(game, game.start(), MoveLimits(seconds=10))
    player = thinker._player_of(game)
    assert isinstance(player, KeepsTime)
    assert player.move_seconds is not None
    assert 8 < player.move_seconds < 10
