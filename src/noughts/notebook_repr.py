"""Notebook display for classes whose modules know nothing of pictures.

A class with `@in_notebooks` above it answers when a notebook asks it for a picture
(https://ipython.readthedocs.io/en/stable/config/integrating.html). The call goes to
`noughts.pictures.notebook`, which is imported when something is first shown.
"""

from importlib import import_module
from typing import Any, Protocol, TypeVar

C = TypeVar("C", bound=type)


class Drawer(Protocol):
    """Draws objects for a notebook."""

    def svg(self, thing: Any) -> str | None:
        """The thing as SVG; None if it has no picture."""

    def html(self, thing: Any) -> str | None:
        """The thing as HTML; None if it is just a picture."""

    def plain(self, thing: Any) -> str:
        """The thing in plain text."""


def in_notebooks(cls: C) -> C:
    """Let the instances of a class show themselves in notebooks."""
    for name, answer in (("svg", _svg), ("html", _html), ("pretty", _pretty)):
        setattr(cls, f"_repr_{name}_", answer)
    return cls


def _drawer() -> Drawer:
    """The drawer that the package names."""
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
