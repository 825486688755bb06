"""`noughts serve`: play and analyse in the browser."""

from typing import Any

import click

from noughts.errors import to_install
from noughts.game import Game
from noughts.games.registry import spec_of
from noughts.terminal.support.options import Amount, GameType, unchecked_option


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True,
              help="Address to listen on; 0.0.0.0 admits other machines.")  # fmt: skip
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535),
              help="Port; 0 for any free port.")  # fmt: skip
@click.option("--name", "names", multiple=True, metavar="NAME",
              help="A name of this server in browsers' addresses: games.example.")  # fmt: skip
@click.option("--data", default="", envvar="NOUGHTS_DATA", metavar="PLACE",
              help="Where to store games between people: a folder, or postgresql://user@host/name. "
                   "[default: this machine's data folder]")  # fmt: skip
@click.option("--seconds", default=15.0, show_default=True, type=Amount(1),
              metavar="S", help="Time limit per question, in seconds.")  # fmt: skip
@click.option("--connections", default=2_500, show_default=True, type=click.IntRange(1),
              metavar="N", help="Most simultaneous connections.")  # fmt: skip
@click.option("--from-one", default=300, show_default=True, type=click.IntRange(1),
              metavar="N", help="Most connections from one address.")  # fmt: skip
@click.option("--memory", "megabytes", default=500, show_default=True,
              type=click.IntRange(100), metavar="MB",
              help="Replace worker processes that have grown beyond this.")  # fmt: skip
@click.option("--lazy", is_flag=True,
              help="Make what a page needs to play by itself only once it is opened.")  # fmt: skip
@click.option("--no-browser", is_flag=True, help="Do not open the page in the browser.")
@unchecked_option
@click.argument("games", nargs=-1, type=GameType(), metavar="[GAME]...")
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
    try:
        from noughts.web.serve import Allowance
        from noughts.web.serve import serve as run
    except ImportError:
        raise click.ClickException(
            f"The web page needs more libraries: {to_install('web')}."
        ) from None
    run(
        host,
        port,
        data=data,
        open_browser=not no_browser,
        games=list(map(spec_of, games)),
        allowance=Allowance(**allowance),
    )
