"""The manifest of a tablebase: the folder's contents, as JSON (docs/tablebases.md)."""

import hashlib
import json
from pathlib import Path
from typing import Any, NamedTuple

from noughts.errors import BadTablebase
from noughts.game import Game, parameters
from noughts.games.registry import find_game, spec_of
from noughts.tablebase.fingerprint import rules_of

NAME = "manifest.json"
FORMAT = "noughts tablebase"
VERSION = 1
RAW, ZSTD = "none", "zstd"
# The text between the checksum and the content that it covers.
SEAL = '\n "sha256": "'


class Part(NamedTuple):
    """A file of a layer.

    Args:
        name: the file's name.
        size: its size in bytes.
        sha256: its checksum, in hexadecimal digits.
    """

    name: str
    size: int
    sha256: str


class Found(NamedTuple):
    """A layer in the manifest that is enumerated but not solved.

    Args:
        number: the number of the layer.
        keys: the number of whole numbers in its keys.
        part: the file of the keys.
    """

    number: int
    keys: int
    part: Part


class Entry(NamedTuple):
    """A layer in the manifest.

    Args:
        number: the number of plies; 0 for the only layer of games without others.
        keys: the number of whole numbers in its keys.
        positions: the number of values.
        counts: the reachable positions, by the fields of `Counts`.
        parts: its files, by content: keys, values, index.
    """

    number: int
    keys: int
    positions: int
    counts: dict[str, int]
    parts: dict[str, Part]


class Manifest(NamedTuple):
    """The contents of a folder.

    Args:
        game: the game's name on the command line.
        parameters: the parameters of its rules.
        rules: the fingerprint of its rules.
        way: the kind of index, "indexed", "layered" or "keyed".
        symmetries: the number of symmetries that fold sets of cells; 0 if the game folds.
        compression: "none" or "zstd".
        layers: the solved layers, in the order of solving.
        complete: whether all layers are solved.
        found: the layers enumerated but not solved, in the order of plies.
    """

    game: str
    parameters: dict[str, Any]
    rules: str
    way: str
    symmetries: int
    compression: str
    layers: tuple[Entry, ...] = ()
    complete: bool = False
    found: tuple[Found, ...] = ()

    def same_work(self, other: "Manifest") -> bool:
        """Whether both describe the same table, whatever their progress."""
        return self.head() == other.head()

    def head(self) -> dict[str, Any]:
        """All fields except the progress."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "game": self.game,
            "parameters": self.parameters,
            "rules": self.rules,
            "way": self.way,
            "symmetries": self.symmetries,
            "compression": self.compression,
        }

    def to_text(self) -> str:
        """The text of the manifest's file."""
        layers = [
            {
                **entry._asdict(),
                "parts": {kind: part._asdict() for kind, part in entry.parts.items()},
            }
            for entry in self.layers
        ]
        found = [{**each._asdict(), "part": each.part._asdict()} for each in self.found]
        content = {**self.head(), "complete": self.complete, "layers": layers}
        if found:
            content["found"] = found
        return sealed(content)


def manifest_for(game: Game[Any], indexer: str, symmetries: int, compression: str) -> Manifest:
    """The manifest of a new table."""
    return Manifest(
        spec_of(game), parameters(game), rules_of(game), indexer, symmetries, compression
    )


def read_manifest(folder: Path) -> Manifest:
    """The manifest of a folder.

    Raises:
        BadTablebase: there is no manifest, or this version cannot read it.
    """
    path = folder / NAME
    try:
        text = path.read_text("utf-8")
        content = json.loads(text)
    except FileNotFoundError:
        raise BadTablebase(
            f"{folder} is not a tablebase: it has no {NAME}. Make one: noughts solve GAME --output "
            f"{folder}"
        ) from None
    except (OSError, ValueError) as error:
        raise BadTablebase(f"{path} cannot be read: {error}.") from None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise BadTablebase(f"{path} is not the manifest of a noughts tablebase.")
    if content.get("version") != VERSION:
        raise BadTablebase(
            f"{folder} has format version {content.get('version')}; this noughts reads version "
            f"{VERSION}. Solve the game again, or use the noughts that made it."
        )
    refuse_broken_seal(path, text, content)
    try:
        return _made(content)
    except (KeyError, TypeError, AttributeError) as error:
        raise BadTablebase(
            f"{path} is damaged: {error!r} is missing, unknown or of the wrong type."
        ) from None


def sealed(content: dict[str, Any]) -> str:
    """The text of a manifest, with its checksum as the last field.

    >>> print(sealed({"complete": True}), end="")
    {
     "complete": true,
     "sha256": "47bedb5eb3e05c9572355dae628695b001ed5520cb3ac1d4b2163ca49cd9ad02"
    }
    """
    text = json.dumps(content, indent=1)
    return _with_seal(text.removesuffix("\n}") + ",")


def refuse_broken_seal(path: Path, text: str, content: dict[str, Any]) -> None:
    """Raise BadTablebase if a text contains a wrong checksum."""
    if "sha256" in content and text != _with_seal(text.rpartition(SEAL)[0]):
        raise BadTablebase(f"{path} is damaged: its checksum is wrong.")


def _with_seal(text: str) -> str:
    """The text of the other fields, and its checksum."""
    return f'{text}{SEAL}{hashlib.sha256(text.encode()).hexdigest()}"\n}}\n'


def _made(content: dict[str, Any]) -> Manifest:
    """The manifest from JSON; older versions of noughts wrote no checksum."""
    known = {*Manifest._fields, "format", "version", "sha256"}
    if unknown := next(iter(content.keys() - known), None):
        raise KeyError(unknown)
    layers = tuple(
        Entry(
            **{
                **entry,
                "parts": {kind: Part(**part) for kind, part in entry["parts"].items()},
            }
        )
        for entry in content["layers"]
    )
    found = tuple(
        Found(**{**each, "part": Part(**each["part"])}) for each in content.get("found", ())
    )
    names = [name for name in Manifest._fields if name not in ("layers", "found")]
    return Manifest(layers=layers, found=found, **{name: content[name] for name in names})


def house_game(spec: str, folder: Path) -> Game[Any]:
    """The game that a manifest names; never runs a user's file.

    Raises:
        BadTablebase: it is not one of noughts' own games.
    """
    try:
        return find_game(spec, files=False)
    except LookupError:
        raise BadTablebase(
            f"{folder} holds {spec!r}, which is not a game of noughts; name the game."
        ) from None
