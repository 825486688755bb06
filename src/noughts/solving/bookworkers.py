"""Searches a book's positions in this process or in workers.

Positions with neighbouring keys are searched by the same engine, since its table helps with the
next.
"""

import signal
from collections.abc import Iterable, Iterator, Sequence
from multiprocessing import get_context
from typing import Any

from noughts.game import Game
from noughts.games.registry import find_game, spec_of
from noughts.search.context import ScoreBounds
from noughts.solving.bookmaking import Search
from noughts.solving.engine import Engine
from noughts.solving.limits import Limits

# The number of neighbouring positions sent to a process together.
BLOCK = 32

Keyed = tuple[int, Any]  # a position after its key
Scored = tuple[int, int]  # a score after the key


def searcher(game: Game[Any], memory: int, workers: int) -> Search:
    """A search function for the positions of a book.

    Args:
        game: the rules.
        memory: the most mebibytes for the table of one process.
        workers: the number of searching processes; with 1, this process searches.
    """

    def in_processes(positions: Sequence[Keyed]) -> Iterator[Scored]:
        blocks = [positions[at : at + BLOCK] for at in range(0, len(positions), BLOCK)]
        begin = _Worker.begin, (spec_of(game), memory)
        with get_context("spawn").Pool(min(workers, len(blocks) or 1), *begin) as pool:
            for scores in pool.imap_unordered(_Worker.search, blocks):
                yield from scores

    def here(positions: Iterable[Keyed]) -> Iterator[Scored]:
        return scores_of(Engine(game, memory), positions)

    return here if workers == 1 else in_processes


def scores_of(engine: Engine[Any], positions: Iterable[Keyed]) -> Iterator[Scored]:
    """The keys and the exact scores, one by one."""
    for key, position in positions:
        aim = ScoreBounds()
        engine.close_in(position, aim, Limits())
        yield key, aim.lower()


class _Worker:
    """The engine of a worker process."""

    engine: Engine[Any]

    @classmethod
    def begin(cls, spec: str, memory: int) -> None:
        """Make the engine; only the parent process handles Ctrl-C."""
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        cls.engine = Engine(find_game(spec), memory)

    @classmethod
    def search(cls, block: Sequence[Keyed]) -> list[Scored]:
        """The scores of a block of neighbours."""
        return list(scores_of(cls.engine, block))
