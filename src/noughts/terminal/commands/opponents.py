"""`noughts opponents`: the opponents for play and for the arena."""

from typing import Any

import click

from noughts.answers.analyses import to_line
from noughts.answers.lists import opponents_answer
from noughts.game import Game
from noughts.games.registry import spec_of
from noughts.players.measured import elo_in
from noughts.terminal.support.options import GameType, json_option
from noughts.terminal.support.player_type import opponents_table


@click.command()
@click.argument("game", type=GameType(checked=False), required=False)
@json_option
def opponents(game: Game[Any] | None, as_json: bool) -> None:
    """List the opponents for noughts play --level and noughts arena.

    With a game, the list has the levels' ratings in it, measured against each other; docs/levels.md
    explains them.
    """
    spec = "" if game is None else spec_of(game)
    if as_json:
        click.echo(to_line(opponents_answer(spec)))
        return
    click.echo(opponents_table(elo_in(spec)))
    if spec and not elo_in(spec):
        click.echo(
            f"The levels were not measured in {spec}; to measure them: noughts arena random greedy "
            f"beginner easy medium hard --elo --games 5000 --game {spec}"
        )
