"""The shortest lost game as a Python program that needs nothing of noughts."""

from typing import Any

from noughts.analysis.game_record import Record
from noughts.game import Game, turns_of
from noughts.players.function import FunctionPlayer, PolicyPlayer
from noughts.players.player import Player
from noughts.sandbox.worker import BUILT, MEMBERS
from noughts.value import OPEN

PROGRAM = '''"""A game that {player} loses, move by move; it needs Python, not noughts.

    python lost.py {file}
"""

import runpy
import sys
from pathlib import Path

# Each position: the board, the arguments of {function}, and its move in the game.
POSITIONS = [
{positions}]

sys.path.insert(0, str(Path(sys.argv[1]).parent))
{function} = runpy.run_path(sys.argv[1])["{function}"]
for board, given, named, move in POSITIONS:
    print(board, "In the game it played " + move + ".", sep="\\n")
    print("Here it returns", {function}(*given, **named), end="\\n\\n")
print("""{end}""")
'''


def lost_script(game: Game[Any], player: Player, seat: int, moves: tuple[int, ...]) -> str:
    """The program of a game; empty if the player is no function, or takes what it cannot write."""
    if not isinstance(player, FunctionPlayer) or isinstance(player, PolicyPlayer):
        return ""
    caller, record, positions = player.caller(game), Record.of(game, moves), []
    turns = turns_of(game, record.first_turn, record.positions)
    names = [*map(game.name, moves), "no legal move"]
    for position, turn, name in zip(record.positions, turns, names, strict=True):
        asked = turn == seat and game.outcome(position) == OPEN
        question = caller.question(position) if asked else {}
        kinds = {
            kind for kind, _ in [*question.get("args", ()), *question.get("named", {}).values()]
        }
        members = caller.shape.marks == MEMBERS
        if "new" in question or kinds & {"array", "record"} or members:
            return ""
        if question:
            given = tuple(BUILT[kind](value) for kind, value in question["args"])
            named = {name: BUILT[kind](value) for name, (kind, value) in question["named"].items()}
            said = str(game.board(position, turn)), given, named, name
            positions.append(f"    {said!r},\n")
    end = game.board(record.positions[-1], turns[-1])
    return PROGRAM.format(
        player=player.name, file=player.path.name, function=player.function,
        positions="".join(positions), end=f"{end}\n{game.marks[seat]} has lost.",
    )  # fmt: skip
