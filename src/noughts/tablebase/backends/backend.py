"""The base of backends, and the threads of this machine."""

from abc import abstractmethod
from collections.abc import Generator
from contextlib import AbstractContextManager, nullcontext
from typing import Any, Protocol

from noughts.errors import NoBackend, UnsuitedGame
from noughts.games.registry import spec_of
from noughts.tablebase.bitplanes.outcomes import Outcomes
from noughts.tablebase.combinatorial.marking import Marking
from noughts.tablebase.combinatorial.marks_indexer import CombinatorialIndexer
from noughts.tablebase.indexer import Indexer, Solved, Work
from noughts.tablebase.resources import Needs


class Backend(Protocol):
    """Solves the layers of an indexer."""

    #: Its name on the command line.
    name: str

    @abstractmethod
    def needs(self, indexer: Indexer[Any]) -> Needs | None:
        """Memory and disk needed on this machine; None if not known in advance.

        Raises:
            UnsuitedGame: the backend does not support this indexer.
        """

    def ready(self, indexer: Indexer[Any]) -> AbstractContextManager[None]:
        """Context: ready to solve; entered before a folder is created.

        Raises:
            NoBackend: no cluster answers.
            TooLarge: the backend does not have the memory.
        """
        return nullcontext()

    @abstractmethod
    def solved(self, indexer: Indexer[Any], work: Work) -> Generator[Solved]:
        """The layers in order, byte-identical for every backend; it is ready."""

    def outcomes(self, marking: Marking, low_bits: int) -> AbstractContextManager[Outcomes]:
        """Context: a solver of outcomes only, byte-identical for every backend, ready to begin.

        Raises:
            NoBackend: this backend does not solve outcomes only, or no cluster answers.
            TooLarge: the backend does not have the memory.
        """
        raise NoBackend(
            f"The backend {self.name} does not find outcomes alone; use --backend threads or ray."
        )


class Threads(Backend):
    name = "threads"

    def __init__(self, threads: int = 1) -> None:
        self.threads = threads

    def needs(self, indexer: Indexer[Any]) -> Needs | None:
        return indexer.needs()

    def solved(self, indexer: Indexer[Any], work: Work) -> Generator[Solved]:
        yield from indexer.solved(work._replace(threads=self.threads))

    def outcomes(self, marking: Marking, low_bits: int) -> AbstractContextManager[Outcomes]:
        return nullcontext(Outcomes(marking, self.threads, low_bits=low_bits))


def indexed(indexer: Indexer[Any], name: str) -> CombinatorialIndexer[Any]:
    if type(indexer) is not CombinatorialIndexer:  # a subclass numbers positions differently
        raise UnsuitedGame(
            f"The backend {name} solves only games of marks, such as mnk:4,4,4 and "
            f"connectfour:5,4, not {spec_of(indexer.game)} ({indexer.name}): use --backend threads."
        )
    return indexer
