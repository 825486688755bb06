"""The tests of what was changed: of its rooms, and of all rooms that stand on them.

    python tools/changed.py            since the last commit
    python tools/changed.py main       since the branch left main

prints paths for pytest. A room stands on the rooms in the layers below it, by the contract in
pyproject.toml. After a change outside the rooms, the tests of that file, or all.
"""

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parents[1]
# Tests that are no room's: they put several together.
ACROSS = ("tests/agreement", "tests/docs", "tests/known", "docs", "README.md")


def layers() -> list[set[str]]:
    """The rooms, from the lowest layer to the highest."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    rooms = next(each for each in contracts if each["name"] == "the water runs one way")
    return [set(re.findall(r"\w+", layer)) for layer in reversed(rooms["layers"])]


def changed_files(since: str) -> list[str]:
    """The files that differ from a commit, new ones included."""

    def git(*words: str) -> list[str]:
        return subprocess.check_output(["git", *words], cwd=ROOT, text=True).splitlines()

    new = git("ls-files", "--others", "--exclude-standard")
    return [*git("diff", "--name-only", since), *new]


def places(room: str) -> Iterable[str]:
    """A room's tests, and its own files for their examples."""
    own = f"src/noughts/{room}"
    return f"tests/{room}", f"tests/test_{room.strip('_')}.py", own, f"{own}.py"


def tests_of(files: Iterable[str]) -> list[str]:
    """The tests that a change of these files asks for.

    >>> tests_of(["tests/search/test_packed.py"])
    ['tests/search/test_packed.py']
    >>> "tests/web" in tests_of(["src/noughts/pictures/svg.py"])
    True
    >>> "tests/games" in tests_of(["src/noughts/pictures/svg.py"])
    False
    """
    found: set[str] = set()
    for file in files:
        found |= set(_tests_of_one(Path(file)))
    there = {one for one in found if (ROOT / one).exists()}
    return sorted(one for one in there if not {str(up) for up in Path(one).parents} & there)


def _tests_of_one(file: Path) -> Iterable[str]:
    match file.parts:
        case ("src", "noughts", name, *_):
            room = name.removesuffix(".py")
            level = next((i for i, layer in enumerate(layers()) if room in layer), None)
            if level is None:  # the door
                return ["src", "tests", "README.md", "docs"]
            above = set[str]().union(*layers()[level + 1 :]) | {room}
            return [*ACROSS, *(place for one in above for place in places(one))]
        case ("tests", *_, name) if name.startswith("test_"):
            return [str(file)]
        case ("tests", "golden", _):
            return ["tests/games", "tests/terminal"]
        case ("tests", "large.txt" | "nightly.txt"):
            return ["tests/test_suite.py"]
        case ("tests", room, _, *_):  # a helper of that folder
            return [f"tests/{room}"]
        case ("docs" | "README.md" | "CHANGELOG.md" | "tools" | "examples" | "LICENSE", *_):
            return ["tests/docs", str(file)] if file.suffix == ".md" else ["tests/docs"]
        case ("benchmarks", *_):
            return ["tests/test_benchmarks.py"]
        case _:
            return ["src", "tests", "README.md", "docs"]


if __name__ == "__main__":
    since = sys.argv[1] if len(sys.argv) > 1 else "HEAD"
    found = tests_of(changed_files(since))
    print(*found)
    if not found:
        sys.exit(f"Nothing that has tests was changed since {since}.")
