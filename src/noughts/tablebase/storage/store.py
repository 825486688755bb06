"""A tablebase's folder while it is written; finished work is never lost.

Files are written under another name, synced and renamed, the manifest last. So at any moment the
folder is a consistent partial tablebase.

A compressed file is a sequence of Zstandard frames, each of 64 KiB when unpacked, except the last.
Its index is a sequence of little-endian eight-byte numbers: the start of each frame, and the end of
the last one. Every frame has a checksum, so that damage is noticed.

While outcomes are computed, their bit planes are in memory, or in files: exactly those needed to
continue. When a layer is done, its files are synced and renamed, then the manifest records the
progress, then files no longer needed are removed. So a run can be killed and resumed at any moment.
"""

import errno
import hashlib
import mmap
import os
import sys
from array import array
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import lru_cache, partial
from itertools import accumulate, islice
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, Self

from noughts.errors import BadTablebase, DiskFull, TablebaseError, requiring
from noughts.tablebase.indexer import Solved
from noughts.tablebase.resources import BYTES_IN_WORD, zeroed_words
from noughts.tablebase.storage.manifest import (
    INDEX,
    KEYS,
    VALUES,
    ZSTD,
    FoundLayer,
    Manifest,
    StoredFile,
    StoredLayer,
    read_manifest,
    value_files,
)

CHUNK = 1 << 16
# The number of chunks compressed before they are written.
BATCH = 256
# The number of unpacked chunks that a reader keeps.
KEPT = 256


def zstd() -> Any:
    """The Zstandard library: Python's own from 3.14 on, otherwise from the extra `zstd`."""
    with requiring(
        "zstd", "Compressed tablebases need a library that is not installed", TablebaseError
    ):
        if sys.version_info >= (3, 14):
            from compression import zstd as library
        else:
            from backports import zstd as library
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
    """The starts of frames of these sizes, and the end of the last one."""
    return array("q", accumulate(sizes, initial=0))


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

    def unpacked(self) -> Iterator[bytes]:
        return map(self._unpack, range(len(self.index) - 1))


# Bytes written or hashed at a time.
PIECE = 1 << 20


class Store:
    def __init__(self, folder: Path, manifest: Manifest) -> None:
        self.folder = folder
        self.manifest = manifest

    @classmethod
    def begun(cls, folder: Path, manifest: Manifest, resume: bool) -> Self:
        """The folder for a table, new or continued from an earlier run of the same work."""
        kind = manifest.kind
        if (folder / kind.manifest).exists():
            found = read_manifest(folder, kind)
            if not resume:
                raise BadTablebase(
                    f"{folder} already holds {kind.content} of {found.game}; continue with "
                    f"--resume, or name another folder."
                )
            if found.head() != manifest.head():
                raise BadTablebase(
                    f"{folder} holds a different tablebase: {_differences(found, manifest)}; name "
                    f"another folder."
                )
            return cls(folder, found)
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise BadTablebase(
                f"{folder} is neither an empty folder nor a tablebase; name another one."
            )
        store = cls(folder, manifest)
        with full_disk(folder):
            folder.mkdir(parents=True, exist_ok=True)
            store._write_manifest()
        return store

    def find(self, number: int, keys: Any) -> Any:
        """Write the keys of an enumerated layer, and add it to the manifest.

        Returns:
            The same keys, from the file.
        """
        with full_disk(self.folder):
            part = self._write_keys(number, keys)
            found = (*self.manifest.found, FoundLayer(number, len(keys), part))
            self.record(self.manifest._replace(found=found))
        return words_of_file(self.folder, part)

    def enumerated(self) -> list[Any]:
        for each in self.manifest.found:
            refuse_damaged(self.folder, (each.part,))
        return [words_of_file(self.folder, each.part) for each in self.manifest.found]

    def add(self, layer: Solved, threads: int) -> None:
        number, keys, values, counts = layer
        with full_disk(self.folder):
            found = {each.number: each.part for each in self.manifest.found}
            keys_part = found.get(number) or self._write_keys(number, keys)
            parts = {KEYS: keys_part, **self.write_values(number, [as_bytes(values)], threads)}
            entry = StoredLayer(number, len(keys), len(values), counts, parts)
            left = tuple(each for each in self.manifest.found if each.number != number)
            layers = (*self.manifest.layers, entry)
            self.record(self.manifest._replace(layers=layers, found=left))

    def record(self, manifest: Manifest) -> None:
        before, self.manifest = self.manifest, manifest
        try:
            with full_disk(self.folder):
                self._write_manifest()
        except (OSError, DiskFull):
            self.manifest = before
            raise

    def _write_keys(self, number: int, keys: Any) -> StoredFile:
        return write_whole(self.folder, f"layer-{number:02}.keys", _pieces(as_bytes(keys)))

    def write_values(
        self, number: int, contents: Iterable[memoryview], threads: int
    ) -> dict[str, StoredFile]:
        """Write the values of a layer as they are, or compressed and with an index."""
        sizes: list[int] = []
        names = value_files(self.manifest.kind, self.manifest.compression, number)
        pieces: Any = (piece for content in contents for piece in _pieces(content))
        if INDEX in names:
            pieces = _counted(compressed_chunks(contents, threads), sizes)
        with full_disk(self.folder):
            parts = {VALUES: write_whole(self.folder, names[VALUES], pieces)}
            if INDEX in names:
                index = _pieces(as_bytes(frame_starts(sizes)))
                parts[INDEX] = write_whole(self.folder, names[INDEX], index)
        return parts

    def _write_manifest(self) -> None:
        write_whole(self.folder, self.manifest.kind.manifest, [self.manifest.to_text().encode()])


