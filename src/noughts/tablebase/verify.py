"""Verifies a tablebase: files by checksums, values by the rules."""

from collections.abc import Iterator
from os import PathLike
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from noughts.errors import NoughtsError, UnsuitedGame
from noughts.game import Game, legal_moves
from noughts.tablebase.bitplanes.probe import OutcomeTable
from noughts.tablebase.bitplanes.solver import Outcomes
from noughts.tablebase.combinatorial.indexer import CombinatorialIndexer
from noughts.tablebase.combinatorial.tables import room_for
from noughts.tablebase.fingerprint import rules_of
from noughts.tablebase.indexer import Done, nobody
from noughts.tablebase.probe import Tablebase, opened
from noughts.tablebase.resources import refuse_too_large
from noughts.tablebase.storage.compression import Chunks
from noughts.tablebase.storage.manifest import Entry, Manifest
from noughts.tablebase.storage.store import (
    VALUES,
    Store,
    as_bytes,
    damaged,
    loaded_values,
    values_of,
)
from noughts.value import DRAW, OUTCOME_NAMES, Value

SAMPLE = 1_000


class Fault(NamedTuple):
    """A fault in a tablebase.

    Args:
        where: the file, or the position.
        what: what is wrong with it.
    """

    where: str
    what: str


class Verified(NamedTuple):
    """The number of checks, and the faults.

    Args:
        files: the number of files with correct checksums.
        positions: the number of values checked by the rules.
        layers: the number of layers solved again with the same bytes.
        outcomes: the number of outcomes also computed in another way.
        faults: the faults; checking stops at a damaged file.
    """

    files: int
    positions: int
    layers: int
    outcomes: int
    faults: tuple[Fault, ...]


def verify(  # noqa: PLR0913  # settings, each given by its name
    folder: str | PathLike[str],
    game: Game[Any] | None = None,
    *,
    sample: int = SAMPLE,
    everything: bool = False,
    outcomes: bool = False,
    rules: bool = False,
    seed: int = 0,
    threads: int = 1,
    done: Done = nobody,
) -> Verified:
    """Check a tablebase's checksums, and its values by the rules.

    A value is right if it is the outcome of a finished position, or the value of the best move. If
    positions can repeat, this is necessary but not sufficient; solving again is sufficient. If only
    outcomes are stored, the positions are from random games.

    Args:
        folder: the tablebase.
        game: the game, if it is in a user's file.
        sample: the number of random positions to check; all if there are no more.
        everything: solve all layers again, and compare every byte.
        outcomes: compute all outcomes with another kernel (`bitplanes`), and compare.
        rules: compare every value with the current rules, which may have changed; if they agree,
            bind the table to them.
        seed: the same seed draws the same positions.
        threads: the number of threads for solving.
        done: called with the number of newly checked positions.

    Raises:
        BadTablebase: it cannot be opened.
        UnsuitedGame: `outcomes` does not support the game, or only outcomes are stored.
        TooLarge: not enough memory.

    >>> import tempfile
    >>> from noughts.games.tictactoe import TicTacToe
    >>> from noughts.tablebase.build import make_tablebase
    >>> folder = tempfile.mkdtemp()
    >>> _ = make_tablebase(TicTacToe(), folder)
    >>> verify(folder, sample=100, everything=True, outcomes=True)
    Verified(files=20, positions=100, layers=10, outcomes=1372, faults=())
    """
    table = Tablebase(folder, game, any_rules=True) if rules else opened(folder, game)
    if rules and isinstance(table, Tablebase):  # for the type checker
        sample, everything = (
            sum(each.positions for each in table.entries.values()),
            (everything or table.game.repeats),
        )
    if isinstance(table, OutcomeTable):
        if everything or outcomes:
            raise UnsuitedGame(
                f"{folder} has outcomes alone: a sample of them can be checked, not all of them."
            )
        return _verified_outcomes(table, sample, Random(seed), done)
    assert isinstance(table, Tablebase)  # for the type checker
    planes = _planes(table, threads, done) if outcomes else None
    faults = list(_files(table))
    files = sum(len(entry.parts) for entry in table.entries.values()) - len(faults)
    if faults:
        return Verified(files, 0, 0, 0, tuple(faults))
    positions = layers = compared = 0
    for position in _drawn(table, sample, Random(seed)):
        positions += 1
        faults += _wrong(table, position)
        done(1)
    if everything:
        for name, same in _again(table, threads, done):
            layers += same
            faults += [] if same else [Fault(name, "differs when solved again")]
    if planes:
        for size, wrong in _compared(table, planes):
            compared += size
            faults += wrong
    if rules and not faults:
        Store(table.folder, table.manifest).take_over(rules_of(table.game))
    return Verified(files, positions, layers, compared, tuple(faults))


