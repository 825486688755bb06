"""Sums of independent parts, in games that a player who cannot move loses: who wins.

A game is what Left and Right can move to. An option is *dominated* if another one is at least as
good for its player, and *reversible* if the other player has an answer that is at least as good for
them as the game: then what the answer leads to takes its place. Without these, games that are equal
have the same form, the *canonical* one.

If each move costs as much as the form's *temperature*, no move in it gains anything, and the form
is worth its *mean*. The mean of a sum is the sum of the means.

    Elwyn Berlekamp, John Conway and Richard Guy, "Winning Ways", chapters 1 to 3 and 6; Aaron
    Siegel, "Combinatorial Game Theory", chapter II.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import cached_property, lru_cache, reduce
from itertools import combinations, pairwise
from typing import Any, NamedTuple

from noughts.errors import SearchStopped
from noughts.game import legal_moves
from noughts.value import INFINITY, LOSS, OPEN

LEFT, RIGHT = 0, 1
# The most letters of a name; and the number of nimbers, and of multiples of ↑, that have names.
LONGEST, NAMED = 60, 8
# The most steps for one question (fewer after some in vain); games and parts to remember.
STEPS, GAMES, MOST = 60_000, 8, 200_000


class CanonicalForm:
    """Both players' `options`; its value, if it is a `number`; and n as `nimber`, if it is *n."""

    __slots__ = ("nimber", "number", "options", "serial")

    def __init__(self, serial: int, left: Sequence[Any], right: Sequence[Any]) -> None:
        self.serial, self.options = serial, (left, right)
        self.nimber = len(left) if left == right and None not in [o.nimber for o in left] else None
        self.number = _number([each.number for each in left], [each.number for each in right])


def _number(low: list[Any], high: list[Any]) -> Fraction | None:
    """The number with these options in canonical form, if it is one."""
    if None in low + high:
        return None
    if low and high:
        return (low[0] + high[0]) / 2 if low[0] < high[0] else None
    return low[0] + 1 if low else high[0] - 1 if high else Fraction(0)


class Heat(NamedTuple):
    """The mean and the temperature of a form; it is hot if its temperature is above 0."""

    mean: Fraction
    temperature: Fraction
    turns: tuple[Fraction, ...]  # below it, where a wall may turn


def _zero(low: Fraction, high: Fraction, first: Fraction, last: Fraction) -> Fraction:
    """Where a line between two values, at `low` and at `high`, is 0."""
    return low + first / (first - last) * (high - low) if first else low


