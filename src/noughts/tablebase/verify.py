"""Verifies a tablebase: files by checksums, values by the rules."""

from collections.abc import Iterator
from itertools import islice
from os import PathLike
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from noughts.errors import NoughtsError, UnsuitedGame
from noughts.game import Game, legal_moves, random_play
from noughts.tablebase.bitplanes.outcomes import Outcomes
from noughts.tablebase.combinatorial.marks_indexer import CombinatorialIndexer
from noughts.tablebase.fingerprint import rules_fingerprint
from noughts.tablebase.indexer import Done, Work
from noughts.tablebase.probe import OutcomeTable, StoredTable, Tablebase, opened
from noughts.tablebase.resources import refuse_too_large, report_nothing, zeroed_bytes
from noughts.tablebase.storage.manifest import VALUES, Manifest, StoredLayer
from noughts.tablebase.storage.store import (
    Chunks,
    Store,
    as_bytes,
    damaged,
    loaded_values,
    stored_values,
)
from noughts.value import DRAW, OUTCOME_NAMES, Value

SAMPLE = 1_000


class Fault(NamedTuple):
    where: str  # the file, or the position
    what: str  # the fault


class Verified(NamedTuple):
    """The number of checks, and the faults."""

    files: int  # the number of files with correct checksums
    positions: int  # the number of values checked by the rules
    layers: int  # the number of layers solved again with the same bytes
    outcomes: int  # the number of outcomes also computed in another way
    faults: tuple[Fault, ...]  # the faults; checking stops at a damaged file


def verify_tablebase(  # noqa: PLR0913  # settings, each given by its name
    folder: str | PathLike[str],  # the tablebase
    game: Game[Any] | None = None,  # the game, if it is in a user's file
    *,
    sample: int = SAMPLE,  # the number of random positions to check; all if there are no more
    everything: bool = False,  # solve all layers again, and compare every byte
    outcomes: bool = False,  # compute all outcomes with another kernel (`bitplanes`), and compare
    # Compare every value with the current rules, which may have changed; if they agree, bind the
    # table to them.
    rules: bool = False,
    seed: int = 0,  # the same seed draws the same positions
    threads: int = 1,  # the number of threads for solving
    done: Done = report_nothing,  # called with the number of newly checked positions
) -> Verified:
    """Check a tablebase's checksums, and its values by the rules.

    A value is right if it is the outcome of a finished position, or the value of the best move. If
    positions can repeat, this is necessary but not sufficient; solving again is sufficient. If only
    outcomes are stored, the positions are from random games.

    Raises:
        BadTablebase: it cannot be opened.
        UnsuitedGame: `outcomes` does not support the game, or only outcomes are stored.
        TooLarge: not enough memory.

    >>> import tempfile
    >>> from noughts.games.tictactoe import TicTacToe
    >>> from noughts.tablebase.build import make_tablebase
    >>> folder = tempfile.mkdtemp()
    >>> _ = make_tablebase(TicTacToe(), folder)
    >>> verify_tablebase(folder, sample=100, everything=True, outcomes=True)
    Verified(files=20, positions=100, layers=10, outcomes=1372, faults=())
    """
    table = Tablebase(folder, game, any_rules=True) if rules else opened(folder, game)
    assert isinstance(table, Tablebase | OutcomeTable)  # for the type checker
    if isinstance(table, OutcomeTable) and (everything or outcomes):
        raise UnsuitedGame(
            f"{folder} has outcomes alone: a sample of them can be checked, not all of them."
        )
    planes = _planes(table, threads, done) if outcomes else None
    files, faults = _files(table)
    if faults:
        return Verified(files, 0, 0, 0, tuple(faults))
    checked = layers = compared = 0
    for position in _sampled(table, None if rules else sample, Random(seed)):
        checked += 1
        faults += _wrong(table, position)
        done(1)
    if everything or (rules and table.game.repeats):
        for name, same in _again(table, threads, done):
            layers += same
            faults += [] if same else [Fault(name, "differs when solved again")]
    if planes:
        for size, wrong in _compared(table, planes):
            compared += size
            faults += wrong
    if rules and not faults:
        manifest = table.manifest._replace(rules=rules_fingerprint(table.game))
        Store(table.folder, manifest).record(manifest)
    return Verified(files, checked, layers, compared, tuple(faults))


def _files(table: StoredTable[Any]) -> tuple[int, list[Fault]]:
    parts = [part for layer in table.layers.values() for part in layer.parts.values()]
    wrong = [part.name for part in parts if damaged(table.folder, (part,))]
    return len(parts) - len(wrong), [Fault(name, "wrong checksum") for name in wrong]


