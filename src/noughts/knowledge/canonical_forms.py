"""Values of games in which the player who cannot move loses: canonical forms and their sums.

A game is what Left and Right can move to. An option is *dominated* if another one is at least as
good for its player, and *reversible* if the other player has an answer that is at least as good
for them as not having been moved against: then the answer's options take its place. Without these
options, equal games have the same form.

    Elwyn Berlekamp, John Conway and Richard Guy, "Winning Ways", chapters 1 to 3; Aaron Siegel,
    "Combinatorial Game Theory", chapter II.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cached_property, reduce
from math import inf

from noughts.errors import SearchStopped

LEFT, RIGHT = 0, 1
# The most letters of a name, and the first multiple of ↑ without one.
LONGEST, NAMED = 60, 8


class Form:
    """A canonical form. Each is made once, so equal games are the same object.

    Attributes:
        options: those of Left and those of Right.
        number: its value if it is a number.
        nimber: n if it is *n, the value of a heap of n counters.
        stops: the numbers that Left and Right reach, if they begin and move until there is one.
    """

    __slots__ = ("nimber", "number", "options", "serial", "stops")

    number: Fraction | None
    nimber: int | None
    stops: tuple[Fraction, Fraction]

    def __init__(self, left: Iterable["Form"], right: Iterable["Form"], serial: int = 0) -> None:
        self.options = tuple(left), tuple(right)
        self.serial = serial
        if serial:
            self.number, self.nimber = _number(*self.options), _nimber(*self.options)
            self.stops = (self.number, self.number) if self.number is not None else (
                max(option.stops[RIGHT] for option in self.options[LEFT]),
                min(option.stops[LEFT] for option in self.options[RIGHT]),
            )

    @property
    def hot(self) -> bool:
        """Whether both players want to move: a number is cold, `*` is neither."""
        return self.stops[LEFT] > self.stops[RIGHT]


def _number(left: Sequence[Form], right: Sequence[Form]) -> Fraction | None:
    """The number with these options, in canonical form."""
    low, high = ([option.number for option in side] for side in (left, right))
    if None in low or None in high:
        return None
    if low and high:
        return (low[0] + high[0]) / 2 if low[0] < high[0] else None  # type: ignore[operator]
    return low[0] + 1 if low else high[0] - 1 if high else Fraction(0)  # type: ignore[operator]


def _nimber(left: Sequence[Form], right: Sequence[Form]) -> int | None:
    found = [option.nimber for option in left]
    same = left == right and None not in found and len(set(found)) == len(found)
    return len(left) if same else None


class Forms:
    """Canonical forms, made from their options or added.

    Attributes:
        steps: the comparisons that may still be made.

    Raises:
        SearchStopped: `steps` are used up.

    >>> forms = Forms()
    >>> star = forms.of([forms.zero], [forms.zero])
    >>> up = forms.of([forms.zero], [star])
    >>> print(forms.name(star), forms.name(up), forms.name(forms.add(up, up, star)))
    * ↑ ⇑*
    >>> print(forms.name(forms.of([up], [forms.negative(up)])))
    *
    """

    def __init__(self) -> None:
        self.steps = inf
        self._made: dict[tuple[tuple[int, ...], ...], Form] = {}
        self._compared: dict[tuple[int, int], bool] = {}
        self._raw: dict[tuple[int, int], bool] = {}  # with the game that becomes canonical
        self._sums: dict[tuple[int, int], Form] = {}
        self._negatives: dict[int, Form] = {}
        self._second: dict[tuple[int, ...], bool] = {}
        self._names: dict[int, str] = {}
        self.zero = self._canonical((), ())

    def of(self, left: Iterable[Form], right: Iterable[Form]) -> Form:
        """The canonical form of the game with these options."""
        both = set(left), set(right)
        sizes = {form.nimber for form in both[LEFT]}
        if both[LEFT] == both[RIGHT] and None not in sizes:
            return self.star(next(n for n in range(len(sizes) + 1) if n not in sizes))
        self._raw.clear()
        raw = Form(*both)
        return self._canonical(*(self._needed(raw, side) for side in (LEFT, RIGHT)))

    def star(self, size: int) -> Form:
        """The value of a heap: `*` for one counter."""
        form, options = self.zero, list[Form]()
        for _ in range(size):
            options.append(form)
            form = self._canonical(options, options)
        return form

    def value(self, number: Fraction | int) -> Form:
        """The form of a whole number, or of one divided by a power of two."""
        number = Fraction(number)
        step = Fraction(1, number.denominator)
        left, right = (
            [self.value(number + change)] if step < 1 or number * change < 0 else []
            for change in (-step, step)
        )
        return self._canonical(left, right)

    def _needed(self, raw: Form, side: int) -> list[Form]:
        """A player's options, reversible ones replaced by what they lead to, without others."""
        todo, found = list(raw.options[side]), set[Form]()
        while todo:
            option = todo.pop()
            if option not in found:
                answers = (a for a in option.options[1 - side] if self._better(raw, a, side))
                answer = next(answers, None)
                if answer is None:
                    found.add(option)
                else:
                    todo += answer.options[side]
        best = list(found)
        for option in found:
            if any(other is not option and self._better(other, option, side) for other in best):
                best.remove(option)
        return best

    def _better(self, form: Form, other: Form, side: int) -> bool:
        """Whether a player likes a form at least as much."""
        return self.at_least(form, other) if side == LEFT else self.at_least(other, form)

    def _canonical(self, left: Iterable[Form], right: Iterable[Form]) -> Form:
        both = [sorted(side, key=lambda option: option.serial) for side in (left, right)]
        key = tuple(tuple(option.serial for option in side) for side in both)
        if key not in self._made:
            self._made[key] = Form(*both, len(self._made) + 1)
        return self._made[key]

    def _spend(self) -> None:
        self.steps -= 1
        if self.steps < 0:
            raise SearchStopped

    def at_least(self, form: Form, other: Form) -> bool:
        """Whether a form is at least another one: Left wins their difference, moving second."""
        key = form.serial, other.serial
        memory = self._compared if all(key) else self._raw
        if key not in memory:
            self._spend()
            if all(key) and form.number is not None and other.number is not None:
                memory[key] = form.number >= other.number
            else:
                memory[key] = not (
                    any(self.at_least(other, option) for option in form.options[RIGHT])
                    or any(self.at_least(option, form) for option in other.options[LEFT])
                )
        return memory[key]

    def negative(self, form: Form) -> Form:
        """The form with the players exchanged."""
        if form.serial not in self._negatives:
            left, right = ([self.negative(each) for each in side] for side in form.options)
            found = self._canonical(right, left)
            self._negatives[form.serial], self._negatives[found.serial] = found, form
        return self._negatives[form.serial]

    def add(self, *forms: Form) -> Form:
        return reduce(self._add, forms, self.zero)

    def _add(self, form: Form, other: Form) -> Form:
        if form.number is not None and other.number is not None:
            return self.value(form.number + other.number)
        if form.nimber is not None and other.nimber is not None:
            return self.star(form.nimber ^ other.nimber)
        key = min(form.serial, other.serial), max(form.serial, other.serial)
        if key not in self._sums:
            self._spend()
            left, right = (
                [self._add(option, other) for option in form.options[side]]
                + [self._add(form, option) for option in other.options[side]]
                for side in (LEFT, RIGHT)
            )
            self._sums[key] = self.of(left, right)
        return self._sums[key]

    def wins_second(self, forms: Iterable[Form]) -> bool:
        """Whether Left wins a sum if Right begins, without the canonical form of the sum."""
        rest = self._simplified(forms)
        key = tuple(form.serial for form in rest)
        if key not in self._second:
            self._spend()
            self._second[key] = not any(
                self.wins_second(self.negative(each) for each in (*rest[:i], option, *rest[i + 1 :]))
                for i, form in enumerate(rest)
                for option in form.options[RIGHT]
            )
        return self._second[key]

    def _simplified(self, forms: Iterable[Form]) -> list[Form]:
        """A sum in order, what is not hot added, without pairs of a form and its negative."""
        cold, hot = self.zero, Counter[Form]()
        for form in forms:
            if not form.hot:
                cold = self._add(cold, form)
            elif hot[against := self.negative(form)]:
                hot[against] -= 1
            else:
                hot[form] += 1
        return [cold, *sorted(hot.elements(), key=lambda form: form.serial)]

    def name(self, form: Form) -> str:
        """The form in the notation of "Winning Ways"; what is too long becomes `…`.

        Numbers, nimbers `*2`, `1/2⇑*`, switches `±1`, `tiny(1)` and `miny(1)`, or the options.
        """
        if form.serial not in self._names:
            text = self._short_name(form) or self._options_named(form)
            self._names[form.serial] = text if len(text) <= LONGEST else "…"
        return self._names[form.serial]

    def _short_name(self, form: Form) -> str:
        """The name of a number, with the multiples of ↑ and the nimber that are added to it."""
        number, last = form.stops
        if number != last:
            return ""
        ups = self._ups.get(self.add(form, self.value(-number)).serial)
        if ups is None:
            return self._tiny(form) or self._tiny(self.negative(form)).replace("tiny", "miny")
        return f"{number if number or not ups else ''}{ups}"

    def _tiny(self, form: Form) -> str:
        """The name of {0|{0|-x}}, for a positive number x."""
        match form.options:
            case [[self.zero], [Form(options=[[self.zero], [Form(number=Fraction() as threat)]])]]:
                return f"tiny({-threat})" if threat < 0 else ""
        return ""

    @cached_property
    def _ups(self) -> dict[int, str]:
        """The multiples of ↑ with nimbers added, by their serials."""
        up, found = self.of([self.zero], [self.star(1)]), dict[int, str]()
        for size in range(NAMED):
            positive = self.star(size)
            star = f"*{size if size > 1 else ''}" if size else ""
            found[positive.serial] = star
            for many in range(1, NAMED):
                positive = self.add(positive, up)
                times = "" if many < 3 else f"{many}·"
                found[positive.serial] = f"{times}{'⇑' if many == 2 else '↑'}{star}"
                found[self.negative(positive).serial] = f"{times}{'⇓' if many == 2 else '↓'}{star}"
        return found

    def _options_named(self, form: Form) -> str:
        left, right = (", ".join(map(self.name, side)) for side in form.options)
        if self.negative(form) is not form:
            return f"{{{left}|{right}}}"
        return f"±{left}" if len(form.options[LEFT]) == 1 else f"±({left})"
