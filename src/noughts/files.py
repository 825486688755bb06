"""Files: written whole or not at all, and read only as far as they may reach.

The user's cache folder has compiled code, which is executed. So it is read only from files that no
other user can have written.
"""

import os
import stat
import sys
import zlib
from array import array
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import EACCES
from functools import cache
from pathlib import Path
from typing import Any

# Decompressed bytes that are always allowed, and the most per byte of a larger file. Files of
# ours shrink to a third; what shrinks to a thousandth was made to fill the memory.
LEAST_ROOM, LARGEST_RATIO = 4_000_000, 30
# Windows protects a user's folders in other ways.
HAS_OWNERS = hasattr(os, "geteuid")
SYSTEM = 0  # the user id of the machine's owner
FOLDER_MODE, FILE_MODE = 0o700, 0o600
DIGEST = 32  # bytes
MESSAGE = (
    "The cache cannot be used, so each run compiles anew: %s: %s. "
    "NOUGHTS_CACHE names another folder."
)
TAKEN = "%s of the package %s is left out, since noughts has its own %s."
_said: list[str] = []


def write_file(path: str | os.PathLike[str], content: str | bytes) -> None:
    r"""Write a file; where that fails, as on a full disk, what was there before stays.

    Args:
        path: the file. A link is followed; devices and pipes are written as they are.
        content: bytes, or a text, written in UTF-8.

    Raises:
        OSError: it cannot be written.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     write_file(Path(folder) / "board.txt", "X O\n")
    ...     (Path(folder) / "board.txt").read_text()
    'X O\n'
    """
    data = content.encode() if isinstance(content, str) else content
    with replacing(path) as draft, draft.open("wb") as file:
        file.write(data)
        file.flush()
        if draft.is_file():
            os.fsync(file.fileno())


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[Path]:
    """A new file that takes the place of another one at the end of the block, unless that fails.

    Args:
        path: the other one, as `write_file` takes it.

    Raises:
        OSError: it cannot be written.
    """
    place = Path(path)
    mode = place.stat().st_mode if place.exists() else None
    if mode is not None and (place.parts[1:2] == ("dev",) or not stat.S_ISREG(mode)):
        yield place  # a device, a pipe, or an open file, as /dev/stdout may be
        return
    target = place.resolve()
    draft = _beside(target, mode)
    try:
        yield draft
        if draft != target:
            draft.replace(target)
    finally:
        if draft != target:
            draft.unlink(missing_ok=True)


def _beside(target: Path, mode: int | None) -> Path:
    """A new file in the folder of another, with its permissions; that one, if none can be made."""
    draft = target.with_name(f".noughts-{os.urandom(6).hex()}")
    try:
        draft.touch(exist_ok=False)
    except PermissionError:
        if mode is None:
            raise PermissionError(EACCES, os.strerror(EACCES), str(target)) from None
        return target
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(target)) from None
    if mode is not None:
        draft.chmod(stat.S_IMODE(mode))
    return draft


def inflated(data: bytes, *, gzip: bool = False) -> bytes:
    """Decompressed data of zlib or gzip.

    Args:
        data: the compressed bytes, and nothing after them.
        gzip: whether gzip's head precedes them.

    Raises:
        ValueError: they are damaged, or would fill the memory.

    >>> inflated(zlib.compress(b"moves"))
    b'moves'
    >>> inflated(zlib.compress(bytes(10**8)))
    Traceback (most recent call last):
        ...
    ValueError: it holds more than 4,000,000 bytes, far more than its size allows
    """
    most = max(LEAST_ROOM, LARGEST_RATIO * len(data))
    inflate = zlib.decompressobj(wbits=zlib.MAX_WBITS + (16 if gzip else 0))
    try:
        content = inflate.decompress(data, most)
    except zlib.error:
        raise ValueError("it is damaged") from None
    if inflate.unconsumed_tail:
        raise ValueError(f"it holds more than {most:,} bytes, far more than its size allows")
    if not inflate.eof or inflate.unused_data:
        raise ValueError("it is cut short, or goes on after its end")
    return content


def little_endian(numbers: "array[int]") -> "array[int]":
    """The numbers with their bytes in the order of our files, or back; possibly the same array."""
    if sys.byteorder == "big":
        numbers = numbers[:]
        numbers.byteswap()
    return numbers


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
    """Write a file of a cache folder; if that is impossible, log it once."""
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


def read_sealed(path: Path) -> bytes | None:
    """The content of a cache folder's file by `write_sealed`; None if it is missing or damaged."""
    found = read_cached(path)
    if found is None or found[:DIGEST] != _digest(path, found[DIGEST:]):
        return None
    return found[DIGEST:]


def write_sealed(path: Path, content: bytes, most: int) -> None:
    """Write a file of a cache folder, as `write_cached`, with a digest of its name and content."""
    write_cached(path, _digest(path, content) + content, most)


def _digest(path: Path, content: bytes) -> bytes:
    import hashlib  # it loads OpenSSL

    return hashlib.sha256(path.name.encode() + b"\n" + content).digest()


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


@cache
def plugins(kind: str, taken: tuple[str, ...] = ()) -> dict[str, Any]:
    """The entry points of installed packages in `noughts.KIND`, by name; nothing is loaded yet.

    Those with a name that noughts has taken are left out, with a warning.
    """
    import logging
    from importlib.metadata import entry_points  # few programs need it

    points: dict[str, Any] = {point.name: point for point in entry_points(group=f"noughts.{kind}")}
    for name in points.keys() & {*taken}:
        package = points.pop(name).dist.name
        logging.getLogger("noughts").warning(TAKEN, name, package, name)
    return points
