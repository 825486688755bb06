"""A game added as CONTRIBUTING says, one file and one entry, works wherever games do."""

import json
import os
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest

import noughts
from tests import take
from tests.serving import Serving

HERE = Path(noughts.__file__).parent
LAST = '        GameEntry("chomp", "noughts.games.chomp", "Chomp"),\n'
SAID = """
    title = "Take away"
    other_names = ("take-away", "subtraction")
    about = "take one or two counters"
    known_results = "multiples of three are lost"
    examples = ("take:6", "take:7,3")

    size: int"""


@pytest.fixture(scope="module", autouse=True)
def _added(tmp_path_factory):
    """A copy of the package with two more games, of which one says nothing about itself."""
    copy = tmp_path_factory.mktemp("added") / "noughts"
    (copy / "games").mkdir(parents=True)
    for folder in HERE, HERE / "games":
        for path in folder.iterdir():
            place = copy / path.relative_to(HERE)
            if path.name not in ("__pycache__", "registry.py") and not place.exists():
                place.symlink_to(path)
    entries = LAST + LAST.replace("chomp", "take").replace("Chomp", "Take")
    entries += LAST.replace("chomp", "plain").replace("Chomp", "Plain")
    text = (HERE / "games" / "registry.py").read_text("utf-8")
    (copy / "games" / "registry.py").write_text(text.replace(LAST, entries), "utf-8")
    rules = Path(take.__file__).read_text("utf-8")
    (copy / "games" / "take.py").write_text(rules.replace("\n    size: int", SAID), "utf-8")
    (copy / "games" / "plain.py").write_text(rules.replace("Take(", "Plain("), "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join((str(copy.parent), str(HERE.parents[1]))))
        patch.setenv("NOUGHTS_DATA", str(copy.parent / "data"))
        yield


EVERYTHING = """
import sys
from click.testing import CliRunner
from noughts.terminal.cli import noughts
for words in sys.argv[1:]:
    result = CliRunner().invoke(noughts, words.split(), "1\\nquit\\n")
    assert result.exit_code == 0, (words, result.output, result.exception)
    print(f"> {words}", result.output, sep="\\n")
"""


def said(*commands):
    """What each of the commands says."""
    run = subprocess.run(
        [sys.executable, "-c", EVERYTHING, *commands], capture_output=True, text=True
    )
    assert run.returncode == 0, run.stderr
    return [text.partition("\n")[2] for text in run.stdout.split("\n> ")]


def test_every_command_knows_it(tmp_path):
    picture, page, plain = (tmp_path / name for name in ("take.svg", "take.html", "plain.svg"))
    listed, as_json, rules, solved, _, _, _, played, kept, judged = said(
        "games",
        "games --json",
        "rules subtraction:7",
        "analyse take:6",
        f"draw take -o {picture}",
        f"draw plain -o {plain}",
        f"export {page} take",
        "play Take-Away --plain --level easy",
        "history",
        "arena random perfect --game take --games 4",
    )
    assert "also called: take-away, subtraction" in listed
    assert "known: multiples of three are lost" in listed
    games = {game["name"]: game for game in json.loads(as_json)["games"]}
    assert games["take"]["examples"] == ["take:6", "take:7,3"]
    assert games["plain"]["about"].startswith("Take one or two of the counters")
    assert rules.startswith("take:7,2: take one or two counters")
    assert "loss in 4" in solved  # of six counters each player takes one or two, in four moves
    assert "Take away" in picture.read_text("utf-8")
    assert "Plain" in plain.read_text("utf-8")
    assert "Take away" in page.read_text("utf-8")
    assert "You (X) play 1." in played
    assert "take" in kept
    assert "perfect" in judged


def test_the_pages_of_the_server_know_it(tmp_path):
    serving = Serving(str(tmp_path))
    try:
        for path in (
            "/games",
            "/play/take?moves=1&as=both",
            "/play/subtraction",
            "/play/plain",
        ):
            with urlopen(serving.address + path) as answer:
                page = answer.read().decode()
            assert "Take away" in page
            assert "Plain" in page
    finally:
        serving.stop()