class Forms:
    """Makes canonical forms, each once, within some `steps`; beyond them, raises SearchStopped."""

    def __init__(self) -> None:
        self.steps: float = STEPS
        self._made: dict[tuple[tuple[int, ...], ...], CanonicalForm] = {}
        self._compared: dict[tuple[int, int], bool] = {}
        self._compared_new: dict[tuple[int, int], bool] = {}  # with a game that has no form yet
        self._sums: dict[tuple[int, int], CanonicalForm] = {}
        self._negatives: dict[int, CanonicalForm] = {}
        self._names: dict[int, str] = {}
        self._heats: dict[int, Heat] = {}
        self._walled: dict[tuple[int, int, Fraction], Fraction] = {}
        self.zero = self._canonical([], [])

    def of(self, left: Iterable[CanonicalForm], right: Iterable[CanonicalForm]) -> CanonicalForm:
        """The canonical form of the game with these options."""
        both = dict.fromkeys(left), dict.fromkeys(right)
        sizes = {form.nimber for form in both[LEFT]}
        if both[LEFT] == both[RIGHT] and None not in sizes:
            return self.star(next(n for n in range(len(sizes) + 1) if n not in sizes))
        self._compared_new.clear()
        new = CanonicalForm(0, *map(list, both))
        return self._canonical(self._needed(new, LEFT), self._needed(new, RIGHT))

    def _needed(self, new: CanonicalForm, side: int) -> list[CanonicalForm]:
        """A player's options but dominated ones, and what reversible ones lead to."""
        better = self.at_least if side == LEFT else lambda form, other: self.at_least(other, form)
        todo, found = [*new.options[side]], dict[CanonicalForm, None]()
        while todo:
            option = todo.pop()
            reversing = (answer for answer in option.options[1 - side] if better(new, answer))
            if answer := next(reversing, None):
                todo += answer.options[side]
            else:
                found[option] = None
        return [one for one in found if not any(better(o, one) for o in found if o is not one)]

    def _canonical(self, *both: list[CanonicalForm]) -> CanonicalForm:
        left, right = (sorted(side, key=lambda option: option.serial) for side in both)
        key = tuple(each.serial for each in left), tuple(each.serial for each in right)
        if key not in self._made:
            self._made[key] = CanonicalForm(len(self._made) + 1, left, right)
        return self._made[key]

    def star(self, size: int) -> CanonicalForm:
        """The value of a heap: `*` for one counter."""
        options = list[CanonicalForm]()
        for _ in range(size):
            options.append(self._canonical(options, options))
        return self._canonical(options, options)

    def at_least(self, form: CanonicalForm, other: CanonicalForm) -> bool:
        """Whether Left wins the difference of two games if Right begins."""
        key = form.serial, other.serial
        memory = self._compared if all(key) else self._compared_new
        if key not in memory:
            self.spend()
            memory[key] = not (
                any(self.at_least(other, option) for option in form.options[RIGHT])
                or any(self.at_least(option, form) for option in other.options[LEFT])
            )
        return memory[key]

    def spend(self) -> None:
        self.steps -= 1
        if self.steps < 0:
            raise SearchStopped

    def negative(self, form: CanonicalForm) -> CanonicalForm:
        """The form with the players exchanged."""
        if form.serial not in self._negatives:
            right, left = ([self.negative(each) for each in side] for side in form.options)
            self._negatives[form.serial] = self._canonical(left, right)
        return self._negatives[form.serial]

    def add(self, forms: Iterable[CanonicalForm]) -> CanonicalForm:
        return reduce(self._add, forms, self.zero)

    def _add(self, form: CanonicalForm, other: CanonicalForm) -> CanonicalForm:
        if form.nimber is not None and other.nimber is not None:
            return self.star(form.nimber ^ other.nimber)
        key = min(form.serial, other.serial), max(form.serial, other.serial)
        if key not in self._sums:
            left, right = (
                [self._add(option, other) for option in form.options[side]]
                + [self._add(form, option) for option in other.options[side]]
                for side in (LEFT, RIGHT)
            )
            self._sums[key] = self.of(left, right)
        return self._sums[key]

    def heat(self, form: CanonicalForm) -> Heat:
        """The mean and the temperature: where the walls of the form's thermograph meet."""
        if form.serial not in self._heats:
            self._heats[form.serial] = self._heat(form)
        return self._heats[form.serial]

    def _heat(self, form: CanonicalForm) -> Heat:
        if form.number is not None:
            return Heat(form.number, Fraction(-1, form.number.denominator), ())
        heats = [self.heat(option) for side in form.options for option in side]
        turns = {t for one in heats for t in (one.temperature, *one.turns) if t > 0}
        found = list[Fraction]()
        for low, high in pairwise([Fraction(0), *sorted(turns), Fraction(INFINITY)]):
            left, right = self._walls(form, low, high)
            gaps = [(one[0] - two[0], one[1] - two[1]) for one in left for two in right]
            if all(after <= 0 for _, after in gaps):
                met = max(_zero(low, high, *gap) for gap in gaps if gap[0] >= 0)
                mean = max(wall for wall, _ in self._walls(form, met, met)[LEFT])
                return Heat(mean, met, tuple(t for t in found if t < met))
            for one, two in (*combinations(left, 2), *combinations(right, 2)):
                if (one[0] - two[0]) * (one[1] - two[1]) < 0:
                    found.append(_zero(low, high, one[0] - two[0], one[1] - two[1]))
            found.append(high)
        raise AssertionError("walls that never meet")

    def _walls(self, form: CanonicalForm, *costs: Fraction) -> tuple[list[Any], list[Any]]:
        """The walls of all options for a player who begins with them, at each cost of a move."""
        left, right = form.options
        return (
            [tuple(self.wall(option, RIGHT, cost) - cost for cost in costs) for option in left],
            [tuple(self.wall(option, LEFT, cost) + cost for cost in costs) for option in right],
        )

    def wall(self, form: CanonicalForm, side: int, cost: Fraction) -> Fraction:
        """The least that the player who begins gets, where each move costs that much."""
        heat, key = self.heat(form), (form.serial, side, cost)
        if cost >= heat.temperature:
            return heat.mean
        if key not in self._walled:
            self.spend()
            walls = [wall for (wall,) in self._walls(form, cost)[side]]
            self._walled[key] = max(walls) if side == LEFT else min(walls)
        return self._walled[key]

    def name(self, form: CanonicalForm) -> str:
        """The form in the notation of "Winning Ways"; `…` stands for what is too long.

        Numbers, `*2`, `1/2⇑*`, switches as `±1`, `tiny(1)`, `miny(1)`; otherwise the options.
        """
        if form.serial not in self._names:
            if not (text := self._short_name(form)):
                left, right = (", ".join(map(self.name, side)) for side in form.options)
                one = f"±{left}" if len(form.options[LEFT]) == 1 else f"±({left})"
                text = one if self.negative(form) is form else f"{{{left}|{right}}}"
            self._names[form.serial] = text if len(text) <= LONGEST else "…"
        return self._names[form.serial]

    def _short_name(self, form: CanonicalForm) -> str:
        """The name of a number with multiples of ↑ and a nimber, or of a tiny game."""
        if form.nimber and form.nimber >= NAMED:
            return f"*{form.nimber}"
        end = form
        while end.number is None:  # with ups and nimbers alone, all play ends there
            end = end.options[LEFT][0]
        rest = self._add(form, self.negative(end))
        for each, down in (rest, {}), (self.negative(rest), str.maketrans("↑⇑", "↓⇓")):
            if (ups := self._ups.get(each.serial)) is not None:
                return f"{end.number if end.number or not ups else ''}{ups.translate(down)}"
        for name, each in ("tiny", form), ("miny", self.negative(form)):
            match each.options:
                case [self.zero], [CanonicalForm(options=([self.zero], [low]))] if low.number:
                    return f"{name}({-low.number})"
        return ""

    @cached_property
    def _ups(self) -> dict[int, str]:
        """The names of nimbers with multiples of ↑, by their serials."""
        form, up, found = self.zero, self.of([self.zero], [self.star(1)]), dict[int, str]()
        for many in range(NAMED):
            arrows = ("", "↑", "⇑", f"{many}·↑")[min(many, 3)]
            for size in range(NAMED):
                star = ("", "*", f"*{size}")[min(size, 2)]
                found[self._add(form, self.star(size)).serial] = arrows + star
            form = self._add(form, up)
        return found


