"""The line mode, in-process: what it answers to what is typed."""

import re
import signal
from contextlib import contextmanager

import click
from click.testing import CliRunner

from noughts.board import Board, Cell
from noughts.games.mnk import MNK
from noughts.games.morris import Morris
from noughts.games.picaria import Picaria
from noughts.games.registry import find_game
from noughts.terminal.cli import noughts
from noughts.terminal.game.names import Labels
from noughts.terminal.game.session import SIDES, Session
from noughts.terminal.line_mode.repl import Plain, board_text
from noughts.terminal.support.streams import Ink
from tests.each import each


def play(typed, *options):
    """What `noughts play` writes to standard output when these lines are typed."""
    result = CliRunner().invoke(noughts, ["play", *options], "".join(f"{x}\n" for x in typed))
    assert result.exit_code == 0, result.output
    return result.stdout


def boards(output):
    """The boards of three lines, each as the nine signs on it, brackets left out."""
    rows = re.findall(r"^.{3}\|.{3}\|.{1,3}$", output, re.MULTILINE)
    signs = [re.sub(r"[^XO1-9]", "", row) for row in rows]
    return ["".join(signs[i : i + 3]) for i in range(0, len(signs), 3)]


def test_the_first_board_shows_the_digit_of_each_cell():
    assert boards(play([])) == ["123456789"]


def test_with_numpad_seven_eight_nine_are_on_top():
    output = play(["7", "3"], "--numpad", "--side", "both")
    assert boards(output) == ["789456123", "X89456123", "X8945612O"]


def test_a_person_plays_x_and_the_computer_answers():
    output = play(["5"])
    assert "You (X) play 5." in output
    assert re.search(r"The computer \(O\) plays [1379]\.", output)  # all others lose
    assert sorted(boards(output)[-1])[-2:] == ["O", "X"]


def test_pick_o_and_the_computer_opens():
    output = play([], "--side", "o")
    assert re.search(r"The computer \(X\) plays [1-9]\.", output)
    assert boards(output)[0].count("X") == 1


def test_two_people_take_turns_and_the_winning_line_is_marked_and_named():
    output = play("15263", "--side", "both")
    assert "[X]|[X]|[X]" in output
    assert "X wins: the top row, 1 2 3." in output
    assert "Score: X 1, O 0, draws 0." in output


def test_the_computer_plays_itself_to_a_draw():
    output = play([], "--side", "none", "--seed", "5")
    assert "The game is a draw." in output  # both play perfectly
    assert len(boards(output)) == 9


def test_a_cell_has_a_name_too():
    assert boards(play(["B2", " a1 "], "--side", "both"))[-1] == "1234X6O89"


NO_MOVE = "is not a move: type the digit of an empty cell, for example 6."
NOTHING = "That line is empty: type the digit of an empty cell, for example 6, or help."


@each(
    "typed, answer",
    [
        ("5", "5 is already taken; choose from 1, 2, 3, 4, 6, 7, 8, 9."),
        ("b2", "5 is already taken; choose from 1, 2, 3, 4, 6, 7, 8, 9."),
        ("0", f"'0' {NO_MOVE}"),
        ("10", f"'10' {NO_MOVE}"),
        ("d9", f"'d9' {NO_MOVE}"),
        ("1 2", f"'1 2' {NO_MOVE}"),
        ("", NOTHING),
        ("   ", NOTHING),
        ("vlaues", "'vlaues' is not a command; did you mean values?"),
        ("undo 3", "'undo 3' is not a command; did you mean undo?"),
        ("caf\u00e9 \u2713", f"'caf\u00e9 \u2713' {NO_MOVE}"),
        ("\x1b[2J", rf"'\x1b[2J' {NO_MOVE}"),
        ("x" * 5000, f"'{'x' * 30}...' {NO_MOVE}"),
        ("swap", "People play both sides, so there is nothing to swap."),
        ("level", "People play both sides, so there is no computer."),
        ("redo", "There is no move to redo."),
    ],
)
def test_wrong_input_gets_one_helpful_line_and_the_turn_stays(typed, answer):
    assert_one_line_more(["5", "1"], ["5", typed, "1"], answer, "--side", "both")


def test_a_level_that_there_is_not_gets_one_helpful_line_too():
    output = play(["5", "level hrad", "level"], "--seed", "1")
    assert "Unknown level 'hrad'. Did you mean hard?" in output
    assert "The level is perfect." in output


