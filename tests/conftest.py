"""For all tests."""

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests import stores

# How quick the machine is says nothing about the code.
settings.register_profile("noughts", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("noughts")

# A shell has what it runs in the background ignore Ctrl-C, which programs pass on to those that
# they start; some tests press it.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


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