class Sums:
    """The values of the parts in a game's knowledge, remembered; Left is the player to move."""

    def __init__(self, known: Any) -> None:
        self.known, self.forms, self.patience = known, Forms(), STEPS
        self._found: dict[Any, CanonicalForm] = {}

    def bounds(self, position: Any) -> tuple[int, int]:
        """Bounds of the score: a win or a loss, or none if that takes too many steps."""
        try:
            forms = self.of(position, self.patience)
            half = len(forms) // 2  # comparing halves saves the largest sum
            first, second = self.forms.add(forms[:half]), self.forms.add(forms[half:])
            wins = not self.forms.at_least(self.forms.negative(first), second)
            self.patience = min(STEPS, 2 * self.patience)
            return (1, INFINITY) if wins else (-INFINITY, -1)
        except (SearchStopped, RecursionError):
            self.patience = max(STEPS // 64, self.patience // 2)
            return -INFINITY, INFINITY

    def words(self, position: Any) -> str:
        """The values of the parts that are not 0: "the sum of 1/2 and *, which is 1/2*".

        Where the whole is hot, with its mean and temperature.
        """
        text = ""
        with suppress(SearchStopped, RecursionError):
            forms = self.of(position, STEPS)
            many = Counter(map(self.forms.name, forms or [self.forms.zero]))
            *names, last = (f"{n}·{name}" if n > 1 else name for name, n in many.items())
            text = f"the sum of {', '.join(names)} and {last}" if names else last
            whole = self.forms.add(forms)
            total = self.forms.name(whole)
            text += f", which is {total}" if total not in (text, "…") else ""
            heat = self.forms.heat(whole)
            if heat.temperature > 0:
                text += f" (mean {heat.mean}, temperature {heat.temperature})"
        return "" if "…" in text else text

    def of(self, position: Any, steps: float) -> list[CanonicalForm]:
        """The sum of the parts that are numbers, and the values of the others; without zeros.

        SearchStopped is raised if the steps are too few, or if the last mover does not win.
        """
        if len(self._found) > MOST:
            self.forms, self._found = Forms(), {}
        self.forms.steps = steps
        rest = list(self._parts(position))
        numbers = self.forms.add(form for form in rest if form.number is not None)
        some = [numbers, *(form for form in rest if form.number is None)]
        return [form for form in some if form is not self.forms.zero]

    def _parts(self, position: Any) -> Iterator[CanonicalForm]:
        self.forms.spend()
        if self.known.outcome(position) not in (LOSS, OPEN):
            raise SearchStopped
        return map(self._part, self.known.parts(position))

    def _part(self, part: Any) -> CanonicalForm:
        if part not in self._found:
            game, other = self.known, self.known.passed(part)
            mine, theirs = (
                [self.forms.add(self._parts(game.play(at, m))) for m in legal_moves(game.game, at)]
                for at in (part, other)
            )
            form = self.forms.of(map(self.forms.negative, mine), theirs)
            self._found[part], self._found[other] = form, self.forms.negative(form)
        return self._found[part]


@lru_cache(GAMES)
def sums_of(known: Any, thread: int) -> Sums:
    """A thread's sums of a game; not kept in its knowledge, whose content is its fingerprint."""
    return Sums(known)