def assert_one_line_more(right, with_wrong, answer, *options):
    """The wrong line adds one line to the output, and changes nothing else."""
    lines = play(with_wrong, *options).splitlines()
    assert lines.count(answer) == 1
    lines.remove(answer)
    assert lines == play(right, *options).splitlines()


def test_a_game_that_is_over_takes_no_more_moves():
    output = play([*"15263", "9", "", "undo", "9"], "--side", "both")
    assert output.count("The game is over; type new for another one.") == 2
    assert "Taken back: 3." in output
    assert boards(output)[-1] == "XX34OO78X"


def test_play_again_swap_and_the_running_score():
    output = play([*"15263", "yes", *"15263", "n", "1", "quit"], "--side", "both")
    assert "Score: X 1, O 0, draws 0." in output
    assert "Score: X 2, O 0, draws 0. Goodbye." in output
    swapped = play(["swap", "q"], "--seed", "1")
    assert "you are O, the computer (perfect) is X" in swapped
    assert "The computer (X) plays" in swapped


def test_undo_takes_back_both_moves_and_redo_plays_them_again():
    output = play(["5", "undo", "redo"], "--seed", "2")
    _, both, undone, redone = boards(output)
    assert undone == "123456789"
    assert redone == both
    assert "You have no move to undo." in play(["undo"])


def test_values_stand_on_the_board_and_in_sentences():
    # XX. / OO. / ...: X wins at once by 3; every other move but 6 loses at once to 6.
    # After 6 X threatens 3, and O, who must take it, threatens nothing; nobody gets further.
    output = play([*"1425", "values", "verdict", "hint"], "--side", "both")
    assert " X  | X  | W1" in output
    assert "X to move: with best play X wins at once." in output
    assert "Win in 1: 3." in output
    assert "Hint: 3 is a win in 1." in output
    assert "Loss in 2: 7, 8, 9." in output


def test_the_empty_board_is_a_draw_whatever_is_played():
    output = play(["v", "hint"])
    assert "X to move: with best play this is a draw." in output
    assert " D | D | D" in output
    assert "Every move: draw." in output
    assert "Hint: every move is a draw." in output


def test_after_a_corner_only_the_centre_holds_the_draw():
    # Section 6 of the design. The losses are counted in tests of the solver.
    output = play(["1", "values"], "--side", "both")
    assert "Draw: 5." in output
    assert "O to move: with best play this is a draw." in output


def test_help_lists_every_command():
    output = play(["?"])
    for word in ("hint", "values", "undo", "redo", "new", "swap", "quit", "help", "level"):
        assert re.search(rf"^  {word},? ", output, re.MULTILINE)


def test_the_level_can_be_changed():
    output = play(["level easy", "level", "new"])
    assert "The computer now plays at level easy." in output
    assert "The level is easy. Levels: beginner, easy, medium, hard, perfect, random." in output
    assert "the computer (easy) is O" in output


def test_a_larger_board_has_letters_and_numbers_at_its_edges():
    output = play(["a1"], "mnk:4,3,3", "--side", "both")
    assert "1  X  .  .  .\n   a  b  c  d\n" in output


def test_the_lines_of_a_board_of_points_are_drawn():
    game = Morris()
    board = game.board(*game.parse("xxx/oo1/1o1 o"))
    assert board_text(board, Labels(game), Ink(False)).splitlines() == [
        "[X]-[X]-[X]",
        " | \\ | / |",
        " O---O---6",
        " | / | \\ |",
        " 7---O---9",
    ]
    larger = Picaria()
    board = larger.board(*larger.parse("x2/2/3/2/3 o"))
    text = board_text(board, Labels(larger, digits=False), Ink(True))
    assert click.unstyle(text).splitlines()[:3] == [
        "5  X-------.-------.",
        "   | \\   / | \\   / |",
        "4  |   .   |   .   |",
    ]


def test_edges_of_hex_quarters_of_pentago_pits_of_kalah_and_boxes_are_what_they_are():
    game = find_game("hex:3")
    board = game.board(*game.parse("3/1x1/3 o"))
    assert board_text(board, Labels(game), Ink(False)).splitlines() == [
        "   X   X   X",
        "1 O  .   .   .  O",
        "  2 O  .   X   .  O",
        "    3 O  .   .   .  O",
        "           X   X   X",
        "             a   b   c",
    ]
    game = find_game("pentago")
    rows = board_text(game.board(game.start(), 0), Labels(game), Ink(False)).splitlines()
    assert [row[:3].strip() for row in rows] == ["4", "3", "", "2", "1", ""]
    assert rows[0].index(".", 7) - rows[0].index(".", 4) > rows[0].index(".", 4) - rows[0].index(
        "."
    )
    game = find_game("kalah")
    board = game.board(game.play(game.start(), game.read("1")), 0)  # X moves again
    rows = board_text(board, Labels(game), Ink(False)).splitlines()
    assert [row.split() for row in rows] == [list("O321"), list("0333"), list("0441"), list("123X")]
    assert rows[1].index("3") == rows[2].index("0") == rows[0].index("3")
    game = find_game("dots:1,1")
    board = game.board(*game.parse(game.text(game.play(game.start(), game.read("b3")), 1)))
    assert board_text(board, Labels(game), Ink(False)).splitlines()[0] == "3  + --- +"