def _verified_outcomes(
    table: OutcomeTable[Any], sample: int, random: Random, done: Done
) -> Verified:
    """Check the files with outcomes, and the outcomes met in random games."""
    parts = table.standing.parts
    wrong = [part.name for part in parts if damaged(table.folder, (part,))]
    faults = [Fault(name, "wrong checksum") for name in wrong]
    checked = 0
    for position in _met(table.game, random) if not faults else ():
        if checked == sample:
            break
        checked += 1
        faults += _wrong_outcome(table, position)
        done(1)
    return Verified(len(parts) - len(wrong), checked, 0, 0, tuple(faults))


def _met(game: Game[Any], random: Random) -> Iterator[Any]:
    """The open positions of random games, without end."""
    while True:
        position = game.start()
        while moves := legal_moves(game, position):
            yield position
            position = game.play(position, random.choice(moves))


def _wrong_outcome(table: OutcomeTable[Any], position: Any) -> Iterator[Fault]:
    """Compare an outcome with the outcomes of its moves."""
    game = table.game
    try:
        stored = table.outcome(position)
        after = (game.play(position, move) for move in legal_moves(game, position))
        right = max(-table.outcome(each) for each in after)
    except NoughtsError as error:
        yield Fault(str(position), str(error))
        return
    if stored != right:
        there, here = OUTCOME_NAMES[stored], OUTCOME_NAMES[right]
        yield Fault(str(position), f"is stored as a {there}, but its moves make it a {here}")


def _files(table: Tablebase[Any]) -> Iterator[Fault]:
    """A fault for every layer with a file whose checksum is wrong."""
    for entry in table.entries.values():
        if name := damaged(table.folder, entry.parts.values()):
            yield Fault(name, "wrong checksum")


def _drawn(table: Tablebase[Any], sample: int, random: Random) -> Iterator[Any]:
    """A random sample of the table's positions, in order."""
    total = sum(entry.positions for entry in table.entries.values())
    numbers = iter(sorted(random.sample(range(total), sample)) if sample < total else range(total))
    number, first = next(numbers, total), 0
    for entry in sorted(table.entries.values()):
        keys, last = table.keys(entry.number), first + entry.positions
        while number < last:
            yield table.indexer.position_at(entry.number, keys, number - first)
            number = next(numbers, total)
        first = last


def _wrong(table: Tablebase[Any], position: Any) -> Iterator[Fault]:
    """Compare a position's value with the values of its moves."""
    game = table.game
    moves = legal_moves(game, position)
    try:
        stored = table.value(position)
        if moves:
            right = max(value for _, value, _ in table.values(position))
        else:
            right = Value(game.outcome(position), 0)
    except NoughtsError as error:
        yield Fault(str(position), str(error))
        return
    same_draw = stored.outcome == right.outcome == DRAW
    if stored != right and not same_draw:
        yield Fault(str(position), f"is stored as a {stored}, but its moves make it a {right}")


def _again(table: Tablebase[Any], threads: int, done: Done) -> Iterator[tuple[str, bool]]:
    """The name of every layer, solved again, and whether its bytes are the same."""
    for layer in table.indexer.solved(threads, done):
        entry = table.entries[layer.number]
        same = (
            as_bytes(table.keys(layer.number)) == as_bytes(layer.keys)
            and entry.counts == layer.counts._asdict()
            and _same_values(table.folder, table.manifest, entry, as_bytes(layer.values))
        )
        yield entry.parts[VALUES].name, same


def _planes(table: Tablebase[Any], threads: int, done: Done) -> Outcomes:
    """The second solver of outcomes."""
    if type(table.indexer) is not CombinatorialIndexer:  # a subclass numbers positions differently
        raise UnsuitedGame(
            f"{table.manifest.game}: the second solver takes only m,n,k games, Connect Four and "
            f"the cube; --all solves any game again."
        )
    planes = Outcomes(table.indexer.marking, threads, done)
    refuse_too_large(planes.needs(), None)
    return planes


def _compared(table: Tablebase[Any], planes: Outcomes) -> Iterator[tuple[int, list[Fault]]]:
    """The number of outcomes in every layer, and the differences from the planes."""
    assert isinstance(table.indexer, CombinatorialIndexer)  # for the type checker
    for layer, counts in planes.layers():
        entry = table.entries[layer.pieces.marks]
        room = room_for(entry.positions)
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
        if not table.indexer.marking.falls and entry.counts != counts._asdict():
            faults.append(Fault(name, f"has {entry.counts}, but the second solver has {counts}"))
        yield found.positions, faults


def _same_values(folder: Path, manifest: Manifest, entry: Entry, values: memoryview) -> bool:
    """Whether the values on disk are these bytes."""
    content = values_of(folder, manifest, entry)
    if not isinstance(content, Chunks):
        return bool(content == values)
    start = 0
    for chunk in content.unpacked():
        if values[start : start + len(chunk)] != chunk:
            return False
        start += len(chunk)
    return start == len(values)
