"""The user's cache folder, and its files. Independent of Numba.

Compiled code is executed, so it is read only from files that no other user can have written.
"""

import os
import stat
import sys
from contextlib import suppress
from pathlib import Path

from noughts.files import replacing

# Windows protects a user's folders in other ways.
HAS_OWNERS = hasattr(os, "geteuid")
SYSTEM = 0  # the user id of the machine's owner
FOLDER_MODE, FILE_MODE = 0o700, 0o600
MESSAGE = (
    "The cache cannot be used, so each run compiles anew: %s: %s. "
    "NOUGHTS_CACHE names another folder."
)
_said: list[str] = []


def cache_folder() -> Path:
    """NOUGHTS_CACHE, or the noughts folder in the user's cache folder.

    >>> cache_folder().is_absolute() or "NOUGHTS_CACHE" in os.environ
    True
    """
    if own := os.environ.get("NOUGHTS_CACHE"):
        return Path(own)
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "noughts"


def read_cached(path: Path) -> bytes | None:
    """A file of a cache folder; None if there is none that only the user can write to."""
    try:
        if not _is_own(path.parent.stat(), path.parent):
            return None
        with path.open("rb") as file:
            content = file.read() if _is_own(os.fstat(file.fileno()), path) else None
    except OSError:  # the file does not exist
        return None
    with suppress(OSError):  # the file system may be read-only
        os.utime(path)
    return content


def write_cached(path: Path, content: bytes, most: int) -> None:
    """Write a file of a cache folder; if that is impossible, log it once.

    Args:
        path: the file.
        content: its content.
        most: the most files in the folder; beyond, the longest unused are removed.
    """
    try:
        for folder in (cache_folder(), path.parent):
            folder.mkdir(FOLDER_MODE, parents=True, exist_ok=True)
        if not _is_own(path.parent.stat(), path.parent):
            return
        with replacing(path) as draft:
            draft.chmod(FILE_MODE)
            draft.write_bytes(content)
        _tidy(path.parent, most)
    except (FileExistsError, NotADirectoryError) as error:  # a file, or a link to nowhere
        _say(error.filename or path.parent, "it is not a folder")
    except OSError as error:
        _say(path.parent, error.strerror or str(error))


def _tidy(folder: Path, most: int) -> None:
    files = sorted(folder.iterdir(), key=lambda path: path.stat().st_mtime, reverse=True)
    for old in files[most:]:
        with suppress(OSError):
            old.unlink()


def _is_own(found: os.stat_result, path: Path) -> bool:
    """Whether only the user, or the system, can write to a folder or a file; if not, log it."""
    if not HAS_OWNERS:
        return True
    by_others = found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    own = found.st_uid in (os.geteuid(), SYSTEM) and not by_others
    if not own:
        _say(path, "others can write to it, or own it; remove it")
    return own


def _say(path: object, why: str) -> None:
    if not _said:
        import logging  # imported late: it is seldom needed

        _said.append(f"{path}: {why}")
        logging.getLogger("noughts").warning(MESSAGE, path, why)