def test_a_board_whose_cells_have_other_names_shows_each():
    board = Board((Cell("left", 0, 0, "3"), Cell("right", 1, 0, "1")))
    assert board_text(board, Labels(MNK(4, 4, 3)), Ink(False)).split() == [
        "left",
        "3",
        "right",
        "1",
    ]


def test_a_game_too_large_is_said_to_be_so_under_every_board_as_long_as_it_is():
    typed = ["board", "d4", "a1", "board", "hint", "values", "new"]  # no reply is in the corner
    output = play(typed, "mnk:7,7,5", "--seed", "1")
    boards = output.split("a  b  c  d  e  f  g\n")[1:]
    doubted = ["Not solved in time" in below for below in boards]
    assert doubted == [False, False, True, True, True, True, False]
    assert "Who wins is unknown: the search ended before the position was solved." in output
    assert "its value is unknown" in output


def test_the_same_seed_writes_the_same():
    options = ("--side", "none", "--level", "random", "--seed")
    typed = ["new"] * 5
    assert play(typed, *options, "7") == play(typed, *options, "7")
    assert play(typed, *options, "7") != play(typed, *options, "8")


def test_answers_go_to_standard_output_and_questions_to_standard_error():
    result = CliRunner().invoke(noughts, ["play", "--side", "both"], "5\n")
    assert result.stderr == "X's move: \nO's move: \n"
    assert "move:" not in result.stdout


@each("arguments, word",
    [(["chess"], "Unknown game 'chess'"), (["mnk:0,3,3"], "columns must be 1 to 26"),
     (["mnk:a"], "whole numbers"), (["--side", "z"], "'z' is not one of"),
     (["--level", "godlike"], "Unknown level 'godlike'"), (["--seed", "pi"], "not a valid integer"),
     (["mnk:4,4,3", "--numpad"], "this game has none"), (["--palin"], "--plain")],
)  # fmt: skip
def test_wrong_options_are_misuse_and_explained(arguments, word):
    result = CliRunner().invoke(noughts, ["play", *arguments])
    assert result.exit_code == 2
    assert word in " ".join(result.stderr.split())


def test_colour_is_an_extra(monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    bare = play([*"1425", "values", "3"], "--side", "both")
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("FORCE_COLOR", "1")
    coloured = play([*"1425", "values", "3"], "--side", "both")
    assert "\x1b[" not in bare
    assert "\x1b[38;5;32m" in coloured
    assert "[" in bare  # the line is marked all the same
    without = re.sub(r"\x1b\[[0-9;]*m", "", coloured)
    assert [line.rstrip() for line in without.splitlines()] == bare.splitlines()


def test_at_a_terminal_ctrl_c_makes_the_computer_move_now(monkeypatch):
    """Were its search not stopped, it would never end."""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setattr("noughts.terminal.line_mode.repl.search_bar", interrupting)
    session = Session(MNK(7, 7, 5), SIDES["o"], seed=1)
    session.knowing.solvers.budget = 1 << 60
    plain = Plain(session, Ink(False))
    plain.computer_plays()
    assert session.match.ply == 1


@contextmanager
def interrupting(heading):
    """A progress bar; Ctrl-C is pressed as soon as it has something to show."""
    pressed = []

    def show(report):
        if not pressed:
            pressed.append(report)
            signal.raise_signal(signal.SIGINT)

    assert "Ctrl-C" in heading
    yield show


def test_how_many_nodes_each_move_of_the_computer_takes_is_shown_on_request():
    output = play(["nodes", "5", "nodes", "9"], "--level", "negamax", "--side", "o")
    counted = [line for line in output.splitlines() if " nodes for its move" in line]
    assert counted[0] == "The computer visited 549,946 nodes for its move."  # asked at once
    assert len(counted) == 2  # and after the next move; then they are hidden
    assert "Nodes are hidden." in output
