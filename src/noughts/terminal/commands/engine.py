"""`noughts engine`: plays for a match manager."""

import sys
from typing import Any

import click

from noughts import __version__
from noughts.game import Game
from noughts.players.engines.gomocup import Gomocup
from noughts.players.engines.thinker import ProtocolEngine, Thinker
from noughts.players.engines.ugi import Ugi
from noughts.terminal.support.options import game_argument, refuse_given
from noughts.terminal.support.player_type import EPILOG, LevelType


@click.command(epilog=EPILOG)
@click.argument("protocol", type=click.Choice(["ugi", "gomocup"]))
@game_argument
@click.option("--level", type=LevelType(), default="perfect", show_default=True,
              help="Play at this level: one of the opponents below.")  # fmt: skip
@click.option("--seed", type=int, help="Makes the choice among equal moves repeatable.")
def engine(protocol: str, game: Game[Any], level: str, seed: int | None) -> None:
    """Answer a match manager on standard input and output, by PROTOCOL.

    ugi, the Universal Game Interface, is for any game; gomocup for five in a row on boards of up to
    19×19, whose size the manager sets. docs/protocol.md describes both.

    \b
      noughts engine ugi connectfour
      noughts engine gomocup --level hard
    """  # noqa: D301  # click wants the backspace itself
    thinker = Thinker(level, seed)
    speaker: ProtocolEngine
    if protocol == "gomocup":
        refuse_given(["game"], "is for ugi: Gomocup's manager sets the board")
        speaker = Gomocup(thinker, say, __version__)
    else:
        speaker = Ugi(game, thinker, say, __version__)
    try:
        for line in sys.stdin:
            if not speaker.hear(line):
                break
    finally:
        speaker.close()


def say(line: str) -> None:
    """Write a line to the manager immediately; several threads may call this."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
