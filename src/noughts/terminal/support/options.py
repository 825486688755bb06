"""What the commands that ask about a position have in common: arguments and options."""

from collections.abc import Callable
from functools import wraps
from importlib.util import find_spec
from typing import Any, NamedTuple, TypeVar

import click
from click.shell_completion import CompletionItem

from noughts.answers.question import Question, ask
from noughts.errors import NoughtsError
from noughts.game import Game
from noughts.games.registry import ENTRIES, find_game
from noughts.games.user_files import is_file
from noughts.solving.limits import MEMORY

Command = TypeVar("Command", bound=Callable[..., Any])

# So many nodes take about two seconds, compiled and interpreted.
NODES_COMPILED, NODES_INTERPRETED = 20_000_000, 300_000


# Where the context keeps that somebody insists on rules whatever they are.
UNCHECKED = "noughts.unchecked"


class GameType(click.ParamType):  # type: ignore[type-arg]  # generic since Click 8.4 only
    """A game by its name, as `tictactoe` or `mnk:4,4,3`, or in a file: `mygame.py:MyGame`.

    Args:
        checked: look over a game from a file, unless `--unchecked` is given.
    """

    name = "game"

    def __init__(self, checked: bool = True) -> None:
        """Look over what comes from files, or leave that to the command."""
        self.checked = checked

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The game, or the one line that says why there is none."""
        if not isinstance(value, str):
            return value
        try:
            game = find_game(value)
        except NoughtsError as error:
            self.fail(str(error), param, ctx)
        if self.checked and is_file(value):
            look_over(game, ctx)
        return game

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The names that begin so."""
        return [
            CompletionItem(entry.name, help=entry.about)
            for entry in ENTRIES.values()
            if entry.name.startswith(incomplete)
        ]


def look_over(game: Game[Any], ctx: click.Context | None) -> None:
    """Try the short form of the laws on a game, or take it as it is if somebody insists.

    Raises:
        BrokenLaw: a law is broken.
    """
    from noughts.laws.required import require, trust  # no game of the house has a use for it

    if ctx is not None and ctx.meta.get(UNCHECKED):
        trust(game)
    else:
        require(game)


def _insist(ctx: click.Context, _: click.Parameter, value: bool) -> None:
    """Keep whether somebody insists; asked before GAME is read."""
    ctx.meta[UNCHECKED] = value


unchecked_option = click.option(
    "--unchecked",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_insist,
    help="Go on though the rules in a file break a law (see noughts check).",
)


def game_argument(command: Command) -> Command:
    """Give a command GAME, and --unchecked."""
    return unchecked_option(click.argument("game", type=GameType(), default="tictactoe")(command))


moves_option = click.option(
    "--moves", metavar="MOVES", help='The moves played so far: "b2 a1", or "b2,a1".'
)
position_option = click.option(
    "--position",
    metavar="POSITION",
    help='The position, rows from the top: "3/1x1/3 o". Moves are played from there.',
)
memory_option = click.option(
    "--memory",
    type=click.IntRange(min=1),
    default=MEMORY,
    show_default=True,
    metavar="MIB",
    help="How many mebibytes the table may take.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Answer in JSON, for scripts.")


class Asked(NamedTuple):
    """What somebody wants to know about a position, before it is read.

    Args:
        game: the rules.
        moves: the moves that lead there, if any are given.
        position: the text of the position where they begin, if it is not the start.
        as_json: whether the answer is for a program.
    """

    game: Game[Any]
    moves: str | None
    position: str | None
    as_json: bool

    @property
    def question(self) -> Question:
        """The position.

        Raises:
            PositionError, MoveError: there is none of that kind.
        """
        return ask(self.game, self.moves, self.position)

    @property
    def beginning(self) -> Question:
        """The position before the moves.

        Raises:
            PositionError: there is none of that kind.
        """
        return ask(self.game, position=self.position)


def about_a_position(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command what it takes to ask about a position: GAME, moves, position, JSON.

    The command gets them as one thing, `Asked`, before its other options.
    """

    @wraps(command)
    def asked(
        game: Game[Any], moves: str | None, position: str | None, as_json: bool, **options: Any
    ) -> Any:
        return command(Asked(game, moves, position, as_json), **options)

    for decorate in (json_option, position_option, moves_option, game_argument):
        asked = decorate(asked)
    return asked


def nodes_option(about: str) -> Callable[[Command], Command]:
    """The option that says how long to think."""
    return click.option(
        "--nodes",
        type=click.IntRange(min=1),
        default=default_nodes,
        metavar="N",
        help=f"{about} [default: {NODES_COMPILED:,}; {NODES_INTERPRETED:,} without Numba]",
    )


def default_nodes() -> int:
    """How many nodes take some seconds on this machine; Numba is not loaded to find out."""
    return NODES_COMPILED if find_spec("numba") else NODES_INTERPRETED
