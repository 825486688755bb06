"""`noughts opponents`: the opponents for play and for the arena."""

import click

from noughts.answers.analyses import to_line
from noughts.answers.lists import opponents_answer
from noughts.terminal.support.options import json_option
from noughts.terminal.support.player_type import opponents_table


@click.command()
@json_option
def opponents(as_json: bool) -> None:
    """List the opponents for noughts play --level and noughts arena."""
    if as_json:
        click.echo(to_line(opponents_answer()))
    else:
        click.echo(opponents_table())
