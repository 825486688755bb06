"""Checks a strategy with noughts' rules: does its claim follow?"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Generic, NamedTuple, NoReturn

from noughts.errors import BadStrategy
from noughts.game import Game, P, keeps_turn, legal_moves, turn_at
from noughts.games.registry import spec_of
from noughts.strategies.file import SIDES, StrategyFile, first_position
from noughts.strategies.fold import Fold
from noughts.strategies.leaves import KINDS, Leaves
from noughts.value import OPEN, WIN

Progress = Callable[[int, int], None]
# A position, and whether the strategy's side is to move there.
Node = tuple[Any, bool]


class Checked(NamedTuple):
    """The contents of a strategy whose claim follows."""

    positions: int  # the number of positions with an answer
    leaves: dict[str, int]  # the number of positions settled otherwise, by kind
    plies: int  # the longest possible play, in plies, leaves aside


def check_strategy(
    game: Game[Any], file: StrategyFile, progress: Progress | None = None
) -> Checked:
    """Check every position that can follow.

    Raises:
        BadStrategy: it belongs to another game, or its claim does not follow; the message says
            where.
    """
    return _Walk(game, file, progress).checked()


class _Walk(Generic[P]):
    def __init__(self, game: Game[P], file: StrategyFile, progress: Progress | None) -> None:
        self.game, self.file = game, file
        self.claim, self.moves = file.claim, file.moves
        self.fold = Fold(game)
        self.leaves = Leaves(game, file.claim, answered=map(self.fold.position, file.moves))
        self.progress = progress
        self.counts: Counter[str] = Counter(dict.fromkeys(KINDS, 0))
        self.threatened: dict[P, bool] = {}  # whether threats settle it, before folding
        self.answered = 0
        self.far: dict[Node, int] = {}  # the most plies to the end, of checked nodes

    def checked(self) -> Checked:
        self._refuse_claim()
        start = self.fold.position(self.claim.start)
        nodes = self._nodes(start, self.claim.turn == self.claim.side)
        if self.claim.is_weighed:  # leaves rely on all answers
            nodes += [(self.fold.position(fields), True) for fields in self.moves]
        plies = self._walk(nodes)
        if self.claim.plies is not None and plies > self.claim.plies:
            raise BadStrategy(f"It claims a win in {self.claim.plies} plies, but takes {plies}.")
        if self.answered != len(self.moves):
            raise BadStrategy(f"{len(self.moves) - self.answered:,} of its positions never arise.")
        return Checked(len(self.moves), dict(self.counts), plies)

    def _refuse_claim(self) -> None:
        claim, name = self.claim, spec_of(self.game)
        if not self.file.resembles(self.game):
            raise BadStrategy(f"This is a strategy of {claim.game}, not of {name} as it is now.")
        first_position(self.game, claim)  # refuses a start of wrong length
        start, turn = self.fold.position(claim.start), SIDES.index(claim.turn)
        if turn_at(self.game, start, 0, turn) != turn:
            self._refuse(f"the {claim.turn} player is not to move in", start)
        claim.check_plies()

    def _walk(self, todo: list[Node]) -> int:
        """Check all that follows, depth first; the most plies to the end."""
        root, under_way = todo[:1], dict[Node, list[Node]]()  # in progress: nodes and successors
        while todo:
            node = todo[-1]
            if node in under_way:
                after = under_way.pop(todo.pop())
                self.far[node] = max((1 + self.far.get(at, 0) for at in after), default=0)
            elif node in self.far:
                todo.pop()
            else:
                under_way[node] = after = self._following(*node)
                again = [at for at in after if at in under_way]
                if again and self.claim.goal == WIN:
                    self._refuse("play comes back to", again[0][0])
                todo += [at for at in reversed(after) if at not in again]
        return max((self.far[node] for node in root), default=0)

    def _following(self, position: P, mine: bool) -> list[Node]:
        outcome, moves = self.game.outcome(position), legal_moves(self.game, position)
        if outcome != OPEN:
            if (outcome if mine else -outcome) < self.claim.goal:
                self._refuse("the game ends against the claim in", position)
            self.counts["over"] += mine
        elif mine:
            moves = self._answer(position, moves)
        after = [self.game.play(position, move) for move in moves]
        turns = [keeps_turn(self.game, position, at) == mine for at in after]
        return [node for at in zip(after, turns, strict=True) for node in self._nodes(*at)]

    def _answer(self, position: P, moves: list[int]) -> list[int]:
        """The file's move in an open position, or the forced one; empty for a settled leaf."""
        move = self.moves.get(self.fold.fields(position))
        if move is None:
            if kind := self.leaves.kind(position):
                self.counts[kind] += 1
                return []
            if (move := self.leaves.forced(position)) is None:
                self._refuse("there is no answer in", position)
            self.counts["forced"] += 1
            return [move]
        if move not in moves:
            self._refuse(f"the answer {move} is not allowed in", position)
        self.answered += 1
        if self.progress and self.answered % 100 == 0:
            self.progress(self.answered, len(self.moves))
        return [move]

    def _nodes(self, position: P, mine: bool) -> list[Node]:
        if not mine:
            return [(position, False)]
        return [] if self._by_threats(position) else [(self.fold.canonical(position), True)]

    def _by_threats(self, position: P) -> bool:
        """Whether an unfolded position has no answer in the file and threats win there."""
        if not self.claim.threats:
            return False
        found = self.threatened.get(position)
        if found is None:
            in_file = self.fold.fields(self.fold.canonical(position)) in self.moves
            search = self.game.outcome(position) == OPEN and not in_file
            found = search and self.leaves.threat(position) is not None
            self.threatened[position] = found
            self.counts["threats"] += found
        return found

    def _refuse(self, what: str, position: P) -> NoReturn:
        raise BadStrategy(f"Not proved: {what} {list(self.fold.fields(position))}.")


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
    if file.claim.is_weighed and file.suits(game):  # play by points would meet millions more
        marks = [sum(map(int.bit_count, fields)) for fields in (file.claim.start, *file.moves)]
        plies = Counter(count - marks[0] for count in marks[1:])
        return [Level(ply, plies[ply], dict.fromkeys(KINDS, 0)) for ply in sorted(plies)]
    levels, done, kind, fold = [], 0, _Kinds(game, file), Fold(game)
    for layer in strategy_layers(game, file):
        counts = Counter(found for found in map(kind.of, layer.left) if found)
        answered = sum(fold.fields(at.position) in file.moves for at in layer.answered)
        leaves = {each: counts[each] for each in KINDS}
        leaves["forced"] = len(layer.answered) - answered
        levels.append(Level(layer.ply, answered, leaves))
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
    """The positions first met at one ply: answered or forced, mirror images together, or left."""

    ply: int
    answered: list[AnsweredPosition]
    left: list[Any]


def strategy_layers(game: Game[Any], file: StrategyFile) -> Iterator[StrategyLayer]:
    """The positions met, ply after ply, each at its first ply."""
    if not file.suits(game):
        raise BadStrategy(f"This is a strategy of {file.claim.game}, as that was when it was made.")
    if file.claim.is_weighed:
        raise BadStrategy("Play by points makes most of its moves: it has no map and no booklet.")
    fold, claim, leaves = Fold(game), file.claim, Leaves(game, file.claim)
    start = fold.position(claim.start)
    mine, theirs = ([start], []) if claim.turn == claim.side else ([], [start])
    seen, passed, ply = set[Any](), set[Any](), 0
    while mine or theirs:
        layer = StrategyLayer(ply, [], [])
        for position in dict.fromkeys(mine):
            at = fold.canonical(position)
            move = file.moves.get(fold.fields(at)) if game.outcome(at) == OPEN else None
            if move is None and claim.forced and game.outcome(at) == OPEN:
                left = leaves.threat(position) is None and leaves.kind(at) is None
                move = leaves.forced(at) if left else None
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
