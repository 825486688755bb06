"""Protocol of an indexer: position ↔ (layer, offset).

An indexer numbers the positions of a kind of games, solves them, and finds them again.
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
        won: those that are won.
        drawn: those that are drawn.
        lost: those that are lost.
        finished: those in which the game is over, whatever its outcome.
    """

    won: int
    drawn: int
    lost: int
    finished: int

    @property
    def reachable(self) -> int:
        """All of them.

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
    """A layer that is solved.

    Args:
        number: the number of marks; 0 for the only layer of games that have no others.
        keys: whole numbers, ascending.
        values: a byte or two for every position, read by the indexer.
        counts: the reachable positions, counted.
    """

    number: int
    keys: Any
    values: memoryview
    counts: Counts


class Place(NamedTuple):
    """Where a position's value is stored.

    Args:
        layer: the layer.
        offset: the byte in its values, the first one if there are several.
    """

    layer: int
    offset: int


class Indexer(Generic[P], Protocol):
    """Makes and reads the tablebases of one game."""

    game: Game[P]
    #: Its name in the manifest.
    name: str
    #: How many symmetries sets of cells are folded by; 0 where the game folds its positions.
    symmetries: int
    #: The heading of layers in a table of counts; empty if there is only one.
    layers_are: str
    #: How many bytes a value takes.
    value_bytes: int

    @abstractmethod
    def needs(self) -> Needs | None:
        """What solving needs; None if not known in advance."""

    @abstractmethod
    def solved(
        self, threads: int, done: Done, last: Solved | None = None, shelf: Shelf = IN_MEMORY
    ) -> Iterator[Solved]:
        """The layers one after the other.

        Args:
            threads: how many threads share the work; the layers do not depend on it.
            done: called with the number of newly solved positions.
            last: the last layer solved by an earlier run.
            shelf: storage for layers that are enumerated but not solved.
        """

    @abstractmethod
    def place(self, position: P, keys: Callable[[int], Any]) -> Place | None:
        """Where the position's value is stored; None if it is not in the table.

        Args:
            position: any position.
            keys: the keys of a layer by its number.
        """

    @abstractmethod
    def read(self, position: P, values: Any, offset: int) -> Value:
        """The value stored there, ENDLESS draws included."""

    @abstractmethod
    def position_at(self, layer: int, keys: Any, number: int) -> P:
        """The position whose value is that of this number in its layer."""


def damaged_value(byte: int) -> BadTablebase:
    """The error for a byte that does not encode a value."""
    return BadTablebase(f"{byte} is not a value: the tablebase is damaged. Run: noughts verify DIR")
