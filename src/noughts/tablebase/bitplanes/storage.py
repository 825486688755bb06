"""Storage of bit planes while outcomes are computed: in memory, or in files.

The folder has exactly the files needed to continue. When a layer is done, its files are synced and
renamed, then `outcomes.json` records the progress, then files no longer needed are removed. So a
run can be killed at any moment and resumed.
"""

import json
import mmap
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from noughts.errors import BadTablebase
from noughts.game import Game, parameters
from noughts.games.registry import spec_of
from noughts.tablebase.bitplanes.solver import room_for_words
from noughts.tablebase.combinatorial.arrays import BYTES_IN_WORD
from noughts.tablebase.fingerprint import rules_of
from noughts.tablebase.indexer import Counts
from noughts.tablebase.storage.manifest import Part, refuse_broken_seal, sealed
from noughts.tablebase.storage.store import full_disk, room_in, sync_folder, write_whole

NAME = "outcomes.json"
FORMAT = "noughts outcomes"
VERSION = 1
PLANE, PART = ".plane", ".part"


class Standing(NamedTuple):
    """The progress of a run.

    Args:
        reached: the last layer of the forward pass so far; -1 for none.
        layers: the solved layers with their counts, the full board's first.
        outcome: the start's outcome; None until it is known.
        parts: the files of the stored layers (`keeping.py`).
    """

    reached: int = -1
    layers: tuple[tuple[int, Counts], ...] = ()
    outcome: int | None = None
    parts: tuple[Part, ...] = ()


class PlaneStore(Protocol):
    """Planes by name, and the progress."""

    standing: Standing

    def room(self, name: str, words: int) -> Any:
        """Room for a new plane of that many words.

        Raises:
            DiskFull: there is no room.
        """

    def plane(self, name: str, words: int) -> Any:
        """A stored plane.

        Raises:
            BadTablebase: the plane is missing or damaged.
        """

    def advance(self, standing: Standing, needed: Iterable[str]) -> None:
        """Record the progress, keep the planes needed to continue, drop the others."""


class PlanesInMemory:
    """Planes in memory, lost when the work is done."""

    def __init__(self) -> None:
        self.standing = Standing()
        self.planes: dict[str, Any] = {}

    def room(self, name: str, words: int) -> Any:
        """Room for a new plane."""
        self.planes[name] = room_for_words(words)
        return self.planes[name]

    def plane(self, name: str, words: int) -> Any:
        """A stored plane."""
        return self.planes[name]

    def advance(self, standing: Standing, needed: Iterable[str]) -> None:
        """Keep these planes, and drop the others."""
        self.standing = standing
        self.planes = {name: self.planes[name] for name in needed}


class Head(NamedTuple):
    """The description of the work in a folder.

    Args:
        game: the game's name on the command line.
        parameters: the parameters of its rules.
        rules: the fingerprint of its rules.
        low_bits: the length of the lower part of colour patterns (`layout.py`).
        keeps: whether the outcomes are kept.
        format: the kind of folder.
        version: the version of the format.
    """

    game: str
    parameters: dict[str, Any]
    rules: str
    low_bits: int
    keeps: bool = False
    format: str = FORMAT
    version: int = VERSION


def head_for(game: Game[Any], low_bits: int, keeps: bool) -> Head:
    """The description of the work on a game."""
    return Head(spec_of(game), parameters(game), rules_of(game), low_bits, keeps)


def read_progress(folder: Path) -> tuple[Head, Standing]:
    """The description of the work in a folder, and its progress.

    Raises:
        BadTablebase: the folder contains no work, or it is damaged.
    """
    path = folder / NAME
    try:
        text = path.read_text("utf-8")
        content = json.loads(text)
        head = Head(**{name: content[name] for name in Head._fields if name in content})
        layers = tuple(
            (layer["number"], Counts(*(layer[name] for name in Counts._fields)))
            for layer in content["layers"]
        )
        parts = tuple(Part(**part) for part in content.get("parts", ()))
        standing = Standing(content["reached"], layers, content["outcome"], parts)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BadTablebase(f"{path} cannot be read: {error!r}.") from None
    refuse_broken_seal(path, text, content)
    return head, standing


class PlaneFolder:
    """Planes in files of a folder, mapped into memory: the system reads and writes them.

    Args:
        folder: the folder.
        head: the description of the work.
        resume: continue an earlier run.

    Raises:
        BadTablebase: the folder contains something else, or resuming was not allowed.
        DiskFull: not even the progress can be written.
    """

    def __init__(self, folder: Path, head: Head, resume: bool) -> None:
        self.folder = folder
        self.head = head
        self.rooms: dict[str, mmap.mmap] = {}
        if (folder / NAME).exists():
            self.standing = self._read_progress(resume)
            return
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise BadTablebase(
                f"{folder} is neither an empty folder nor one with outcomes; name another one."
            )
        with full_disk(folder):
            folder.mkdir(parents=True, exist_ok=True)
        self.advance(Standing(), ())

    def room(self, name: str, words: int) -> Any:
        """Room for a new plane."""
        path, size = self.folder / f"{name}{PART}", max(1, words) * BYTES_IN_WORD
        with full_disk(self.folder), path.open("w+b") as file:
            self.rooms[name] = room_in(file, size)
        return memoryview(self.rooms[name]).cast("q")

    def plane(self, name: str, words: int) -> Any:
        """A stored plane."""
        path, size = self.folder / f"{name}{PLANE}", max(1, words) * BYTES_IN_WORD
        found = path.stat().st_size if path.exists() else 0
        if found != size:
            raise BadTablebase(
                f"{path} is damaged: {found:,} bytes instead of {size:,}. Start again in another "
                f"folder."
            )
        with path.open("r+b") as file:
            return memoryview(mmap.mmap(file.fileno(), size)).cast("q")

    def advance(self, standing: Standing, needed: Iterable[str]) -> None:
        """Record the progress, keep these planes, and remove the others."""
        kept = set(needed)
        with full_disk(self.folder):
            for name in kept & set(self.rooms):
                self.rooms[name].flush()
                (self.folder / f"{name}{PART}").replace(self.folder / f"{name}{PLANE}")
            sync_folder(self.folder)
            self.rooms = {}
            self._write(standing)
        for path in self.folder.iterdir():
            if path.suffix == PART or (path.suffix == PLANE and path.stem not in kept):
                path.unlink()

    def _write(self, standing: Standing) -> None:
        """Write the progress atomically."""
        content = {
            **self.head._asdict(),
            **standing._asdict(),
            "layers": [
                {"number": number, **counts._asdict()} for number, counts in standing.layers
            ],
            "parts": [part._asdict() for part in standing.parts],
        }
        write_whole(self.folder, NAME, [sealed(content).encode()])
        self.standing = standing

    def _read_progress(self, resume: bool) -> Standing:
        """The progress of an earlier run."""
        head, standing = read_progress(self.folder)
        if not resume:
            raise BadTablebase(
                f"{self.folder} already has outcomes of {head.game}; continue with --resume, "
                f"or name another folder."
            )
        if head != self.head:
            there, here = head._asdict(), self.head._asdict()
            different = [name for name in there if there[name] != here[name]]
            raise BadTablebase(
                f"{self.folder} holds different work, of {head.game} (other "
                f"{', '.join(different)}); name another folder."
            )
        return standing
