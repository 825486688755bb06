"""What this package compiles, and what others compile with Numba in the same process."""

import subprocess
import sys

import pytest

pytest.importorskip("numba")

SCRIPT = """
import sys
from array import array
sys.path.insert(0, sys.argv[1])
from functions import largest_and_sum
import numba
from noughts.native import kernel

print(kernel(largest_and_sum)(array("q", [1, -2]), 2))
print(numba.njit(largest_and_sum)((5, -7), 2))
print(kernel(largest_and_sum)(array("i", [3, -4]), 2))
"""
FUNCTION = """
def largest_and_sum(numbers, size):
    found = [abs(numbers[0])]
    for i in range(1, size):
        found.append(max(abs(numbers[i]), i))
    return sorted(found)[-1], sum(found)
"""


def test_others_may_compile_what_calls_the_same_functions_of_numbas(tmp_path, cache):
    """`sorted` calls other functions, all compiled once in a process, whoever needs them first."""
    (tmp_path / "functions.py").write_text(FUNCTION)
    command = [sys.executable, "-c", SCRIPT, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.stderr, done.stdout) == ("", "(2, 3)\n(7, 12)\n(4, 7)\n")
