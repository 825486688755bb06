"""`noughts arena`: players meet each other, and a table says who is how strong."""

from typing import Any

import click

from noughts.answers.analyses import to_line
from noughts.game import Game
from noughts.players.arena import Rules
from noughts.players.arena import arena as meetings_of
from noughts.players.child import SECONDS
from noughts.terminal.output.arena import answer, report
from noughts.terminal.support.options import GameType, json_option, unchecked_option
from noughts.terminal.support.player_type import EPILOG
from noughts.terminal.support.progress import progress_bar


@click.command(epilog=EPILOG)
@click.argument("players", nargs=-1, required=True, metavar="PLAYER PLAYER …")
@click.option(
    "--game", type=GameType(), default="tictactoe", show_default=True, help="What they play."
)
@click.option(
    "--games",
    type=click.IntRange(min=1),
    default=100,
    show_default=True,
    metavar="N",
    help="How many games a pair plays from each seat, where results cannot be computed.",
)
@unchecked_option
@click.option("--seed", type=int, default=0, show_default=True, help="Another seed, other games.")
@click.option(
    "--seconds",
    type=click.FloatRange(min=0, min_open=True),
    default=SECONDS,
    show_default=True,
    help="How long a program may think over one move.",
)
@json_option
def arena(
    players: tuple[str, ...], game: Game[Any], games: int, seed: int, seconds: float, as_json: bool
) -> None:
    """Let players meet, each with each, from both seats.

    Where both choose by known chances and the game is small, the result is exact: computed,
    not sampled. Sampled results come with the confidence interval of Wilson, at 95 %.

    \b
      noughts arena perfect random weights rules
      noughts arena mcts:200 hard --games 500 --game mnk:4,4,3
      noughts arena "program:./bot.py" perfect --json
    """  # noqa: D301  # click wants the backspace itself
    if len(players) < 2:
        raise click.UsageError(
            "Name two players or more, for example: noughts arena perfect random"
        )
    rules = Rules(game, games, seed, seconds)
    with progress_bar("Games") as progress:
        meetings = list(meetings_of(rules, players, progress))
    names = numbered(players)
    if as_json:
        click.echo(to_line(answer(rules, names, meetings)))
    else:
        click.echo(report(rules, names, meetings))


def numbered(names: tuple[str, ...]) -> list[str]:
    """The names, told apart by numbers where one comes twice.

    >>> numbered(("random", "perfect", "random"))
    ['random (1)', 'perfect', 'random (2)']
    """
    return [
        f"{name} ({names[: place + 1].count(name)})" if names.count(name) > 1 else name
        for place, name in enumerate(names)
    ]
