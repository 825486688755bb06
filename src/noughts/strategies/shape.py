"""What a strategy looks like: how much it holds at which depth, and how it ends there."""

from collections.abc import Iterator
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
    ply = 0 if file.claim.turn == file.claim.side else 1
    levels = []
    for layer in layers_of(game, file):
        answered = sum(one.move is not None for one in layer)
        over = sum(game.outcome(one.position) != OPEN for one in layer)
        levels.append(Level(ply, answered, over, len(layer) - answered - over))
        ply += 2
    return levels


class Met(NamedTuple):
    """A position in which the strategy's side is to move, and the file's move there, if any."""

    position: Any
    move: int | None


def layers_of(game: Game[Any], file: StrategyFile) -> Iterator[list[Met]]:
    """The positions that are met, ply after ply, each where it is met first.

    Raises:
        BadStrategy: it is of another game.
    """
    if not file.suits(game):
        raise BadStrategy(f"This is a strategy of {file.claim.game}, as that was when it was made.")
    fold, claim = Fold(game), file.claim
    start = fold.position(claim.start)
    now = [start] if claim.turn == claim.side else _after(game, start)
    seen = set[Any]()
    while now:
        new = [at for at in dict.fromkeys(map(fold.canonical, now)) if at not in seen]
        seen.update(new)
        layer = [
            Met(at, file.moves.get(fold.fields(at)) if game.outcome(at) == OPEN else None)
            for at in new
        ]
        if layer:
            yield layer
        answered = ((at, move) for at, move in layer if move is not None)
        now = [reply for at, move in answered for reply in _after(game, game.play(at, move))]


def _after(game: Game[Any], position: Any) -> list[Any]:
    """The positions after each move; none when the game is over."""
    return [game.play(position, move) for move in legal_moves(game, position)]
