"""How values show themselves in notebooks, in rooms that know of no pictures.

A class with `@in_notebooks` above it answers when a notebook asks it for a picture
(https://ipython.readthedocs.io/en/stable/config/integrating.html). The question is handed on to
whom the door names: `noughts.pictures.notebook`, loaded when something is shown for the first time.
"""

from importlib import import_module
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


def in_notebooks(cls: C) -> C:
    """Let the instances of a class show themselves in notebooks."""
    for name, answer in (("svg", _svg), ("html", _html), ("pretty", _pretty)):
        setattr(cls, f"_repr_{name}_", answer)
    return cls


def _drawer() -> Drawer:
    """Who the door says draws things."""
    drawer: Drawer = import_module("noughts").drawer()
    return drawer


def _svg(thing: Any) -> str | None:
    """A picture."""
    return _drawer().svg(thing)


def _html(thing: Any) -> str | None:
    """A piece of a page."""
    return _drawer().html(thing)


def _pretty(thing: Any, printer: Any, cycle: bool) -> None:
    """Plain text, written on IPython's printer."""
    printer.text(_drawer().plain(thing))
