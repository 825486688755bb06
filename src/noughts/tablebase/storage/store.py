"""A tablebase's folder while it is written; finished work is never lost.

Files are written under another name, synced and renamed, the manifest last. So at any moment the
folder is a consistent partial tablebase.
"""

import errno
import hashlib
import mmap
import os
from array import array
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from noughts.errors import BadTablebase, DiskFull
from noughts.tablebase.storage.compression import Chunks, compressed_chunks, index_of
from noughts.tablebase.storage.manifest import (
    NAME,
    ZSTD,
    Entry,
    Found,
    Manifest,
    Part,
    read_manifest,
)

KEYS, VALUES, INDEX = "keys", "values", "index"
# Bytes written or hashed at a time.
PIECE = 1 << 20


class Store:
    """The folder of a tablebase.

    Args:
        folder: the path.
        manifest: its contents.
    """

    def __init__(self, folder: Path, manifest: Manifest) -> None:
        self.folder = folder
        self.manifest = manifest

    @classmethod
    def begun(cls, folder: Path, manifest: Manifest, resume: bool) -> "Store":
        """The folder for a table, new or continued from an earlier run of the same work.

        Raises:
            BadTablebase: the folder contains something else, or resuming was not allowed.
            DiskFull: not even the manifest can be written.
        """
        if (folder / NAME).exists():
            found = read_manifest(folder)
            if not resume:
                raise BadTablebase(
                    f"{folder} already holds a tablebase of {found.game}; continue with --resume, "
                    f"or name another folder."
                )
            if not found.same_work(manifest):
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

        Raises:
            DiskFull: there is no room; the folder is unchanged.
        """
        with full_disk(self.folder):
            part = self._write_keys(number, keys)
            found = (*self.manifest.found, Found(number, len(keys), part))
            self._name(self.manifest._replace(found=found))
        return words_of(self.folder, part)

    def enumerated(self) -> list[Any]:
        """The keys of the layers that are enumerated and not yet solved.

        Raises:
            BadTablebase: one of them is damaged.
        """
        for each in self.manifest.found:
            refuse_damaged(self.folder, (each.part,))
        return [words_of(self.folder, each.part) for each in self.manifest.found]

    def add(
        self, number: int, keys: Any, values: memoryview, counts: dict[str, int], threads: int
    ) -> None:
        """Write a layer, and add it to the manifest.

        Raises:
            DiskFull: there is no room; the folder is unchanged.
        """
        with full_disk(self.folder):
            found = {each.number: each.part for each in self.manifest.found}
            keys_part = found.get(number) or self._write_keys(number, keys)
            parts = {KEYS: keys_part, **self._write_values(number, as_bytes(values), threads)}
            entry = Entry(number, len(keys), len(values), counts, parts)
            left = tuple(each for each in self.manifest.found if each.number != number)
            layers = (*self.manifest.layers, entry)
            self._name(self.manifest._replace(layers=layers, found=left))

    def finish(self) -> None:
        """Mark the table as complete."""
        with full_disk(self.folder):
            self._name(self.manifest._replace(complete=True))

    def take_over(self, rules: str) -> None:
        """Record that the values agree with the rules of this fingerprint."""
        with full_disk(self.folder):
            self._name(self.manifest._replace(rules=rules))

    def _name(self, manifest: Manifest) -> None:
        """Write another manifest."""
        before, self.manifest = self.manifest, manifest
        try:
            self._write_manifest()
        except OSError:
            self.manifest = before
            raise

    def _write_keys(self, number: int, keys: Any) -> Part:
        return write_whole(self.folder, f"layer-{number:02}.keys", _pieces(as_bytes(keys)))

    def _write_values(self, number: int, content: memoryview, threads: int) -> dict[str, Part]:
        """Write the values of a layer as they are, or compressed and with an index."""
        name = f"layer-{number:02}"
        if self.manifest.compression != ZSTD:
            return {VALUES: write_whole(self.folder, f"{name}.values", _pieces(content))}
        names = f"{name}.values.zst", f"{name}.index"
        values, index = write_compressed(self.folder, names, [content], threads)
        return {VALUES: values, INDEX: index}

    def _write_manifest(self) -> None:
        write_whole(self.folder, NAME, [self.manifest.to_text().encode()])


def write_whole(folder: Path, name: str, pieces: Iterable[bytes | memoryview]) -> Part:
    """Write a file atomically."""
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
    return Part(name, size, digest.hexdigest())


def write_compressed(
    folder: Path, names: tuple[str, str], contents: Iterable[memoryview], threads: int
) -> tuple[Part, Part]:
    """Write contents one after another, compressed, and their index to the second name."""
    sizes: list[int] = []
    frames = write_whole(folder, names[0], _counted(compressed_chunks(contents, threads), sizes))
    return frames, write_whole(folder, names[1], _pieces(as_bytes(index_of(sizes))))


def room_on_disk(folder: Path, size: int) -> memoryview:
    """Signed bytes in an unnamed temporary file.

    Raises:
        DiskFull: there is not enough room.
    """
    with full_disk(folder), TemporaryFile(dir=folder) as file:
        return memoryview(room_in(file, size)).cast("b")


def room_in(file: Any, size: int) -> mmap.mmap:
    """Map an open file to memory, with its disk space reserved."""
    if hasattr(os, "posix_fallocate"):  # otherwise a full disk would show only on writing
        os.posix_fallocate(file.fileno(), 0, size)
    file.truncate(size)
    return mmap.mmap(file.fileno(), size)


def mapped(folder: Path, part: Part) -> Any:
    """A file's bytes, mapped and read on access.

    Raises:
        BadTablebase: the file is missing, or its size differs from the manifest's.
    """
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


def keys_of(folder: Path, entry: Entry) -> Any:
    """The keys of a layer."""
    return words_of(folder, entry.parts[KEYS])


def words_of(folder: Path, part: Part) -> Any:
    """The whole numbers in a file."""
    return memoryview(mapped(folder, part)).cast("B").cast("q")


def values_of(folder: Path, manifest: Manifest, entry: Entry) -> Any:
    """The bytes of a layer's values, by their places."""
    if manifest.compression != ZSTD:
        return mapped(folder, entry.parts[VALUES])
    return chunks_of(folder, entry.parts[VALUES], entry.parts[INDEX])


