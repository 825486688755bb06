"""Checks a strategy with noughts' rules: does its claim follow?"""

from collections import Counter
from collections.abc import Callable
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
        self.leaves = Leaves(game, file.claim)
        self.progress = progress
        self.counts: Counter[str] = Counter(dict.fromkeys(KINDS, 0))
        self.threatened: dict[P, bool] = {}  # whether threats settle it, before folding
        self.answered = 0
        self.far: dict[Node, int] = {}  # the most plies to the end, of checked nodes

    def checked(self) -> Checked:
        self._refuse_claim()
        start = self.fold.position(self.claim.start)
        plies = self._walk(self._nodes(start, self.claim.turn == self.claim.side))
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
        exact = claim.goal == WIN and not claim.has_leaves
        if claim.plies is not None and not exact:
            raise BadStrategy("Only a win without leaves by search or by rule can claim its plies.")

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
        """The positions after the answer, or after all replies; none if the position is settled."""
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
        """The file's move in an open position; empty for a leaf, which is settled."""
        move = self.moves.get(self.fold.fields(position))
        if move is None:
            kind = self.leaves.kind(position)
            if kind is None:
                self._refuse("there is no answer in", position)
            self.counts[kind] += 1
            return []
        if move not in moves:
            self._refuse(f"the answer {move} is not allowed in", position)
        self.answered += 1
        if self.progress and self.answered % 100 == 0:
            self.progress(self.answered, len(self.moves))
        return [move]

    def _nodes(self, position: P, mine: bool) -> list[Node]:
        """The position, folded if the side is to move; empty if threats settle it."""
        if not mine:
            return [(position, False)]
        return [] if self._by_threats(position) else [(self.fold.canonical(position), True)]

    def _by_threats(self, position: P) -> bool:
        """Whether an unfolded position has no answer in the file and threats win there."""
        if not self.claim.threats:
            return False
        found = self.threatened.get(position)
        if found is None:
            search = self.game.outcome(position) == OPEN and not self._in_file(position)
            found = search and self.leaves.threat(position) is not None
            self.threatened[position] = found
            self.counts["threats"] += found
        return found

    def _in_file(self, position: P) -> bool:
        return self.fold.fields(self.fold.canonical(position)) in self.moves

    def _refuse(self, what: str, position: P) -> NoReturn:
        raise BadStrategy(f"Not proved: {what} {list(self.fold.fields(position))}.")
