"""Games, players and commands of other packages, as an installed distribution offers them."""

import sys
from importlib import invalidate_caches
from typing import Any

import pytest

from noughts.files import plugins
from noughts.games.registry import find_game, installed
from noughts.players.levels import installed_players, player_of
from tests.processes import noughts_here_as_text

CACHES = plugins, installed, installed_players

ENTRIES = """
[noughts.games]
fourteen = fake_noughts:Fourteen
tictactoe = fake_noughts:Fourteen
[noughts.players]
firstcell = fake_noughts:FirstCell
[noughts.commands]
hello = fake_noughts:hello
"""
CODE = '''
import click
from noughts import Nim, RandomPlayer

class Fourteen(Nim):
    """A game of a package."""

class FirstCell:
    name = "firstcell"
    def __init__(self, text, seed):
        self.text = text
    def choose(self, game, position):
        return min(game.moves(position))

@click.command()
def hello():
    """Greet."""
    click.echo("hello from a package")
'''


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A distribution on the path that offers one of each."""
    info = tmp_path / "fake_noughts-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: fake-noughts\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(ENTRIES)
    (tmp_path / "fake_noughts.py").write_text(CODE)
    monkeypatch.syspath_prepend(str(tmp_path))
    for cache in CACHES:
        cache.cache_clear()
    yield
    for cache in CACHES:
        cache.cache_clear()
    sys.modules.pop("fake_noughts", None)


@pytest.mark.usefixtures("package")
def test_games_players_and_commands_of_a_package(caplog):
    assert type(find_game("fourteen")).__name__ == "Fourteen"
    game = find_game("tictactoe")
    player: Any = player_of("firstcell:corner")
    assert player.choose(game, game.start()) == 0
    assert player.text == "corner"
    assert noughts_here_as_text("hello").stdout == "hello from a package\n"
    assert "fourteen" in noughts_here_as_text("games").stdout
    assert "tictactoe of the package fake-noughts is left out" in caplog.text


BROKEN = {
    "def f(:": "fourteen of the package fake_noughts cannot be loaded: SyntaxError",
    "Other = 1": "fourteen of the package fake_noughts cannot be loaded: AttributeError",
    "Fourteen = 14": "fourteen of the package fake_noughts cannot be loaded: TypeError",
    "from noughts import Nim\nclass Fourteen(Nim):\n    def start(self): return 1 // 0": "start()",
}


def rewrite(folder, code):
    """The package's module gets another text, as for a new process."""
    (folder / "fake_noughts.py").write_text(code)
    sys.modules.pop("fake_noughts", None)
    invalidate_caches()


@pytest.mark.usefixtures("package")
def test_a_package_that_fails_is_named_and_hides_no_other_game(tmp_path):
    for code, why in BROKEN.items():
        rewrite(tmp_path, code)
        asked = noughts_here_as_text("analyse", "fourteen")
        assert asked.returncode != 0
        assert why in asked.stderr
        assert "Traceback" not in asked.stderr
        listed = noughts_here_as_text("games").stdout
        assert "tictactoe" in listed
        assert why in " ".join(listed.split())
    for code in ("class FirstCell: pass", "def FirstCell(text, seed): return 5"):
        rewrite(tmp_path, code)
        refused = noughts_here_as_text("audit", "firstcell").stderr
        assert "called with '' and the seed " in refused
        assert "Traceback" not in refused
    rewrite(tmp_path, "hello = 5")
    assert "hello is no command" in noughts_here_as_text("hello").stderr
    rewrite(tmp_path, "1 // 0")
    for words in (("hello",), ("play", "--level", "firstcell")):
        assert "cannot be loaded: ZeroDivisionError" in noughts_here_as_text(*words).stderr
