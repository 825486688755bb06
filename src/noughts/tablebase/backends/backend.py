"""Protocol of a backend, and the threads backend."""

from abc import abstractmethod
from collections.abc import Generator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from noughts.errors import NoBackend, UnsuitedGame
from noughts.games.registry import spec_of
from noughts.tablebase.bitplanes.solver import Outcomes
from noughts.tablebase.combinatorial.indexer import CombinatorialIndexer
from noughts.tablebase.combinatorial.model import Marking
from noughts.tablebase.indexer import Done, Indexer, Solved
from noughts.tablebase.resources import Needs
from noughts.tablebase.storage.frontier_store import IN_MEMORY, Shelf


class Work(NamedTuple):
    """What a backend is to solve.

    Args:
        indexer: how the game's positions are numbered.
        done: called with the number of newly solved positions.
        last: the last layer solved by an earlier run.
        folder: where the layers will be written; without one, a backend may omit the values of all
            layers but the last.
        shelf: storage for layers that are enumerated but not solved.
    """

    indexer: Indexer[Any]
    done: Done
    last: Solved | None = None
    folder: Path | None = None
    shelf: Shelf = IN_MEMORY


class Backend(Protocol):
    """Solves the layers of an indexer."""

    #: Its name on the command line.
    name: str

    @abstractmethod
    def needs(self, indexer: Indexer[Any]) -> Needs | None:
        """What solving needs on this machine; None if not known in advance.

        Raises:
            UnsuitedGame: the backend does not support this indexer.
        """

    def ready(self, indexer: Indexer[Any]) -> AbstractContextManager[None]:
        """Context: ready to solve, so that a folder need not be begun in vain.

        Raises:
            NoBackend: no cluster answers.
            TooLarge: the backend does not have the memory.
        """
        return nullcontext()

    @abstractmethod
    def solved(self, work: Work) -> Generator[Solved]:
        """The layers in order, byte-identical for every backend; it is ready."""

    def outcomes(self, marking: Marking, low_bits: int) -> AbstractContextManager[Outcomes]:
        """Context: what solves only outcomes, byte-identical for every backend, ready to begin.

        Args:
            marking: the game as one of marks.
            low_bits: where colour patterns are cut (`bitplanes/layout.py`).

        Raises:
            NoBackend: this one does not; or no cluster answers.
            TooLarge: the backend does not have the memory.
        """
        raise NoBackend(
            f"The backend {self.name} does not find outcomes alone; use --backend threads or ray."
        )


class Threads(Backend):
    """The threads of this machine.

    Args:
        threads: how many.
    """

    name = "threads"

    def __init__(self, threads: int = 1) -> None:
        """Start nothing yet."""
        self.threads = threads

    def needs(self, indexer: Indexer[Any]) -> Needs | None:
        """What the indexer needs."""
        return indexer.needs()

    def solved(self, work: Work) -> Generator[Solved]:
        """The layers."""
        yield from work.indexer.solved(self.threads, work.done, work.last, work.shelf)

    def outcomes(self, marking: Marking, low_bits: int) -> AbstractContextManager[Outcomes]:
        """The outcomes, shared among the threads."""
        return nullcontext(Outcomes(marking, self.threads, low_bits=low_bits))


def indexed(indexer: Indexer[Any], name: str) -> CombinatorialIndexer[Any]:
    """The indexer, checked to be that of a game of marks.

    Raises:
        UnsuitedGame: it is not.
    """
    if type(indexer) is not CombinatorialIndexer:  # a subclass numbers positions differently
        raise UnsuitedGame(
            f"The backend {name} solves only games of marks, such as mnk:4,4,4 and "
            f"connectfour:5,4, not {spec_of(indexer.game)} ({indexer.name}): use --backend threads."
        )
    return indexer
