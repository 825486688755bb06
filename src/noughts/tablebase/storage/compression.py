"""Bytes compressed in chunks, each readable on its own.

A compressed file is a row of Zstandard frames, each of 64 KiB when unpacked, but for the last. Its
index is a row of whole numbers of eight bytes, the lowest byte first: where each frame begins, and
where the last one ends. Every frame carries a checksum, so that a damaged one is noticed.
"""

import sys
from array import array
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from itertools import islice
from typing import Any

from noughts.errors import BadTablebase, TablebaseError, to_install

CHUNK = 1 << 16
# How many chunks are compressed before they are written.
BATCH = 256
# How many unpacked chunks a reader keeps.
KEPT = 256


def zstd() -> Any:
    """The Zstandard library: Python's own from 3.14 on, else what the extra `zstd` brings.

    Raises:
        TablebaseError: there is none.
    """
    try:
        if sys.version_info >= (3, 14):
            from compression import zstd as library
        else:
            from backports import zstd as library
    except ImportError:
        raise TablebaseError(
            f"Compressed tablebases need a library that is not installed: {to_install('zstd')}."
        ) from None
    return library


def compressed_chunks(contents: Iterable[memoryview], threads: int) -> Iterator[bytes]:
    """The frames of all chunks of the contents, one behind the other."""
    library = zstd()
    options = {library.CompressionParameter.checksum_flag: 1}

    def frame(chunk: bytes) -> bytes:
        packed: bytes = library.compress(chunk, options=options)
        return packed

    chunks = _in_chunks(contents)
    with ThreadPoolExecutor(threads) as pool:
        while batch := list(islice(chunks, BATCH)):
            yield from pool.map(frame, batch)


def _in_chunks(contents: Iterable[memoryview]) -> Iterator[bytes]:
    """Copies of all bytes in chunks, the last one shorter."""
    left = bytearray()
    for content in contents:
        for begin in range(0, len(content), CHUNK):
            left += content[begin : begin + CHUNK]
            if len(left) >= CHUNK:
                yield bytes(left[:CHUNK])
                del left[:CHUNK]
    if left:
        yield bytes(left)


def index_of(sizes: Iterable[int]) -> "array[int]":
    """Where frames of these sizes begin, and where the last one ends.

    >>> index_of([3, 5])
    array('q', [0, 3, 8])
    """
    starts = array("q", [0])
    for size in sizes:
        starts.append(starts[-1] + size)
    return starts


class Chunks:
    """Compressed bytes, read as if they were not.

    Args:
        packed: the frames.
        index: where they begin.
        name: what to call them in messages.
    """

    def __init__(self, packed: Any, index: Any, name: str) -> None:
        """Unpack nothing yet."""
        self.packed = packed
        self.index = index
        self.name = name
        self.chunk = lru_cache(KEPT)(self._unpacked)

    def __getitem__(self, place: int) -> int:
        """The byte at a place."""
        return self.chunk(place // CHUNK)[place % CHUNK]

    def unpacked(self, threads: int = 1) -> Iterator[bytes]:
        """All chunks in order."""
        with ThreadPoolExecutor(threads) as pool:
            for begin in range(0, len(self.index) - 1, BATCH):
                end = min(begin + BATCH, len(self.index) - 1)
                yield from pool.map(self._unpacked, range(begin, end))

    def _unpacked(self, number: int) -> bytes:
        library = zstd()
        unpack, why = library.ZstdDecompressor(), "it is cut short, or too long"
        try:
            frame = self.packed[self.index[number] : self.index[number + 1]]
            content: bytes = unpack.decompress(frame, CHUNK)
        except library.ZstdError as error:
            why = str(error)
        if not unpack.eof or unpack.unused_data:
            raise BadTablebase(
                f"{self.name}: chunk {number} is damaged ({why}); solve the game again, or "
                f"restore the file."
            )
        return content
