"""Reading a tablebase: the value of any position, from files that stay on disk."""

from collections.abc import Iterator
from functools import lru_cache
from os import PathLike
from pathlib import Path
from typing import Any

from noughts.errors import BadTablebase, ImpossiblePosition, UnfinishedTablebase
from noughts.game import Game, P, legal_moves
from noughts.games.registry import find_game, spec_of
from noughts.solving.exact_solver import ExactSolver, MoveValue
from noughts.tablebase.fingerprint import rules_of
from noughts.tablebase.select import indexer_for
from noughts.tablebase.storage.manifest import read_manifest
from noughts.tablebase.storage.store import keys_of, values_of
from noughts.value import Value

# Files that are open at a time; a game seldom has more layers.
LAYERS = 128


class Tablebase(ExactSolver[P]):
    """Every position's value, looked up in a folder that `noughts solve` has written.

    The files are mapped into memory: what is asked for is read, and nothing else. It answers what
    every solver answers, so it can stand wherever one does.

    Args:
        folder: the tablebase.
        game: the game, if it is in a file of one's own; else the manifest tells.

    Raises:
        BadTablebase: there is none, it is damaged, or its rules are not those of today.
        UnfinishedTablebase: it is still to be gone on with.

    >>> import tempfile
    >>> from noughts.tablebase.build import make_tablebase
    >>> from noughts.games.mnk import MNK
    >>> game, folder = MNK(4, 3, 3), tempfile.mkdtemp()
    >>> _ = make_tablebase(game, folder)
    >>> table = Tablebase(folder)
    >>> start = game.start()
    >>> print(table.value(start), [game.name(move) for move in table.best_moves(start)])
    win in 7 ['b3', 'c3', 'b2', 'c2', 'b1', 'c1']
    """

    budget = None
    nodes = 0

    def __init__(self, folder: str | PathLike[str], game: Game[P] | None = None) -> None:
        """Read the manifest, and see that it is what it should be."""
        self.folder = Path(folder)
        self.manifest = read_manifest(self.folder)
        self.game = game or _game_of(self.manifest.game, self.folder)
        self.indexer = indexer_for(self.game)
        self._refuse_others()
        self.entries = {entry.number: entry for entry in self.manifest.layers}
        self._keys = lru_cache(LAYERS)(self._mapped_keys)
        self._values = lru_cache(LAYERS)(self._mapped_values)
        for number in self.entries:  # so that a missing file is noticed now
            self._keys(number)
            self._values(number)

    def value(self, position: P) -> Value:
        """What the position is worth to the player to move.

        Raises:
            ImpossiblePosition: the table does not have it.
        """
        place = self.indexer.place(position, self.keys)
        if place is None:
            raise ImpossiblePosition(f"The tablebase does not have {position}: it cannot arise.")
        return self.indexer.read(position, self._values(place.layer), place.offset)

    def keys(self, layer: int) -> Any:
        """The keys of a layer; none if there is no such layer."""
        return self._keys(layer) if layer in self.entries else ()

    def best_play(self, position: P) -> Iterator[int]:
        """The first best move, the first best answer, and so on, as far as play is new."""
        met: set[P] = set()
        while position not in met and legal_moves(self.game, position):
            met.add(position)
            move = self._straightest(position)
            yield move
            position = self.game.play(position, move)

    def _straightest(self, position: P) -> int:
        """The first best move; of those that draw, the first that keeps to the plies."""
        value, moves = self.value(position), self.values(position)
        exact = (move for move, after, _ in moves if tuple(after) == tuple(value))
        return next(exact, max(moves, key=_worth).move)

    def _mapped_keys(self, number: int) -> Any:
        return keys_of(self.folder, self.entries[number])

    def _mapped_values(self, number: int) -> Any:
        return values_of(self.folder, self.manifest, self.entries[number])

    def _refuse_others(self) -> None:
        """Raise an error unless the table is whole, and that of the game as it is today."""
        manifest, game = self.manifest, spec_of(self.game)
        if manifest.game != game:
            raise BadTablebase(f"{self.folder} is a tablebase of {manifest.game}, not of {game}.")
        if manifest.rules != rules_of(self.game) or manifest.way != self.indexer.name:
            raise BadTablebase(
                f"{self.folder} was made with other rules of {game} than those of today; "
                f"solve the game again."
            )
        if not manifest.complete:
            raise UnfinishedTablebase(
                f"{self.folder} is not finished; go on with: noughts solve {game} --out "
                f"{self.folder} --resume"
            )


def _game_of(spec: str, folder: Path) -> Game[Any]:
    """The game that a manifest names; a file of somebody's is not run for that."""
    try:
        return find_game(spec, files=False)
    except LookupError:
        raise BadTablebase(
            f"{folder} is of {spec!r}, which is no game of noughts; say which game is meant."
        ) from None


def _worth(move: MoveValue) -> Value:
    return move.value
