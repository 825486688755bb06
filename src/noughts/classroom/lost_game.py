"""The shortest lost game as a Python program that needs nothing of noughts."""

from typing import Any

from noughts.analysis.game_record import Record
from noughts.game import Game, turns_of
from noughts.players.function import FunctionPlayer, PolicyPlayer
from noughts.players.player import Player
from noughts.sandbox.worker import BUILT, MEMBERS, METHODS
from noughts.value import OPEN

PROGRAM = '''"""A game that {player} loses, move by move; it needs Python, not noughts.

    python lost.py {file}
"""

import runpy
import sys
from math import inf
from pathlib import Path

# Each position: the board, the arguments of {function}, and its move in the game.
POSITIONS = [
{positions}]

sys.path.insert(0, str(Path(sys.argv[1]).parent))
{function} = runpy.run_path(sys.argv[1])["{function}"]
{made}for board, given, named, move in POSITIONS:
    print(board, "In the game it played " + move + ".", sep="\\n")
    print("Here it returns", {function}(*given, **named), end="\\n\\n")
print("""{end}""")
'''

# For a class: an object of it, and its method that chooses.
MADE = """{function} = {function}(*{args!r}, **{named!r})
{function} = next(getattr({function}, name) for name in {methods!r} if hasattr({function}, name))
"""


def lost_script(game: Game[Any], player: Player, seat: int, moves: tuple[int, ...]) -> str:
    """The program of a game; empty if the player is no function, or takes what it cannot write."""
    if not isinstance(player, FunctionPlayer) or isinstance(player, PolicyPlayer):
        return ""
    caller, record, positions = player.caller(game), Record.of(game, moves), []
    turns = turns_of(game, record.first_turn, record.positions)
    names = [*map(game.name, moves), "no legal move"]
    made = ""
    for position, turn, name in zip(record.positions, turns, names, strict=True):
        if turn != seat or game.outcome(position) != OPEN:
            continue
        question = caller.question(position)
        new = question.pop("new", None)
        if caller.shape.marks == MEMBERS or not (given := _written(question)):
            return ""
        if new is not None:
            if not (arguments := _written(new)):
                return ""
            args, named = arguments
            made = MADE.format(function=player.function, args=args, named=named, methods=METHODS)
        positions.append(f"    {(str(game.board(position, turn)), *given, name)!r},\n")
    end = game.board(record.positions[-1], turns[-1])
    return PROGRAM.format(
        player=player.name, file=player.path.name, function=player.function, made=made,
        positions="".join(positions), end=f"{end}\n{game.marks[seat]} has lost.",
    )  # fmt: skip


def _written(question: dict[str, Any]) -> tuple[Any, ...]:
    """The arguments of a call as a script has them; empty if it cannot have them."""
    named = question["named"]
    kinds = {kind for kind, _ in (*question["args"], *named.values())}
    if question.get("held") or kinds & {"array", "record", "object"}:
        return ()
    given = tuple(BUILT[kind](value) for kind, value in question["args"])
    return given, {name: BUILT[kind](value) for name, (kind, value) in named.items()}
