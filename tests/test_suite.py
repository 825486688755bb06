"""The list of the large tests names tests that there are."""

import os
import re

from noughts.native.disk import cache_folder, read_cached, write_cached
from tests.conftest import LARGE

LINES = [line for line in LARGE.read_text().splitlines() if not line.startswith("#")]


def is_there(line):
    file, _, name = line.partition("::")
    if file.startswith(("docs/", "src/")):  # examples, tested as they stand
        return True
    function = name.partition("[")[0]
    text = (LARGE.parent / file).read_text()
    return re.search(rf"^(async )?def {function}\(", text, re.MULTILINE)


def test_a_large_test_is_a_test():
    assert [line for line in LINES if not is_there(line)] == []


def test_the_list_is_in_order():
    assert sorted(set(LINES)) == LINES


def test_what_the_tests_compile_is_kept():
    """Where it is not, each process compiles everything anew, and the suite takes hours."""
    probe = cache_folder() / "native" / f"{os.getpid()}.probe"
    write_cached(probe, b"kept", 10_000)
    assert read_cached(probe) == b"kept"
    probe.unlink()
