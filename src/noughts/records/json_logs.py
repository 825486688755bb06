"""Games of programs in JSON: logs of Kaggle and TextArena, and `{"game": …, "moves": […]}`.

>>> [(_, log)] = logs_in('{"game": "tictactoe", "moves": ["b2", "a1"]}')
>>> log.game, log.answers
('tictactoe', ['b2', 'a1'])
"""

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import pairwise
from typing import Any, NamedTuple

from noughts.errors import NoughtsError, RecordError
from noughts.games.common.move_tables import plain_list
from noughts.games.registry import find_game
from noughts.records.history import KeptGame
from noughts.records.record_text import ReadGame

# The games of TextArena's and Kaggle's environments whose actions are the numbers of our moves.
TEXTARENA = {"tictactoe": "tictactoe", "connectfour": "connectfour"}
TEXTARENA_MOVE = re.compile(r"\[\s*(?:col(?:umn)?\s*)?([0-9]+)\s*\]")
KAGGLE = {"tictactoe": "tictactoe", "open_spiel_tic_tac_toe": "tictactoe",
          "open_spiel_connect_four": "connectfour"}  # fmt: skip
# PettingZoo's environments; tictactoe numbers its cells down the columns.
PETTINGZOO = {"tictactoe": "tictactoe", "connect_four": "connectfour"}
FAILED = ("INVALID", "ERROR", "TIMEOUT")
BEGIN = re.compile(r"\s*\[?\s*\{")
GAMES = re.compile(
    r'"(?:steps|logs|actions)"\s*:|"game"\s*:.*"moves"\s*:|"moves"\s*:.*"game"\s*:', re.DOTALL
)


class JsonLog(NamedTuple):
    """A game as JSON has it."""

    game: str  # as `find_game` reads it; empty if it is not named
    answers: Any  # of the players in turn: numbers or names of moves, or anything
    players: Any = None  # their names, if there are any
    position: str | None = None  # where it begins, if not at the game's start


def has_logs(text: str) -> bool:
    """Whether a text may be games in JSON."""
    return bool(BEGIN.match(text) and GAMES.search(text))


def logs_in(text: str, called: str = "The text") -> Iterator[tuple[int, JsonLog]]:
    """The games of a text, one a line or in a list, with their numbers.

    RecordError names the line of one that is no game.
    """
    try:
        whole = json.loads(text)
        lines = list(enumerate(whole if isinstance(whole, list) else [whole], 1))
    except ValueError:
        lines = [(n, line) for n, line in enumerate(text.splitlines(), 1) if line.strip()]
    for number, line in lines:
        try:
            yield number, _log_of(json.loads(line) if isinstance(line, str) else line)
        except (KeyError, TypeError, IndexError, ValueError, AttributeError) as error:
            why = f"it lacks {error}." if isinstance(error, KeyError) else str(error)
            raise RecordError(f"{called}, line {number}: {why}") from None
        except RecordError as error:
            raise RecordError(f"{called}, line {number}: {error}") from None


def _log_of(told: dict[str, Any]) -> JsonLog:
    if "steps" in told:
        return _of_kaggle(told)
    if "logs" in told:
        return _of_textarena(told)
    if "actions" in told:
        return _of_pettingzoo(told)
    game = str(told.get("game", ""))
    if isinstance(told["moves"], list) and any(isinstance(one, dict) for one in told["moves"]):
        told = told | {"moves": plain_list(json.dumps(told["moves"]))}
    if not isinstance(told["moves"], str | list):
        raise RecordError(f"moves are a list or a text, not {told['moves']!r}.")
    return JsonLog(game, told["moves"], told.get("players"), told.get("position"))


def _of_textarena(told: dict[str, Any]) -> JsonLog:
    """The game of `env.state.logs`: pairs of a player's number, or -1, and a text."""
    name = re.sub(r"[^a-z]", "", str(told.get("env_id", "tictactoe")).lower().partition("-v")[0])
    if name not in TEXTARENA:
        raise RecordError(f"{told['env_id']} is not read: only {', '.join(TEXTARENA)}.")
    said = [str(entry[1]) for entry in told["logs"] if entry[0] in (0, 1)]
    found = [TEXTARENA_MOVE.search(text) for text in said]
    answers = [int(match[1]) if match else "" for match in found]
    return JsonLog(TEXTARENA[name], answers, told.get("players"))


def _of_pettingzoo(told: dict[str, Any]) -> JsonLog:
    """The game of `{"env": "tictactoe_v3", "actions": [4, 0, 8]}`."""
    name = str(told.get("env", told.get("env_id", ""))).partition("_v")[0]
    if name not in PETTINGZOO:
        raise RecordError(f"{name!r} is not supported; give {', '.join(PETTINGZOO)}.")
    actions = [int(action) for action in told["actions"] if action is not None]
    if name == "tictactoe":
        actions = [action % 3 * 3 + action // 3 for action in actions]
    return JsonLog(PETTINGZOO[name], actions, told.get("agents"))


def _of_kaggle(told: dict[str, Any]) -> JsonLog:
    """The game of `env.toJSON()`: each step has the two agents' actions and statuses."""
    name, settings = told.get("name", ""), told.get("configuration", {})
    if name == "connectx":
        size = settings["columns"], settings["rows"], settings["inarow"]
        spec = f"connectfour:{','.join(map(str, size))}"
    elif name in KAGGLE:
        spec = KAGGLE[name]
    else:
        raise RecordError(f"{name!r} is not supported; give connectx, {', '.join(KAGGLE)}.")
    answers = []
    for step, (before, after) in enumerate(pairwise(told["steps"])):
        for agent, (was, now) in enumerate(zip(before, after, strict=True)):
            action = now.get("action")
            action = action.get("submission") if isinstance(action, dict) else action
            usual = "ACTIVE" if agent == step % 2 else ""  # of a log without it
            if was.get("status", usual) == "ACTIVE" and isinstance(action, int):
                answers.append(-1 if now.get("status") in FAILED else action)
    return JsonLog(spec, answers, told.get("info", {}).get("TeamNames"))


def read_json(text: str) -> list[ReadGame]:
    """The games of a text in JSON; moves that are no names stay as they are."""
    return [_read(log, number) for number, log in logs_in(text)]


def _read(log: JsonLog, number: int) -> ReadGame:
    names = log.answers
    with suppress(NoughtsError):
        game = find_game(log.game, files=False)
        if isinstance(names, str):
            names = game.split_moves(names)
        inside = range(game.actions)
        names = [game.name(one) if isinstance(one, int) and one in inside else one for one in names]
    kept = KeptGame(log.game, "both", "", tuple(map(str, names)), position=log.position or "")
    return ReadGame(kept, number, (number,) * len(kept.moves))
