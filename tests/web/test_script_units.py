"""What the scripts of a page work out by themselves, in one process of Node (scripts/)."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

import noughts.web
from noughts.analysis.explain.text import VERDICTS
from noughts.solving.api import BOUNDED, UNFINISHED, UNSOLVED
from noughts.web.sheet import sheet_of
from noughts.web.view import GameTable, TableSettings, view_of

FOLDER = Path(noughts.web.__file__).parent / "static"
UNITS = Path(__file__).with_name("scripts") / "all.mjs"


# Games of which the units draw each position.
GAMES = {
    "tictactoe": "b2 a1 c3 a2 a3 b1 c1",
    "connectfour": "4 4 3",
    "othello:4": "a3 a4",
    "morris": "b2 a1 c3 a3 a2 c2 b2-b1",
    "pentago": "a4-1l a4-1r",
    "kalah": "3 3 1 2",
    "domineering:3,3": "a3 b3 c2",
    "dots:2,2": "b5 a4 c4 b3",
    "lines:3,3,a3b3c3,a3a2a1": "a3 b2 a1",
    "nim": "c3 b1",
}


def board_of(entry):
    """The sheet of a game, and the views of the positions along a play."""
    spec, moves = entry
    names = moves.split()
    settings = TableSettings(spec, "both")
    tables = [GameTable(settings, " ".join(names[:ply])) for ply in range(len(names) + 1)]
    return spec, {"sheet": sheet_of(tables[0].game), "views": [view_of(each) for each in tables]}


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
    (tmp_path / "boards.json").write_text(json.dumps(dict(map(board_of, GAMES.items()))), "utf-8")
    (tmp_path / "package.json").write_text('{"type": "module"}')
    run = subprocess.run(
        ["node", UNITS, tmp_path], capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert run.returncode == 0, run.stdout
