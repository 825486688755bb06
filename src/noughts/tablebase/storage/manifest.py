"""The manifest of a tablebase: the folder's contents, as JSON (docs/tablebases.md).

A folder has values, or outcomes alone: there are two kinds of manifests.
"""

import hashlib
import json
from pathlib import Path
from typing import Any, NamedTuple

from noughts.errors import BadTablebase
from noughts.game import Game, parameters
from noughts.games.registry import find_game, spec_of
from noughts.tablebase.fingerprint import rules_fingerprint
from noughts.tablebase.indexer import Counts

VERSION = 1
RAW, ZSTD = "none", "zstd"
KEYS, VALUES, INDEX = "keys", "values", "index"
# The text between the checksum and the content that it covers.
SEAL = '\n "sha256": "'


class TableKind(NamedTuple):
    """The content of a folder: values or outcomes."""

    content: str  # its name, also in the names of files
    manifest: str  # the file name of the manifest
    format: str  # the field `format` of the manifest
    options: str  # the options of `noughts solve` that make it


OF_VALUES = TableKind("values", "manifest.json", "noughts tablebase", "")
OF_OUTCOMES = TableKind("outcomes", "outcomes.json", "noughts outcomes", "--outcomes --compress ")


class StoredFile(NamedTuple):
    """A file of a layer: its name, its size in bytes, its checksum in hexadecimal digits."""

    name: str
    size: int
    sha256: str


class FoundLayer(NamedTuple):
    """A layer that is enumerated but not solved: the number of words of its keys, their file."""

    number: int
    keys: int
    part: StoredFile


class StoredLayer(NamedTuple):
    number: int  # the number of plies; 0 for the only layer of games without others
    keys: int  # the number of words in its keys; 0 if there is no file of them
    positions: int  # the number of values; 0 for outcomes
    counts: Counts  # the reachable positions
    parts: dict[str, StoredFile]  # its files, by content: keys, values, index


class Manifest(NamedTuple):
    kind: TableKind  # values or outcomes
    game: str  # the game's name on the command line
    parameters: dict[str, Any]  # the parameters of its rules
    rules: str  # the fingerprint of its rules
    way: str = ""  # the kind of index of values, "indexed", "layered" or "keyed"
    symmetries: int = 0  # the number of symmetries that fold sets of cells; 0 if the game folds
    compression: str = RAW  # "none" or "zstd"; outcomes that are not compressed are only counted
    low_bits: int = 0  # the length of the lower part of colour patterns, for outcomes
    layers: tuple[StoredLayer, ...] = ()  # the solved layers, in the order of solving
    complete: bool = False  # whether all layers are solved
    # The layers that are enumerated but not solved, by ply.
    found: tuple[FoundLayer, ...] = ()
    reached: int = -1  # the last layer of the forward pass of outcomes so far; -1 for none
    outcome: int | None = None  # the start's outcome; None until it is known, and for values

    def head(self) -> dict[str, Any]:
        form = {"format": self.kind.format, "version": VERSION}
        rules = {"game": self.game, "parameters": self.parameters, "rules": self.rules}
        if self.kind == OF_OUTCOMES:
            return rules | {"low_bits": self.low_bits, "keeps": self.compression == ZSTD} | form
        names = ("way", "symmetries", "compression")
        return form | rules | {name: getattr(self, name) for name in names}

    def to_text(self) -> str:
        progress = self._outcomes() if self.kind == OF_OUTCOMES else self._values()
        return sealed(self.head() | progress)

    def _values(self) -> dict[str, Any]:
        layers = [
            {
                **layer._asdict(),
                "counts": layer.counts._asdict(),
                "parts": {content: part._asdict() for content, part in layer.parts.items()},
            }
            for layer in self.layers
        ]
        found = [{**each._asdict(), "part": each.part._asdict()} for each in self.found]
        content = {"complete": self.complete, "layers": layers}
        return content | {"found": found} if found else content

    def _outcomes(self) -> dict[str, Any]:
        return {
            "reached": self.reached,
            "layers": [{"number": one.number, **one.counts._asdict()} for one in self.layers],
            "outcome": self.outcome,
            "parts": [part._asdict() for layer in self.layers for part in layer.parts.values()],
        }


