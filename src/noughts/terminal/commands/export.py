"""`noughts export`: a web page in one file that needs no server."""

from pathlib import Path
from typing import Any

import click

from noughts.game import Game
from noughts.terminal.support.options import game_argument
from noughts.terminal.support.streams import writing


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@game_argument
@click.option("--brief", is_flag=True, help="Leave out the explanations, for a smaller file.")
def export(file: Path, game: Game[Any], brief: bool) -> None:
    """Write FILE, a web page that plays GAME perfectly without a server.

    The page holds every position with its exact value and the reasons, or, where they are many,
    the rules and the solver themselves, compiled to WebAssembly.

    \b
      noughts export page.html
      noughts export connectfour.html connectfour
      noughts export mygame.html mygame.py:MyGame
    """  # noqa: D301  # click wants the backspace itself
    try:
        from noughts.browser.export import exported
    except ImportError:
        raise click.ClickException(
            'Exporting a page needs Jinja2 and Starlette: pip install "noughts[web]".'
        ) from None
    page = exported(game, reasons=not brief)
    with writing(file):
        file.write_text(page, encoding="utf-8")
    click.echo(f"{file}: {len(page.encode()) / 1e6:.1f} MB; open it in a browser.", err=True)
