"""The pages' examples run beside the game that docs/your-own-game.md is about."""

import shutil
from pathlib import Path

import pytest

MYGAME = Path(__file__).parents[1] / "examples" / "mygame.py"


@pytest.fixture(autouse=True)
def beside_the_game(tmp_path, monkeypatch):
    """A folder of its own for each page, with mygame.py in it."""
    shutil.copy(MYGAME, tmp_path)
    monkeypatch.chdir(tmp_path)
