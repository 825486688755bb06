"""How things show themselves in notebooks, though the rooms they live in know of no pictures.

A class with `@in_notebooks` above it answers when a notebook asks it for a picture
(https://ipython.readthedocs.io/en/stable/config/integrating.html). The question is handed on to
whoever was named by `shown_by`: the door names `noughts.pictures`, which is loaded when something
is shown for the first time.
"""

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

C = TypeVar("C", bound=type)


class Drawer(Protocol):
    """Who draws things."""

    def svg(self, thing: Any) -> str | None:
        """The thing as a picture; None where there is none of it."""

    def html(self, thing: Any) -> str | None:
        """The thing as a piece of a page; None where it is no more than its picture."""

    def plain(self, thing: Any) -> str:
        """The thing in plain text."""


_drawer: Callable[[], Drawer] | None = None


def shown_by(drawer: Callable[[], Drawer]) -> None:
    """Let a drawer show things; it is fetched when it is needed."""
    global _drawer
    _drawer = drawer


def in_notebooks(cls: C) -> C:
    """Let the instances of a class show themselves in notebooks."""
    for name, answer in (("svg", _svg), ("html", _html), ("pretty", _pretty)):
        setattr(cls, f"_repr_{name}_", answer)
    return cls


def _svg(thing: Any) -> str | None:
    """A picture."""
    return _drawer().svg(thing) if _drawer else None


def _html(thing: Any) -> str | None:
    """A piece of a page."""
    return _drawer().html(thing) if _drawer else None


def _pretty(thing: Any, printer: Any, cycle: bool) -> None:
    """Plain text, written on IPython's printer."""
    printer.text(_drawer().plain(thing) if _drawer else repr(thing))
