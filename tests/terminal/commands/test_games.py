"""`noughts games`: every game of the catalogue, with its parameters; in words and in JSON."""

import json
import subprocess
import sys

from click.testing import CliRunner

from noughts.games.registry import ENTRIES, find_game, spec_of
from noughts.terminal.cli import noughts
from tests.each import each


def run(*words):
    result = CliRunner().invoke(noughts, ["games", *words])
    assert result.exit_code == 0, result.output
    return result.output


def test_every_game_is_listed_with_what_is_known_of_it():
    listed = run()
    for entry in ENTRIES.values():
        assert f"\n{entry.name}\n" in f"\n{listed}"
    assert "numbers: m=3, n=3, k=3\n    words: misere, cylinder, torus" in listed
    assert "known: Odd, the first player, wins in 9" in listed
    assert "path/to/file.py:Class" in listed
    assert max(map(len, listed.splitlines())) <= 78


def test_the_same_in_json():
    answer = json.loads(run("--json"))
    assert answer["schema"] == 1
    games = {game["name"]: game for game in answer["games"]}
    assert list(games) == list(ENTRIES)
    assert games["nim"]["parameters"][:3] == [
        {"name": "a", "kind": "number", "default": 3},
        {"name": "b", "kind": "number", "default": 4},
        {"name": "c", "kind": "number", "default": 5},
    ]
    assert games["mnk"]["parameters"][3] == {"name": "misere", "kind": "switch", "default": False}
    assert games["tictactoe"]["parameters"] == []


@each("entry", ENTRIES.values())
def test_all_that_is_told_of_a_game_holds(entry):
    assert entry.says("about")
    assert find_game(entry.name).start() is not None
    for example in entry.says("examples"):
        game = find_game(example)
        assert find_game(spec_of(game)) == game


def test_listing_loads_no_heavy_library():
    code = (
        "import sys; sys.argv = ['noughts', 'games']\n"
        "from noughts.terminal.cli import main\nmain()\n"
        "assert not {'numba', 'numpy', 'textual'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
