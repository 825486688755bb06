"""For all tests."""

import gc
import importlib
import os
import re
import signal
import sys
from collections.abc import Generator, Iterator
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from _pytest.doctest import DoctestModule
from hypothesis import HealthCheck, settings

from noughts import native
from noughts.native import Coming, calls, compiled
from noughts.native.clock import CLOCK
from noughts.solving import driver
from tests import stores
from tests.hands import Hands

# How quick the machine is says nothing about the code.
settings.register_profile("noughts", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("noughts")

# Compiling a search takes a processor four seconds. Few tests search long enough for that to pay;
# those of compiled code ask for it.
native.COMPILE_SECONDS, driver.OFTEN = 1.5, 2_000

# Collecting the tests makes objects that stay: looking for garbage among them, then and later,
# would take a third as long again.
gc.disable()

# A shell has what it runs in the background ignore Ctrl-C, which programs pass on to those that
# they start; some tests press it.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# All processes share what one of them has compiled, and so do later runs: a file is named by
# everything that went into it.
os.environ.setdefault("NOUGHTS_CACHE", str(Path(__file__).parents[1] / ".noughts_cache"))


@pytest.fixture(scope="session", autouse=True)
def _games_elsewhere(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Games played by tests, and by programs that they start, are not kept in anybody's home."""
    data = tmp_path_factory.mktemp("data")
    os.environ["NOUGHTS_DATA"] = str(data)
    settings = data / "none.toml"  # nor does anybody's settings count
    settings.touch()
    os.environ["NOUGHTS_CONFIG"] = str(settings)


@pytest.hookimpl(wrapper=True)
def pytest_collect_file() -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Look for no examples in the tests: that takes longer than to read them."""
    return [found for found in (yield) if not isinstance(found, DoctestModule)]


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.enable()


NUMBERS = count()
LARGE, NIGHTLY = (Path(__file__).with_name(f"{name}.txt") for name in ("large", "nightly"))


def listed(path: Path) -> list[str]:
    """The lines of a list of tests."""
    return [line for line in path.read_text().splitlines() if not line.startswith("#")]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the large tests, and those of them that `make test-nightly` alone runs."""
    pages = re.compile(r"(docs/(?!test_)|src/)")  # tests of docs lie in tests/docs
    large, nightly = (
        {line if pages.match(line) else f"tests/{line}" for line in listed(path)}
        for path in (LARGE, NIGHTLY)
    )
    for item in items:
        names = {item.nodeid, item.nodeid.partition("[")[0]}
        if names & (large | nightly):
            item.add_marker(pytest.mark.large)
        if names & nightly:
            item.add_marker(pytest.mark.nightly)


@pytest.fixture
def hands(monkeypatch: pytest.MonkeyPatch) -> Hands:
    """The hands of the clock by which searches go; they move when a test moves them.

    The processor's clock stands still.
    """
    hands = Hands()
    monkeypatch.setattr(CLOCK, "time", hands)
    monkeypatch.setattr(CLOCK, "processor", Hands())
    return hands


@pytest.fixture
def nothing_compiled(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """As in a new process of a new user: nothing is compiled, in memory or on disk."""
    monkeypatch.setenv("NOUGHTS_CACHE", str(tmp_path / "compiled"))
    for kept in (calls._search_form, calls._forms, calls._kernel_form):
        kept.cache_clear()


@pytest.fixture
def compiled_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search is compiled as soon as its arguments are known, however little was spent on it."""

    def form(coming: Coming[..., Any], *example: Any) -> Any:
        known = example or coming._example
        return None if coming._never or not known else compiled(coming._function, coming._game)

    monkeypatch.setattr(Coming, "form", form)
    monkeypatch.setattr(Coming, "spent", 1.0)


@pytest.fixture
def never_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Searches stay interpreted."""
    monkeypatch.setattr(Coming, "form", lambda *_: None)


@pytest.fixture(scope="session")
def cluster() -> Iterator[str]:
    """A Postgres of our own; skipped where none is installed."""
    with stores.postgres() as folder:
        yield folder


@pytest.fixture(params=stores.KINDS)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty place for games, as `--data` names it: a folder, then a Postgres database."""
    if request.param == "sqlite":
        return str(tmp_path / "games")
    return stores.new_database(request.getfixturevalue("cluster"))


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
