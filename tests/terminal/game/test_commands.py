"""What a typed word is taken for."""

from noughts.terminal.game.names import COMMANDS, NAMES, command_called, command_like
from tests.each import each


def test_no_word_stands_for_two_commands():
    words = [word for command in COMMANDS for word in (command.name, *command.also)]
    assert len(words) == len(set(words)) == len(NAMES)


@each("command", COMMANDS)
def test_a_command_is_known_by_its_name_its_other_words_and_in_capitals(command):
    for word in (command.name, *command.also, command.name.upper()):
        assert command_called(word) == command.name


@each("beginning, name",
    [("hi", "hint"), ("hel", "help"), ("val", "values"), ("und", "undo"), ("red", "redo"),
     ("qu", "quit"), ("sw", "swap"), ("ne", "new"), ("lev", "level")],
)  # fmt: skip
def test_the_beginning_of_a_command_is_enough(beginning, name):
    assert command_called(beginning) == name


@each("word", ["", "5", "b2", "x", "hintt", "é", "\N{CROSS MARK}"])
def test_anything_else_is_no_command(word):
    assert command_called(word) == ""


@each("typo, meant",
    [("vlaues", "values"), ("hnit", "hint"), ("udno", "undo"), ("qiut", "quit"), ("hlep", "help"),
     ("swpa", "swap"), ("exti", "quit")],
)  # fmt: skip
def test_a_slip_of_the_fingers_is_guessed(typo, meant):
    assert command_like(typo) == meant


@each("word", ["", "z9", "xyzzy", "12345", "zzzzzzzz"])
def test_no_guess_is_made_where_none_is_good(word):
    assert command_like(word) == ""
