"""A disk cache of compiled code, shared by processes and never stale.

Numba's own cache knows the function that it caches, not the functions that it calls.
Here each entry lies in a folder named by a fingerprint of all sources that went into it:
change a rule, and another folder is looked into.
"""

import os
import shutil
from contextlib import suppress
from pathlib import Path
from types import FunctionType
from typing import Any

from numba.core.caching import CompileResultCacheImpl, FunctionCache

from noughts import source
from noughts.game import Game
from noughts.knowledge import Knowledge, rules_behind
from noughts.native.disk import cache_folder

# Folders beyond these, the longest unused first, are removed.
MOST_FOLDERS = 200

# How Numba marks a call to a function that is not compiled yet.
UNRESOLVED = ".numba.unresolved$"


def folder() -> Path:
    """Where compiled code is kept: NOUGHTS_CACHE, or the user's folder for caches.

    >>> folder().name
    'native'
    """
    return cache_folder() / "native"


class Locator:
    """Gives Numba the folder of one function for one game."""

    def __init__(self, place: Path) -> None:
        self.place = place

    def get_cache_path(self) -> str:
        """The folder."""
        return str(self.place)

    def get_source_stamp(self) -> str:
        """Always the same: the folder's name tells the sources apart."""
        return "the sources are in the name"

    def ensure_cache_path(self) -> None:
        """Make the folder, and make room for it."""
        self.place.mkdir(parents=True, exist_ok=True)
        _tidy(self.place.parent)


def game_cache(function: FunctionType, game: Game[Any] | Knowledge[Any]) -> "DiskCache":
    """The cache of one function compiled for one game."""
    # The modules as well: on disk, classes are known by them, and a file can have copies.
    rules = rules_behind(game)
    return DiskCache(function, game, type(game).__module__, type(rules).__module__)


class DiskCache(FunctionCache):
    """The cache of one function.

    Args:
        function: the plain function.
        rests_on: what the compiled form rests on besides the function and all that it names.
    """

    def __init__(self, function: FunctionType, *rests_on: object) -> None:
        """Find its folder."""
        place = folder() / source.fingerprint(function, *rests_on, *_own_sources())

        class Impl(CompileResultCacheImpl):
            def __init__(self, function: FunctionType) -> None:
                self._locator = Locator(place)
                self._filename_base = function.__name__

        self._impl_class = Impl
        super().__init__(function)
        with suppress(OSError):  # where there is none, or only others may write
            os.utime(place)

    def _save_overload(self, sig: Any, data: Any) -> None:
        """Keep it, but for what only holds in this process.

        That is memory that the code points to; and functions that call each other in a
        circle: Numba mends their calls in memory, not on disk, so that they would crash when
        loaded again (https://github.com/numba/numba/issues/6061).
        """
        crossed = UNRESOLVED in data.library.get_llvm_str()
        if not crossed and not data.library.has_dynamic_globals:
            with suppress(OSError):  # a full disk, or a folder that only others may write to
                super()._save_overload(sig, data)

    def _load_overload(self, sig: Any, target_context: Any) -> Any:
        """Load from disk; an unreadable folder counts as empty."""
        try:
            return super()._load_overload(sig, target_context)
        except Exception:  # noqa: BLE001  # whatever a damaged pickle raises
            shutil.rmtree(self.cache_path, ignore_errors=True)
            return None


def _own_sources() -> list[str]:
    """The sources of this package: they shape the code as much as the rules do."""
    return [path.read_text("utf-8") for path in sorted(Path(__file__).parent.glob("*.py"))]


def _tidy(base: Path) -> None:
    """Remove the folders that have not been used for the longest time."""
    folders = sorted(base.iterdir(), key=lambda path: path.stat().st_mtime, reverse=True)
    for old in folders[MOST_FOLDERS:]:
        shutil.rmtree(old, ignore_errors=True)
