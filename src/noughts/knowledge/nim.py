"""Knowledge of Nim: the order of the heaps does not matter, and Bouton's sum."""

from noughts.games.nim import BITS, HEAP, HEAPS, Heaps, Nim
from noughts.knowledge.base import Knowledge


class NimKnowledge(Knowledge[Heaps]):
    """Knowledge of Nim."""

    game: Nim

    @property
    def max_plies(self) -> int:
        """Each ply takes at least a counter."""
        return sum(self.game.sizes)

    def canonical(self, position: Heaps) -> Heaps:
        counters = position.counters
        for end in range(HEAPS - 1, 0, -1):
            for heap in range(end):
                place = BITS * heap
                lack = (counters >> place + BITS & HEAP) - (counters >> place & HEAP)
                if lack > 0:  # exchange it with the next heap
                    counters += (lack << place) - (lack << place + BITS)
        return Heaps(counters)

    def tactics(self, position: Heaps, move: int) -> tuple[str, ...]:
        """The clause of `left_by`, if the remaining heaps are good."""
        clause, good = self.left_by(position, move)
        return (clause,) if good else ()

    def drawbacks(self, position: Heaps, move: int) -> tuple[str, ...]:
        """The clause of `left_by`, if the remaining heaps are bad."""
        clause, good = self.left_by(position, move)
        return () if good else (clause,)

    def left_by(self, position: Heaps, move: int) -> tuple[str, bool]:
        """A clause about the heaps that a move leaves, and whether they are good for the mover.

        Bouton's sum of the heaps, unless something simpler can be said.

        >>> game = Nim(3, 4, 5)
        >>> NimKnowledge(game).left_by(game.start(), game.read("a2"))
        ('makes the nim-sum 0', True)
        """
        after = self.play(position, move)
        left = [self.game.size(after, heap) for heap in range(HEAPS) if self.game.size(after, heap)]
        nim_sum = self.nim_sum(after)
        if not left:
            return "takes the last counter", not self.game.misere
        if max(left) == 1:
            return _single_counters(len(left)), (len(left) % 2 == 1) == self.game.misere
        if len(left) == 1:
            return f"leaves a single heap of {left[0]}", False
        if len(left) == 2 and nim_sum == 0:
            return f"leaves two equal heaps of {left[0]}, so that every move can be copied", True
        return f"makes the nim-sum {nim_sum}", nim_sum == 0

    def nim_sum(self, position: Heaps) -> int:
        """The sum of the heaps in binary, without carrying.

        >>> known = NimKnowledge(Nim(3, 4, 5))
        >>> known.nim_sum(known.start())
        2
        """
        total = 0
        for heap in range(HEAPS):
            total ^= self.game.size(position, heap)
        return total


def _single_counters(heaps: int) -> str:
    return "leaves a single counter" if heaps == 1 else f"leaves {heaps} heaps of one counter each"
