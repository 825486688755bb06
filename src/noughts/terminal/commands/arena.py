"""`noughts arena`: play every pair of players, and show the results as a table."""

from typing import Any

import click

from noughts.answers.analyses import to_line
from noughts.game import Game
from noughts.players.arena import Rules
from noughts.players.arena import arena as meetings_of
from noughts.sandbox.process import SECONDS
from noughts.terminal.output.arena import answer, report
from noughts.terminal.support.options import (
    GameType,
    json_option,
    move_seconds_option,
    unchecked_option,
)
from noughts.terminal.support.player_type import EPILOG
from noughts.terminal.support.progress import progress_bar


@click.command(epilog=EPILOG)
@click.argument("players", nargs=-1, required=True, metavar="PLAYER PLAYER …")
@click.option(
    "--game", type=GameType(), default="tictactoe", show_default=True, help="The game to play."
)
@click.option(
    "--games",
    type=click.IntRange(min=1),
    default=100,
    show_default=True,
    metavar="N",
    help="Play N games per pair and seat if the exact result cannot be computed.",
)
@unchecked_option
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the random choices.")
@move_seconds_option(SECONDS, "seconds")
@click.option("--elo", is_flag=True, help="Rate the players on the Elo scale, too.")
@json_option
def arena(  # noqa: PLR0913  # click hands over each option
    players: tuple[str, ...],
    game: Game[Any],
    games: int,
    seed: int,
    seconds: float,
    elo: bool,
    as_json: bool,
) -> None:
    """Play every pair of players against each other, from both seats.

    If both players choose with known probabilities and the game is small, the result is exact:
    computed, not sampled. Sampled results have a 95 % Wilson confidence interval.

    \b
      noughts arena perfect random weights rules
      noughts arena mcts:200 hard --games 500 --game mnk:4,4,3
      noughts arena random greedy beginner easy medium hard --elo --games 5000 --game connectfour
      noughts arena "program:./bot.py" perfect --json
    """  # noqa: D301  # click wants the backspace itself
    if len(players) < 2:
        raise click.UsageError(
            "Name at least two players, for example: noughts arena perfect random"
        )
    rules = Rules(game, games, seed, seconds)
    with progress_bar("Games") as progress:
        meetings = list(meetings_of(rules, players, progress))
    names = numbered(players)
    if as_json:
        click.echo(to_line(answer(rules, names, meetings)))
    else:
        click.echo(report(rules, names, meetings, elo))


def numbered(names: tuple[str, ...]) -> list[str]:
    """The names; a name that occurs twice gets numbers.

    >>> numbered(("random", "perfect", "random"))
    ['random (1)', 'perfect', 'random (2)']
    """
    return [
        f"{name} ({names[: place + 1].count(name)})" if names.count(name) > 1 else name
        for place, name in enumerate(names)
    ]
