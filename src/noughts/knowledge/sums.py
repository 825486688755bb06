"""Sums of independent parts: who wins, and what the parts are worth."""

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from noughts.errors import SearchStopped
from noughts.game import legal_moves
from noughts.knowledge.canonical_forms import Form, Forms
from noughts.value import INFINITY, LOSS, OPEN

if TYPE_CHECKING:
    from noughts.knowledge.base import Knowledge

# The most comparisons of forms for one question, and the most games and parts that are remembered.
STEPS, GAMES, MOST = 50_000, 8, 200_000


class Sums:
    """The values of a game's parts, remembered. Left is the player to move.

    The game must keep the law `parts_are_independent`.
    """

    def __init__(self, known: "Knowledge[Any]") -> None:
        self.known = known
        self._forget()

    def _forget(self) -> None:
        self.forms = Forms()
        # The value of each part, or the steps that do not suffice; also while it is searched.
        self._found: dict[Any, Form | float] = {}

    def bounds(self, position: Any, steps: float = STEPS) -> tuple[int, int]:
        """Bounds of the score: a win or a loss, or none if the steps do not suffice."""
        try:
            opposite = map(self.forms.negative, self.of(position, steps))
            return (-INFINITY, -1) if self.forms.wins_second(opposite) else (1, INFINITY)
        except (SearchStopped, RecursionError):
            return -INFINITY, INFINITY

    def words(self, position: Any) -> str:
        """The values of the parts, as in "the sum of 1/2, ±1 and *"; empty if there are too many.

        Parts that are worth 0 are left out.
        """
        try:
            forms = self.of(position)
            self.forms.steps = STEPS
            *names, last = map(self.forms.name, forms or [self.forms.zero])
        except (SearchStopped, RecursionError):
            return ""
        return f"the sum of {', '.join(names)} and {last}" if names else last

    def of(self, position: Any, steps: float = STEPS) -> list[Form]:
        """The values of a position's parts, but those that are worth 0.

        Raises:
            SearchStopped: the steps do not suffice.
        """
        if len(self._found) > MOST:
            self._forget()
        self.forms.steps = self._steps = steps
        return [form for form in self._parts(position) if form is not self.forms.zero]

    def _parts(self, position: Any) -> Iterator[Form]:
        if self.known.outcome(position) not in (LOSS, OPEN):  # the last mover does not win
            raise SearchStopped
        return map(self._part, self.known.parts(position))

    def _part(self, part: Any) -> Form:
        found = self._found.get(part, 0)
        if isinstance(found, Form):
            return found
        if found >= self._steps:
            raise SearchStopped
        self._found[part], other = self._steps, self.known.passed(part)
        mine, theirs = (
            [self.forms.add(*self._parts(after)) for after in self._after(each)]
            for each in (part, other)
        )
        form = self.forms.of(map(self.forms.negative, mine), theirs)
        self._found[other] = self.forms.negative(form)
        self._found[part] = form
        return form

    def _after(self, position: Any) -> Iterator[Any]:
        for move in legal_moves(self.known.game, position):
            yield self.known.play(position, move)


@lru_cache(GAMES)
def sums_of(known: "Knowledge[Any]") -> Sums:
    """The sums of a game; not kept in its knowledge, whose content is its fingerprint."""
    return Sums(known)
