"""The solver over a set of positions, one thread, in one batch, without the opening book."""

from array import array
from collections.abc import Sequence
from itertools import chain
from time import process_time

from benchmarks.connectfour.sets import GAME, Line
from benchmarks.connectfour.twin import Answer
from noughts.search.context import ScoreBounds
from noughts.search.queue import Queue
from noughts.solving.driver import Limits
from noughts.solving.engine import Engine
from noughts.solving.pons_scores import stones_of
from noughts.value import BASE

FINISHED = Line("1122334", 0).position()


def run(lines: Sequence[Line]) -> Answer:
    """What the solver finds out about the positions, when it has been compiled.

    The time is that of all searches, as for the C++ programs: the positions are there by then.
    """
    positions = [line.position() for line in lines]
    engine = Engine(GAME)
    engine.answer_queue(Queue(array("q", FINISHED), 2), FINISHED, Limits)  # compiles
    queue = Queue(array("q", chain.from_iterable(positions)), 2)
    begun = process_time()
    engine.answer_queue(queue, positions[0], Limits)
    seconds = process_time() - begun
    scores = [
        stones_of(score, GAME.cells - len(line.digits))
        for score, line in zip(queue.scores, lines, strict=True)
    ]
    return Answer(scores, engine.nodes, seconds)


def empty(threads: int) -> int:
    """Solve the empty board, and say how many nodes that took."""
    engine, aim = Engine(GAME, threads=threads), ScoreBounds()
    engine.close_in(GAME.start(), aim, Limits())
    if aim.lower() != BASE - 41:
        raise AssertionError("the first player wins with the 41st stone")
    return engine.nodes
