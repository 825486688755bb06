"""The folders of strategies found automatically: shipped, or made on this machine."""

import os
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

from noughts.errors import BadStrategy
from noughts.game import Game
from noughts.games.registry import spec_of
from noughts.strategies import SHIPPED, SUFFIX
from noughts.strategies.file import SIDES, StrategyFile, told_game


def own_folder() -> Path:
    """The folder of strategies made here, in the folder that NOUGHTS_DATA names, if set."""
    given = os.environ.get("NOUGHTS_DATA", "")
    if given and "://" not in given:  # otherwise it is a database
        return Path(given).expanduser() / "strategies"
    import platformdirs  # imported late: the first board appears sooner

    return platformdirs.user_data_path("noughts") / "strategies"


def place_for(game: Game[Any], side: int) -> Path:
    """The path for a strategy made on this machine.

    >>> from noughts.games.registry import find_game
    >>> place_for(find_game("mnk:4,4,3"), 0).name
    'mnk-4,4,3-first.strategy'
    """
    name = told_game(spec_of(game)).replace(":", "-")
    return own_folder() / f"{name}-{SIDES[side]}{SUFFIX}"


def strategies_of(game: Game[Any]) -> Iterator[StrategyFile]:
    """The strategies found for the game, those made on this machine first."""
    rules: Any = game  # to type checkers, a protocol need not be hashable
    for side in (0, 1):
        own = place_for(game, side)
        for path in (own, SHIPPED / own.name):
            with suppress(OSError):
                yield from _suited(path, path.stat().st_mtime_ns, rules)


@lru_cache(maxsize=16)
def _suited(path: Path, _: int, game: Any) -> tuple[StrategyFile, ...]:
    """The strategy in the file, if it suits the game; read again when it has changed."""
    try:
        file = StrategyFile.read(path)
    except BadStrategy:
        return ()
    return (file,) if file.suits(game) else ()
