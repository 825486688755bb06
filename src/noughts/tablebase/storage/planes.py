"""Storage of bit planes while outcomes are computed: in memory, or in files.

The folder has exactly the files needed to continue. When a layer is done, its files are synced and
renamed, then the manifest records the progress, then files no longer needed are removed. So a run
can be killed at any moment and resumed.
"""

import mmap
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from noughts.errors import BadTablebase
from noughts.tablebase.resources import BYTES_IN_WORD, zeroed_words
from noughts.tablebase.storage.manifest import Manifest
from noughts.tablebase.storage.store import Store, full_disk, room_in, sync_folder

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
        """Room for a new plane of that many words."""
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
