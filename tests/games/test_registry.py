"""Games by name: found, named again, and what is said of names that are none."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.errors import BadParameters, GameError, UnknownGame
from noughts.game import described
from noughts.games import registry
from noughts.games.mnk import MNK
from noughts.games.registry import (
    ENTRIES,
    about,
    entries,
    find_game,
    name_own,
    spec_of,
    squeezed,
)
from noughts.games.tictactoe import TicTacToe
from tests import take
from tests.each import each


def test_tictactoe_is_the_game_when_none_is_named():
    assert find_game() == find_game("tictactoe") == TicTacToe()


@each("name", ENTRIES)
def test_every_game_of_the_catalogue_is_found_by_its_name_alone(name):
    game = find_game(name)
    assert spec_of(game) == name
    assert type(game).__name__ == ENTRIES[name].cls
    assert ENTRIES[name].says("about")


@given(st.integers(1, 26), st.integers(1, 62), st.integers(1, 62))
def test_a_game_is_found_again_by_the_text_that_names_it(m, n, k):
    try:
        game = MNK(m, n, k)
    except BadParameters:
        with pytest.raises(BadParameters):
            find_game(f"mnk:{m},{n},{k}")
        return
    assert find_game(spec_of(game)) == game
    assert find_game(f"mnk:{m},{n},{k}") == game


def test_the_text_is_as_short_as_can_be():
    assert spec_of(MNK(3, 3, 3)) == "mnk"
    assert spec_of(MNK(4, 3, 3)) == "mnk:4,3,3"
    assert spec_of(TicTacToe()) == "tictactoe"


def test_spaces_and_capitals_do_not_matter():
    assert find_game("  MNK:4, 4, 3 ") == MNK(4, 4, 3)
    assert find_game("TicTacToe") == TicTacToe()


def test_parameters_that_are_left_out_are_the_usual_ones():
    assert find_game("connectfour:5") == find_game("connectfour:5,6,4")


@each(
    ("other", "spec"),
    [
        ("reversi", "othello"),
        ("Reversi:6", "othello:6"),
        ("mancala:2,2", "kalah:2,2"),
        ("ttt", "tictactoe"),
        ("Tic Tac Toe", "tictactoe"),
        ("c4", "connectfour"),
        ("connect-4:6,5", "connectfour:6,5"),
        ("connect_four:7x6", "connectfour"),
        ("Three-Men's Morris", "morris"),
        ("order and chaos:3,3,3", "orderchaos:3,3,3"),
        ("3D tic-tac-toe", "qubic"),
        ("mnk:4×4×3", "mnk:4,4,3"),
    ],
)
def test_other_names_are_known(other, spec):
    assert find_game(other) == find_game(other, files=False) == find_game(spec)


def test_no_two_games_have_a_name_in_common():
    names = [(name, *entry.says("other_names")) for name, entry in ENTRIES.items()]
    said = [{squeezed(name) for name in each} for each in names]
    assert sum(map(len, said)) == len(set().union(*said))


@each(
    ("spec", "meant"),
    [
        ("4x4", "mnk:4,4,4"),
        ("15×15", "mnk:15,15,5"),
        ("5,4,3", "mnk:5,4,3"),
        ("tictactoe:4,4", "mnk:4,4,4"),
        ("ttt:5x5", "mnk:5,5,5"),
        ("3x3x3", "cube:3 or mnk:3,3,3"),
        ("mnk4,4,4", "mnk:4,4,4"),
        ("reverse", "reversi"),
    ],
)
def test_a_name_that_is_none_is_answered_with_the_one_that_is_meant(spec, meant):
    with pytest.raises(GameError, match=rf"Did you mean {meant}\?"):
        find_game(spec)


def test_a_size_that_no_board_has_suggests_nothing():
    for spec in ("99x99", "0x0", "tictactoe:3", f"{'9' * 5000}x3"):
        with pytest.raises(GameError) as error:
            find_game(spec)
        assert "Did you mean" not in str(error.value)


def test_a_file_of_a_line_game_is_a_game(tmp_path):
    file = tmp_path / "Ring.JSON"
    file.write_text('{"board": ["..", ".."], "lines": ["a1 b1"]}', "utf-8")
    assert find_game(str(file)) == find_game(f"lines:{file}")
    with pytest.raises(UnknownGame):
        find_game(str(file), files=False)


def test_what_a_class_says_about_itself_is_not_said_of_those_derived_from_it():
    class WideGame(MNK):
        """Another game.

        Its rules.
        """

    class Strange(TicTacToe):
        def about(self):  # type: ignore[override]  # what somebody may write
            return 3

    class Stranger(Strange):
        def moves(self, position):
            return list(super().moves(position))[: self.about() + 1]

    assert len(Stranger().moves(Stranger().start())) == 4
    assert described(WideGame(), "title") == "Wide Game"
    assert about(WideGame()) == "Another game"
    assert described(WideGame(), "known_results") == described(WideGame(), "status") == ""
    assert described(WideGame(), "examples") == ()
    assert about(Strange()) == ""  # a method is no sentence, and there is no docstring


def test_a_name_that_is_nearly_right_is_recognised():
    with pytest.raises(UnknownGame, match=r"'tictacto'.*Did you mean tictactoe\?"):
        find_game("tictacto")
    with pytest.raises(UnknownGame, match=r"Did you mean mnk\?"):
        find_game("mnkk:3,3,3")


@each("name", ["chess", "", ":3", "-"])
def test_a_name_that_is_none_is_refused_with_those_that_are(name):
    with pytest.raises(UnknownGame, match="Games: tictactoe, mnk") as error:
        find_game(name)
    assert "Did you mean" not in str(error.value)
    assert isinstance(error.value, LookupError)


@each(
    ("spec", "says"),
    [
        ("mnk:a,b,c", "takes 3 whole numbers .m, n, k., .* for example mnk:3,3,3"),
        ("mnk:3.5,3,3", "whole numbers"),
        ("mnk:", "whole numbers"),
        ("mnk:3,,3", "whole numbers"),
        ("mnk:3,3,3,3", "takes 3 whole numbers"),
        ("tictactoe:3", "takes no numbers"),
        ("mnk:21,20,5", "420 cells; a board has at most 400"),
        ("mnk:3,3,4", "choose k up to 3"),
        ("mnk:-3,3,3", "columns must be 1 to 26"),
    ],
)
def test_parameters_that_cannot_be_are_refused_with_the_reason(spec, says):
    with pytest.raises(BadParameters, match=says):
        find_game(spec)


def test_a_game_of_ones_own_is_called_by_its_class():
    class Mine(TicTacToe):
        pass

    assert spec_of(Mine()) == "Mine"


@given(st.text(max_size=12) | st.text(alphabet="mnk:,0123456789-", max_size=12))
def test_any_text_is_a_game_or_refused_by_name(text):
    try:
        game = find_game(text)
    except GameError:
        return
    assert find_game(spec_of(game)) == game


@pytest.fixture
def _no_own_games(monkeypatch):
    monkeypatch.setattr(registry, "OWN", {})


@pytest.mark.usefixtures("_no_own_games")
def test_a_game_of_a_file_has_a_name_once_it_is_given_one():
    spec = f"{take.__file__}:Take"
    assert name_own(spec) == name_own(spec) == "take"
    assert name_own(f"{spec}:9") == "take:9,2"
    assert find_game("Take:9,2") == find_game(f"{spec}:9")
    assert spec_of(find_game("take", files=False)) == "take"
    assert about(find_game("take")).startswith("Take one or two of the counters")
    with pytest.raises(UnknownGame):
        find_game("take:8", files=False)
    assert [entry.name for entry in entries()] == [*ENTRIES, "take", "take:9,2"]


@pytest.mark.usefixtures("_no_own_games")
def test_a_name_stands_for_one_game(tmp_path):
    assert name_own("mnk:4,4,3") == "mnk:4,4,3"
    code = Path(take.__file__).read_text("utf-8")
    (tmp_path / "nim.py").write_text(code.replace("class Take", "class Nim"), "utf-8")
    (tmp_path / "take.py").write_text(code, "utf-8")
    name_own(f"{take.__file__}:Take")
    for taken in ("nim.py:Nim", "take.py:Take"):
        with pytest.raises(GameError, match="another name"):
            name_own(str(tmp_path / taken))


def test_sizes_of_a_famous_case_are_given_to_the_general_game():
    assert find_game("qubic:misere") == find_game("cube:4,misere")
    with pytest.raises(BadParameters, match="which means cube:4: give other sizes to cube"):
        find_game("qubic:3")


@pytest.mark.parametrize(
    ("given", "made"),
    [
        ("gomoku:19", "gomoku:19,19,5"),
        ("dots:3", "dots:3,3"),
        ("mnk:m=4", "mnk:4,4,3"),
        ("mnk:4,3", "mnk:4,3,3"),
    ],
)
def test_a_usually_square_board_is_as_high_as_wide(given, made):
    assert spec_of(find_game(given)) == made
