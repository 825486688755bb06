"""The C++ programs: compiled where there is a compiler, and run over a set of positions."""

import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from benchmarks.connectfour.sets import Line

SOURCE = Path(__file__).parent / "twin.cpp"
OPTIONS = ("-O3", "-march=native", "-std=c++17")


class Answer(NamedTuple):
    """What a program found out about a set, and what it took."""

    scores: list[int]
    nodes: int
    seconds: float


@cache
def program() -> Path | None:
    """The compiled program; None without a compiler."""
    compiler = shutil.which("c++") or shutil.which("g++") or shutil.which("clang++")
    if compiler is None:
        return None
    target = Path(tempfile.mkdtemp(prefix="noughts-twin-")) / "twin"
    command = [compiler, *OPTIONS, str(SOURCE), "-o", str(target)]
    done = subprocess.run(command, capture_output=True, check=False)
    return target if done.returncode == 0 else None


def run(search: str, lines: Sequence[Line], size_bits: int = 22) -> Answer:
    """One of its searches, `plain` or `same`, with a table of 2 to the power of so many words.

    Raises:
        RuntimeError: there is no compiler.
    """
    path = program()
    if path is None:
        raise RuntimeError("There is no C++ compiler here that can compile twin.cpp.")
    done = subprocess.run(
        [str(path), search, str(size_bits)],
        input="".join(f"{line.digits}\n" for line in lines),
        capture_output=True,
        text=True,
        check=True,
    )
    rows = [row.split() for row in done.stdout.splitlines()]
    nodes = sum(int(count) for _, _, count in rows)
    return Answer([int(score) for _, score, _ in rows], nodes, float(done.stderr))
