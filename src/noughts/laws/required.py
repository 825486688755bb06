"""Before a game of somebody's own is searched for the first time it is looked over, once.

What was looked over and kept the laws is remembered: by this process, and on disk by a fingerprint
of all that the game is made of, so that a changed file is looked over again.
"""

from contextlib import suppress
from pathlib import Path
from typing import Any

from noughts import source
from noughts.errors import BrokenLaw
from noughts.game import Game
from noughts.knowledge import knowledge_of
from noughts.native.disk import cache_folder

# So many games are remembered by this process, and so many on disk; the oldest are forgotten.
MOST_GAMES, MOST_MARKS = 500, 1_000

HINT = "Nothing was searched; --unchecked, or unchecked=True in Python, searches all the same."

# In so many positions knowledge is compared with what a short search finds: a tenth of a second.
KNOWN_POSITIONS = 20

_trusted: dict[Game[Any], None] = {}


def require(game: Game[Any], unchecked: bool = False) -> None:
    """See to it that a game keeps the laws before it is searched.

    Games of the house are not looked at: the tests have.

    Args:
        game: the rules.
        unchecked: whether somebody insists on searching whatever the rules are.

    Raises:
        BrokenLaw: a law is broken; the message says by which play and what to write instead.
    """
    if unchecked or of_the_house(game) or _is_trusted(game):
        return
    from noughts.laws.short import look_over  # no game of the house has a use for it

    mark = cache_folder() / "checked" / source.fingerprint(look_over, type(game), _state(game))
    if not mark.is_file():
        try:
            look_over(game)
            _look_over_knowledge(game)
        except BrokenLaw as error:
            raise BrokenLaw(f"{error} {HINT}", error.law, error.play) from error
        _leave(mark)
    trust(game)


def _look_over_knowledge(game: Game[Any]) -> None:
    """Try what a game of somebody's own says of itself beyond its rules, if it does."""
    if type(knowledge_of(game)).__module__.partition(".")[0] != "noughts":
        from noughts.laws.examiner import Examiner

        Examiner(game, compiling=False).near(KNOWN_POSITIONS)


def trust(game: Game[Any]) -> None:
    """Take a game as it is, in this process: it keeps the laws, or somebody insists."""
    _trusted[game] = None
    if len(_trusted) > MOST_GAMES:
        del _trusted[next(iter(_trusted))]


def of_the_house(game: Game[Any]) -> bool:
    """Whether the game's class comes with noughts.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> of_the_house(TicTacToe()), of_the_house(type("Mine", (TicTacToe,), {})())
    (True, False)
    """
    return source.of_the_house(type(game).__module__)


def _is_trusted(game: Game[Any]) -> bool:
    try:
        return game in _trusted
    except TypeError as error:
        from noughts.laws.broken import broken

        wrong = f"{error}; the parameters of a game are values: int, bool or a tuple of them"
        raise broken(game, "parameters_are_values", (), wrong) from None


def _state(game: Game[Any]) -> str:
    """What sets the game apart from others of its class."""
    return f"{type(game).__module__} {source.state(game)}"


def _leave(mark: Path) -> None:
    """Leave a mark on disk, where that is possible."""
    with suppress(OSError):  # a full disk, or a folder that only others may write to
        mark.parent.mkdir(parents=True, exist_ok=True)
        mark.touch()
        marks = sorted(mark.parent.iterdir(), key=lambda path: path.stat().st_mtime)
        for old in marks[:-MOST_MARKS]:
            old.unlink(missing_ok=True)