def chunks_of(folder: Path, frames: Part, index: Part) -> Chunks:
    """The content written by `write_compressed`."""
    return Chunks(mapped(folder, frames), words_of(folder, index), str(folder / frames.name))


def loaded_values(folder: Path, manifest: Manifest, entry: Entry, room: memoryview) -> memoryview:
    """A layer's values as signed bytes, read into the room unless they can be mapped."""
    content = values_of(folder, manifest, entry)
    if not isinstance(content, Chunks):
        return memoryview(content).cast("b")
    raw, place = room.cast("B"), 0
    for chunk in content.unpacked():
        raw[place : place + len(chunk)] = chunk
        place += len(chunk)
    return room


def refuse_damaged(folder: Path, parts: Iterable[Part]) -> None:
    """Raise BadTablebase unless these files are as an earlier run left them."""
    if name := damaged(folder, parts):
        raise BadTablebase(
            f"{folder / name} is damaged: wrong checksum. Solve the game again in another folder."
        )


def damaged(folder: Path, parts: Iterable[Part]) -> str:
    """The name of the first of these files whose checksum is wrong; empty if none is."""
    for part in parts:
        digest = hashlib.sha256()
        for piece in _pieces(memoryview(mapped(folder, part))):
            digest.update(piece)
        if digest.hexdigest() != part.sha256:
            return part.name
    return ""


def as_bytes(content: Any) -> memoryview:
    """The content as little-endian bytes."""
    view = memoryview(content)
    if view.itemsize > 1 and not _little_endian():
        swapped = array(view.format, view)
        swapped.byteswap()
        view = memoryview(swapped)
    return view.cast("B") if view.nbytes else memoryview(b"")


def _little_endian() -> bool:
    return array("H", [1]).tobytes() == b"\1\0"


def _pieces(content: memoryview) -> Iterator[memoryview]:
    """The content, a piece at a time."""
    for start in range(0, len(content), PIECE):
        yield content[start : start + PIECE]


def _counted(pieces: Iterable[bytes], sizes: list[int]) -> Iterator[bytes]:
    """Yield the pieces, and append their sizes to a list."""
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
    """The differences between two manifests, in words."""
    there, here = found.head(), wanted.head()
    different = [name for name in there if there[name] != here[name]]
    told = [name for name in different if name not in ("parameters", "rules")]
    if not told:
        return "its rules are different"
    return ", ".join(f"{name} {there[name]} instead of {here[name]}" for name in told)
