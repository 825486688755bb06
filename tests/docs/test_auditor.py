"""docs/auditor.md and docs/json-audit.md: what they show is what the command says."""

import json

import pytest

from noughts.classroom.findings import FAULTS
from tests.docs.pages import ROOT, blocks, check_block, said
from tests.each import each

PAGE, SCHEMA = ROOT / "docs" / "auditor.md", ROOT / "docs" / "json-audit.md"
HOMEWORK = ROOT / "examples" / "homework.py"

pytestmark = pytest.mark.skipif(not PAGE.exists(), reason="the documentation is not here")


@each("block", blocks(PAGE, "console"))
def test_each_command_says_what_the_page_shows(block, tmp_path):
    check_block(block, tmp_path)


def test_the_homework_on_the_page_is_the_example():
    homework = next(block for block in blocks(PAGE, "python") if "FAVOURITES = " in block)
    assert HOMEWORK.read_text("utf-8").endswith(homework)


def test_the_answer_on_the_page_of_the_schema(tmp_path):
    (command,), (shown,) = blocks(SCHEMA, "sh"), blocks(SCHEMA, "json")
    assert json.loads(said(command, tmp_path)) == json.loads(shown)


def test_every_fault_is_in_the_schema():
    text = SCHEMA.read_text("utf-8")
    assert all(f'"{fault}"' in text for fault in FAULTS)
