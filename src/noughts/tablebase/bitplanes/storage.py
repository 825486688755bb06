"""Where planes of bits lie while outcomes are worked out: in memory, or in files of a folder.

What is needed to go on stands in the folder, nothing else: as soon as a layer is done its files are
written out and renamed, then `outcomes.json` says how far it has come, and then the files that
nobody needs any more are removed. Killed at any moment it is gone on with.
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
from noughts.tablebase.storage.store import full_disk, room_in, sync_folder, write_whole

NAME = "outcomes.json"
FORMAT = "noughts outcomes"
VERSION = 1
PLANE, PART = ".plane", ".part"


class Standing(NamedTuple):
    """How far it has come.

    Args:
        reached: the last layer of which it is known what can arise; -1 for none.
        layers: the layers that are solved, with their counts, that of the full board first.
        outcome: the start's; None as long as it is not known.
    """

    reached: int = -1
    layers: tuple[tuple[int, Counts], ...] = ()
    outcome: int | None = None


class PlaneStore(Protocol):
    """Planes by their names, and how far it has come."""

    standing: Standing

    def room(self, name: str, words: int) -> Any:
        """Room for a new plane of so many words.

        Raises:
            DiskFull: there is none.
        """

    def plane(self, name: str, words: int) -> Any:
        """A plane that is kept.

        Raises:
            BadTablebase: it is not there as it was left.
        """

    def advance(self, standing: Standing, needed: Iterable[str]) -> None:
        """Keep the planes that are needed to go on, say how far it has come, drop all others."""


class PlanesInMemory:
    """Planes that are gone when the work is done."""

    def __init__(self) -> None:
        """Hold nothing yet."""
        self.standing = Standing()
        self.planes: dict[str, Any] = {}

    def room(self, name: str, words: int) -> Any:
        """Room for a new plane."""
        self.planes[name] = room_for_words(words)
        return self.planes[name]

    def plane(self, name: str, words: int) -> Any:
        """A plane that is kept."""
        return self.planes[name]

    def advance(self, standing: Standing, needed: Iterable[str]) -> None:
        """Keep these planes, and forget the others."""
        self.standing = standing
        self.planes = {name: self.planes[name] for name in needed}


class PlaneFolder:
    """Planes in files of a folder, mapped into memory: the system reads and writes them.

    Args:
        folder: where they are.
        game: what is worked out.
        low_bits: where its colour patterns are cut.
        resume: go on with what an earlier run has left.

    Raises:
        BadTablebase: something else is there, or nothing may be gone on with.
        DiskFull: nothing can be written at all.
    """

    def __init__(self, folder: Path, game: Game[Any], low_bits: int, resume: bool) -> None:
        """See what is there, and write how far it has come if that is new."""
        self.folder = folder
        self.head = {
            "format": FORMAT,
            "version": VERSION,
            "game": spec_of(game),
            "parameters": parameters(game),
            "rules": rules_of(game),
            "low_bits": low_bits,
        }
        self.rooms: dict[str, mmap.mmap] = {}
        if (folder / NAME).exists():
            self.standing = self._found(resume)
            return
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise BadTablebase(
                f"{folder} is no empty folder, and no outcomes are worked out there; name another "
                f"one."
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
        """A plane that is kept."""
        path, size = self.folder / f"{name}{PLANE}", max(1, words) * BYTES_IN_WORD
        found = path.stat().st_size if path.exists() else 0
        if found != size:
            raise BadTablebase(
                f"{path} has {found:,} bytes, and should have {size:,}: it is damaged. Begin again "
                f"in another folder."
            )
        with path.open("r+b") as file:
            return memoryview(mmap.mmap(file.fileno(), size)).cast("q")

    def advance(self, standing: Standing, needed: Iterable[str]) -> None:
        """Keep these planes, say how far it has come, and remove all others."""
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
        """Say how far it has come, in a file that is there as a whole or not at all."""
        layers = [{"number": number, **counts._asdict()} for number, counts in standing.layers]
        content = {**self.head, **standing._asdict(), "layers": layers}
        write_whole(self.folder, NAME, [f"{json.dumps(content, indent=1)}\n".encode()])
        self.standing = standing

    def _found(self, resume: bool) -> Standing:
        """How far an earlier run has come."""
        path = self.folder / NAME
        try:
            content = json.loads(path.read_text("utf-8"))
            head = {name: content[name] for name in self.head}
            layers = tuple(
                (layer["number"], Counts(*(layer[name] for name in Counts._fields)))
                for layer in content["layers"]
            )
            standing = Standing(content["reached"], layers, content["outcome"])
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise BadTablebase(f"{path} cannot be read: {error!r}.") from None
        if not resume:
            raise BadTablebase(
                f"Outcomes of {head['game']} are worked out in {self.folder} already; go on by "
                f"--resume, or name another folder."
            )
        if head != self.head:
            different = [name for name in head if head[name] != self.head[name]]
            raise BadTablebase(
                f"{self.folder} holds other work, of {head['game']}: {', '.join(different)} "
                f"differ; name another folder."
            )
        return standing
