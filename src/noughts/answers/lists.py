"""The games and the opponents as JSON, schema 1; docs/json.md describes it."""

from dataclasses import fields
from typing import Any

from noughts.answers.analyses import SCHEMA, Json
from noughts.errors import BadParameters
from noughts.game import Game
from noughts.games import registry
from noughts.games.common.line_game import LineGame
from noughts.games.cube import Cube
from noughts.games.line_files import content_of, gabor_of
from noughts.games.lines import Lines
from noughts.games.mnk import MNK
from noughts.games.registry import find_game, game_name
from noughts.games.spec import switches_of
from noughts.games.tictactoe import TicTacToe
from noughts.knowledge import plays_by
from noughts.players import levels
from noughts.players.beginner import elo_in

# The formats of a file of a line game.
LINE_FILES = {"noughts": content_of, "gabor": gabor_of}


def games_answer() -> Json:
    """The output of `noughts games --json`."""
    return {"schema": SCHEMA, "games": [entry_answer(entry) for entry in registry.entries()]}


def entry_answer(entry: registry.GameEntry) -> Json:
    """A game as JSON."""
    return {
        "name": entry.name,
        "other_names": list(entry.says("other_names")),
        "about": entry.says("about"),
        "parameters": [
            {"name": name, "kind": kind, "default": default}
            for name, kind, default in parameters_of(entry)
        ],
        "size": entry.says("size_in_words"),
        "known": entry.says("known_results"),
        "examples": list(entry.says("examples")),
    }


def parameters_of(entry: registry.GameEntry) -> list[tuple[str, str, Any]]:
    """The name, kind and default value of each parameter.

    A user's game has none.
    """
    if entry.name in registry.OWN:
        return []
    cls, usual = entry.game_class(), find_game(entry.name)
    switches = switches_of(cls)
    names = [field.name for field in fields(cls)]  # type: ignore[arg-type]  # a dataclass
    return [
        (name, "switch" if name in switches else "number", getattr(usual, name)) for name in names
    ]


def opponents_answer(spec: str = "") -> Json:
    """The output of `noughts opponents --json`, with measured ratings if a game is given."""
    elo = elo_in(spec) if spec else {}
    return {
        "schema": SCHEMA,
        "opponents": [
            {
                "name": entry.name,
                "form": entry.form,
                "about": entry.about,
                **({"elo": elo.get(entry.name)} if spec else {}),
            }
            for entry in levels.ENTRIES.values()
        ],
    }


def line_game_answer(game: Game[Any], form: str) -> Json:
    """A line game as JSON, in a format of `LINE_FILES`.

    Raises:
        BadParameters: it is no line game, or the format cannot express its rules.
    """
    if plays_by(game, Cube):
        raise BadParameters(
            f"{game_name(game)} has more than one layer: only games on one board can be written as "
            f"a file of lines."
        )
    rules: Any = Lines() if plays_by(game, TicTacToe) else game
    if not plays_by(rules, MNK) and not plays_by(rules, LineGame, "board_lines"):
        raise BadParameters(
            f"{game_name(game)} is no line game: only games whose marks stay and whose lines win "
            f"or lose can be written as a file of lines."
        )
    return LINE_FILES[form](rules, game_name(game))
