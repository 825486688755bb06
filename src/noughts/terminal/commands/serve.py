"""`noughts serve`: play and analyse in the browser."""

import click


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True,
              help="The address to listen at; 0.0.0.0 lets other machines in.")  # fmt: skip
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535),
              help="The port; 0 for any that is free.")  # fmt: skip
@click.option("--data", default="", envvar="NOUGHTS_DATA", metavar="PLACE",
              help="Where games between people are kept: a folder, or postgresql://user@host/name; "
                   "unless told, this machine's folder for such data.")  # fmt: skip
@click.option("--seconds", default=15.0, show_default=True, type=click.FloatRange(min=1),
              metavar="S", help="How long a question may take before it is given up.")  # fmt: skip
@click.option("--no-browser", is_flag=True, help="Do not open the page in the browser.")
def serve(host: str, port: int, data: str, seconds: float, no_browser: bool) -> None:
    """Serve the page on which one plays and analyses every game, until Ctrl-C.

    \b
      noughts serve
      noughts serve --host 0.0.0.0 --port 8080 --no-browser
      noughts serve --data ~/games
    """  # noqa: D301  # click wants the backspace itself
    try:
        from noughts.browser.serve import serve as run
    except ImportError:
        raise click.ClickException(
            'The browser\'s page needs more libraries: pip install "noughts[web]".'
        ) from None
    run(host, port, data=data, seconds=seconds, open_browser=not no_browser)
