"""The command line: `noughts`, and its commands, each loaded only when it is asked for."""

import sys
from importlib import import_module

import click

from noughts import __version__
from noughts.errors import NoughtsError

# Each command by name: the module in this room that has a click command of that name.
COMMANDS = {
    "play": "noughts.terminal.play",
    "analyse": "noughts.terminal.analyse",
    "compare": "noughts.terminal.compare",
    "arena": "noughts.terminal.arena",
}

# Exit codes, beside 0: something failed; the command was misused; Ctrl-C.
FAILED, MISUSED, INTERRUPTED = 1, 2, 130


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
    """Run the command line; every error is one line, and none a traceback."""
    try:
        noughts.main(standalone_mode=False)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except NoughtsError as error:
        click.echo(f"noughts: {error}", err=True)
        sys.exit(MISUSED)
    except (click.Abort, KeyboardInterrupt):
        click.echo(err=True)
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        sys.stdout = None  # or Python would complain while closing it
        sys.exit(FAILED)
