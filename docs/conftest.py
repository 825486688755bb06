"""The pages' examples run beside the game that docs/your-own-game.md is about."""

import shutil
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"
collect_ignore = ["conf.py"]  # Sphinx runs it


@pytest.fixture(autouse=True)
def beside_the_game(tmp_path, monkeypatch):
    """A folder of its own for each page, with the examples, and mygame.py, in it."""
    shutil.copytree(EXAMPLES, tmp_path / "examples")
    shutil.copy(EXAMPLES / "mygame.py", tmp_path)
    monkeypatch.chdir(tmp_path)
