"""What a backend is, and the one that every machine has."""

from abc import abstractmethod
from collections.abc import Generator
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from noughts.errors import UnsuitedGame
from noughts.games.registry import spec_of
from noughts.tablebase.combinatorial.indexer import CombinatorialIndexer
from noughts.tablebase.indexer import Done, Indexer, Solved
from noughts.tablebase.resources import Needs
from noughts.tablebase.storage.frontier_store import MEMORY, Shelf


class Work(NamedTuple):
    """What a backend is to do.

    Args:
        way: how the game's positions are numbered.
        done: told how many positions more are solved.
        last: the last layer that an earlier run has solved.
        folder: where the layers will be written; without one, a backend may leave out the values
            of all layers but the last.
        shelf: where layers are put whose positions are found and not yet solved.
    """

    indexer: Indexer[Any]
    done: Done
    last: Solved | None = None
    folder: Path | None = None
    shelf: Shelf = MEMORY


class Backend(Protocol):
    """Who works out the layers of a way."""

    #: What the command line calls it.
    name: str

    @abstractmethod
    def needs(self, indexer: Indexer[Any]) -> Needs | None:
        """What solving takes of this machine; None where that turns out only while it is done.

        Raises:
            UnsuitedGame: the backend does not solve in this way.
        """

    @abstractmethod
    def solved(self, work: Work) -> Generator[Solved]:
        """The layers one after the other, the same to the byte whatever the backend."""


class Threads(Backend):
    """The threads of this machine.

    Args:
        workers: how many.
    """

    name = "threads"

    def __init__(self, workers: int = 1) -> None:
        """Start nothing yet."""
        self.workers = workers

    def needs(self, indexer: Indexer[Any]) -> Needs | None:
        """What the way says."""
        return indexer.needs()

    def solved(self, work: Work) -> Generator[Solved]:
        """The layers."""
        yield from work.indexer.solved(self.workers, work.done, work.last, work.shelf)


def indexed(indexer: Indexer[Any], name: str) -> CombinatorialIndexer[Any]:
    """The way, as that of a game of marks.

    Raises:
        UnsuitedGame: it is another.
    """
    if (
        type(indexer) is not CombinatorialIndexer
    ):  # one that is made from it numbers positions otherwise
        raise UnsuitedGame(
            f"{spec_of(indexer.game)} is solved in the way {indexer.name!r}, and the backend "
            f"{name} takes games of marks only, such as mnk:4,4,4 and connectfour:5,4: leave it "
            f"to --backend threads."
        )
    return indexer
