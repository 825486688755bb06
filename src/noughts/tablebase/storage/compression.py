"""Bytes compressed in chunks, each readable on its own.

A compressed file is a sequence of Zstandard frames, each of 64 KiB when unpacked, except the last.
Its index is a sequence of little-endian eight-byte numbers: the start of each frame, and the end of
the last one. Every frame has a checksum, so that damage is noticed.
"""

import sys
from array import array
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache, partial
from itertools import islice
from typing import Any

from noughts.errors import BadTablebase, TablebaseError, to_install

CHUNK = 1 << 16
# The number of chunks compressed before they are written.
BATCH = 256
# The number of unpacked chunks that a reader keeps.
KEPT = 256


def zstd() -> Any:
    """The Zstandard library: Python's own from 3.14 on, otherwise from the extra `zstd`."""
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
    left = bytearray()
    for content in contents:
        for begin in range(0, len(content), CHUNK):
            left += content[begin : begin + CHUNK]
            if len(left) >= CHUNK:
                yield bytes(left[:CHUNK])
                del left[:CHUNK]
    if left:
        yield bytes(left)


def frame_starts(sizes: Iterable[int]) -> "array[int]":
    """The starts of frames of these sizes, and the end of the last one.

    >>> frame_starts([3, 5])
    array('q', [0, 3, 8])
    """
    starts = array("q", [0])
    for size in sizes:
        starts.append(starts[-1] + size)
    return starts


def unpacked_chunk(packed: Any, index: Any, name: str, number: int) -> bytes:
    library = zstd()
    unpack, why = library.ZstdDecompressor(), "it is cut short, or too long"
    try:
        frame = packed[index[number] : index[number + 1]]
        content: bytes = unpack.decompress(frame, CHUNK)
    except library.ZstdError as error:
        why = str(error)
    if not unpack.eof or unpack.unused_data:
        raise BadTablebase(
            f"{name}: chunk {number} is damaged ({why}); solve the game again, or restore the file."
        )
    return content


class Chunks:
    """Compressed bytes, with the interface of plain bytes."""

    def __init__(self, packed: Any, index: Any, name: str) -> None:
        self.index = index
        # No method: the files would stay open until the garbage collector finds the circle.
        self._unpack = partial(unpacked_chunk, packed, index, name)
        self.chunk = lru_cache(KEPT)(self._unpack)

    def __getitem__(self, place: int) -> int:
        return self.chunk(place // CHUNK)[place % CHUNK]

    def unpacked(self, threads: int = 1) -> Iterator[bytes]:
        with ThreadPoolExecutor(threads) as pool:
            for begin in range(0, len(self.index) - 1, BATCH):
                end = min(begin + BATCH, len(self.index) - 1)
                yield from pool.map(self._unpack, range(begin, end))
