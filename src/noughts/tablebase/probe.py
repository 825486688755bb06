"""Probes tablebases: the value or the outcome of any position, from files on disk."""

from collections.abc import Callable, Iterator
from functools import cached_property, lru_cache
from os import PathLike
from pathlib import Path
from typing import Any, Generic

from noughts.errors import BadTablebase, ImpossiblePosition, UnfinishedTablebase
from noughts.game import Game, P, legal_moves
from noughts.games.given import takes_position
from noughts.games.registry import spec_of
from noughts.knowledge import knowledge_of
from noughts.search.table import DictPositionIndex
from noughts.solving.solver import ExactSolver, Solver
from noughts.tablebase.bitplanes.outcomes import OutcomeIndexer, Outcomes, outcome_marking
from noughts.tablebase.fingerprint import refuse_other_rules
from noughts.tablebase.indexers import indexer_for
from noughts.tablebase.storage.manifest import (
    INDEX,
    OF_OUTCOMES,
    ZSTD,
    Manifest,
    StoredLayer,
    house_game,
    kind_of_folder,
    read_manifest,
)
from noughts.tablebase.storage.store import keys_of, refuse_damaged, stored_values
from noughts.value import DRAW, OPEN, WIN, Value

# The most open files; a game seldom has more layers.
LAYERS = 128


class StoredTable(Generic[P]):
    """A finished folder of values or outcomes, for the current rules, mapped into memory."""

    folder: Path
    manifest: Manifest
    game: Game[P]

    def _open(self, any_rules: bool) -> None:
        self._refuse_others(any_rules)
        folder, manifest = self.folder, self.manifest
        layers = self.layers = {layer.number: layer for layer in manifest.layers if layer.parts}
        # Without `self`: files would stay open until the garbage collector finds the circle.
        self.stored = lru_cache(LAYERS)(lambda n: stored_values(folder, manifest, layers[n]))
        self.keys = lru_cache(LAYERS)(self._keys())
        for layer in self.layers.values():  # notice a missing file now
            self._check(layer)
            self.stored(layer.number)

    def _keys(self) -> Callable[[int], Any]:
        """Returns the keys of a layer; none if there is no such layer."""
        folder, layers = self.folder, self.layers
        return lambda number: keys_of(folder, layers[number]) if number in layers else ()

    def _check(self, layer: StoredLayer) -> None:
        self.keys(layer.number)

    def _refuse_others(self, any_rules: bool) -> None:
        manifest, game = self.manifest, spec_of(self.game)
        if manifest.game != game:
            raise BadTablebase(f"{self.folder} is a tablebase of {manifest.game}, not of {game}.")
        if not any_rules:
            refuse_other_rules(self.folder, manifest.rules, self.game)
        if manifest.kind == OF_OUTCOMES and manifest.compression != ZSTD:
            raise BadTablebase(
                f"{self.folder} has only counts. To keep the outcomes: noughts solve {game} "
                f"{OF_OUTCOMES.options}--output DIR"
            )
        if not manifest.complete:
            raise UnfinishedTablebase(
                f"{self.folder} is not finished; continue with: noughts solve {game} "
                f"{manifest.kind.options}--output {self.folder} --resume"
            )


class OutcomeTable(StoredTable[P], Solver[P]):
    """The outcome of every position, looked up in a folder that `make_outcomes` wrote.

    It finds the plies to the end by a search that uses the outcomes.

    Args:
        folder: the outcomes.
        game: the game, if it is in a user's file; otherwise the folder names it.
        limits: `budget`, `seconds`, `memory` and `threads` of the search (`Solver`).

    Raises:
        BadTablebase: there are no outcomes, they are damaged, or the rules are different.
        UnfinishedTablebase: some layers are not solved yet.

    >>> import tempfile
    >>> from noughts.games.connectfour import ConnectFour
    >>> from noughts.tablebase.build import make_outcomes
    >>> game, folder = ConnectFour(4, 4), tempfile.mkdtemp()
    >>> _ = make_outcomes(game, folder, keep=True)
    >>> table = OutcomeTable(folder)
    >>> position = game.play(game.play(game.start(), 0), 1)
    >>> table.outcome(position), str(table.value(position))
    (0, 'draw')
    """

    def __init__(
        self, folder: str | PathLike[str], game: Game[P] | None = None, **limits: Any
    ) -> None:
        self.folder = Path(folder)
        self.manifest = read_manifest(self.folder, OF_OUTCOMES)
        super().__init__(game or house_game(self.manifest.game, self.folder), **limits)
        self._open(any_rules=False)

    @takes_position
    def outcome(self, position: P) -> int:
        """LOSS, DRAW or WIN for the player to move, without a search.

        Raises:
            ImpossiblePosition: it is unreachable.
        """
        if (outcome := self.game.outcome(position)) != OPEN:
            return outcome
        place = self.indexer.place(position, self.keys)
        if place is None:
            raise ImpossiblePosition(f"The outcomes do not contain {position}: it cannot arise.")
        return self.indexer.outcome(self.stored(place.layer), place.offset)

    def _bounds(self, position: P) -> tuple[int, int]:
        lower, upper = super()._bounds(position)
        if lower > DRAW or upper < DRAW or lower == upper:
            return lower, upper
        outcome = self.outcome(position)
        if outcome == DRAW:
            return DRAW, DRAW
        return (1, upper) if outcome == WIN else (lower, -1)

    def _check(self, layer: StoredLayer) -> None:
        refuse_damaged(self.folder, (layer.parts[INDEX],))

    def _keys(self) -> Callable[[int], Any]:
        return self.indexer.tables.sets

    @cached_property
    def indexer(self) -> OutcomeIndexer[P]:
        """The numbers of positions; made on first use."""
        outcomes = Outcomes(outcome_marking(self.game), low_bits=self.manifest.low_bits)
        return OutcomeIndexer(self.game, outcomes)


class Tablebase(StoredTable[P], ExactSolver[P]):
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
        self._open(any_rules)

    @takes_position
    def value(self, position: P) -> Value:
        """The position's value for the player to move.

        Raises:
            ImpossiblePosition: the table does not have it.
        """
        place = self.indexer.place(position, self.keys)
        if place is None:
            raise ImpossiblePosition(f"The tablebase does not contain {position}: it cannot arise.")
        return self.indexer.read(position, self.stored(place.layer), place.offset)

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

    def _refuse_others(self, any_rules: bool) -> None:
        game = spec_of(self.game)
        if self.manifest.game == game and self.manifest.way != self.indexer.name:
            raise BadTablebase(
                f"{self.folder} was made with different rules of {game}; solve the game again."
            )
        super()._refuse_others(any_rules)


def opened(
    folder: str | PathLike[str], game: Game[P] | None = None, **limits: Any
) -> ExactSolver[P]:
    """The tablebase in a folder: all values, or outcomes with distances from a search.

    `limits` are limits of the search (`OutcomeTable`).

    Raises:
        BadTablebase: there is no table, it is damaged, or its rules are different.
        UnfinishedTablebase: some layers are not solved yet.
    """
    if kind_of_folder(Path(folder)) == OF_OUTCOMES:
        return OutcomeTable(folder, game, **limits)
    return Tablebase(folder, game)
