"""`noughts train`: learns to play a game from its rules alone."""

from pathlib import Path
from typing import Any

import click

from noughts.answers.encoder import to_line
from noughts.files import replacing
from noughts.game import Game
from noughts.games.registry import spec_of
from noughts.players.trained import SECONDS
from noughts.players.trained import train as learn
from noughts.terminal.support import options as opt
from noughts.terminal.support.progress import progress_bar
from noughts.terminal.support.streams import writing


@click.command()
@opt.game_argument
@opt.file_option("-o --out", "Write what it learned to FILE.", required=True)
@opt.seconds_option("Learn for S seconds.", SECONDS)
@opt.number_option("--games", "Play at most N games.", show_default=False)
@opt.seed_option("Chooses the random moves.")
@opt.json_option
def train(
    game: Game[Any], out: Path, seconds: float, games: int | None, seed: int, as_json: bool
) -> None:
    """Learn to judge positions of GAME, from the rules alone, by playing against itself.

    The level trained:FILE looks ahead with what was learned. Ctrl-C ends the learning early, and
    writes the file.

    \b
      noughts train othello:6 -o othello.trained
      noughts play othello:6 --level trained:othello.trained
      noughts train mygame.py:MyGame -o mygame.trained --seconds 20
      noughts arena trained:mygame.trained hard --game mygame.py:MyGame
    """  # noqa: D301  # click wants the backspace itself
    # Create the draft first, so that an unwritable place is reported before the training.
    with writing(out), replacing(out) as draft, progress_bar("Games") as progress:
        learned = learn(game, seconds, seed, games, progress)
        learned.write(draft)
    size, name = out.stat().st_size, spec_of(game)
    if as_json:
        told = {"game": name, "file": str(out), "bytes": size, "games": learned.games}
        click.echo(to_line(told | {"seconds": round(learned.seconds, 1)}))
        return
    click.echo(
        f"{out}: {learned.games:,} games in {learned.seconds:.0f} s, {size:,} bytes.\n"
        f"Play against it: noughts play {name} --level trained:{out}"
    )
