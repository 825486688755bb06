"""The command line: `noughts` and its commands, each imported only when it runs."""

import os
import sys
from contextlib import suppress
from errno import EPIPE
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

import click
from click.core import ParameterSource
from click.shell_completion import CompletionItem

from noughts import __version__
from noughts.errors import NoughtsError, did_you_mean
from noughts.files import plugins
from noughts.terminal import FAILED, INTERRUPTED, MISUSED
from noughts.terminal.support import streams
from noughts.terminal.support.streams import Ink, complaint, note_start, wants_colour

# The commands by module name, with their lines in `noughts --help`: reading these lines from the
# commands would import them all.
GROUPS = {
    "Play": {
        "play": "Play against the computer.",
        "history": "List, resume, export and import the games you played.",
        "puzzle": "Solve puzzles: find the one right move.",
        "review": "Review a game: the bad moves, and what was better.",
        "serve": "Serve the web page to play and analyse every game.",
        "games": "List the games with parameters and known results.",
        "rules": "Show the rules of a game.",
        "opponents": "List the computer's levels.",
    },
    "Ask about a position": {
        "analyse": "Show the value of a position and of every move.",
        "explain": "Explain every move in words.",
        "compare": "Run every algorithm on a position: nodes, times, values.",
        "prove": "Prove who wins, but not in how many plies.",
    },
    "Draw": {
        "draw": "Draw a position, or the value history of a game.",
        "tree": "Draw the game tree of a position.",
        "map": "Draw the complete strategy for one player.",
        "watch": "Write a web page that steps through searches.",
        "export": "Write a web page that plays a game without a server.",
    },
    "Check players and rules": {
        "arena": "Play every pair of players against each other.",
        "audit": "Find out whether a player can be beaten.",
        "judge": "Judge players or records of games by exact values.",
        "grade": "Grade the players that students hand in.",
        "engine": "Play for a match manager, by UGI or Gomocup's protocol.",
        "mcp": "Answer language models, by the Model Context Protocol.",
        "check": "Check the rules of a game for mistakes.",
        "train": "Learn to play a game from its rules alone.",
        "variants": "Make new games, solved, with questions and answers.",
    },
    "Solve": {
        "solve": "Solve every position of a game.",
        "sweep": "Solve a game at many sizes, as a table; find periods.",
        "verify": "Check a tablebase.",
        "plan": "Estimate what solving a game on a cluster takes.",
        "book": "Make an opening book.",
        "strategy": "Make a strategy that anyone can check, or check one.",
        "known": "List results from the literature, or verify them.",
    },
    "Set up": {
        "completion": "Complete commands and games with Tab in your shell.",
        "cache": "Show or clear the files that make noughts start faster.",
    },
}
COMMANDS = {name: about for group in GROUPS.values() for name, about in group.items()}
# The module of each command that shares one.
HOMES = {
    **dict.fromkeys(("explain", "prove"), "analyse"),
    "watch": "compare",
    **dict.fromkeys(("tree", "map"), "draw"),
    **dict.fromkeys(("rules", "opponents"), "games"),
    "engine": "arena",
    **dict.fromkeys(("verify", "plan"), "solve"),
    "export": "serve",
    **dict.fromkeys(("completion", "cache"), "setup"),
}
EPILOG = "Settings: config.toml in the folder ~/.config/noughts; see docs/terminal.md."


def _interpret(ctx: click.Context, parameter: click.Parameter, value: bool) -> None:
    """Keep this program and its children from compiling."""
    if value and not ctx.resilient_parsing:
        os.environ["NOUGHTS_INTERPRETED"] = "1"
        ctx.call_on_close(lambda: os.environ.pop("NOUGHTS_INTERPRETED", None))


# Allowed before a command and after it.
INTERPRETED = click.Option(
    ["--interpreted"], is_flag=True, expose_value=False, hidden=True, callback=_interpret
)


class Formatter(click.HelpFormatter):
    """Help with bold headings on a terminal with colours."""

    def write_heading(self, heading: str) -> None:
        super().write_heading(Ink(wants_colour(os.environ)).strong(heading))


class Context(click.Context):
    formatter_class = Formatter


class CommandContext(Context):
    """The context of a command, which says how to write words that it does not take."""

    def invoke(self, callback: Any, /, *args: Any, **given: Any) -> Any:
        if self.args:
            from noughts.terminal.support.options import further_words  # seldom needed

            noun = "argument" if len(self.args) == 1 else "arguments"
            ways = further_words(self)
            self.fail(f"Got unexpected extra {noun} ({' '.join(self.args)}). {ways}".rstrip())
        return super().invoke(callback, *args, **given)


def _others() -> dict[str, Any]:
    """The commands of other packages."""
    return plugins("commands", tuple(COMMANDS))


