"""Probes a tablebase: the value of any position, from files on disk."""

from collections.abc import Iterator
from functools import lru_cache
from os import PathLike
from pathlib import Path
from typing import Any

from noughts.errors import BadTablebase, ImpossiblePosition, UnfinishedTablebase
from noughts.game import Game, P, legal_moves
from noughts.games.registry import spec_of
from noughts.knowledge import knowledge_of
from noughts.search.table import DictPositionIndex
from noughts.solving.exact_solver import ExactSolver
from noughts.tablebase.bitplanes.probe import OutcomeTable
from noughts.tablebase.bitplanes.storage import NAME
from noughts.tablebase.fingerprint import refuse_other_rules
from noughts.tablebase.select import indexer_for
from noughts.tablebase.storage.manifest import house_game, read_manifest
from noughts.tablebase.storage.store import keys_of, values_of
from noughts.value import Value

# The most open files; a game seldom has more layers.
LAYERS = 128


class Tablebase(ExactSolver[P]):
    """Every position's value, looked up in a folder that `noughts solve` wrote.

    The files are memory-mapped: only probed parts are read. It is an exact solver and can replace
    any other.

    Args:
        folder: the tablebase.
        game: the game, if it is in a user's file; otherwise the manifest names it.
        any_rules: also open a table made with other rules, in order to check it.

    Raises:
        BadTablebase: there is no table, it is damaged, or its rules are different.
        UnfinishedTablebase: some layers are not solved yet.

    >>> import tempfile
    >>> from noughts.tablebase.build import make_tablebase
    >>> from noughts.games.mnk import MNK
    >>> game, folder = MNK(4, 3, 3), tempfile.mkdtemp()
    >>> _ = make_tablebase(game, folder)
    >>> table = Tablebase(folder)
    >>> start = game.start()
    >>> print(table.value(start), [game.name(move) for move in table.best_moves(start)])
    win in 7 ['b3', 'c3', 'b2', 'c2', 'b1', 'c1']
    >>> first, value = next(iter(table))
    >>> first == start, value
    (True, Value(outcome=1, plies=7))
    """

    budget = None
    nodes = 0

    def __init__(
        self, folder: str | PathLike[str], game: Game[P] | None = None, *, any_rules: bool = False
    ) -> None:
        self.folder = Path(folder)
        self.manifest = read_manifest(self.folder)
        self.game = game or house_game(self.manifest.game, self.folder)
        self.indexer = indexer_for(self.game)
        self._refuse_others(any_rules)
        self.entries = {entry.number: entry for entry in self.manifest.layers}
        self._keys = lru_cache(LAYERS)(self._mapped_keys)
        self._values = lru_cache(LAYERS)(self._mapped_values)
        for number in self.entries:  # notice a missing file now
            self._keys(number)
            self._values(number)

    def value(self, position: P) -> Value:
        """The position's value for the player to move.

        Raises:
            ImpossiblePosition: the table does not have it.
        """
        place = self.indexer.place(position, self.keys)
        if place is None:
            raise ImpossiblePosition(f"The tablebase does not contain {position}: it cannot arise.")
        return self.indexer.read(position, self._values(place.layer), place.offset)

    def __iter__(self) -> Iterator[tuple[P, Value]]:
        """Each reachable position, once up to symmetry, with its value; the start first.

        Visited positions are kept in memory, some 200 bytes each.
        """
        known, met = knowledge_of(self.game), DictPositionIndex()
        met.number(known.canonical(self.game.start()))
        for position in met.positions:  # grows while it is read
            yield position, self.value(position)
            for move in legal_moves(self.game, position):
                met.number(known.canonical(self.game.play(position, move)))

    def keys(self, layer: int) -> Any:
        """The keys of a layer; none if there is no such layer."""
        return self._keys(layer) if layer in self.entries else ()

    def _mapped_keys(self, number: int) -> Any:
        return keys_of(self.folder, self.entries[number])

    def _mapped_values(self, number: int) -> Any:
        return values_of(self.folder, self.manifest, self.entries[number])

    def _refuse_others(self, any_rules: bool) -> None:
        """Raise an error unless the table is complete and made by the game's current rules."""
        manifest, game = self.manifest, spec_of(self.game)
        if manifest.game != game:
            raise BadTablebase(f"{self.folder} is a tablebase of {manifest.game}, not of {game}.")
        if manifest.way != self.indexer.name:
            raise BadTablebase(
                f"{self.folder} was made with different rules of {game}; solve the game again."
            )
        if not any_rules:
            refuse_other_rules(self.folder, manifest.rules, self.game)
        if not manifest.complete:
            raise UnfinishedTablebase(
                f"{self.folder} is not finished; continue with: noughts solve {game} --output "
                f"{self.folder} --resume"
            )


def opened(
    folder: str | PathLike[str], game: Game[P] | None = None, **limits: Any
) -> ExactSolver[P]:
    """The tablebase in a folder: all values, or outcomes with distances from a search.

    Args:
        folder: the folder.
        game: the game, if it is in a user's file.
        limits: the limits of the search (`OutcomeTable`).

    Raises:
        BadTablebase: there is no table, it is damaged, or its rules are different.
        UnfinishedTablebase: some layers are not solved yet.
    """
    if (Path(folder) / NAME).exists():
        return OutcomeTable(folder, game, **limits)
    return Tablebase(folder, game)
