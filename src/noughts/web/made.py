"""A game's page data, made once and kept: on disk, or in the wheel.

A file is named by its game and by all sources of noughts, so it is never stale. Users' games are
not kept: the modules that their files import may change unnoticed.
"""

import gzip
import json
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from noughts.answers.encoder import Json, to_line
from noughts.files import cache_folder, inflated, read_cached, write_cached
from noughts.game import Game
from noughts.games.registry import spec_of
from noughts.source import is_own

HERE = Path(__file__).parent
# A wheel may contain files for the most popular games: `tools/make_pages.py`.
SHIPPED = HERE / "made"
# Pages beyond these, the longest unused first, are removed.
MOST_PAGES = 300


def made(game: Game[Any]) -> Json | None:
    """The kept data of a game's page; None if there is none, or the file is damaged."""
    if is_own(type(game)):
        name = file_name(game)
        for content in (_shipped(name), read_cached(folder() / name)):
            with suppress(ValueError):
                told: Json = json.loads(inflated(content or b"", gzip=True))
                return told
    return None


def keep(game: Game[Any], told: Json) -> None:
    """Keep the data on disk, if that is possible."""
    if not is_own(type(game)):
        return
    for old in folder().glob(f"{_named(game)}-*.page"):
        with suppress(OSError):
            old.unlink()
    content = gzip.compress(to_line(told).encode(), 9, mtime=0)
    write_cached(folder() / file_name(game), content, MOST_PAGES)


def file_name(game: Game[Any]) -> str:
    """The file name of a game, for these sources only."""
    return f"{_named(game)}-{_sources()}.page"


def _shipped(name: str) -> bytes | None:
    file = SHIPPED / name
    return file.read_bytes() if file.is_file() else None


def _named(game: Game[Any]) -> str:
    return spec_of(game).replace(":", "_").replace(",", "_")


def folder() -> Path:
    """The folder of the files on disk."""
    return cache_folder() / "pages"


@cache
def _sources() -> str:
    """A digest of all sources of noughts."""
    found = sha256()
    for path in sorted(HERE.parent.rglob("*.py")):
        found.update(path.read_bytes())
    return found.hexdigest()[:24]
