"""Trials of a user's compiled rules against the plain ones.

The language should contain nothing that Numba computes differently. This is the second check: some
positions before the first search, and more for every search, in proportion to its nodes.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from random import Random
from typing import Any

from noughts.errors import MistakenlyCompiled
from noughts.game import P
from noughts.knowledge import Knowledge
from noughts.search.memory import words_of
from noughts.search.table import position_hash
from noughts.value import OPEN

# Positions before the first search; nodes per position in a short search and in a long one, which
# has more nodes than `LONG`.
FIRST, OFTEN, SELDOM, LONG = 150, 1_000, 20_000, 100_000
# The most positions after one call, the most plies of a game, and the most moves tried.
MOST, PLIES, MOVES = 2_000, 200, 40
MASK = (1 << 50) - 1


def said(game: Knowledge[P], position: P, words: int) -> int:
    """The rules' results for a position, folded into one number: outcome, moves, next positions."""
    outcome = game.outcome(position)
    total, tried = outcome + 2, 0
    if outcome == OPEN:
        for move in game.moves(game.canonical(position)):
            total = (total * 31 + move) & MASK
        for move in game.moves(position):
            tried += 1
            if tried <= MOVES:
                after: Any = game.play(position, move)
                total = (total * 31 + (position_hash(after, words) & MASK)) & MASK
                total = (total * 31 + (move & MASK) + game.outcome(after) + 2) & MASK
    return total


class Trial:
    """The trial of one game's compiled rules.

    Args:
        known: the game.
        form: `said`, compiled for it.
    """

    def __init__(self, known: Knowledge[Any], form: Callable[..., int]) -> None:
        self.known, self.form = known, form
        self._nodes = 0
        self._random = Random(0)
        self._due = float(FIRST)

    def search(self, form: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        """Run a compiled search, and try positions before and after it.

        Raises:
            MistakenlyCompiled: the compiled rules give another result.
        """
        counted = [each for each in arguments if hasattr(each, "nodes")]
        begun = sum(each.nodes for each in counted)
        start = self.known.game.start()
        position = next((each for each in arguments if type(each) is type(start)), start)
        self._try(position)
        try:
            return form(*arguments)
        finally:
            nodes = sum(each.nodes for each in counted) - begun
            self._due += nodes / (OFTEN if self._nodes < LONG else SELDOM)
            self._nodes += nodes
            self._try(position)

    def _try(self, position: Any) -> None:
        """Try the positions that are due, from this one on."""
        left = min(int(self._due), MOST)
        while left > 0:
            for each in self._play(position, min(left, PLIES)):
                self._compare(each)
                left -= 1
                self._due -= 1

    def _play(self, position: Any, plies: int) -> Iterator[Any]:
        """The positions of a random game."""
        rules = self.known.game
        for _ in range(plies):
            yield position
            with suppress(Exception):  # an error of the rules is reported by the search itself
                if rules.outcome(position) != OPEN:
                    return
                position = rules.play(position, self._random.choice(list(rules.moves(position))))

    def _compare(self, position: Any) -> None:
        name, words = type(self.known.game).__name__, words_of(self.known, position)
        try:
            plain = said(self.known, position, words)
        except Exception:  # noqa: BLE001  # as above
            return
        if self.form(self.known, position, words) != plain:
            raise MistakenlyCompiled(
                f"The compiled rules of {name} answer otherwise than Python in {position!r}. That "
                f"is a fault of noughts; please report it. From now on {name} runs interpreted: "
                f"ask again."
            )
