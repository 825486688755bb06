"""`noughts check`: checks the rules of a game, also one in a user's file."""

import sys
from typing import Any

import click

from noughts.answers.encoder import Json, fields, head, to_line
from noughts.errors import BrokenLaw
from noughts.game import Game
from noughts.games.registry import spec_of
from noughts.laws.each import LAWS
from noughts.laws.examiner import LawReport
from noughts.laws.examiner import check as keeps_the_laws
from noughts.laws.likeness import Likeness, likeness
from noughts.terminal import FAILED
from noughts.terminal.support import options as opt


@click.command()
@click.argument("game", type=opt.GameType(checked=False), default="tictactoe")
@opt.number_option("--positions", "Check N positions, those near the start first.", 500)
@opt.number_option("--plays", "Also check N random plays.", 50, 0)
@opt.seed_option("Seed of the random plays.")
@click.option("--like", type=opt.GameType(), metavar="GAME",
              help="Also compare the rules with those of another game.")  # fmt: skip
@opt.json_option
def check(
    game: Game[Any], positions: int, plays: int, seed: int, like: Game[Any] | None, as_json: bool
) -> None:
    """Check the rules of GAME for mistakes, interpreted and compiled.

    GAME is a name like mnk:4,4,3, or a file of yours like mygame.py:Kayles:5. If the rules break a
    law of games, the answer shows the shortest play found that does so, and the exit code is 1.

    With --like, the exit code is also 1 if the rules differ from that game's; the answer
    shows the shortest play found after which they do. All positions are compared if there are at
    most 10,000, otherwise some near the start and in random games.

    \b
      noughts check mygame.py
      noughts check mygame.py --like connectfour --json
    """  # noqa: D301  # click wants the backspace itself
    try:
        report = keeps_the_laws(game, positions=positions, plays=plays, seed=seed)
    except BrokenLaw as error:
        broken = fields(game, error, "law play")  # of numbers: the moves' names may be wrong
        told = {**head(game), "kept": False, **broken, "message": str(error)}
        click.echo(to_line(told) if as_json else str(error))
        sys.exit(FAILED)
    found = None if like is None else likeness(game, like, seed=seed)
    if as_json:
        same = {"like": likeness_answer(found)} if found else {}
        click.echo(to_line(kept_answer(game, report) | same))
    else:
        click.echo("\n".join(filter(None, (f"{spec_of(game)}: {report}", str(found or "")))))
    if found and found.difference:
        sys.exit(FAILED)


def likeness_answer(found: Likeness) -> Json:
    return {
        "game": found.like,
        "agrees": not found.difference,
        "positions": found.positions,
        "all": found.whole,
        "play": list(found.play) if found.difference else None,
        "message": str(found),
    }


def kept_answer(game: Game[Any], report: LawReport) -> Json:
    return {
        **head(game),
        "kept": True,
        "laws": [law.__name__ for law in LAWS],
        **fields(game, report, "positions plays depth"),
        "compiled": not report.interpreted_because,
        **fields(game, report, "note=interpreted_because set_aside"),
    }