def _sampled(table: Any, sample: int | None, random: Random) -> Iterator[Any]:
    if isinstance(table, OutcomeTable):
        return islice(_met(table.game, random), sample)
    return _drawn(table, sample, random)


def _met(game: Game[Any], random: Random) -> Iterator[Any]:
    while True:
        yield from (position for position, _, moves in random_play(game, random.choice) if moves)


def _drawn(table: Tablebase[Any], sample: int | None, random: Random) -> Iterator[Any]:
    total = sum(entry.positions for entry in table.layers.values())
    size = total if sample is None else min(sample, total)
    numbers = iter(sorted(random.sample(range(total), size)) if size < total else range(total))
    number, first = next(numbers, total), 0
    for entry in sorted(table.layers.values()):
        keys, last = table.keys(entry.number), first + entry.positions
        while number < last:
            yield table.indexer.position_at(entry.number, keys, number - first)
            number = next(numbers, total)
        first = last


def _wrong(table: Tablebase[Any] | OutcomeTable[Any], position: Any) -> Iterator[Fault]:
    """Compare what is stored of a position with what its moves make it."""
    try:
        stored, right = (_outcomes if isinstance(table, OutcomeTable) else _values)(table, position)
    except NoughtsError as error:
        yield Fault(str(position), str(error))
        return
    if stored != right:
        yield Fault(str(position), f"is stored as a {stored}, but its moves make it a {right}")


def _outcomes(table: Any, position: Any) -> tuple[str, str]:
    game, stored = table.game, table.outcome(position)
    after = (game.play(position, move) for move in legal_moves(game, position))
    return OUTCOME_NAMES[stored], OUTCOME_NAMES[max(-table.outcome(each) for each in after)]


def _values(table: Any, position: Any) -> tuple[str, str]:
    game, stored = table.game, table.value(position)
    right = Value(game.outcome(position), 0)
    if legal_moves(game, position):
        right = max(value for _, value, _ in table.values(position))
    same_draw = stored.outcome == right.outcome == DRAW
    return str(stored), str(stored if same_draw else right)


def _again(table: Any, threads: int, done: Done) -> Iterator[tuple[str, bool]]:
    """The name of every layer, solved again, and whether its bytes are the same."""
    for layer in table.indexer.solved(Work(threads, done)):
        entry = table.layers[layer.number]
        same = (
            as_bytes(table.keys(layer.number)) == as_bytes(layer.keys)
            and entry.counts == layer.counts
            and _same_values(table.folder, table.manifest, entry, as_bytes(layer.values))
        )
        yield entry.parts[VALUES].name, same


def _planes(table: Any, threads: int, done: Done) -> Outcomes:
    if type(table.indexer) is not CombinatorialIndexer:  # a subclass numbers positions differently
        raise UnsuitedGame(
            f"{table.manifest.game}: the second solver takes only m,n,k games, Connect Four and "
            f"the cube; --all solves any game again."
        )
    planes = Outcomes(table.indexer.marking, threads, done)
    refuse_too_large(planes.needs(), None)
    return planes


def _compared(table: Any, planes: Outcomes) -> Iterator[tuple[int, list[Fault]]]:
    """The number of outcomes in every layer, and the differences from the planes."""
    for layer, counts in planes.layers():
        entry = table.layers[layer.pieces.marks]
        room = zeroed_bytes(entry.positions)
        values = loaded_values(table.folder, table.manifest, entry, room)
        keys = table.keys(entry.number)
        found = planes.compared(layer, table.indexer.tables.layer(entry.number, values, keys))
        name, faults = entry.parts[VALUES].name, []
        if found.faults:
            position = table.indexer.position_at(entry.number, keys, found.first)
            what = (
                f"{found.faults:,} outcomes differ from the second solver's, first that of "
                f"{position}"
            )
            faults.append(Fault(name, what))
        if not table.indexer.marking.falls and entry.counts != counts:
            faults.append(Fault(name, f"has {entry.counts}, but the second solver has {counts}"))
        yield found.positions, faults


def _same_values(folder: Path, manifest: Manifest, entry: StoredLayer, values: memoryview) -> bool:
    content = stored_values(folder, manifest, entry)
    if not isinstance(content, Chunks):
        return bool(content == values)
    start = 0
    for chunk in content.unpacked():
        if values[start : start + len(chunk)] != chunk:
            return False
        start += len(chunk)
    return start == len(values)
