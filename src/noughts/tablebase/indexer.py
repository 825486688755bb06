"""Protocol of an indexer: position ↔ (layer, offset).

An indexer numbers the positions of a kind of game, solves them, and looks them up.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Generic, NamedTuple, Protocol

from noughts.errors import BadTablebase
from noughts.game import Game, P
from noughts.tablebase.resources import Needs
from noughts.tablebase.storage.frontier_store import IN_MEMORY, Shelf
from noughts.value import Value

# Called with the number of newly solved positions.
Done = Callable[[int], None]


def nobody(positions: int) -> None:
    """Ignore the call."""


class Counts(NamedTuple):
    """The reachable positions of a layer, counted by value for the player to move.

    Args:
        won: the number of won positions.
        drawn: the number of drawn positions.
        lost: the number of lost positions.
        finished: the number of finished positions, whatever their outcome.
    """

    won: int
    drawn: int
    lost: int
    finished: int

    @property
    def reachable(self) -> int:
        """The number of all reachable positions.

        >>> Counts(won=3, drawn=2, lost=1, finished=4).reachable
        10
        """
        return sum(self)


def added(counts: Iterable[Iterable[int]]) -> Counts:
    """The counts of several parts together.

    >>> added([(1, 0, 2, 0), Counts(won=3, drawn=0, lost=0, finished=1)])
    Counts(won=4, drawn=0, lost=2, finished=1)
    """
    return Counts(*map(sum, zip(*counts, strict=True)))


class Solved(NamedTuple):
    """A solved layer.

    Args:
        number: the number of marks; 0 for the only layer of games without others.
        keys: whole numbers, ascending.
        values: a byte or two for every position, read by the indexer.
        counts: the reachable positions, counted.
    """

    number: int
    keys: Any
    values: memoryview
    counts: Counts


class Place(NamedTuple):
    """The place of a position's value.

    Args:
        layer: the number of the layer.
        offset: the first byte of the value among the layer's values.
    """

    layer: int
    offset: int


class Indexer(Generic[P], Protocol):
    """Makes and reads the tablebases of one game."""

    game: Game[P]
    #: Its name in the manifest.
    name: str
    #: The number of symmetries that fold sets of cells; 0 if the game folds its positions.
    symmetries: int
    #: The heading of layers in a table of counts; empty if there is only one.
    layers_are: str
    #: The number of bytes of a value.
    value_bytes: int

    @abstractmethod
    def needs(self) -> Needs | None:
        """Memory and disk needed; None if not known in advance."""

    @abstractmethod
    def solved(
        self, threads: int, done: Done, last: Solved | None = None, shelf: Shelf = IN_MEMORY
    ) -> Iterator[Solved]:
        """The layers one after the other.

        Args:
            threads: the number of threads that share the work; the layers do not depend on it.
            done: called with the number of newly solved positions.
            last: the last layer solved by an earlier run.
            shelf: storage for layers that are enumerated but not solved.
        """

    @abstractmethod
    def place(self, position: P, keys: Callable[[int], Any]) -> Place | None:
        """The place of the position's value; None if it is not in the table.

        Args:
            position: any position.
            keys: a function that returns the keys of a layer.
        """

    @abstractmethod
    def read(self, position: P, values: Any, offset: int) -> Value:
        """The value at an offset, ENDLESS draws included."""

    @abstractmethod
    def position_at(self, layer: int, keys: Any, number: int) -> P:
        """The position with this number in its layer."""


def damaged_value(byte: int) -> BadTablebase:
    """The error for a byte that does not encode a value."""
    return BadTablebase(f"{byte} is not a value: the tablebase is damaged. Run: noughts verify DIR")
