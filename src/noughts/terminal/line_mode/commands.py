"""The words that can be typed instead of a move."""

from difflib import get_close_matches
from typing import NamedTuple


class Command(NamedTuple):
    """A command of the line mode.

    Args:
        name: the word.
        also: other words and letters for it.
        about: what it does, for the help.
    """

    name: str
    also: tuple[str, ...]
    about: str


COMMANDS = (
    Command("hint", ("h",), "a best move, or all of them"),
    Command("values", ("v",), "what every move is worth"),
    Command("why", ("w",), "the reasons for the last move; why all, or why and a move on offer"),
    Command("verdict", ("vd",), "who wins from here, if both sides play their best"),
    Command("undo", ("u", "back"), "take back your last move"),
    Command("redo", ("r",), "play again what was taken back"),
    Command("board", ("b",), "show the board once more"),
    Command("new", ("n",), "begin another game"),
    Command("swap", ("s",), "change sides and begin another game"),
    Command("review", (), "what every move so far was worth, and what was better"),
    Command("learn", (), "your mistakes in this game, asked again"),
    Command("level", ("l",), "how the computer plays: level easy, level draws:60"),
    Command("help", ("?",), "this list"),
    Command("quit", ("q", "exit"), "stop playing"),
)

# Those behind which more may stand.
TAKING = ("why", "level")

NAMES = {word: command.name for command in COMMANDS for word in (command.name, *command.also)}


def command_called(word: str) -> str:
    """The command that the word, or the beginning of one, stands for; empty if none does.

    >>> command_called("?"), command_called("Undo"), command_called("val"), command_called("b2")
    ('help', 'undo', 'values', '')
    """
    word = word.lower()
    if word in NAMES:
        return NAMES[word]
    meant = {name for full, name in NAMES.items() if len(word) > 1 and full.startswith(word)}
    return meant.pop() if len(meant) == 1 else ""


def command_like(word: str) -> str:
    """The command that was probably meant by a word that is none; empty if no guess is good.

    >>> command_like("vlaues"), command_like("xyzzy")
    ('values', '')
    """
    close = get_close_matches(word.lower(), [name for name in NAMES if len(name) > 2], n=1)
    return NAMES[close[0]] if close and len(word) > 2 else ""
