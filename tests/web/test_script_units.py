"""What the scripts of a page work out by themselves, in one process of Node (scripts/)."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

import noughts.web
from noughts.analysis.explain.text import VERDICTS
from noughts.solving.api import BOUNDED, UNFINISHED, UNSOLVED

FOLDER = Path(noughts.web.__file__).parent / "static"
UNITS = Path(__file__).with_name("scripts") / "all.mjs"


@pytest.mark.skipif(not shutil.which("node"), reason="needs Node")
def test_all_units(tmp_path):
    for script in FOLDER.glob("*.js"):
        shutil.copy(script, tmp_path)
    said = {
        "verdicts": VERDICTS,
        "bounded": {f"{lower},{upper}": told for (lower, upper), told in BOUNDED.items()},
        "unsolved": UNSOLVED,
        "unfinished": UNFINISHED,
    }
    (tmp_path / "words.json").write_text(json.dumps(said), encoding="utf-8")
    (tmp_path / "package.json").write_text('{"type": "module"}')
    run = subprocess.run(
        ["node", UNITS, tmp_path], capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert run.returncode == 0, run.stdout
