"""Protocol of an indexer: position ↔ (layer, offset).

An indexer numbers the positions of a kind of game, solves them, and looks them up.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Generic, NamedTuple, Protocol

from noughts.errors import BadTablebase
from noughts.game import Game, P
from noughts.tablebase.resources import Needs, report_nothing
from noughts.value import DRAW, ENDLESS, LOSS, WIN, Value


class FrontierStore:
    """Storage for layers that are enumerated but not solved: here, memory."""

    def enumerated(self) -> list[Any]:
        """The keys of the layers enumerated by an earlier run, in the order of plies."""
        return []

    def put(self, number: int, keys: Any, positions: int) -> Any:
        """Keep the keys of a layer, with the number of positions found so far.

        Returns:
            The same keys, in their storage.
        """
        return keys


# Called with the number of newly solved positions.
Done = Callable[[int], None]


class Counts(NamedTuple):
    """The reachable positions of a layer, counted by value for the player to move."""

    won: int  # the number of won positions
    drawn: int  # the number of drawn positions
    lost: int  # the number of lost positions
    finished: int  # the number of finished positions, whatever their outcome

    @property
    def reachable(self) -> int:
        """The number of all reachable positions."""
        return sum(self)


def added(counts: Iterable[Iterable[int]]) -> Counts:
    """The counts of several parts together."""
    return Counts(*map(sum, zip(*counts, strict=True)))


class Solved(NamedTuple):
    number: int  # the number of marks; 0 for the only layer of games without others
    keys: Any  # whole numbers, ascending
    values: memoryview  # a byte or two for every position, read by the indexer
    counts: Counts  # the reachable positions, counted


class Work(NamedTuple):
    threads: int = 1  # the number of threads that share the work; the layers do not depend on it
    done: Done = report_nothing  # called with the number of newly solved positions
    last: Solved | None = None  # the last layer solved by an earlier run
    # The folder for the layers; without one, a backend may omit the values of all layers but the
    # last.
    folder: Path | None = None
    # Storage for layers that are enumerated but not solved.
    frontier: FrontierStore = FrontierStore()


VALUE_BYTES = 2


class ValuePlace(NamedTuple):
    layer: int  # the number of the layer
    offset: int  # the first byte of the value among the layer's values


class Indexer(Generic[P], Protocol):
    """Makes and reads the tablebases of one game."""

    game: Game[P]
    #: Its name in the manifest.
    name: str
    #: The number of symmetries that fold sets of cells; 0 if the game folds its positions.
    symmetries: int = 0
    #: The heading of layers in a table of counts; empty if there is only one.
    layers_are: str
    #: The number of bytes of a value.
    value_bytes: int = VALUE_BYTES

    def needs(self) -> Needs | None:
        """Memory and disk needed; None if not known in advance."""
        return None

    @abstractmethod
    def solved(self, work: Work) -> Iterator[Solved]:
        """The layers one after the other."""

    @abstractmethod
    def place(self, position: P, keys: Callable[[int], Any]) -> ValuePlace | None:
        """The place of the position's value; None if it is not in the table.

        `keys` returns the keys of a layer.
        """

    def read(self, position: P, values: Any, offset: int) -> Value:
        """The value at an offset, ENDLESS draws included."""
        return read_value(values, offset)

    @abstractmethod
    def position_at(self, layer: int, keys: Any, number: int) -> P:
        """The position with this number in its layer."""


def damaged_value(byte: int) -> BadTablebase:
    """The error for a byte that does not encode a value."""
    return BadTablebase(f"{byte} is not a value: the tablebase is damaged. Run: noughts verify DIR")


OUTCOMES = 4
# A draw by endless play.
NO_END = 0xFFFF
MOST_PLIES = NO_END // OUTCOMES - 1


def read_value(values: Any, offset: int) -> Value:
    """The value at an offset.

    >>> read_value(bytes((22, 0)), 0), read_value(bytes((255, 255)), 0)
    (Value(outcome=1, plies=5), Value(outcome=0, plies=-1))
    """
    number = values[offset] | values[offset + 1] << 8
    if number == NO_END:
        return Value(DRAW, ENDLESS)
    plies, outcome = divmod(number, OUTCOMES)
    if outcome > WIN - LOSS:
        raise damaged_value(number)
    return Value(outcome + LOSS, plies)