class LazyGroup(click.Group):
    """A group that imports a command's module when the command is run."""

    context_class = Context

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*COMMANDS, *_others()]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        command: click.Command
        if cmd_name in COMMANDS:
            home = HOMES.get(cmd_name, cmd_name)
            module = import_module(f"noughts.terminal.commands.{home}")
            command = getattr(module, cmd_name)
        elif cmd_name in _others():
            from noughts.games.registry import named_object  # few calls need it

            point = _others()[cmd_name]
            command = named_object(cmd_name, point.module, point.attr, click.Command)
        else:
            return None
        command.context_class = CommandContext
        command.allow_extra_args = True  # `CommandContext` refuses them
        if not any(each.name == INTERPRETED.name for each in command.params):
            command.params.append(INTERPRETED)
        if not ctx.resilient_parsing:
            from noughts.terminal.support.options import defaults_of  # loaded by every command

            ctx.default_map = {cmd_name: defaults_of(command, cmd_name, COMMANDS)}
        return command

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        if incomplete.startswith("-"):
            return super().shell_complete(ctx, incomplete)
        begun = {name: about for name, about in COMMANDS.items() if name.startswith(incomplete)}
        return [CompletionItem(name, help=about) for name, about in begun.items()]

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in COMMANDS and (args[0] == "-" or not args[0].startswith("-")):
            from noughts.terminal.commands.anything import command_for  # few calls name no command

            if args[0] in _others():
                return super().resolve_command(ctx, args)
            if words := command_for(args):
                return super().resolve_command(ctx, words)
            ctx.fail(_unknown(args[0]))
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        width = max(map(len, COMMANDS))
        for heading, group in GROUPS.items():
            with formatter.section(heading):
                formatter.write_dl([(name.ljust(width), about) for name, about in group.items()])
        if others := _others():
            with formatter.section("Other packages"):
                formatter.write_dl(
                    [(name, f"from {one.dist.name}") for name, one in others.items()]
                )


def _unknown(given: str) -> str:
    if (there := Path(given[:200] or "?")).is_dir():
        return f"{given!r} is a folder: give a file in it, or see noughts grade."
    if there.exists():
        return f"{given!r} has no game, board, list of moves or record as text."
    if "://" in given:
        return "Addresses are not opened: save the page as a file, and give its name."
    if any(sign in given for sign in " \n[({|;"):
        return "This is no command, game, board, list of moves or record."
    if "." in given:
        return f"No such file {given!r}, and no such board or game."
    return f"No such command {given!r}.{did_you_mean(given, COMMANDS)}"


@click.group(
    cls=LazyGroup,
    epilog=EPILOG,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name="noughts")
@click.option("-v", "--verbose", is_flag=True, help="Report what is compiled and what is not.")
@click.option(
    "--interpreted",
    is_flag=True,
    expose_value=False,
    callback=_interpret,
    help="Run rules and searches as plain Python, to confirm a value.",
)
@click.pass_context
def noughts(ctx: click.Context, verbose: bool) -> None:
    """Perfect play in two-player games, with tic-tac-toe at its centre.

    Without a command, play tic-tac-toe.
    """
    if verbose:
        import logging  # rarely needed

        logging.basicConfig(format="%(name)s: %(message)s")
        logging.getLogger("noughts").setLevel(logging.DEBUG)
    if ctx.invoked_subcommand is None:
        command = noughts.get_command(ctx, "play")
        if command is not None:
            ctx.invoke(command)


def main() -> None:
    streams.prepare()
    note_start()
    try:
        code = noughts.main(standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as error:
        _fail(_one_line(error), error.exit_code)
    except NoughtsError as error:
        _fail(str(error), MISUSED)
    except click.Abort as error:  # Ctrl-C; click has ended the line
        from noughts.games.user_files import running

        if where := running(error.__cause__):
            click.echo(f"It was in {where}.", err=True)
        sys.exit(INTERRUPTED)
    except streams.Unwritten as error:
        with suppress(OSError):
            sys.stdout.close()  # otherwise Python would try again at exit, and complain
        if error.errno != EPIPE:
            _fail(f"cannot write the answer: {error.strerror}", FAILED)
        sys.exit(FAILED)
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        _fail(f"{where}{error.strerror or error}", FAILED)
    except Exception as error:  # the rules in a user's file may raise anything
        from noughts.games.user_files import blame

        if isinstance(error.__cause__, KeyboardInterrupt):  # before Python 3.12, in a class's body
            sys.exit(INTERRUPTED)
        wrong = blame(error)
        if not wrong or {"-v", "--verbose"} & set(sys.argv[1:2]):
            raise
        _fail(wrong, FAILED)
    sys.exit(code if isinstance(code, int) else 0)


def _fail(message: str, code: int) -> NoReturn:
    with suppress(OSError):  # standard error may be full, too
        click.echo(complaint(message), err=True)
    sys.exit(code)


def _one_line(error: click.ClickException) -> str:
    message = error.format_message()
    if isinstance(error, click.BadParameter) and error.ctx and error.param:
        source = error.ctx.get_parameter_source(error.param.name or "")
        if source == ParameterSource.DEFAULT_MAP:
            from noughts.terminal.support.options import settings_file

            return f"{settings_file()}: {message}"
    if isinstance(error, click.UsageError) and error.ctx is not None:
        return f"{message} See {error.ctx.command_path} --help."
    return message
