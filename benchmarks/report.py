"""What a benchmark tells: a table of figures, and bars that it reaches or misses."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import click

from noughts.errors import NoughtsError
from noughts.terminal.support.streams import table


class Command(click.Command):
    """A benchmark as a command; it says in a sentence what is wrong with its input."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run it."""
        try:
            return super().invoke(ctx)
        except NoughtsError as error:
            raise click.ClickException(str(error)) from None


class Figure(NamedTuple):
    """One measured time.

    Args:
        name: what was measured.
        seconds: how long it took; None when it could not be measured.
        ratio: against the baseline of its section: how many times faster there where
            speed is compared, how many times longer where cost is.
        note: what else there is to say.
    """

    name: str
    seconds: float | None
    ratio: float | None = None
    note: str = ""


class Bar(NamedTuple):
    """What a ratio should be at least."""

    about: str
    least: float
    reached: float

    def __str__(self) -> str:
        """One clear line."""
        verdict = "reached" if self.passed else "MISSED"
        return f"{self.about}, at least {self.least:g} times: {verdict} ({self.reached:.3g}×)"

    @property
    def passed(self) -> bool:
        """Whether it is reached."""
        return self.reached >= self.least


class Limit(NamedTuple):
    """The most that a figure may be: seconds on a quiet machine with two cores, or a ratio."""

    about: str
    most: float
    took: float
    unit: str = " s"

    def __str__(self) -> str:
        """One clear line."""
        verdict = "reached" if self.passed else "MISSED"
        most, took = (f"{number}{self.unit}" for number in (f"{self.most:g}", f"{self.took:.3g}"))
        return f"{self.about}, at most {most}: {verdict} ({took})"

    @property
    def passed(self) -> bool:
        """Whether it is reached."""
        return self.took <= self.most


class Section(NamedTuple):
    """The figures of one question.

    Args:
        title: the question.
        ratio: what the ratios are.
        figures: the answers.
        bars: what they are held against.
    """

    title: str
    ratio: str
    figures: Sequence[Figure]
    bars: Sequence[Bar | Limit] = ()

    def __str__(self) -> str:
        """The section as text."""
        rows = [["", "time", self.ratio, ""], *map(_cells, self.figures)]
        return "\n".join([self.title, table(rows, left=(0, 3)), *map(str, self.bars)])

    def as_json(self) -> dict[str, object]:
        """The section for machines."""
        return {
            "title": self.title,
            "ratio": self.ratio,
            "figures": [figure._asdict() for figure in self.figures],
            "bars": [{**bar._asdict(), "passed": bar.passed} for bar in self.bars],
        }


def _cells(figure: Figure) -> list[str]:
    time = "–" if figure.seconds is None else f"{figure.seconds * 1000:,.{_places(figure)}f} ms"
    ratio = "–" if figure.ratio is None else f"{figure.ratio:,.3g}×"
    return [figure.name, time, ratio, figure.note]


def _places(figure: Figure) -> int:
    """Two places of a millisecond, or as many as a shorter time has figures."""
    return 2 if figure.seconds is None or figure.seconds > 1e-4 else 5
