"""Names and rules of games for people: `Connect Four 6×5` for `connectfour:6,5`."""

import re
from typing import Any

from noughts.game import Game, described, rules_in_words
from noughts.games.common.foreign import Foreign
from noughts.games.common.notation import NUMBERS
from noughts.games.lines import Lines
from noughts.games.registry import spec_of

# Parts of docstrings about misère play: the rest of a sentence, or a whole one.
MISERE = re.compile(r"[;,] in misère play,[^.]*| In misère play[^.]*\.")


def game_name(game: Game[Any]) -> str:
    """The name of a game, with its size unless it is the usual one.

    >>> from noughts.games.registry import find_game
    >>> for spec in "connectfour", "connectfour:6,5", "mnk:4,3,3", "mnk:3,3,3,misere", "nim":
    ...     print(game_name(find_game(spec)))
    Connect Four
    Connect Four 6×5
    4×3, three in a row
    3×3, three in a row, misère
    Nim 3, 4, 5
    """
    if isinstance(game, Foreign):
        return spec_of(game)
    if isinstance(game, Lines):
        return game.title or f"Line game {game.columns}×{game.rows}"
    title: str = described(game, "title")
    return title + ", misère" * (getattr(game, "misere", False) is True)


def rules_of(game: Game[Any]) -> str:
    """The rules in a few sentences, for these parameters.

    They are from the class's docstring, with the values of the parameters k and n.

    >>> from noughts.games.registry import find_game
    >>> print(rules_of(find_game("mnk:4,3,3")).partition(".")[0])
    The players mark cells in turn; the first with three in a row, column or diagonal wins
    """
    words = " ".join(rules_in_words(game).split())
    if not getattr(game, "misere", False):
        words = MISERE.sub("", words)
    for name in "kn":
        length = getattr(game, name, 0)
        if 0 < length < len(NUMBERS):
            words = re.sub(rf"\b{name}\b", NUMBERS[length], words)
    return words
