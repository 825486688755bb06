"""Games of OpenSpiel as ours, and ours as OpenSpiel's; both sides solve ten games."""

import pytest

from tests.each import each

pytest.importorskip("pyspiel")

import pyspiel
from open_spiel.python.algorithms import minimax

from noughts.analysis.explain.explainer import explain
from noughts.classroom.audit import audit
from noughts.errors import (
    BridgeError,
    ImpossiblePosition,
    NotAGame,
    UnknownGame,
    UnreadableMove,
    UnreadablePosition,
)
from noughts.game import FIRST, legal_moves
from noughts.games.registry import find_game, game_name, name_own, spec_of
from noughts.lab.openspiel import register
from noughts.native import why_not
from noughts.players.perfect import PerfectPlayer
from noughts.solving.api import solve
from noughts.terminal.game.names import Labels
from noughts.terminal.line_mode.repl import board_text
from noughts.terminal.support.streams import Ink
from noughts.value import LOSS, OPEN
from tests.processes import noughts

TEN = [
    "tic_tac_toe",
    "nim(pile_sizes=1;2;3)",
    "hex(board_size=2)",
    "hex(board_size=3)",
    "connect_four(rows=4,columns=4,x_in_row=3)",
    "mnk(m=4,n=2,k=2)",
    "clobber(rows=2,columns=4)",
    "breakthrough(rows=4,columns=2)",
    "dots_and_boxes(num_rows=1,num_cols=2)",
    "y(board_size=3)",
]
QUICK = ["nim(pile_sizes=1;2;3)", "hex(board_size=2)", "dots_and_boxes(num_rows=1,num_cols=2)"]


def compare(spec):
    """Solve a game by both."""
    theirs, _ = minimax.alpha_beta_search(pyspiel.load_game(spec))
    ours = solve(find_game(f"openspiel:{spec}")).value
    assert ours is not None
    assert ours.outcome == (theirs > 0) - (theirs < 0)


@each("spec", QUICK)
def test_both_sides_find_the_same_value(spec):
    compare(spec)


@each("spec", TEN)
def test_ten_games_have_the_same_value_solved_by_both_sides(spec):
    compare(spec)


@each(
    "spec",
    [
        "nim(pile_sizes=1;2;3)",
        "hex(board_size=2)",
        "tic_tac_toe",
        "mnk(m=3,n=2,k=2)",
        "clobber(rows=2,columns=3)",
        "breakthrough(rows=4,columns=2)",
        "dots_and_boxes(num_rows=1,num_cols=2)",
        "y(board_size=2)",
        "connect_four(rows=3,columns=3,x_in_row=3)",
    ],
)
def test_states_that_are_taken_together_go_on_alike(spec):
    game = pyspiel.load_game(spec)
    ours = find_game(f"openspiel:{spec}")
    todo = [(game.new_initial_state(), ours.start())]
    seen = 0
    while todo and seen < 3_000:  # by every history, not by position
        state, position = todo.pop()
        seen += 1
        while position.passing:
            position = ours.play(position, legal_moves(ours, position)[0])
        assert (ours.outcome(position) != OPEN) == state.is_terminal()
        if state.is_terminal():
            returns = state.returns()[position.turn]
            assert ours.outcome(position) == (returns > 0) - (returns < 0)
            continue
        assert ours.turn(position) == state.current_player()
        assert legal_moves(ours, position) == state.legal_actions()
        todo += [(state.child(move), ours.play(position, move)) for move in state.legal_actions()]


def test_a_pass_is_put_in_where_a_player_moves_twice():
    game = find_game("openspiel:dots_and_boxes(num_rows=1,num_cols=1)")
    position = game.start()
    for _ in range(4):
        assert not position.passing
        position = game.play(position, legal_moves(game, position)[0])
    assert game.outcome(position) != OPEN
    two = find_game("openspiel:dots_and_boxes(num_rows=1,num_cols=2)")
    position = two.start()
    while not position.passing:
        position = two.play(position, legal_moves(two, position)[0])
    assert [two.name(move) for move in two.moves(position)] == ["pass"]
    again = two.play(position, two.read("pass"))
    assert two.turn(again) != two.turn(position)
    assert two.parse(two.text(again, again.turn))[0] == again


@each(
    "spec, reason",
    [
        ("kuhn_poker", "has chance"),
        ("backgammon", "has chance"),
        ("matrix_rps", "has moves at the same time"),
        ("dark_hex(board_size=2)", "has hidden information"),
        ("chinese_checkers(players=3)", "has 3 players"),
        ("solitaire", "has 1 player:"),
    ],
)
def test_other_games_are_refused_by_name(spec, reason):
    with pytest.raises(NotAGame, match=reason) as caught:
        find_game(f"openspiel:{spec}")
    assert spec in str(caught.value)


def test_what_openspiel_does_not_have_is_refused():
    with pytest.raises(UnknownGame, match="OpenSpiel has no game 'nonsense'"):
        find_game("openspiel:nonsense")
    with pytest.raises(UnknownGame, match="OpenSpiel refuses"):
        find_game("openspiel:hex(board_size=x)")


def test_strangers_cannot_name_it_unless_it_is_served(monkeypatch):
    monkeypatch.setattr("noughts.games.registry.OWN", own := {})
    spec = "openspiel:hex(board_size=2)"
    with pytest.raises(UnknownGame):
        find_game(spec, files=False)
    assert name_own(spec) == spec
    assert own
    assert find_game(spec, files=False) == find_game(spec)


