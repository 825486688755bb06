"""The commands that can be typed instead of a move; after a colon a word is always a command."""

from collections.abc import Mapping
from difflib import get_close_matches
from typing import NamedTuple

from noughts.terminal.game.move_names import Labels


class Command(NamedTuple):
    """A command of the line mode.

    Args:
        name: the word.
        also: other words and letters for it.
        about: its effect, for the help.
    """

    name: str
    also: tuple[str, ...]
    about: str


COMMANDS = (
    Command("hint", ("h",), "show the best moves"),
    Command("values", ("v",), "show the value of every move"),
    Command("why", ("w",), "explain the last move; why all: every move; why b2: that move"),
    Command("verdict", ("vd",), "show who wins with best play"),
    Command("undo", ("u", "back"), "take back your last move"),
    Command("redo", ("r",), "play again the moves you took back"),
    Command("board", ("b",), "show the board again"),
    Command("new", ("n",), "start a new game"),
    Command("swap", ("s",), "swap sides and start a new game"),
    Command("review", ("g",), "review the game move by move"),
    Command("learn", ("m", "mistakes"), "retry your mistakes in this game"),
    Command("level", ("l",), "set the computer's level: level easy, level draws:60"),
    Command("nodes", ("c",), "show or hide the node count of the computer's moves"),
    Command("help", ("?",), "show the rules and this list"),
    Command("quit", ("q", "exit"), "stop playing"),
)

# The commands that take an argument.
TAKING = ("why", "level")

# A word after it is always a command, even if a move has the same name.
COLON = ":"

NAMES = {word: command.name for command in COMMANDS for word in (command.name, *command.also)}


def command_called(word: str, names: Mapping[str, str] = NAMES) -> str:
    """The command for the word, or for the beginning of one; empty if there is none.

    Args:
        word: the word, without a colon.
        names: each word for a command, with the command.

    >>> command_called("?"), command_called("Undo"), command_called("val"), command_called("b2")
    ('help', 'undo', 'values', '')
    """
    word = word.lower()
    if word in names:
        return names[word]
    meant = {name for full, name in names.items() if len(word) > 1 and full.startswith(word)}
    return meant.pop() if len(meant) == 1 else ""


def command_words(command: Command, labels: Labels) -> list[str]:
    """The words for a command, with a colon before those that are also names of moves.

    >>> from noughts.games.kalah import Kalah
    >>> command_words(COMMANDS[6], Labels(Kalah()))
    ['board', ':b']
    """
    return [as_command(word, labels) for word in (command.name, *command.also)]


def as_command(word: str, labels: Labels) -> str:
    """The word to type for a command, with a colon if it is also the name of a move."""
    return f"{COLON}{word}" if labels.calls(word) else word


def command_like(word: str) -> str:
    """The probable command for a mistyped word; empty if no guess is good.

    >>> command_like("vlaues"), command_like("xyzzy")
    ('values', '')
    """
    close = get_close_matches(word.lower(), [name for name in NAMES if len(name) > 2], n=1)
    return NAMES[close[0]] if close and len(word) > 2 else ""
