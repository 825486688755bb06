"""docs/cluster.md: its figures are those of the commands that it shows."""

import doctest
from pathlib import Path

import pytest

from tests.docs.pages import blocks, said
from tests.each import each

PAGE = Path(__file__).parents[2] / "docs" / "cluster.md"

pytestmark = pytest.mark.skipif(not PAGE.exists(), reason="the documentation is not here")


@each("block", blocks(PAGE, "console") if PAGE.exists() else [])
def test_each_command_says_what_the_page_shows(block, tmp_path):
    command, _, shown = block.partition("\n")
    out = said(command.removeprefix("$ "), tmp_path)
    assert doctest.OutputChecker().check_output(shown, out, doctest.ELLIPSIS)