def write_whole(folder: Path, name: str, pieces: Iterable[bytes | memoryview]) -> StoredFile:
    digest, size = hashlib.sha256(), 0
    beside = folder / f"{name}.part"
    try:
        with beside.open("wb") as file:
            for piece in pieces:
                file.write(piece)
                digest.update(piece)
                size += len(piece)
            file.flush()
            os.fsync(file.fileno())
    except OSError:
        beside.unlink(missing_ok=True)
        raise
    beside.replace(folder / name)
    sync_folder(folder)
    return StoredFile(name, size, digest.hexdigest())


def room_on_disk(folder: Path, size: int) -> memoryview:
    """Signed bytes in an unnamed temporary file."""
    with full_disk(folder), TemporaryFile(dir=folder) as file:
        return memoryview(room_in(file, size)).cast("b")


def room_in(file: Any, size: int) -> mmap.mmap:
    """Map an open file to memory, with its disk space reserved."""
    if hasattr(os, "posix_fallocate"):  # otherwise a full disk would show only on writing
        os.posix_fallocate(file.fileno(), 0, size)
    file.truncate(size)
    return mmap.mmap(file.fileno(), size)


def mapped(folder: Path, part: StoredFile) -> Any:
    """A file's bytes, mapped and read on access."""
    path = folder / part.name
    try:
        size = path.stat().st_size
        if size != part.size:
            raise BadTablebase(
                f"{path} is damaged: {size:,} bytes instead of {part.size:,}. Solve the game "
                f"again, or restore the file."
            )
        with path.open("rb") as file:
            # Copy on write, since compiled code needs writable memory.
            return memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY)) if size else b""
    except OSError as error:
        raise BadTablebase(f"{path} cannot be read: {error.strerror}.") from None


def keys_of(folder: Path, entry: StoredLayer) -> Any:
    return words_of_file(folder, entry.parts[KEYS])


def words_of_file(folder: Path, part: StoredFile) -> Any:
    return memoryview(mapped(folder, part)).cast("B").cast("q")


def stored_values(folder: Path, manifest: Manifest, entry: StoredLayer) -> Any:
    """The bytes of a layer's values, by their places."""
    if manifest.compression != ZSTD:
        return mapped(folder, entry.parts[VALUES])
    frames, index = entry.parts[VALUES], entry.parts[INDEX]
    return Chunks(mapped(folder, frames), words_of_file(folder, index), str(folder / frames.name))


def loaded_values(
    folder: Path, manifest: Manifest, entry: StoredLayer, room: memoryview
) -> memoryview:
    """A layer's values as signed bytes, read into the room unless they can be mapped."""
    content = stored_values(folder, manifest, entry)
    if not isinstance(content, Chunks):
        return memoryview(content).cast("b")
    raw, place = room.cast("B"), 0
    for chunk in content.unpacked():
        raw[place : place + len(chunk)] = chunk
        place += len(chunk)
    return room


