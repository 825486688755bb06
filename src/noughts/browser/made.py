"""What the page of a game needs, once made: on disk, or in the wheel.

A file is named by its game and by all sources of noughts, so it is never stale. Games of one's own
are not kept: what their files import may change unseen.
"""

import gzip
import json
import os
import zlib
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from noughts.answers.analyses import Json, to_line
from noughts.game import Game
from noughts.games.registry import spec_of
from noughts.native.disk import cache_folder
from noughts.source import is_own

HERE = Path(__file__).parent
# A wheel may bring files for the games that most people play: `tools/make_pages.py`.
SHIPPED = HERE / "made"


def made(game: Game[Any]) -> Json | None:
    """What the page of the game needs, if it is kept; a damaged file counts as none."""
    if is_own(type(game)):
        for place in (SHIPPED, folder()):
            with suppress(OSError, EOFError, ValueError, zlib.error):
                told: Json = json.loads(gzip.decompress((place / file_name(game)).read_bytes()))
                return told
    return None


def keep(game: Game[Any], told: Json) -> None:
    """Keep it on disk; where that cannot be done, do without."""
    if not is_own(type(game)):
        return
    with suppress(OSError):  # a full disk, or a folder that only others may write to
        folder().mkdir(parents=True, exist_ok=True)
        for old in folder().glob(f"{_named(game)}-*.page"):
            old.unlink()
        draft = folder() / f"{os.getpid()}.draft"
        draft.write_bytes(gzip.compress(to_line(told).encode(), 9, mtime=0))
        draft.replace(folder() / file_name(game))


def file_name(game: Game[Any]) -> str:
    """The file of a game, of these sources and no others."""
    return f"{_named(game)}-{_sources()}.page"


def _named(game: Game[Any]) -> str:
    return spec_of(game).replace(":", "_").replace(",", "_")


def folder() -> Path:
    """Where they are kept on disk."""
    return cache_folder() / "pages"


@cache
def _sources() -> str:
    """A digest of all sources of noughts."""
    found = sha256()
    for path in sorted(HERE.parent.rglob("*.py")):
        found.update(path.read_bytes())
    return found.hexdigest()[:24]
