"""The command line: `noughts`, and its commands, each loaded only when it is asked for."""

import sys
from contextlib import suppress
from errno import EPIPE
from importlib import import_module
from typing import NoReturn

import click

from noughts import __version__
from noughts.errors import NoughtsError
from noughts.terminal.support import streams
from noughts.terminal.support.exit_codes import FAILED, INTERRUPTED, MISUSED

# Each command by name: the module in this room that has a click command of that name.
COMMANDS = {
    "play": "noughts.terminal.commands.play",
    "analyse": "noughts.terminal.commands.analyse",
    "compare": "noughts.terminal.commands.compare",
    "explain": "noughts.terminal.commands.explain",
    "review": "noughts.terminal.commands.review",
    "draw": "noughts.terminal.commands.draw",
    "tree": "noughts.terminal.commands.tree",
    "map": "noughts.terminal.commands.map",
    "watch": "noughts.terminal.commands.watch",
    "serve": "noughts.terminal.commands.serve",
    "export": "noughts.terminal.commands.export",
    "games": "noughts.terminal.commands.games",
    "check": "noughts.terminal.commands.check",
    "arena": "noughts.terminal.commands.arena",
    "prove": "noughts.terminal.commands.prove",
    "known": "noughts.terminal.commands.known",
    "audit": "noughts.terminal.commands.audit",
    "opponents": "noughts.terminal.commands.opponents",
    "book": "noughts.terminal.commands.book",
    "solve": "noughts.terminal.commands.solve",
    "plan": "noughts.terminal.commands.plan",
    "verify": "noughts.terminal.commands.verify",
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
        command: click.Command = getattr(import_module(COMMANDS[cmd_name]), cmd_name)
        return command


@click.group(cls=LazyGroup, invoke_without_command=True)
@click.version_option(__version__, prog_name="noughts")
@click.pass_context
def noughts(ctx: click.Context) -> None:
    """Perfect play in two-player games, with tic-tac-toe at its centre.

    Without a command, play tic-tac-toe.
    """
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
