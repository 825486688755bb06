"""Every game of the house can be begun, asked about and played in the line mode."""

from click.testing import CliRunner

from noughts.games.registry import ENTRIES
from noughts.terminal.commands.play import play
from tests.each import each

# Too large to be solved while people wait; they are asked only for a move.
LARGE = ("connectfour", "qubic", "ultimate", "orderchaos", "cube")


# One of each kind: rows, men that move, marks of either player, heaps, two moves in a row.
FEW = ("tictactoe", "morris", "wild", "nim", "kalah")
REST = [name for name in ENTRIES if name not in FEW]


@each("name", FEW, large=REST)
def test_a_game_is_begun_and_asked_about(name):
    questions = "board\nquit\n" if name in LARGE else "values\nhint\nverdict\nquit\n"
    result = CliRunner().invoke(play, [name, "--plain", "--seed", "1"], input=questions)
    assert result.exit_code == 0, result.output
    assert "would never end" not in result.output


@each("name", FEW, large=[name for name in REST if name not in LARGE])
def test_the_computer_plays_a_whole_game_against_itself(name):
    options = [name, "--plain", "--side", "none", "--level", "easy", "--seed", "1"]
    result = CliRunner().invoke(play, options, input="quit\n")
    assert result.exit_code == 0, result.output
    assert "wins" in result.output or "draw" in result.output.lower()
