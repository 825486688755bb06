"""docs/judge-your-agent.md: what it shows is what the commands say; its code is the example."""

import pytest

from tests.docs.pages import ROOT, blocks, check_block
from tests.each import each

PAGE = ROOT / "docs" / "judge-your-agent.md"

pytestmark = pytest.mark.skipif(not PAGE.exists(), reason="the documentation is not here")


@each("block", blocks(PAGE, "console")[:1], large=blocks(PAGE, "console")[1:])
def test_each_command_says_what_the_page_shows(block, tmp_path):
    check_block(block, tmp_path)


def test_the_code_on_the_page_is_the_example():
    example = (ROOT / "examples" / "q_table.py").read_text("utf-8")
    code = [block for block in blocks(PAGE, "python") if ">>>" not in block]
    assert len(code) == 2
    assert all(block in example for block in code)
