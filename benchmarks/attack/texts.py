"""Garbled texts for everything that reads one: an error of ours or an answer, nothing else."""

import json
import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from noughts.answers.question import Question, ask, ask_line
from noughts.errors import NoughtsError
from noughts.game import Game
from noughts.games.registry import ENTRIES, find_game
from noughts.records.record_text import read_games
from noughts.tablebase.storage.manifest import manifest_for, read_manifest
from noughts.web.live.api import object_of, ply_of, text_field
from noughts.web.view import allowed_levels, table_of

GAMES = ["tictactoe", "connectfour", "morris", "threemarks", "nim:3,4,5", "ultimate", "numerical"]
GAMES += ["wild", "notakto:2", "hex:3", "chomp", "qubic", "orderchaos"]
RECORD = '[Game "tictactoe"]\n[X "me"]\n[O "perfect"]\n[Result "draw"]\n\n1. b2 a1 2. c1 a3 *\n'
MOVES = "a1,b2 c3 a3-a2 5b2 ob2 3d4 1 1a1"
LEVELS = "draws:60 weights:10,5,1,chance looks:4 trickster:hard mcts:200 rules"
# What is put into a text.
PIECES = [
    *"abcxo0123456789:,./=- \t\n\r\0\"'[]{}()\\%",
    "é",
    "²",
    "\ud800",
    "😀",
    "-1",
    "1e9",
    "9" * 30,
]


def readers() -> dict[str, tuple[str, Callable[[str], Any]]]:
    """Everything that reads a text: its name, a text that it can read, the function."""
    folder = Path(tempfile.mkdtemp())
    manifest = manifest_for(find_game("tictactoe"), way="indexed", symmetries=8).to_text()

    def of_manifest(text: str) -> None:
        with suppress(UnicodeEncodeError):  # such a text is in no file
            (folder / "manifest.json").write_text(text, "utf-8")
            read_manifest(folder)

    def of_message(text: str) -> None:
        asked = object_of(text)
        ply_of(asked)
        text_field(asked, "move")

    found: dict[str, tuple[str, Callable[[str], Any]]] = {
        "records": (RECORD, read_games),
        "manifests": (manifest, of_manifest),
        "messages": (json.dumps({"ply": 3, "move": "b2"}), of_message),
        "levels": (LEVELS, allowed_levels),
        "addresses": (MOVES, lambda text: table_of("tictactoe", {"moves": text, "level": text})),
    }
    for name in ENTRIES:
        found[f"the name of {name}"] = (f"{name}:3,3", lambda text: find_game(text, files=False))
    for spec in GAMES:
        game = find_game(spec)
        start = game.text(game.start(), 0)
        found[f"positions of {spec}"] = (start, partial(_position, game))
        found[f"moves of {spec}"] = (MOVES, partial(ask, game))
        found[f"lines of {spec}"] = (f"{start}; a1", partial(ask_line, game))
    return found


def _position(game: Game[Any], text: str) -> Question:
    return ask(game, position=text)


def garbled(text: str, random: Random) -> str:
    """A text with some of it changed, cut, doubled or swapped."""
    for _ in range(random.randint(1, 4)):
        place = random.randrange(len(text) + 1)
        piece, rest = random.choice(PIECES), text[place:]
        cut = rest[random.randint(0, 3) :]
        text = text[:place] + random.choice([piece + rest, piece + cut, cut, rest + text[:place]])
    return text[:2_000]


def tried(count: int, seed: int) -> dict[str, int]:
    """How many texts were read or refused, and what other errors there were, by their names."""
    random, all_readers = Random(seed), list(readers().values())
    said = {"read": 0, "refused": 0}
    for number in range(count):
        text, reader = all_readers[number % len(all_readers)]
        try:
            reader(garbled(text, random))
            said["read"] += 1
        except NoughtsError:
            said["refused"] += 1
        except Exception as error:  # noqa: BLE001  # that there is none is what is to be shown
            name = f"{type(error).__name__}: {str(error)[:80]}"
            said[name] = said.get(name, 0) + 1
    return said
