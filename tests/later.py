"""A large library that one file of tests uses, imported when a test first does."""

from typing import Any

import pytest


class Later:
    """A module as its tests see it; they are skipped where it is not installed.

    Every process that runs tests collects all of them, and would import it, too.
    """

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        if name.startswith(("_", "pytest")):  # pytest looks whether this is a test
            raise AttributeError(name)
        return getattr(pytest.importorskip(self._name), name)
