"""Figures of the house: lines by room, names defined twice, circles of imports, files of a flow.

Run it: .venv/bin/python tools/house.py [rooms|names|circles|flows]
"""

import ast
import io
import os
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Any

# Modules whose functions are forms of others for another processor; the entries of programs.
FORMS = ("noughts.native.gpu", "noughts.native.intrinsics")
ENTRIES = ("main", "upgrade", "downgrade")

SOURCES = Path(__file__).parents[1] / "src" / "noughts"


@cache
def modules() -> dict[str, ast.Module]:
    """The parsed modules of the package by their dotted names."""
    return {_dotted(path): ast.parse(path.read_text("utf-8")) for path in SOURCES.rglob("*.py")}


def _dotted(path: Path) -> str:
    parts = path.relative_to(SOURCES.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def rooms() -> dict[str, tuple[int, int]]:
    """The lines and the files of each room; a module at the top is a room of its own."""
    counted: dict[str, list[int]] = defaultdict(list)
    for path in SOURCES.rglob("*.py"):
        room = path.relative_to(SOURCES).parts[0].removesuffix(".py")
        counted[room].append(len(path.read_text("utf-8").splitlines()))
    return {room: (sum(lines), len(lines)) for room, lines in counted.items()}


def names_defined_twice() -> dict[str, list[str]]:
    """Public classes and functions that several modules define, with these modules.

    A command of the terminal is called as the function that it runs, a program's entry is `main`, a
    migration's step is `upgrade`, and a form for another processor is called as the plain one.
    """
    places: dict[str, list[str]] = defaultdict(list)
    for module, tree in modules().items():
        for node in tree.body:
            if isinstance(node, ast.ClassDef) or (
                isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
                and not (module in FORMS or _is_command(node) or node.name in ENTRIES)
            ):
                places[node.name].append(module)
    return {
        name: sorted(found)
        for name, found in places.items()
        if len(found) > 1 and not name.startswith("_")
    }


def _is_command(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return any("click.command" in ast.unparse(each) for each in function.decorator_list)


def circles() -> list[set[str]]:
    """Modules that import each other, late imports and those for types among them.

    The package's door imports everything for types, so it does not count.
    """
    trees = modules()
    arrows = {module: set(_imported(tree, trees)) - {module} for module, tree in trees.items()}
    arrows.pop("noughts")
    reached = {module: _reached(module, arrows) for module in arrows}
    found = {
        frozenset(other for other in reached[module] if module in reached.get(other, ()))
        for module in arrows
    }
    return sorted((set(circle) for circle in found if len(circle) > 1), key=sorted)


def _imported(tree: ast.Module, trees: dict[str, ast.Module]) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                if inner in trees or node.module in trees:
                    yield inner if inner in trees else node.module


def _reached(module: str, arrows: dict[str, set[str]]) -> set[str]:
    reached: set[str] = set()
    ahead = list(arrows[module])
    while ahead:
        found = ahead.pop()
        if found not in reached:
            reached.add(found)
            ahead += arrows.get(found, ())
    return reached


def files_of(flow: Callable[[], object]) -> set[str]:
    """The files of the package whose functions a call enters; imports do not count."""
    entered: set[str] = set()
    importing = 0

    def enter(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal importing
        if frame.f_code.co_name == "<module>":
            importing += {"call": 1, "return": -1}.get(event, 0)
        elif event == "call" and not importing:
            entered.add(frame.f_code.co_filename)

    sys.setprofile(enter)
    try:
        flow()
    finally:
        sys.setprofile(None)
    return {str(Path(file).relative_to(SOURCES)) for file in entered if str(SOURCES) in file}


def _command(*arguments: str, typed: str = "") -> Callable[[], object]:
    from noughts.terminal.cli import noughts

    def run() -> None:
        sys.stdin = io.StringIO(typed)
        with redirect_stdout(io.StringIO()):
            noughts([*arguments], standalone_mode=False)

    return run


def _know() -> Callable[[], object]:
    from noughts.web.worker import Worker

    return lambda: Worker().answer("know", {"game": "tictactoe", "moves": "b2,a1"})


FLOWS = {
    "b2 in the line mode": lambda: _command(
        "play", "tictactoe", "--plain", "--no-history", "--level", "perfect", typed="b2\nquit\n"
    ),
    "analyse --moves": lambda: _command("analyse", "tictactoe", "--moves", "b2 a1"),
    "know, of the page": _know,
}


def report(wanted: str) -> Iterator[str]:
    """The lines that the command prints."""
    if wanted in ("rooms", "all"):
        counted = rooms()
        counted["all"] = (sum(n for n, _ in counted.values()), sum(n for _, n in counted.values()))
        for room, (lines, files) in sorted(counted.items(), key=lambda entry: -entry[1][0]):
            yield f"{room:16}{lines:8,}{files:6}"
    if wanted in ("names", "all"):
        yield from (f"{name}: {', '.join(found)}" for name, found in names_defined_twice().items())
    if wanted in ("circles", "all"):
        yield from (" ↔ ".join(sorted(circle)) for circle in circles())
    if wanted in ("flows", "all"):
        with TemporaryDirectory() as folder:
            # Under the profiler small searches last long enough that compiling them would pay.
            os.environ.update(NOUGHTS_CACHE=folder, NOUGHTS_INTERPRETED="1")
            for name, make in FLOWS.items():
                yield f"{name}: {len(files_of(make()))} files"


if __name__ == "__main__":
    for line in report(sys.argv[1] if len(sys.argv) > 1 else "all"):
        print(line)
