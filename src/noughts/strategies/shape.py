"""The shape of a strategy: its positions by depth, and how it ends there."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from noughts.errors import BadStrategy
from noughts.game import Game, keeps_turn, legal_moves
from noughts.strategies.file import StrategyFile
from noughts.strategies.fold import Fold
from noughts.strategies.leaves import KINDS, Leaves
from noughts.value import OPEN

# Called with the number of answered positions so far, and the number in the file.
Progress = Callable[[int, int], None]


class Level(NamedTuple):
    ply: int  # the number of plies after the strategy's first position
    answered: int  # the number of positions with a move in the file, mirror images together
    # The number of positions without one, by kind (`KINDS`); mirror images are counted separately
    # if threats settle them, otherwise together.
    leaves: dict[str, int]


def strategy_levels(
    game: Game[Any], file: StrategyFile, progress: Progress | None = None
) -> list[Level]:
    """A strategy by depth, unchecked: searches that settle leaves are not run.

    Raises:
        BadStrategy: it belongs to another game.

    >>> from noughts.games.nim import Nim
    >>> from noughts.strategies.make import make_strategy
    >>> game = Nim(1, 2)
    >>> for level in strategy_levels(game, make_strategy(game).file):
    ...     print(level.ply, level.answered)
    0 1
    2 2
    """
    levels, done, kind = [], 0, _Kinds(game, file)
    for layer in strategy_layers(game, file):
        counts = Counter(found for found in map(kind.of, layer.left) if found)
        leaves = {each: counts[each] for each in KINDS}
        levels.append(Level(layer.ply, len(layer.answered), leaves))
        done += len(layer.answered)
        if progress:
            progress(done, len(file.moves))
    return levels


class _Kinds:
    def __init__(self, game: Game[Any], file: StrategyFile) -> None:
        self.game, self.fold = game, Fold(game)
        self.leaves = Leaves(game, file.claim)
        self.counted = set[Any]()

    def of(self, position: Any) -> str | None:
        """The kind of leaf; None if a mirror image was counted before."""
        is_over = self.game.outcome(position) != OPEN
        if not is_over and self.leaves.threat(position) is not None:
            return "threats"
        canonical = self.fold.canonical(position)
        if canonical in self.counted:
            return None
        self.counted.add(canonical)
        return "over" if is_over else self.leaves.rule(canonical) or "budget"


class AnsweredPosition(NamedTuple):
    """A position in which the strategy's side is to move, with the file's move."""

    position: Any
    move: int


class StrategyLayer(NamedTuple):
    """The positions first met at one ply: answered, mirror images together, or left."""

    ply: int
    answered: list[AnsweredPosition]
    left: list[Any]


def strategy_layers(game: Game[Any], file: StrategyFile) -> Iterator[StrategyLayer]:
    """The positions met, ply after ply, each at its first ply."""
    if not file.suits(game):
        raise BadStrategy(f"This is a strategy of {file.claim.game}, as that was when it was made.")
    fold, claim = Fold(game), file.claim
    start = fold.position(claim.start)
    mine, theirs = ([start], []) if claim.turn == claim.side else ([], [start])
    seen, passed, ply = set[Any](), set[Any](), 0
    while mine or theirs:
        layer = StrategyLayer(ply, [], [])
        for position in dict.fromkeys(mine):
            at = fold.canonical(position)
            move = file.moves.get(fold.fields(at)) if game.outcome(at) == OPEN else None
            met = at if move is not None else position
            if met not in seen:
                seen.add(met)
                if move is None:
                    layer.left.append(position)
                else:
                    layer.answered.append(AnsweredPosition(at, move))
        if layer.answered or layer.left:
            yield layer
        others = [at for at in dict.fromkeys(theirs) if at not in passed]
        passed.update(others)
        replies = (AnsweredPosition(at, move) for at in others for move in legal_moves(game, at))
        (own, given), (kept, turned) = _after(game, layer.answered), _after(game, replies)
        mine, theirs, ply = own + turned, given + kept, ply + 1


def _after(game: Game[Any], moves: Iterable[AnsweredPosition]) -> tuple[list[Any], list[Any]]:
    both: tuple[list[Any], list[Any]] = [], []
    for at, move in moves:
        after = game.play(at, move)
        both[not keeps_turn(game, at, after)].append(after)
    return both
