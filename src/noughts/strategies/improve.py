"""Exchanges the answers of a strategy for others, if it does not grow by that."""

from collections import Counter
from collections.abc import Callable
from typing import Generic

from noughts.game import P
from noughts.strategies.options import Option

# An exchange is abandoned if it needs more than MOST_NEW new positions; in a large strategy, more
# than EFFORT divided by its size.
MOST_NEW, EFFORT = 1_000, 20_000_000


class StrategyImprover(Generic[P]):
    """A strategy, and how often each of its positions occurs."""

    enough = 20  #: Rounds continue while each saves a position in this number.

    def __init__(
        self,
        roots: tuple[P, ...],
        chosen: dict[P, Option],
        options: Callable[[P], list[Option]],
        cost: Callable[[P], int],
        written: Callable[[P, Option], int],
    ) -> None:
        self.chosen = chosen
        self.options, self.cost, self.written = options, cost, written
        self.most = min(MOST_NEW, EFFORT // max(1, len(chosen)))
        self.arises: Counter[P] = Counter(roots)
        for option in chosen.values():
            self.arises.update(option.rest)

    def improved(
        self, tell: Callable[[int], None], is_over: Callable[[], bool] = lambda: False
    ) -> dict[P, Option]:
        saved = before = self._size(self.chosen)
        while saved > before // self.enough:
            before = self._size(self.chosen)
            for position in self._round():
                tell(len(self.chosen))
                if is_over():
                    return self.chosen
                self._improve(position)
            saved = before - self._size(self.chosen)
        return self.chosen

    def _round(self) -> list[P]:
        """The positions of a round, in its order."""
        return list(reversed(self.chosen))

    def _improve(self, position: P) -> None:
        for option in self.options(position):
            if position in self.chosen and option != self.chosen[position]:
                self._exchange(position, option)

    def _exchange(self, position: P, option: Option) -> None:
        before = self.chosen[position]
        self.chosen[position] = option
        new = self._add(option.rest, {})
        if new is None:
            self.chosen[position] = before
            return
        old = self._drop(before.rest)
        if self._size(new | {position: option}) > self._size(old | {position: before}):
            self.chosen[position] = before
            self._add(before.rest, old)
            self._drop(option.rest)

    def _size(self, answers: dict[P, Option]) -> int:
        return sum(self.written(at, option) for at, option in answers.items())

    def _add(self, positions: tuple[P, ...], known: dict[P, Option]) -> dict[P, Option] | None:
        """Add positions and all that follows: the new answers; None if there are too many."""
        new: dict[P, Option] = {}
        waiting, met = list(positions), []
        while waiting and len(new) <= self.most:
            at = waiting.pop()
            met.append(at)
            self.arises[at] += 1
            if at not in self.chosen:
                self.chosen[at] = new[at] = option = known.get(at) or self._cheapest(at)
                waiting += option.rest
        if len(new) <= self.most:
            return new
        self.arises.subtract(met)
        for at in new:
            del self.chosen[at]
        return None

    def _drop(self, positions: tuple[P, ...]) -> dict[P, Option]:
        old: dict[P, Option] = {}
        waiting = list(positions)
        while waiting:
            at = waiting.pop()
            self.arises[at] -= 1
            if not self.arises[at]:
                old[at] = self.chosen.pop(at)
                waiting += old[at].rest
        return old

    def _cheapest(self, position: P) -> Option:
        return min(
            self.options(position),
            key=lambda option: (
                self.written(position, option)
                + sum(self.cost(at) for at in option.rest if at not in self.chosen)
            ),
        )
