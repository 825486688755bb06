"""Files: written whole or not at all, and read only as far as they may reach."""

import os
import stat
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from errno import EACCES
from pathlib import Path

# Bytes that a compressed file may hold in any case, and those per byte of a larger one. Files of
# ours shrink to a third; what shrinks to a thousandth was made to fill the memory.
LEAST_ROOM, LARGEST_RATIO = 4_000_000, 30


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
