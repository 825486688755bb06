"""`noughts export`: web pages that need no server."""

from pathlib import Path
from typing import Any

import click

from noughts.errors import to_install
from noughts.files import write_file
from noughts.game import Game
from noughts.games.registry import find_game
from noughts.strategies.file import StrategyFile
from noughts.terminal.support.options import GameType, unchecked_option
from noughts.terminal.support.streams import writing

# FILE and GAME.
PAGE_ARGUMENTS = 2


@click.command()
@click.argument("what", nargs=-1, metavar="FILE [GAME]")
@unchecked_option
@click.option("--site", type=click.Path(file_okay=False, path_type=Path), metavar="DIR",
              help="Write a folder for any web host: all games, or those named.")  # fmt: skip
@click.option("--brief", is_flag=True, help="Leave out the explanations, for a smaller file.")
@click.option("--strategy", type=click.Path(dir_okay=False, path_type=Path), metavar="STRATEGY",
              help="Let the page play from the strategy in this file.")  # fmt: skip
@click.pass_context
def export(
    ctx: click.Context,
    what: tuple[str, ...],
    site: Path | None,
    brief: bool,
    strategy: Path | None,
) -> None:
    """Write FILE, a web page that plays GAME perfectly without a server.

    The page contains the rules and the solver, compiled to WebAssembly. For a game with few
    positions it also contains the reasons for every move.

    \b
      noughts export page.html
      noughts export connectfour.html connectfour
      noughts export mygame.html mygame.py:Kayles
      noughts export cross.html --strategy cross.strategy
      noughts export --site public
      noughts export --site public connectfour mygame.py:Kayles
    """  # noqa: D301  # click wants the backspace itself
    if not (site or 1 <= len(what) <= PAGE_ARGUMENTS):
        raise click.UsageError("Name the file, and the game if it is not tic-tac-toe.")
    if site and strategy:
        raise click.UsageError("A strategy goes into one page: leave out --site or --strategy.")
    games = [GameType().convert(one, None, ctx) for one in (what if site else what[1:])]
    try:
        if site:
            _write_site(site, games)
        else:
            _write_page(Path(what[0]), games[0] if games else None, brief, strategy)
    except ImportError:
        raise click.ClickException(
            f"Exporting a page needs Jinja2 and Starlette: {to_install('web')}."
        ) from None


def _write_page(file: Path, game: Game[Any] | None, brief: bool, strategy: Path | None) -> None:
    from noughts.web.export import exported

    read = StrategyFile.read(strategy) if strategy else None
    usual = read.claim.game if read else "tictactoe"
    game = game or find_game(usual, files=False)
    page = exported(game, reasons=not brief, strategy=read)
    with writing(file):
        write_file(file, page)
    click.echo(f"{file}: {len(page.encode()) / 1e6:.1f} MB; open it in a browser.", err=True)


def _write_site(folder: Path, games: list[Game[Any]]) -> None:
    from noughts.web.export import games_of_site, write_site

    def tell(text: str) -> None:
        click.echo(text, err=True)

    with writing(folder):
        there = write_site(folder, games or games_of_site(), tell)
    if not there:
        raise click.ClickException("None of these games can have a page.")
    click.echo(f"{folder}: {len(there)} games; put the folder on any web host.", err=True)
