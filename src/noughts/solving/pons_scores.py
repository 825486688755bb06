"""Connect Four scores in Pascal Pons's convention: by the marks left; and scores of many plays.

In his convention a win scores the number of marks that the winner has left after the last move,
plus one; a loss scores the negative of the winner's score; a draw scores 0. On 7×6 each player has
21 marks: a win with the last one scores 1, a win with the fourth 18. Since it is known who makes
the last move, a score determines the plies to the end, as a value does.

    Pascal Pons, "Solving Connect 4: how to build a perfect AI", 2015 (blog.gamesolver.org)
"""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from noughts.bits import count
from noughts.errors import BadScore, NotCompilable
from noughts.game import Game
from noughts.games.common.cell_game import Marks
from noughts.games.connectfour import ConnectFour
from noughts.native import compiled
from noughts.search.memory import unpack_position, words_of
from noughts.search.queue import Plays, Queue, follow
from noughts.solving.engine import UNKNOWN
from noughts.solving.solver import Solver
from noughts.value import BASE, DRAW, LOSS, WIN, Value

# Up to this many plays run interpreted: loading compiled code would take longer.
FEW_PLAYS = 16


def to_stones(game: ConnectFour, position: Marks, value: Value) -> int:
    """The score of a position's value in marks."""
    return stones_of(value.score, _left(game, position))


def stones_of(score: int, left: int) -> int:
    """A search score of a position with that many empty cells, in Pons's convention."""
    size = (left + 2 - (BASE - abs(score))) // 2
    return size if score > 0 else -size if score else 0


def from_stones(game: ConnectFour, position: Marks, stones: int) -> Value:
    """The value of a position with this score in marks."""
    left = _left(game, position)
    if stones == 0:
        return Value(DRAW, left)
    outcome = WIN if stones > 0 else LOSS
    plies = left + 2 - 2 * abs(stones)
    # The winner makes the last move: the player to move wins after an odd number of plies.
    plies -= plies % 2 != (outcome == WIN)
    if not 0 <= plies <= left:
        raise BadScore(
            f"{stones} is not a score of a position with {left} empty cells: the game would end "
            f"{plies} plies from now."
        )
    return Value(outcome, plies)


def _left(game: ConnectFour, position: Marks) -> int:
    return game.cells - count(position.mine | position.theirs)


def follow_all(game: Game[Any], moves: Sequence[bytes]) -> Plays:
    """The plays from the start, a byte for each move, each cut before its first illegal move."""
    start: Any = game.start()
    plays = Plays(moves, words_of(game, start))
    if plays.size > FEW_PLAYS:
        with suppress(NotCompilable):
            compiled(follow, game)(game, start, plays)
            return plays
    follow(game, start, plays)
    return plays


def positions_of(game: Game[Any], plays: Plays) -> list[Any]:
    start, width = game.start(), plays.width
    return [unpack_position(start, plays.words, i * width, width) for i in range(plays.size)]


def play_scores(solver: Solver[Any], plays: Plays) -> list[int | None]:
    """The scores of the positions reached; None if a limit is reached."""
    in_book = solver.book is not None and min(plays.lengths, default=0) <= solver.book.plies
    if plays.size > FEW_PLAYS and not in_book:
        queue = Queue(plays.words, plays.width)
        with suppress(NotCompilable):
            solver.engine.answer_queue(queue, solver.game.start(), solver.limits)
            return [None if score == UNKNOWN else score for score in queue.scores]
    return solver.scores(positions_of(solver.game, plays))
