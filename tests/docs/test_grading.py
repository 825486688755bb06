"""docs/grading.md and docs/json-grade.md: what they show is what the command says."""

import json
from pathlib import Path

import pytest

from noughts.classroom.rubric import DEFAULT
from tests.docs.pages import blocks, said

ROOT = Path(__file__).parents[2]
PAGE, SCHEMA = ROOT / "docs" / "grading.md", ROOT / "docs" / "json-grade.md"

pytestmark = pytest.mark.skipif(not PAGE.exists(), reason="the documentation is not here")


def test_the_rubric_on_the_page_is_the_default():
    assert blocks(PAGE, "toml") == [DEFAULT]


def test_the_answer_on_the_page_of_the_schema(tmp_path):
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    (command,), (shown,) = blocks(SCHEMA, "sh"), blocks(SCHEMA, "json")
    found, expected = json.loads(said(command, tmp_path)), json.loads(shown)
    for answer in (found, expected):
        assert answer["submissions"][0].pop("key")
    assert found == expected