def refuse_damaged(folder: Path, parts: Iterable[StoredFile]) -> None:
    """Raise BadTablebase unless these files are as an earlier run left them."""
    if name := damaged(folder, parts):
        raise BadTablebase(
            f"{folder / name} is damaged: wrong checksum. Solve the game again in another folder."
        )


def damaged(folder: Path, parts: Iterable[StoredFile]) -> str:
    """The name of the first of these files whose checksum is wrong; empty if none is."""
    for part in parts:
        digest = hashlib.sha256()
        for piece in _pieces(memoryview(mapped(folder, part))):
            digest.update(piece)
        if digest.hexdigest() != part.sha256:
            return part.name
    return ""


def as_bytes(content: Any) -> memoryview:
    view = memoryview(content)
    if view.itemsize > 1 and sys.byteorder == "big":
        swapped = array(view.format, view)
        swapped.byteswap()
        view = memoryview(swapped)
    return view.cast("B") if view.nbytes else memoryview(b"")


def _pieces(content: memoryview) -> Iterator[memoryview]:
    for start in range(0, len(content), PIECE):
        yield content[start : start + PIECE]


def _counted(pieces: Iterable[bytes], sizes: list[int]) -> Iterator[bytes]:
    for piece in pieces:
        sizes.append(len(piece))
        yield piece


def sync_folder(folder: Path) -> None:
    """Make a renaming survive a power cut; Windows does so by itself."""
    if os.name == "posix":
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


@contextmanager
def full_disk(folder: Path) -> Iterator[None]:
    """Context: turn disk-full errors into DiskFull, whose message shows how to continue."""
    try:
        yield
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT):
            raise
        raise DiskFull(
            f"The disk of {folder} is full. What is solved is kept: make room, and run the same "
            f"command with --resume."
        ) from None


def _differences(found: Manifest, wanted: Manifest) -> str:
    there, here = found.head(), wanted.head()
    different = [
        f"{name} {there[name]} instead of {here[name]}"
        for name in there
        if there[name] != here[name] and name not in ("parameters", "rules")
    ]
    return ", ".join(different) or "its rules are different"


PLANE, UNFINISHED = ".plane", ".part"


class PlanesInMemory:
    """Planes in memory, lost when the work is done."""

    def __init__(self, manifest: Manifest) -> None:
        self.manifest = manifest
        self.planes: dict[str, Any] = {}

    def room(self, name: str, words: int) -> Any:
        self.planes[name] = zeroed_words(words)
        return self.planes[name]

    def plane(self, name: str, words: int) -> Any:
        return self.planes[name]

    def advance(self, manifest: Manifest, needed: Iterable[str]) -> None:
        self.manifest = manifest
        self.planes = {name: self.planes[name] for name in needed}


class PlaneFolder(Store):
    """Planes in files of a folder, mapped into memory: the system reads and writes them."""

    def __init__(self, folder: Path, manifest: Manifest) -> None:
        super().__init__(folder, manifest)
        self.rooms: dict[str, mmap.mmap] = {}

    def room(self, name: str, words: int) -> Any:
        path, size = self.folder / f"{name}{UNFINISHED}", max(1, words) * BYTES_IN_WORD
        with full_disk(self.folder), path.open("w+b") as file:
            self.rooms[name] = room_in(file, size)
        return memoryview(self.rooms[name]).cast("q")

    def plane(self, name: str, words: int) -> Any:
        path, size = self.folder / f"{name}{PLANE}", max(1, words) * BYTES_IN_WORD
        found = path.stat().st_size if path.exists() else 0
        if found != size:
            raise BadTablebase(
                f"{path} is damaged: {found:,} bytes instead of {size:,}. Start again in another "
                f"folder."
            )
        with path.open("r+b") as file:
            return memoryview(mmap.mmap(file.fileno(), size)).cast("q")

    def advance(self, manifest: Manifest, needed: Iterable[str]) -> None:
        """Record the progress, keep the planes needed to continue, and remove the others."""
        kept = set(needed)
        with full_disk(self.folder):
            for name in kept & set(self.rooms):
                self.rooms[name].flush()
                unfinished = self.folder / f"{name}{UNFINISHED}"
                unfinished.replace(self.folder / f"{name}{PLANE}")
            sync_folder(self.folder)
            self.rooms = {}
            self.record(manifest)
        for path in self.folder.iterdir():
            if path.suffix == UNFINISHED or (path.suffix == PLANE and path.stem not in kept):
                path.unlink()
