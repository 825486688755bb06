"""A user's game is checked once, before it is first searched.

Games that passed are remembered: by this process, and on disk by a fingerprint of the game's code,
so that a changed file is checked again.
"""

from pathlib import Path
from random import Random
from typing import Any

from noughts import reading, source
from noughts.errors import BrokenLaw
from noughts.files import cache_folder, read_cached, write_cached
from noughts.game import Game
from noughts.knowledge import knowledge_of
from noughts.search.memory import Recent

# The most games remembered by this process, and on disk; the oldest are dropped.
MOST_GAMES, MOST_MARKS = 500, 1_000

HINT = "Nothing was searched. To search anyway: --unchecked, or unchecked=True in Python."

# Positions in which knowledge is compared with a short search, and as many of a random game: some
# tenths of a second in all.
KNOWN_POSITIONS = 20

# The contents of games that passed, and games that are not checked.
_trusted: Recent[Any, None] = Recent(MOST_GAMES)


def require(game: Game[Any], unchecked: bool = False) -> None:
    """Raise BrokenLaw if a check of a few seconds finds a broken law.

    noughts' own games are not checked here, but by the tests.

    Args:
        game: the rules.
        unchecked: whether to skip the check.
    """
    if unchecked or of_the_house(game):
        return
    hash(game)  # parameters_are_values
    # The content is empty if it cannot be read: then the game is checked each time.
    if game in _trusted or (content := reading.content(game)) in _trusted:
        return
    laws = source.package_text(Path(__file__).parent)  # other laws may find something else
    mark = cache_folder() / "checked" / reading.fingerprint(content, *laws)
    if not content or read_cached(mark) is None:
        from noughts.laws.short import check_briefly  # only users' games need it

        try:
            if not check_briefly(game):
                trust(game)
                return
            if not source.is_own(type(knowledge_of(game))):
                from noughts.laws.examiner import Examiner

                examiner = Examiner(game, compiling=False)
                examiner.near(KNOWN_POSITIONS)
                examiner.at_random(1, KNOWN_POSITIONS, Random(0))
        except BrokenLaw as error:
            raise BrokenLaw(f"{error} {HINT}", error.law, error.play) from error
        if content:
            write_cached(mark, b"", MOST_MARKS)
    if content:
        _trusted[content] = None


def trust(game: Game[Any]) -> None:
    """Check no game equal to this one in this process from now on."""
    _trusted[game] = None


def of_the_house(game: Game[Any]) -> bool:
    """Whether the game's class is noughts' own."""
    return source.is_own(type(game))
