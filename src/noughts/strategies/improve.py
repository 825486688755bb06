"""Makes a strategy smaller: exchanges one answer after another, as long as that helps."""

from collections import Counter
from collections.abc import Callable
from typing import Generic

from noughts.game import P
from noughts.strategies.options import Option

# An exchange is abandoned if it needs more than MOST new positions; in a large strategy, more than
# EFFORT divided by its size.
MOST, EFFORT = 1_000, 20_000_000
# Rounds continue while each saves one position in ENOUGH.
ENOUGH = 20


class Improving(Generic[P]):
    """A strategy, and how often each of its positions occurs.

    Args:
        roots: the positions that the side answers first.
        chosen: an answer to each position that occurs.
        options: a function that returns the possible answers to a position.
        cost: an estimate of the number of positions needed from one on, including it.
    """

    def __init__(
        self,
        roots: tuple[P, ...],
        chosen: dict[P, Option],
        options: Callable[[P], list[Option]],
        cost: Callable[[P], int],
    ) -> None:
        self.chosen = chosen
        self.options, self.cost = options, cost
        self.most = min(MOST, EFFORT // max(1, len(chosen)))
        self.arises: Counter[P] = Counter(roots)
        for option in chosen.values():
            self.arises.update(option.rest)

    def improved(self, tell: Callable[[int], None]) -> dict[P, Option]:
        """The smaller strategy.

        Args:
            tell: called now and then with the number of its positions.
        """
        saved = len(self.chosen)
        while saved > len(self.chosen) // ENOUGH:
            before = len(self.chosen)
            for position in reversed(list(self.chosen)):
                tell(len(self.chosen))
                for option in self.options(position):
                    if position in self.chosen and option != self.chosen[position]:
                        self._exchange(position, option)
            saved = before - len(self.chosen)
        return self.chosen

    def _exchange(self, position: P, option: Option) -> None:
        """Change a position's answer, unless the strategy grows."""
        before = self.chosen[position]
        self.chosen[position] = option
        new = self._add(option.rest, {})
        if new is None:
            self.chosen[position] = before
            return
        old = self._drop(before.rest)
        if len(new) > len(old):
            self.chosen[position] = before
            self._add(before.rest, old)
            self._drop(option.rest)

    def _add(self, positions: tuple[P, ...], known: dict[P, Option]) -> dict[P, Option] | None:
        """Add positions and all that follows: the new answers; None if there are too many.

        Args:
            positions: the positions to add.
            known: preferred answers; others are chosen.
        """
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
        """Decrement the counts of these positions: the answers no longer needed."""
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
        """The answer that needs the fewest new positions."""
        return min(
            self.options(position),
            key=lambda option: sum(self.cost(at) for at in option.rest if at not in self.chosen),
        )
