"""What all ways of making tablebases have in common: layers of keys and values.

A way numbers the positions of a kind of games, works out their values, and finds them again.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Generic, NamedTuple, Protocol

from noughts.errors import BadTablebase
from noughts.game import Game, P
from noughts.tablebase.resources import Needs
from noughts.tablebase.storage.frontier_store import MEMORY, Shelf
from noughts.value import Value

# Told how many positions more are solved.
Done = Callable[[int], None]


def nobody(positions: int) -> None:
    """Tell nobody."""


class Counts(NamedTuple):
    """How many positions of a layer can arise, by what they are worth to the player to move.

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
        values: a byte or two for every position, as the way reads them.
        counts: how many positions can arise.
    """

    number: int
    keys: Any
    values: memoryview
    counts: Counts


class Place(NamedTuple):
    """Where a position's value stands.

    Args:
        layer: the layer.
        offset: the byte in its values, the first one if there are several.
    """

    layer: int
    offset: int


class Indexer(Generic[P], Protocol):
    """A way of making and reading the tablebases of one game."""

    game: Game[P]
    #: What the manifest calls it.
    name: str
    #: How many symmetries sets of cells are folded by; 0 where the game folds its positions.
    symmetries: int
    #: What a table of the positions by layers calls the layers; empty if there is only one.
    layers_are: str
    #: How many bytes a value takes.
    value_bytes: int

    @abstractmethod
    def needs(self) -> Needs | None:
        """What solving takes; None where that turns out only while it is done."""

    @abstractmethod
    def solved(
        self, workers: int, done: Done, last: Solved | None = None, shelf: Shelf = MEMORY
    ) -> Iterator[Solved]:
        """The layers one after the other.

        Args:
            workers: how many threads share the work; the layers do not depend on it.
            done: told how many positions more are solved.
            last: the last layer that an earlier run has solved.
            shelf: where layers are put whose positions are found and not yet solved.
        """

    @abstractmethod
    def place(self, position: P, keys: Callable[[int], Any]) -> Place | None:
        """Where the position's value stands; None if it is not in the table.

        Args:
            position: any position.
            keys: the keys of a layer by its number.
        """

    @abstractmethod
    def read(self, position: P, values: Any, offset: int) -> Value:
        """The value that stands there; ENDLESS draws included."""

    @abstractmethod
    def position_at(self, layer: int, keys: Any, number: int) -> P:
        """The position whose value is that of this number in its layer."""


def damaged_value(byte: int) -> BadTablebase:
    """The error for a byte that no value is written as."""
    return BadTablebase(f"{byte} is no value: the tablebase is damaged. Run: noughts verify DIR")
