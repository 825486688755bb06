"""Pictures of values in notebooks, for subpackages that do not import pictures.

A class decorated with `@in_notebooks` answers a notebook's call for a picture
(https://ipython.readthedocs.io/en/stable/config/integrating.html) by `noughts.pictures.notebook`,
which is loaded when a value is shown for the first time.
"""

from importlib import import_module
from typing import Any, TypeVar

C = TypeVar("C", bound=type)


def in_notebooks(cls: C) -> C:
    """Let notebooks show instances of a class."""
    for name, answer in (("svg", _svg), ("html", _html), ("pretty", _pretty)):
        setattr(cls, f"_repr_{name}_", answer)
    return cls


def _drawer() -> Any:
    return import_module("noughts").drawer()


def _svg(thing: Any) -> Any:
    return _drawer().svg(thing)


def _html(thing: Any) -> Any:
    return _drawer().html(thing)


def _pretty(thing: Any, printer: Any, cycle: bool) -> None:
    printer.text(_drawer().plain_text(thing))
