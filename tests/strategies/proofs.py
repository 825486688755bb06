"""Strategy files written by hand, with no code of noughts, and the three checkers of such files."""

import hashlib
import json
import runpy
import subprocess
import sys
import zlib
from collections.abc import Iterable
from contextlib import redirect_stdout
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Any
from unittest.mock import patch

from noughts.errors import NoughtsError
from noughts.games.registry import find_game
from noughts.strategies.check import check_strategy
from noughts.strategies.file import StrategyFile

TOOLS = Path(__file__).parents[2] / "tools"

# Of the games below, by the plays of docs/strategies.md; see `test_the_fingerprints`.
NIM = {"game": "nim:1,1", "from": [65], "fields": [[0, 7]], "side": "second", "result": "win"}


def varint(number: int) -> bytes:
    """Seven bits a byte, the lowest first."""
    low, high = number & 127, number >> 7
    return bytes([low | 128]) + varint(high) if high else bytes([low])


def packed(claim: dict[str, Any], numbers: Iterable[int]) -> bytes:
    """A file with that claim and these whole numbers behind it."""
    head = json.dumps(claim).encode()
    return zlib.compress(head + b"\n" + b"".join(map(varint, numbers)))


def written(claim: dict[str, Any], moves: dict[int, int]) -> bytes:
    """A file with that claim and these moves, by the number of their position."""
    steps, last = [], -1
    for number in sorted(moves):
        steps.append(number - last)
        last = number
    count = {"positions": len(moves)}
    return packed(count | claim, [*steps, *(moves[number] for number in sorted(moves))])


def digest(plays: Iterable[str]) -> str:
    """A fingerprint: of the lines that random plays write."""
    return hashlib.sha256("".join(plays).encode()).hexdigest()


def by_python(file: Path, *more: str) -> str:
    """What the checker in Python says: its fault, or nothing.

    A process of its own, which takes longer than the check, only where it loads rules.
    """
    if more:
        return _told([sys.executable, "-I", str(TOOLS / "check_strategy.py"), str(file), *more])
    limit, fault = sys.getrecursionlimit(), ""
    with patch.object(sys, "argv", ["check_strategy.py", str(file)]), StringIO() as printed:
        try:
            with redirect_stdout(printed):
                _checker()["main"]()
        except SystemExit as end:
            fault = f"{end.code}\n"
        finally:
            sys.setrecursionlimit(limit)
        assert fault.startswith("NOT PROVED: ") != printed.getvalue().startswith("Checked: ")
    assert fault.count("\n") <= 1
    return fault


@cache
def _checker() -> dict[str, Any]:
    return runpy.run_path(str(TOOLS / "check_strategy.py"))


def by_node(file: Path) -> str:
    """What the checker in JavaScript says: its fault, or nothing."""
    return _told(["node", str(TOOLS / "check_strategy.mjs"), str(file)])


def _told(command: list[str]) -> str:
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    assert (done.returncode == 0) == done.stdout.startswith("Checked: "), done
    assert (done.returncode == 1) == done.stderr.startswith("NOT PROVED: "), done
    assert done.stderr.count("\n") == done.returncode
    return done.stderr


def by_noughts(file: Path, spec: str = "") -> str:
    """What noughts says: its fault, or nothing; a game of one's own is to be named."""
    try:
        read = StrategyFile.read(file)
        check_strategy(find_game(spec or read.claim.game), read)
    except NoughtsError as error:
        return str(error)
    return ""
