"""Goes through a strategy with the rules of noughts: does its claim follow?"""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, Generic, NamedTuple, NoReturn

from noughts.errors import BadStrategy
from noughts.game import Game, P, legal_moves
from noughts.games.registry import spec_of
from noughts.strategies.file import StrategyFile
from noughts.strategies.fold import Fold
from noughts.strategies.leaves import KINDS, Leaves
from noughts.value import OPEN, WIN

Progress = Callable[[int, int], None]


class Checked(NamedTuple):
    """What a strategy consists of; its claim follows.

    Args:
        positions: how many positions have an answer.
        leaves: how many positions are settled otherwise, by kind.
        plies: how long the game lasts at most, if no leaf says otherwise.
    """

    positions: int
    leaves: dict[str, int]
    plies: int


def check_strategy(
    game: Game[Any], file: StrategyFile, progress: Progress | None = None
) -> Checked:
    """Go through all that can follow.

    Args:
        game: the rules.
        file: the strategy.
        progress: called with how many positions are done, and with the total.

    Raises:
        BadStrategy: it is of another game, or its claim does not follow; the message says where.
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
        self.threatened: dict[P, bool] = {}  # whether threats settle it, as it arises
        self.settled: set[P] = set()
        self.far: dict[P, int] = {}

    def checked(self) -> Checked:
        """All of it, from the claim on."""
        self._refuse_claim()
        start = self.fold.position(self.claim.start)
        if self.claim.turn == self.claim.side:
            plies = self._walk([start])
        else:
            plies = 1 + self._walk(self._replies(start))
        if self.claim.plies is not None and plies > self.claim.plies:
            raise BadStrategy(f"It claims a win in {self.claim.plies} plies, but takes {plies}.")
        if len(self.far) != len(self.moves):
            raise BadStrategy(f"{len(self.moves) - len(self.far):,} of its positions never arise.")
        return Checked(len(self.moves), dict(self.counts), plies)

    def _refuse_claim(self) -> None:
        claim, name = self.claim, spec_of(self.game)
        if not self.file.suits(self.game):
            raise BadStrategy(f"This is a strategy of {claim.game}, not of {name} as it is now.")
        if len(claim.start) != len(self.fold.fields(self.game.start())):
            raise BadStrategy(f"A position of {name} does not have {len(claim.start)} numbers.")
        exact = claim.goal == WIN and not claim.has_leaves
        if claim.plies is not None and not exact:
            raise BadStrategy("Only a win without leaves by search or by rule can claim its plies.")

    def _walk(self, roots: list[P]) -> int:
        """Go through all that follows, depth first; the most plies to the end."""
        path: list[tuple[Any, Iterator[P]]] = [(None, iter(roots))]
        far, on_path = [0], set()
        while True:
            reply = next(path[-1][1], None)
            if reply is None:
                position, _ = path.pop()
                if not path:
                    return far[0]
                on_path.discard(position)
                plies = self.far[position] = far.pop()
                self._tell()
            else:
                if self._by_threats(reply):
                    far[-1] = max(far[-1], 2 * (len(far) > 1))
                    continue
                position = self.fold.canonical(reply)
                if position in on_path and self.claim.goal == WIN:
                    self._refuse("play comes back to", position)
                if self._to_answer(position) and not (position in self.far or position in on_path):
                    on_path.add(position)
                    path.append((position, iter(self._answered(position))))
                    far.append(1)
                    continue
                plies = self.far.get(position, 0)
            far[-1] = max(far[-1], plies + 2 * (len(far) > 1))

    def _by_threats(self, position: P) -> bool:
        """Whether a position, as it arises, has no answer in the file and threats win there."""
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

    def _to_answer(self, position: P) -> bool:
        """Whether the position has an answer in the file; if not, settle it."""
        outcome = self.game.outcome(position)
        if outcome == OPEN and self.fold.fields(position) in self.moves:
            return True
        if position not in self.settled:
            self.settled.add(position)
            if outcome != OPEN and outcome < self.claim.goal:
                self._refuse("the game ends against the claim in", position)
            kind = "over" if outcome != OPEN else self.leaves.kind(position)
            if kind is None:
                self._refuse("there is no answer in", position)
            self.counts[kind] += 1
        return False

    def _answered(self, position: P) -> list[P]:
        """What the other side can make of the answer."""
        move = self.moves[self.fold.fields(position)]
        if move not in legal_moves(self.game, position):
            self._refuse(f"the answer {move} is not allowed in", position)
        return self._replies(self.game.play(position, move))

    def _replies(self, position: P) -> list[P]:
        outcome = self.game.outcome(position)
        if outcome != OPEN and -outcome < self.claim.goal:
            self._refuse("the game ends against the claim in", position)
        return [self.game.play(position, move) for move in legal_moves(self.game, position)]

    def _refuse(self, what: str, position: P) -> NoReturn:
        raise BadStrategy(f"Not proved: {what} {list(self.fold.fields(position))}.")

    def _tell(self) -> None:
        if self.progress and len(self.far) % 100 == 0:
            self.progress(len(self.far), len(self.moves))
