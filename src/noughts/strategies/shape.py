"""What a strategy looks like: how much it holds at which depth, and how it ends there."""

from collections import Counter
from typing import Any, NamedTuple

from noughts.errors import BadStrategy
from noughts.game import Game, legal_moves
from noughts.strategies.file import StrategyFile
from noughts.strategies.fold import Fold
from noughts.value import OPEN


class Level(NamedTuple):
    """The positions that are first met after so many plies, mirror images together.

    Args:
        ply: how many plies after the strategy's first position.
        answered: how many have a move in the file.
        over: in how many the game is over.
        left: how many are left to whoever checks, as leaves.
    """

    ply: int
    answered: int
    over: int
    left: int


def levels_of(game: Game[Any], file: StrategyFile) -> list[Level]:
    """A strategy by depth; it is not checked.

    Raises:
        BadStrategy: it is of another game.

    >>> from noughts.games.nim import Nim
    >>> from noughts.strategies.make import make_strategy
    >>> game = Nim(1, 2)
    >>> for level in levels_of(game, make_strategy(game).file):
    ...     print(*level)
    0 1 0 0
    2 2 0 0
    """
    if not file.suits(game):
        raise BadStrategy(f"This is a strategy of {file.claim.game}, as that was when it was made.")
    fold, claim = Fold(game), file.claim
    start = fold.position(claim.start)
    mine = claim.turn == claim.side
    ply, met = 0 if mine else 1, set[Any]()
    now = [start] if mine else _after(game, start)
    levels = []
    while now:
        counts: Counter[str] = Counter()
        new = dict.fromkeys(map(fold.canonical, now)).keys() - met
        met |= new
        now = []
        for position in new:
            move = file.moves.get(fold.fields(position))
            over = game.outcome(position) != OPEN
            counts["over" if over else "left" if move is None else "answered"] += 1
            if move is not None and not over:
                now += _after(game, game.play(position, move))
        if new:
            levels.append(Level(ply, counts["answered"], counts["over"], counts["left"]))
        ply += 2
    return levels


def _after(game: Game[Any], position: Any) -> list[Any]:
    """The positions after each move; none when the game is over."""
    return [game.play(position, move) for move in legal_moves(game, position)]
