"""`noughts check`: checks the rules of a game, also one in a user's file."""

import sys
from typing import Any

import click

from noughts.answers.analyses import SCHEMA, Json, to_line
from noughts.errors import BrokenLaw
from noughts.game import Game
from noughts.games.registry import spec_of
from noughts.laws.each import LAWS
from noughts.laws.examiner import LawReport
from noughts.laws.examiner import check as keeps_the_laws
from noughts.terminal.support.exit_codes import FAILED
from noughts.terminal.support.options import GameType, json_option


@click.command()
@click.argument("game", type=GameType(checked=False), default="tictactoe")
@click.option("--positions", type=click.IntRange(min=1), default=500, show_default=True,
              metavar="N", help="Check N positions, those near the start first.")  # fmt: skip
@click.option("--plays", type=click.IntRange(min=0), default=50, show_default=True,
              metavar="N", help="Also check N random plays.")  # fmt: skip
@click.option("--seed", type=int, default=0, show_default=True,
              help="Seed of the random plays.")  # fmt: skip
@json_option
def check(game: Game[Any], positions: int, plays: int, seed: int, as_json: bool) -> None:
    """Check the rules of GAME for mistakes, interpreted and compiled.

    GAME is a name like mnk:4,4,3, or a file of yours like mygame.py:Kayles:5. If the rules break a
    law of games, the answer shows the shortest play found that does so, and the exit code is 1.
    """
    try:
        report = keeps_the_laws(game, positions=positions, plays=plays, seed=seed)
    except BrokenLaw as error:
        click.echo(to_line(broken_answer(game, error)) if as_json else str(error))
        sys.exit(FAILED)
    click.echo(to_line(kept_answer(game, report)) if as_json else f"{spec_of(game)}: {report}")


def kept_answer(game: Game[Any], report: LawReport) -> Json:
    """The JSON answer of `noughts check` for rules without mistakes."""
    return {
        "schema": SCHEMA,
        "game": spec_of(game),
        "kept": True,
        "laws": [law.__name__ for law in LAWS],
        "positions": report.positions,
        "plays": report.plays,
        "depth": report.depth,
        "compiled": not report.interpreted_because,
        "note": report.interpreted_because,
        "set_aside": report.set_aside,
    }


def broken_answer(game: Game[Any], error: BrokenLaw) -> Json:
    """The JSON answer for a broken law; moves are numbers, because their names may be wrong."""
    return {
        "schema": SCHEMA,
        "game": spec_of(game),
        "kept": False,
        "law": error.law,
        "play": list(error.play),
        "message": str(error),
    }
