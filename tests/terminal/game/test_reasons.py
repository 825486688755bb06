"""`why`, `review` and `learn` while people play, in the line mode."""

from click.testing import CliRunner

from noughts.games.registry import ENTRIES, find_game
from noughts.terminal.commands.play import play as play_command
from noughts.terminal.game.messages import UNKNOWN, reasons, reasons_page
from noughts.terminal.game.session import SIDES, Session
from tests.each import each

# Too large to be solved while people wait: only the rules speak of them.
LARGE = ("qubic", "ultimate", "mnk:7,7,5", "hex:7")
SLOW = ("cube", "gomoku", "standardgomoku", "othello", *LARGE)


def play(typed, *options):
    """What is written to standard output when these lines are typed, on one line."""
    lines = "".join(f"{line}\n" for line in typed)
    result = CliRunner().invoke(play_command, ["--plain", *options], lines)
    assert result.exit_code == 0, result.output
    return " ".join(result.stdout.split())


def test_why_tells_the_reasons_for_the_last_move_and_what_was_better():
    output = play(["5", "2", "why"], "--side", "both")
    # Section 6 of the design: to the centre only the corners hold; an edge loses.
    assert "O's move 2 takes an edge, but loses in 6; 1, 3, 7 or 9 would draw." in output
    assert "Better is 1: it takes a corner and holds the draw." in output


def test_why_of_a_move_on_offer_and_of_all():
    output = play([*"1425", "why 3", "why 7", "w all"], "--side", "both")
    assert "X's move 3 completes the top row (1 2 3) and wins." in output
    assert "X's move 7 misses the win at 3 and lets O win at 6" in output
    assert "X wins at once, but only with 3." in output
    assert "6: blocks O in the middle row (4 5 6), but misses the win at 3;" in output


@each(
    "typed, answer",
    [
        (["why"], "No move has been played yet"),
        (["why z9"], "'z9' is not a move"),
        (["5", "why 5"], "5 is already taken; choose from 1,"),
        ([*"15263", "why 9"], "The game is over, so 9 cannot be played."),
        ([*"15263", "why all"], "The game is over, so there is no move to explain"),
        (["review"], "No move has been played yet"),
        (["learn"], "No move has been played yet"),
    ],
)
def test_what_cannot_be_explained_gets_a_clear_word(typed, answer):
    assert answer in play(typed, "--side", "both")


def test_after_the_game_the_last_move_is_explained_still():
    output = play([*"15263", "why"], "--side", "both")
    assert "X's move 3 completes the top row (1 2 3) and wins." in output


@each("name", sorted({*ENTRIES, *LARGE} - {*SLOW}), large=SLOW)
def test_every_game_is_explained_as_far_as_anybody_knows(name, monkeypatch):
    # No large game is solved here.
    monkeypatch.setattr("noughts.terminal.game.analysis_cache.BUDGET", 200)
    session = Session(find_game(name), SIDES["both"])
    first = next(iter(session.game.moves(session.match.position)))
    session.play(first)
    for text in (reasons(session), reasons(session, "all"), reasons_page(session)):
        assert text
        assert "None" not in text
    value = session.last_move().explained.value
    assert (UNKNOWN in reasons(session)) == (value is None)
    assert value is None or name not in LARGE


def test_the_expert_names_the_rule_that_fired():
    output = play(["5", "why"], "--level", "rules", "--seed", "1")
    assert 'The computer\'s own reason: the first rule that applies is "empty corner".' in (output)


def test_a_persons_move_has_no_reason_of_the_computers():
    output = play(["why", "5", "undo", "why"], "--level", "rules", "--side", "o", "--seed", "1")
    assert output.count("own reason") == 2  # both times it is the opening that is asked about
    assert "own reason" not in play(["5", "why"], "--side", "both")


def test_the_weights_are_told():
    output = play(["1", "why"], "--level", "weights")
    # After X in a corner: the centre has two lines open to X... 3 others to both, see weights.md.
    assert "own reason: its weight is" in output


def test_a_finished_game_is_looked_at_again():
    output = play([*"52193", "8", "4", "review"], "--side", "both")
    assert "2. O 2 loss in 6 throws the draw away" in output
    assert "moves best" in output


def test_learning_from_the_game_that_was_played():
    output = play([*"521937", "learn", "2", "hint", "3", "quit"], "--side", "both")
    assert "Move 2: O played 2, which turns a draw into a loss. Find a better move." in output
    assert "That move was played. Try another." in output
    assert "Hint: think of the corners." in output
    assert "Right. 3: takes a corner and holds the draw." in output


def test_a_person_against_the_computer_learns_from_his_own_mistakes_alone():
    # The tutorial's weights: X corner, O centre, X opposite corner, and O goes astray.
    output = play([*"19", "learn"], "--level", "weights")
    assert "nothing to retry" in output


def test_wrong_answers_in_a_lesson_are_named_as_on_the_board():
    output = play([*"521937", "learn", "5", "zz", ""], "--side", "both")
    assert "5 is already taken; choose from 1, 2, 3, 4, 6, 7, 8, 9." in output
    assert "'zz' is not a move: type the digit of an empty cell, for example 6." in output


def test_a_game_in_progress_goes_on_after_a_lesson():
    output = play([*"52", "learn", "quit", "1"], "--side", "both")
    assert output.endswith("Goodbye.")
    assert "X plays 1." in output
