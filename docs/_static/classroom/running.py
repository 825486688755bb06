"""Runs the programs of the course in the browser's Python; `worker.js` calls it.

It imports nothing of noughts, which takes a second there.
"""

import io
import json
import linecache
import traceback
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout

NAME = "<your program>"
# Announces what is late if nothing further follows soon; nothing is while the text is empty.
Announce = Callable[[str], object]
# The longest output that is shown.
LONGEST = 20_000


def run(code: str, announce: Announce) -> str:
    """What a program prints, and its error, as JSON."""
    shown, _, error = executed(code, announce, __name__="__main__")
    return json.dumps({"text": (shown + error)[:LONGEST] or "It ran, and printed nothing."})


def compiled(code: str, name: str):
    """The code of a program."""
    return compile(code, name, "exec")


def executed(code: str, announce: Announce, compiled=compiled, **given) -> tuple[str, dict, str]:
    """What a program prints, its names and its error; it begins with the names that are given."""
    out, names = io.StringIO(), {"__name__": "__student__", **given}
    error = ""
    linecache.cache[NAME] = len(code), None, code.splitlines(keepends=True), NAME
    announce("no end")
    with redirect_stdout(out), redirect_stderr(out):
        try:
            exec(compiled(code, NAME), names)
        except BaseException as failure:  # noqa: BLE001  # the code may do anything
            error = _in_words(failure)
    announce("")
    return out.getvalue(), names, error


def _in_words(failure: BaseException) -> str:
    """The error, with the last line of the program that led to it."""
    frames = traceback.extract_tb(failure.__traceback__)
    lines = [frame.lineno for frame in frames if frame.filename == NAME]
    if isinstance(failure, SyntaxError):
        lines = [failure.lineno]
    where = f"line {lines[-1]}: " if lines else ""
    return f"{where}{type(failure).__name__}: {failure}"
