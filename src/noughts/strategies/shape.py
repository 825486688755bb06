"""What a strategy looks like: how much it holds at which depth, and how it ends there."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from noughts.errors import BadStrategy
from noughts.game import Game, keeps_turn, legal_moves
from noughts.strategies.file import StrategyFile
from noughts.strategies.fold import Fold
from noughts.strategies.leaves import KINDS, Leaves
from noughts.value import OPEN

# Called with how many positions are answered so far, and how many the file has.
Progress = Callable[[int, int], None]


class Level(NamedTuple):
    """The positions that are first met at one ply.

    Args:
        ply: how many plies after the strategy's first position.
        answered: how many have a move in the file, mirror images together.
        leaves: how many of which kind have none (`KINDS`); those settled by threats are counted as
            they arise, all others with their mirror images.
    """

    ply: int
    answered: int
    leaves: dict[str, int]


def levels_of(game: Game[Any], file: StrategyFile, progress: Progress | None = None) -> list[Level]:
    """A strategy by depth; it is not checked: what a search is to settle is not searched.

    Raises:
        BadStrategy: it is of another game.

    >>> from noughts.games.nim import Nim
    >>> from noughts.strategies.make import make_strategy
    >>> game = Nim(1, 2)
    >>> for level in levels_of(game, make_strategy(game).file):
    ...     print(level.ply, level.answered)
    0 1
    2 2
    """
    levels, done, kind = [], 0, _Kinds(game, file)
    for layer in layers_of(game, file):
        counts = Counter(found for found in map(kind.of, layer.left) if found)
        leaves = {each: counts[each] for each in KINDS}
        levels.append(Level(layer.ply, len(layer.answered), leaves))
        done += len(layer.answered)
        if progress:
            progress(done, len(file.moves))
    return levels


class _Kinds:
    """How the positions without an answer are settled."""

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


class Met(NamedTuple):
    """A position in which the strategy's side is to move, and the file's move there."""

    position: Any
    move: int


class Layer(NamedTuple):
    """What is first met at one ply: answered, mirror images together, or left.

    Args:
        ply: how many plies after the strategy's first position.
        answered: what the file answers.
        left: the rest of the positions in which its side is to move.
    """

    ply: int
    answered: list[Met]
    left: list[Any]


def layers_of(game: Game[Any], file: StrategyFile) -> Iterator[Layer]:
    """The positions that are met, ply after ply, each where it is met first.

    Raises:
        BadStrategy: it is of another game.
    """
    if not file.suits(game):
        raise BadStrategy(f"This is a strategy of {file.claim.game}, as that was when it was made.")
    fold, claim = Fold(game), file.claim
    start = fold.position(claim.start)
    mine, theirs = ([start], []) if claim.turn == claim.side else ([], [start])
    seen, passed, ply = set[Any](), set[Any](), 0
    while mine or theirs:
        layer = Layer(ply, [], [])
        for position in dict.fromkeys(mine):
            at = fold.canonical(position)
            move = file.moves.get(fold.fields(at)) if game.outcome(at) == OPEN else None
            met = at if move is not None else position
            if met not in seen:
                seen.add(met)
                if move is None:
                    layer.left.append(position)
                else:
                    layer.answered.append(Met(at, move))
        if layer.answered or layer.left:
            yield layer
        others = [at for at in dict.fromkeys(theirs) if at not in passed]
        passed.update(others)
        replies = (Met(at, move) for at in others for move in legal_moves(game, at))
        (own, given), (kept, turned) = _after(game, layer.answered), _after(game, replies)
        mine, theirs, ply = own + turned, given + kept, ply + 1


def _after(game: Game[Any], moves: Iterable[Met]) -> tuple[list[Any], list[Any]]:
    """The positions after the moves: who has moved is to move again, or the other player is."""
    both: tuple[list[Any], list[Any]] = [], []
    for at, move in moves:
        after = game.play(at, move)
        both[not keeps_turn(game, at, after)].append(after)
    return both
