"""Follows many plays from the start in one call, and scores the positions they reach."""

from collections.abc import Sequence
from typing import Any

from noughts.errors import NotCompilable
from noughts.game import Game
from noughts.native import compiled
from noughts.search.memory import unpack_position, words_of
from noughts.search.queue import Plays, Queue, follow
from noughts.solving.engine import UNKNOWN
from noughts.solving.solver import Solver

# Up to this many plays run interpreted: loading compiled code would take longer.
FEW = 16


def follow_all(game: Game[Any], moves: Sequence[bytes]) -> Plays:
    """The plays from the start, each cut before its first illegal move.

    Args:
        game: the rules, with positions made of whole numbers.
        moves: the moves of every play, a byte each.

    >>> from noughts.games.connectfour import ConnectFour
    >>> list(follow_all(ConnectFour(4, 4), [bytes([0, 1, 0, 1, 0]), bytes([3, 4])]).kept)
    [5, 1]
    """
    start: Any = game.start()
    plays = Plays(moves, words_of(game, start))
    if plays.size > FEW:
        try:
            compiled(follow, game)(game, start, plays)
        except NotCompilable:
            follow(game, start, plays)
    else:
        follow(game, start, plays)
    return plays


def positions_of(game: Game[Any], plays: Plays) -> list[Any]:
    """The positions that the plays reach."""
    start, width = game.start(), plays.width
    return [unpack_position(start, plays.words, i * width, width) for i in range(plays.size)]


def scores_of(solver: Solver[Any], plays: Plays) -> list[int | None]:
    """The scores of the positions reached; None if a limit is reached.

    >>> from noughts.games.connectfour import ConnectFour
    >>> solver = Solver(ConnectFour(4, 4))
    >>> scores_of(solver, follow_all(solver.game, [bytes([0, 1, 0, 1, 0, 1])]))
    [9999999]
    """
    in_book = solver.book is not None and min(plays.lengths, default=0) <= solver.book.plies
    if plays.size > FEW and not in_book:
        queue = Queue(plays.words, plays.width)
        try:
            solver.engine.answer_queue(queue, solver.game.start(), solver.limits)
        except NotCompilable:
            return solver.scores(positions_of(solver.game, plays))
        return [None if score == UNKNOWN else score for score in queue.scores]
    return solver.scores(positions_of(solver.game, plays))
