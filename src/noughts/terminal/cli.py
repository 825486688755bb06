"""The command line: `noughts`, and its commands, each loaded only when it is asked for."""

import sys
from contextlib import suppress
from difflib import get_close_matches
from errno import EPIPE
from importlib import import_module
from typing import NoReturn

import click

from noughts import __version__
from noughts.errors import NoughtsError
from noughts.terminal.support import streams
from noughts.terminal.support.exit_codes import FAILED, INTERRUPTED, MISUSED

# Each command, by the module of its name, and what `noughts --help` says of it: to ask the commands
# themselves would load them all.
COMMANDS = {
    "play": "Play against the computer.",
    "analyse": "Show the value of a position and of every move.",
    "compare": "Run every algorithm on a position: nodes, times, values.",
    "explain": "Explain every move in words.",
    "review": "Review a game: the bad moves, and what was better.",
    "history": "List, resume, export and import the games you played.",
    "draw": "Draw a position, or the value history of a game.",
    "tree": "Draw the game tree of a position.",
    "map": "Draw the complete strategy for one player.",
    "watch": "Write a web page that steps through searches.",
    "serve": "Serve the web page to play and analyse every game.",
    "export": "Write a web page that plays a game without a server.",
    "games": "List the games with parameters and known results.",
    "check": "Check that a game keeps the laws of games.",
    "arena": "Play every pair of players against each other.",
    "prove": "Prove who wins, but not in how many plies.",
    "known": "List results from the literature, or verify them.",
    "audit": "Find out whether a player can be beaten.",
    "opponents": "List the computer's levels.",
    "book": "Make an opening book.",
    "solve": "Solve every position of a game.",
    "plan": "Estimate what solving a game on a cluster takes.",
    "verify": "Check a tablebase.",
}


class LazyGroup(click.Group):
    """A group that imports a command's module when the command is run."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, in the order above."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name."""
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"noughts.terminal.commands.{cmd_name}")
        command: click.Command = getattr(module, cmd_name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command; where there is none of that name, the one that is probably meant."""
        if args[0] not in COMMANDS and not args[0].startswith("-"):
            close = get_close_matches(args[0], COMMANDS, n=1)
            hint = f" Did you mean {close[0]}?" if close else ""
            ctx.fail(f"No such command {args[0]!r}.{hint}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without loading them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(
    cls=LazyGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name="noughts")
@click.option("-v", "--verbose", is_flag=True, help="Say what is compiled, and what is not.")
@click.pass_context
def noughts(ctx: click.Context, verbose: bool) -> None:
    """Perfect play in two-player games, with tic-tac-toe at its centre.

    Without a command, play tic-tac-toe.
    """
    if verbose:
        import logging  # seldom needed

        logging.basicConfig(format="%(name)s: %(message)s")
        logging.getLogger("noughts").setLevel(logging.DEBUG)
    if ctx.invoked_subcommand is None:
        command = noughts.get_command(ctx, "play")
        if command is not None:
            ctx.invoke(command)


def main() -> None:
    """Run the command line; report every error in one line, without a traceback."""
    streams.prepare()
    try:
        code = noughts.main(standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as error:
        _fail(_one_line(error), error.exit_code)
    except NoughtsError as error:
        _fail(str(error), MISUSED)
    except click.Abort:  # Ctrl-C; click has ended the line
        sys.exit(INTERRUPTED)
    except streams.Unwritten as error:
        with suppress(OSError):
            sys.stdout.close()  # or Python would try once more, and complain
        if error.errno != EPIPE:
            _fail(f"cannot write the answer: {error.strerror}", FAILED)
        sys.exit(FAILED)
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        _fail(f"{where}{error.strerror or error}", FAILED)
    except Exception as error:  # the rules in a file are anybody's code
        from noughts.games.user_files import blame

        wrong = blame(error)
        if not wrong:
            raise
        _fail(wrong, FAILED)
    sys.exit(code if isinstance(code, int) else 0)


def _fail(message: str, code: int) -> NoReturn:
    with suppress(OSError):  # standard error may be full, too
        click.echo(f"noughts: {message}", err=True)
    sys.exit(code)


def _one_line(error: click.ClickException) -> str:
    """The error in one line, and where to read more if the command was misused."""
    message = error.format_message()
    if isinstance(error, click.UsageError) and error.ctx is not None:
        return f"{message} See {error.ctx.command_path} --help."
    return message
