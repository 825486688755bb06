"""The lists of the large tests name tests that there are."""

import os
import re

from noughts.files import cache_folder, read_cached, write_cached
from tests.conftest import LARGE, NIGHTLY, listed

LINES = listed(LARGE), listed(NIGHTLY)


def is_there(line):
    file, _, name = line.partition("::")
    if file.startswith(("docs/", "src/")):  # examples, tested as they stand
        return True
    function = name.partition("[")[0]
    text = (LARGE.parent / file).read_text()
    return re.search(rf"^(async )?def {function}\(", text, re.MULTILINE)


def test_a_large_test_is_a_test():
    assert [line for lines in LINES for line in lines if not is_there(line)] == []


def test_the_lists_are_in_order_and_share_no_test():
    for lines in LINES:
        assert sorted(set(lines)) == lines
    assert not set(LINES[0]) & set(LINES[1])


def test_what_the_tests_compile_is_kept():
    """Where it is not, each process compiles everything anew, and the suite takes hours."""
    probe = cache_folder() / "native" / f"{os.getpid()}.probe"
    write_cached(probe, b"kept", 10_000)
    assert read_cached(probe) == b"kept"
    probe.unlink()