def manifest_for(game: Game[Any], kind: TableKind = OF_VALUES, **fields: Any) -> Manifest:
    """The manifest of a new table, with these fields."""
    return Manifest(kind, spec_of(game), parameters(game), rules_fingerprint(game), **fields)


def kind_of_folder(folder: Path) -> TableKind:
    return OF_OUTCOMES if (folder / OF_OUTCOMES.manifest).exists() else OF_VALUES


def read_manifest(folder: Path, kind: TableKind = OF_VALUES) -> Manifest:
    path = folder / kind.manifest
    try:
        text = path.read_text("utf-8")
        content = json.loads(text)
    except FileNotFoundError:
        raise BadTablebase(
            f"{folder} is not a tablebase: it has no {kind.manifest}. Make one: noughts solve GAME "
            f"{kind.options}--output {folder}"
        ) from None
    except (OSError, ValueError) as error:
        raise BadTablebase(f"{path} cannot be read: {error}.") from None
    if not isinstance(content, dict) or content.get("format") != kind.format:
        raise BadTablebase(f"{path} is not the manifest of a noughts tablebase.")
    if content.get("version") != VERSION:
        raise BadTablebase(
            f"{folder} has format version {content.get('version')}; this noughts reads version "
            f"{VERSION}. Solve the game again, or use the noughts that made it."
        )
    # Older versions of noughts wrote no checksum.
    if "sha256" in content and text != _with_seal(text.rpartition(SEAL)[0]):
        raise BadTablebase(f"{path} is damaged: its checksum is wrong.")
    try:
        return (_of_outcomes if kind == OF_OUTCOMES else _of_values)(content)
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


def _with_seal(text: str) -> str:
    return f'{text}{SEAL}{hashlib.sha256(text.encode()).hexdigest()}"\n}}\n'


def _of_values(content: dict[str, Any]) -> Manifest:
    names = ("game", "parameters", "rules", "way", "symmetries", "compression", "complete")
    known = {*names, "layers", "found", "format", "version", "sha256"}
    if unknown := next(iter(content.keys() - known), None):
        raise KeyError(unknown)
    layers = []
    for layer in content["layers"]:
        parts = {name: StoredFile(**part) for name, part in layer["parts"].items()}
        layers.append(StoredLayer(**{**layer, "counts": Counts(**layer["counts"]), "parts": parts}))
    found = tuple(
        FoundLayer(**{**each, "part": StoredFile(**each["part"])})
        for each in content.get("found", ())
    )
    fields = {name: content[name] for name in names}
    return Manifest(OF_VALUES, layers=tuple(layers), found=found, **fields)


def _of_outcomes(content: dict[str, Any]) -> Manifest:
    files = {part["name"]: StoredFile(**part) for part in content.get("parts", ())}

    def layer(number: int, **counts: int) -> StoredLayer:
        names = value_files(OF_OUTCOMES, ZSTD, number)
        parts = {part: files[name] for part, name in names.items() if name in files}
        return StoredLayer(number, 0, 0, Counts(**counts), parts)

    names = ("game", "parameters", "rules", "low_bits", "reached", "outcome")
    return Manifest(
        OF_OUTCOMES,
        compression=ZSTD if content.get("keeps") else RAW,
        layers=tuple(layer(**each) for each in content["layers"]),
        complete=content["outcome"] is not None,
        **{name: content[name] for name in names},
    )


def value_files(kind: TableKind, compression: str, number: int) -> dict[str, str]:
    """The names of the files of a layer's values or outcomes, by content."""
    name = f"layer-{number:02}"
    if compression == RAW:
        return {VALUES: f"{name}.{kind.content}"}
    return {VALUES: f"{name}.{kind.content}.zst", INDEX: f"{name}.index"}


def house_game(spec: str, folder: Path) -> Game[Any]:
    """The game that a manifest names; never runs a user's file."""
    try:
        return find_game(spec, files=False)
    except LookupError:
        raise BadTablebase(
            f"{folder} holds {spec!r}, which is not a game of noughts; name the game."
        ) from None
