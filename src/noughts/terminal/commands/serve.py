"""`noughts serve` and `noughts export`: web pages."""

from functools import partial
from pathlib import Path
from typing import Any

import click

from noughts.errors import requiring
from noughts.game import Game
from noughts.games.registry import find_game, spec_of
from noughts.players import kaggle
from noughts.terminal.support import options as opt
from noughts.terminal.support.streams import write_answer, writing


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True,
              help="Address to listen on; 0.0.0.0 admits other machines.")  # fmt: skip
@opt.number_option("--port", "Port; 0 for any free port.", 8000, 0, 65535, metavar=None)
@click.option("--name", "names", multiple=True, metavar="NAME",
              help="A name of this server in browsers' addresses: games.example.")  # fmt: skip
@click.option("--data", default="", envvar="NOUGHTS_DATA", metavar="PLACE",
              help="Where to store games between people: a folder, or postgresql://user@host/name. "
                   "[default: this machine's data folder]")  # fmt: skip
@click.option("--seconds", default=15.0, show_default=True, type=opt.Amount(1),
              metavar="S", help="Time limit per question, in seconds.")  # fmt: skip
@opt.number_option("--connections", "Most simultaneous connections.", 2_500)
@opt.number_option("--from-one", "Most connections from one address.", 300)
@opt.number_option(
    "--memory megabytes",
    "Replace worker processes that have grown beyond this.",
    500,
    100,
    metavar="MB",
)
@opt.flag_option("--lazy", "Make what a page needs to play by itself only once it is opened.")
@opt.flag_option("--no-browser", "Do not open the page in the browser.")
@opt.unchecked_option
@click.argument("games", nargs=-1, type=opt.GameType(), metavar="[GAME]...")
def serve(
    host: str,
    port: int,
    data: str,
    no_browser: bool,
    games: tuple[Game[Any], ...],
    **allowance: Any,
) -> None:
    """Serve the web page to play and analyse every game, until Ctrl-C.

    The page opens with the first GAME. Games from files are served, too; their addresses contain
    the name of the class, never of the file.

    \b
      noughts serve
      noughts serve mygame.py:Kayles
      noughts serve --host 0.0.0.0 --port 8080 --no-browser
      noughts serve --data ~/games
    """  # noqa: D301  # click wants the backspace itself
    with requiring("web", "The web page needs more libraries", click.ClickException):
        from noughts.web.serve import Allowance
        from noughts.web.serve import serve as run
    run(
        host,
        port,
        data=data,
        open_browser=not no_browser,
        games=list(map(spec_of, games)),
        allowance=Allowance(**allowance),
    )


@click.command()
@click.argument("what", nargs=-1, metavar="FILE [GAME]")
@opt.unchecked_option
@opt.file_option(
    "--site", "Write a folder for any web host: all games, or those named.", "DIR", opt.FOLDER
)
@opt.flag_option("--brief", "Leave out the explanations, for a smaller file.")
@opt.file_option("--strategy", "Let the page play from the strategy in this file.", "STRATEGY")
@click.pass_context
def export(
    ctx: click.Context, what: tuple[str, ...], site: Path | None, brief: bool, strategy: Path | None
) -> None:
    """Write FILE, a web page that plays GAME perfectly without a server.

    The page contains the rules and the solver, compiled to WebAssembly; for a game with few
    positions also the reason for every move. If positions can repeat, it contains every value.

    \b
      noughts export page.html
      noughts export connectfour.html connectfour
      noughts export mygame.html mygame.py:Kayles
      noughts export cross.html --strategy cross.strategy
      noughts export submission.py     (an agent for Kaggle's ConnectX)
      noughts export --site public
      noughts export --site public connectfour mygame.py:Kayles
    """  # noqa: D301  # click wants the backspace itself
    if not (site or len(what) in (1, 2)):
        raise click.UsageError("Name the file, and the game if it is not tic-tac-toe.")
    if not site and what[0].lower().endswith(".py"):
        _write_agent(Path(what[0]), *what[1:])
        return
    if site and strategy:
        raise click.UsageError("A strategy goes into one page: leave out --site or --strategy.")
    games = [opt.GameType().convert(one, None, ctx) for one in (what if site else what[1:])]
    with requiring("web", "Exporting a page needs Jinja2 and Starlette", click.ClickException):
        if site:
            from noughts.web.export import games_of_site, write_site

            with writing(site):
                there = write_site(site, games or games_of_site(), partial(click.echo, err=True))
            if not there:
                raise click.ClickException("None of these games can have a page.")
            click.echo(f"{site}: {len(there)} games; put the folder on any web host.", err=True)
        else:
            _write_page(Path(what[0]), games[0] if games else None, brief, strategy)


def _write_agent(path: Path, *game: str) -> None:
    """Write an agent for Kaggle's ConnectX, but over no other file."""
    source = Path(kaggle.__file__).read_text("utf-8")
    if game or (path.exists() and path.read_text("utf-8", "replace") != source):
        raise click.UsageError(
            f"{path} would be an agent for Kaggle's ConnectX, and "
            f"{'takes no game' if game else 'there is a file of that name'}. "
            "For a page, name the page first: noughts export page.html GAME."
        )
    write_answer(path, source)
    click.echo(f"{path}: an agent for Kaggle's ConnectX.", err=True)


def _write_page(file: Path, game: Game[Any] | None, brief: bool, strategy: Path | None) -> None:
    from noughts.strategies.file import StrategyFile
    from noughts.web.export import exported

    read = StrategyFile.read(strategy) if strategy else None
    usual = read.claim.game if read else "tictactoe"
    game = game or find_game(usual, files=False)
    page = exported(game, reasons=not brief, strategy=read)
    write_answer(file, page)
    click.echo(f"{file}: {len(page.encode()) / 1e6:.1f} MB; open it in a browser.", err=True)
