"""Whole games as text, in tests/golden/: the moves by name, the boards, the end.

The first line of a file names the game. To write the files anew after a change that is
meant: NOUGHTS_GOLDEN=write make test, and then read what has changed.
"""

import os
import re
from pathlib import Path

from noughts.games.registry import find_game
from noughts.players.match import Match
from tests.each import each

GOLDEN = Path(__file__).parents[1] / "golden"
GAMES = ("connectfour", "connectfour-misere", "cube", "qubic", "wild", "notakto", "orderchaos")


def transcript(spec: str, names: list[str]) -> str:
    """The whole game: before each board who has moved, behind it the position's text."""
    game = find_game(spec)
    match = Match(game)
    parts = [spec, str(match.board)]
    for name in names:
        mover = game.marks[match.turn]
        match.play(game.read(name))
        text = game.text(match.position, match.turn)
        parts += [f"{match.ply}. {mover} plays {name}: {text}", str(match.board)]
    lines = "; ".join(" ".join(line) for line in match.lines)
    parts.append(match.result + (f": {lines}" if lines else ""))
    return "\n\n".join(parts) + "\n"


@each("name", GAMES)
def test_a_whole_game_reads_as_it_did(name):
    path = GOLDEN / f"{name}.txt"
    seen = path.read_text(encoding="utf-8")
    names = re.findall(r"^\d+\. \w+ plays (\S+):", seen, re.MULTILINE)
    replayed = transcript(seen.splitlines()[0], names)
    if os.environ.get("NOUGHTS_GOLDEN") == "write":
        path.write_text(replayed, encoding="utf-8")
    assert replayed == seen
    assert re.search(r"wins|draw", seen.splitlines()[-1])
