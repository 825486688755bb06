"""docs/judge-your-agent.md: what it shows is what the commands say; its code is the example."""

import doctest
from pathlib import Path

import pytest

from tests.docs.pages import blocks, said

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "judge-your-agent.md"

pytestmark = pytest.mark.skipif(not PAGE.exists(), reason="the documentation is not here")


@pytest.mark.parametrize("block", blocks(PAGE, "console"))
def test_each_command_says_what_the_page_shows(block, tmp_path):
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    command, _, shown = block.partition("\n")
    out = said(command.removeprefix("$ "), tmp_path)
    assert doctest.OutputChecker().check_output(shown, out, doctest.ELLIPSIS)


def test_the_code_on_the_page_is_the_example():
    example = (ROOT / "examples" / "q_table.py").read_text("utf-8")
    code = [block for block in blocks(PAGE, "python") if ">>>" not in block]
    assert len(code) == 2
    assert all(block in example for block in code)
