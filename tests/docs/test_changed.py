"""`make test-changed`: the rooms that a change reaches."""

from tests.docs.tools import tool
from tests.each import each

changed = tool("changed")


@each(
    ("file", "run", "left"),
    [
        ("src/noughts/pictures/svg.py", "tests/web", "tests/games"),
        ("src/noughts/search/packed.py", "tests/solving", "tests/games"),
        ("src/noughts/terminal/cli.py", "tests/terminal", "tests/web"),
        ("src/noughts/value.py", "tests/knowledge", "tests/test_board.py"),
        ("tests/search/test_packed.py", "tests/search/test_packed.py", "tests/search"),
        ("tests/tablebase/conftest.py", "tests/tablebase", "tests/search"),
        ("docs/architecture.md", "tests/docs", "tests/games"),
    ],
)
def test_a_change_reaches_its_room_and_those_above(file, run, left):
    found = changed.tests_of([file])
    assert run in found
    assert left not in found


@each("file", ["pyproject.toml", "tests/conftest.py", "src/noughts/__init__.py"])
def test_a_change_that_reaches_all_runs_all(file):
    assert changed.tests_of([file, "tests/search/test_packed.py"]) == [
        "README.md", "docs", "src", "tests",
    ]  # fmt: skip


def test_no_change_runs_nothing():
    assert changed.tests_of([]) == []