def test_it_is_analysed_explained_and_audited():
    game = find_game("openspiel:hex(board_size=2)")
    assert spec_of(game) == "openspiel:hex(board_size=2)"
    assert why_not(game)
    assert str(solve(game).value) == "win in 3"  # by hand: the acute corner or the other
    assert explain(game, game.start()).moves
    found = audit(game, PerfectPlayer(always_first=True))
    assert found.sides[0].verdict.value == "never_loses"


def test_a_game_that_asks_for_names_of_legal_actions_alone_is_played():
    """In a process of its own, as the library ends it otherwise."""
    done = noughts("analyse", "openspiel:chess", "--nodes", "50")
    assert done.returncode == 0, done.stderr
    assert "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1" in done.stdout


def test_who_begins_is_the_first_player_whatever_its_number():
    game, theirs = find_game("openspiel:chess"), pyspiel.load_game("chess").new_initial_state()
    assert theirs.current_player() == 1  # white
    position = game.start()
    for move in ("f3", "e5", "g4", "Qh4#"):  # fool's mate
        action = theirs.string_to_action(move)
        assert not position.passing
        assert legal_moves(game, position) == theirs.legal_actions()
        theirs.apply_action(action)
        position = game.play(position, action)
    assert (game.turn(position), game.outcome(position)) == (FIRST, LOSS)
    assert [game.name(move) for move in game.moves(game.start())][:2] == ["89", "90"]


def test_names_of_one_word_that_are_always_the_same_serve():
    for spec in ("hex(board_size=3)", "breakthrough(rows=4,columns=2)"):
        game, state = find_game(f"openspiel:{spec}"), pyspiel.load_game(spec).new_initial_state()
        for move in state.legal_actions():
            assert game.name(move) == state.action_to_string(move)
            assert game.read(game.name(move)) == move
    marks = find_game("openspiel:tic_tac_toe")  # x(0,0), and o(0,0)
    assert [marks.name(move) for move in marks.moves(marks.start())] == list("012345678")
    mancala = find_game("openspiel:mancala")  # pit 1 is action 1, and pit 13 as well is a number
    assert [mancala.read(mancala.name(move)) for move in range(14)] == list(range(14))
    nim = find_game("openspiel:nim(pile_sizes=1;2;3)")  # pile:1, take:1;
    assert nim.name(0) == "0"


def test_a_game_with_a_pass_of_its_own_has_another_word_for_ours():
    game = find_game("openspiel:othello")
    assert game.name(game.read("pass")) == "pass"
    assert game.read("pass") != game.read("wait") == game.actions - 1


def test_the_board_is_what_the_library_writes():
    game, theirs = find_game("openspiel:hex(board_size=3)"), pyspiel.load_game("hex(board_size=3)")
    position, state = game.start(), theirs.new_initial_state()
    for name in ("b1", "a3"):
        position = game.play(position, game.read(name))
        state.apply_action(game.read(name))
    board = game.board(position, position.turn)
    assert str(board).splitlines() == [line.rstrip() for line in str(state).splitlines()]
    assert len(board.cells) == 9  # blanks are no cells
    assert len({cell.name for cell in board.cells}) == 9
    typed = board_text(board, Labels(game), Ink(False))  # in the line mode, behind a margin
    assert [line[1:] for line in typed.splitlines()] == str(board).splitlines()


def test_it_is_called_by_its_spec():
    assert game_name(find_game("openspiel:hex(board_size=2)")) == "openspiel:hex(board_size=2)"


def test_texts_and_names_are_read_back():
    game = find_game("openspiel:hex(board_size=2)")
    assert [game.read(game.name(move)) for move in range(4)] == [0, 1, 2, 3]
    position = game.play(game.start(), 3)
    assert game.parse(game.text(position, 1)) == (position, 1)
    assert "x" in str(game.board(position, 1))
    for text in ("", "a x", "3 z"):
        with pytest.raises(UnreadablePosition):
            game.parse(text)
    for text in ("3,3 x", "3 x", "9 o"):
        with pytest.raises(ImpossiblePosition):
            game.parse(text)
    assert game.name(game.read("pass")) == "pass"
    for word in ("99", str(game.read("pass"))):  # the pass is put in: only its word means it
        with pytest.raises(UnreadableMove):
            game.read(word)
    with pytest.raises(ImpossiblePosition, match="not met in this process"):
        game.moves(position._replace(low=1))


@each(
    "spec",
    ["tictactoe", "connectfour", "nim:3,4,5", "wild:3,3,3", "hex:3", "lines:3,3,-b2,a3b3c3,c1c2c3"],
)
def test_openspiels_own_test_passes_for_ours(spec, capfd):
    game = pyspiel.load_game(register(find_game(spec)))
    pyspiel.random_sim_test(game, num_sims=5, serialize=True, verbose=False)
    assert capfd.readouterr()


def test_openspiel_solves_ours_as_we_do():
    value, _ = minimax.alpha_beta_search(pyspiel.load_game(register("mnk:3,2,2")))
    assert value == 1
    assert str(solve(find_game("mnk:3,2,2")).value) == "win in 3"


def test_a_game_that_repeats_is_refused():
    with pytest.raises(BridgeError, match="can repeat"):
        register("morris")
