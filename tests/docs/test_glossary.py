"""docs/glossary.md: every class that it names is in the module that it names."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "glossary.md"

pytestmark = pytest.mark.skipif(not PAGE.exists(), reason="the docs are not here")


def rows():
    row = r"^\| (.+) \| (.+) \| `(\w+)` \| `([\w/]+\.py)` \|$"
    return re.findall(row, PAGE.read_text("utf-8"), re.MULTILINE)


def is_defined(cls, module):
    code = (ROOT / "src" / "noughts" / module).read_text("utf-8")
    return re.search(rf"^class {cls}\b", code, re.MULTILINE)


def test_each_class_is_in_its_module():
    assert [(cls, module) for _, _, cls, module in rows() if not is_defined(cls, module)] == []


def test_terms_are_unique_and_no_row_is_unread():
    terms = [term for term, _, _, _ in rows()]
    lines = PAGE.read_text("utf-8").splitlines()
    headers = [line for line in lines if line == "|---|---|---|---|"]
    assert len(set(terms)) == len(terms) >= 60
    assert len(terms) + 2 * len(headers) == sum(line.startswith("|") for line in lines)
