"""Counts a game's positions and plays.

Published counts of many games exist, so a comparison quickly shows whether the rules are right.
"""

from typing import Any

from noughts.errors import GameError
from noughts.game import Game, P
from noughts.games.given import takes_names
from noughts.native import compiled, fastest, why_not
from noughts.search.context import SearchContext
from noughts.search.depth import LOOP_POSITIONS, refuse_loops, with_enough_stack
from noughts.search.memory import words_of
from noughts.search.table import ArrayPositionIndex, DictPositionIndex, PositionIndex, refill_slots
from noughts.value import OPEN

# The initial room for positions of one ply.
ROOM = 1 << 16


def perft(game: Game[P], plies: int) -> int:
    """The number of plays with exactly that many plies from the start (perft)."""
    start, count = game.start(), fastest(count_plays, game)
    return with_enough_stack(game, start, lambda: count(game, start, plies, SearchContext()))


def count_plays(game: Game[P], position: P, plies: int, run: SearchContext) -> int:
    run.visit()
    if plies == 0:
        return 1
    if game.outcome(position) != OPEN:
        return 0
    total = 0
    for move in game.moves(position):
        total += count_plays(game, game.play(position, move), plies - 1, run)
    return total


@takes_names
def positions_by_ply(game: Game[P]) -> list[int]:
    """The number of reachable positions at each ply, finished ones included.

    Symmetric positions are counted separately. A position that can be reached after different
    numbers of plies counts at each of them.

    Raises:
        GameError: play can go on forever.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> positions_by_ply(TicTacToe())
    [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]
    >>> sum(_)
    5478
    """
    if game.repeats:
        raise GameError(f"{type(game).__name__} can go on forever, so it has no last ply.")
    start: Any = game.start()
    refuse_loops(game, start, LOOP_POSITIONS)
    plain = why_not(game)
    index: PositionIndex[Any] = (
        DictPositionIndex() if plain else ArrayPositionIndex(words_of(game, start), ROOM)
    )
    enter = enter_children if plain else compiled(enter_children, game)
    index.number(start)
    counts = []
    while index.count:
        counts.append(index.count)
        before, index, entered = index, _empty(index), 0
        while (entered := enter(game, start, before, entered, index)) < before.count:
            assert isinstance(index, ArrayPositionIndex)  # the only kind with limited room
            index.enlarge(2 * index.room)
            compiled(refill_slots, game)(game, start, index)
    return counts


def enter_children(
    game: Game[P], example: P, before: PositionIndex[P], first: int, after: PositionIndex[P]
) -> int:
    """Number the children of one ply's positions, from `first` on, while there is room.

    Returns:
        The first position whose children do not all fit; otherwise the number of positions.
    """
    for number in range(first, before.count):
        position = before.at(number, example)
        if game.outcome(position) == OPEN:
            for move in game.moves(position):
                if after.number(game.play(position, move)) < 0:
                    return number
    return before.count


def _empty(index: PositionIndex[Any]) -> PositionIndex[Any]:
    if isinstance(index, ArrayPositionIndex):
        return ArrayPositionIndex(index.words, index.room)
    return DictPositionIndex()
