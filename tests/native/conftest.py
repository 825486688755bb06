"""For the tests of compiled code: modules made of text, and a cache of the test's own."""

import importlib
import sys
from itertools import count
from types import ModuleType

import pytest

pytest.importorskip("numba")

NUMBERS = count()


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """A folder for compiled code, empty at first."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("NOUGHTS_CACHE", str(folder))
    return folder


@pytest.fixture
def module(tmp_path, monkeypatch):
    """Imports a module from its text, with other files beside it; a name may be used again."""
    folder = tmp_path / "modules"
    folder.mkdir()
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)

    def forget() -> None:
        for name, loaded in list(sys.modules.items()):
            if str(folder) in str(getattr(loaded, "__file__", "")):
                del sys.modules[name]

    def load(text: str, name: str = "", **files: str) -> ModuleType:
        name = name or f"module_{next(NUMBERS)}"
        for file, content in {name: text, **files}.items():
            path = folder / f"{file}.py"
            path.parent.mkdir(exist_ok=True)
            path.write_text(content)
        forget()
        importlib.invalidate_caches()
        return importlib.import_module(name)

    yield load
    forget()
