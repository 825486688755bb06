"""The site of the documentation: every page is in it, and every public name in its reference."""

import re
from pathlib import Path

import pytest

import noughts
from tests.docs.tools import tool

DOCS = Path(__file__).parents[2] / "docs"

pytestmark = pytest.mark.skipif(not DOCS.exists(), reason="the documentation is not here")


def named(page):
    """The pages that the tables of contents of a page name."""
    for block in re.findall(r"<!-- \{toctree\}\n(.*?)-->", page.read_text("utf-8"), re.DOTALL):
        for line in block.splitlines():
            if line and not line.startswith(":"):
                yield (page.parent / f"{line}.md").resolve()


def test_every_page_stands_in_one_table_of_contents():
    pages = sorted(DOCS.rglob("*.md"))
    there = sorted(page for index in pages for page in named(index))
    assert there == [page for page in pages if page != DOCS / "index.md"]


def test_every_public_name_stands_in_the_reference_once():
    pages = "".join(page.read_text("utf-8") for page in (DOCS / "reference").glob("*.md"))
    there = re.findall(r"(?:autoclass|autofunction|py:data):: noughts\.(\w+)", pages)
    public = [name for name in noughts.__dir__() if name in noughts._HOMES]
    assert sorted(there) == sorted({*public, "BoardWidget"} - {"NoughtsError"})


def test_a_lesson_as_a_notebook_has_its_examples_as_cells():
    lesson = (
        "# A lesson\n\nText.\n\n```python\n>>> 1 + 1\n2\n>>> def f():\n...     pass\n\n```\n\n"
        "<!-- {play} tictactoe\n-->\n\nMore.\n\n```sh\nls\n```\n"
    )
    cells = [
        (cell["cell_type"], cell["source"]) for cell in tool("docs_site").notebook(lesson).cells
    ]
    assert cells == [
        ("markdown", "# A lesson\n\nText."),
        ("code", "1 + 1\ndef f():\n    pass"),
        ("markdown", "More."),
        ("markdown", "```sh\nls\n```"),
    ]


def test_an_unfolding_tree_says_who_wins():
    game, label = noughts.TicTacToe(), tool("docs_site")._label
    tree = noughts.game_tree(game, game.parse("xxo/oox/1x1 o")[0], 1, depth=None)
    assert [label(tree, number) for number in range(len(tree.nodes))] == [
        "O to move: O wins",
        "O a1: O wins",
        "O c1: draw",
        "X a1: draw",
    ]
