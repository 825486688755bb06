"""`noughts mcp`: tools for language models."""

import sys

import click

from noughts.terminal.support import options as opt


@click.command()
@opt.flag_option("--http", "Serve over HTTP instead of standard input and output.")
@click.option("--host", default="127.0.0.1", show_default=True,
              help="With --http: the address to listen on.")  # fmt: skip
@opt.number_option("--port", "With --http: the port.", 8765, 1, 65535, metavar=None)
def mcp(http: bool, host: str, port: int) -> None:
    """Serve language models by the Model Context Protocol: exact values, reviews, rules checked.

    Its tools read any board, analyse, explain, prove, review, draw, play a move at a level, and
    check rules that are sent as text, in a sandbox. They read and write no file of yours.

    \b
      noughts mcp                  (a client starts this)
      noughts mcp --http           (http://127.0.0.1:8765/mcp)
    """  # noqa: D301  # click wants the backspace itself
    from noughts.lab.mcp import serve_http, serve_lines

    if http:
        serve_http(host, port)
    else:
        serve_lines(sys.stdin.buffer, sys.stdout.buffer)
