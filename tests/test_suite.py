"""The list of the large tests names tests that there are."""

import os
import re

import pytest

from noughts.files import cache_folder, read_cached, write_cached
from tests.conftest import LARGE

LINES = [line for line in LARGE.read_text().splitlines() if not line.startswith("#")]


@pytest.mark.parametrize("line", LINES)
def test_a_large_test_is_a_test(line):
    file, _, name = line.partition("::")
    if file.startswith(("docs/", "src/")):  # examples, tested as they stand
        return
    function = name.partition("[")[0]
    text = (LARGE.parent / file).read_text()
    assert re.search(rf"^(async )?def {function}\(", text, re.MULTILINE)


def test_the_list_is_in_order():
    assert sorted(set(LINES)) == LINES


def test_what_the_tests_compile_is_kept():
    """Where it is not, each process compiles everything anew, and the suite takes hours."""
    probe = cache_folder() / "native" / f"{os.getpid()}.probe"
    write_cached(probe, b"kept", 10_000)
    assert read_cached(probe) == b"kept"
    probe.unlink()
