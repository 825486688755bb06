"""Arguments and options of commands, and a person's defaults for them, in a TOML file."""

import os
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import cache, partial, wraps
from importlib.util import find_spec
from math import isfinite
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import click
from click.core import ParameterSource
from click.shell_completion import CompletionItem

from noughts.answers.question import Question, ask, begun_by, with_turn
from noughts.errors import NoughtsError, closest
from noughts.game import Game
from noughts.games.common.cell_game import CellGame
from noughts.games.registry import ENTRIES, find_game, spec_of
from noughts.games.spec import is_file
from noughts.solving.driver import MEMORY

# Names the settings file, instead of the usual one.
SETTINGS = "NOUGHTS_CONFIG"
# Settings of all commands that have the option, and the table of keys.
COMMON = ("game", "level", "theme")
KEYS = "keys"
# A letter, a function key, or a letter with Ctrl, except Ctrl-C and Ctrl-D.
KEY = re.compile(r"[a-zA-Z]|f[1-9]|f1[0-2]|ctrl\+[abe-z]")


def settings_file() -> Path:
    if given := os.environ.get(SETTINGS, ""):
        return Path(given)
    import platformdirs  # imported late: the first board appears sooner

    return platformdirs.user_config_path("noughts") / "config.toml"


class BadSettings(click.ClickException):
    def __init__(self, problem: str) -> None:
        super().__init__(f"{settings_file()}: {problem}")


class Settings(NamedTuple):
    theme: str = ""
    keys: Mapping[str, str] = {}


DEFAULTS = Settings()


@cache
def file_settings() -> dict[str, Any]:
    """The contents of the file; empty if there is none."""
    try:
        text = settings_file().read_text("utf-8")
        import tomllib  # few people have a settings file

        return tomllib.loads(text)
    except FileNotFoundError:
        if os.environ.get(SETTINGS):
            raise BadSettings(f"{SETTINGS} names this file, which does not exist.") from None
        return {}
    except (OSError, ValueError) as error:
        raise BadSettings(str(getattr(error, "strerror", None) or error)) from None


def defaults_of(command: click.Command, name: str, commands: Iterable[str]) -> dict[str, Any]:
    """The file's settings of a command, by parameter."""
    found = file_settings()
    for table in found:
        _known(table, (*COMMON, KEYS, *commands), "setting")
    own = found.get(name, {})
    if not isinstance(own, dict):
        raise BadSettings(f"{name} is a table: write [{name}], and its options below.")
    parameters = {max(each.opts, key=len).lstrip("-"): each for each in command.params}
    common = {key: found[key] for key in COMMON if key in found and key in parameters}
    return {
        str(_known(key, parameters, f"option of noughts {name}").name): (
            value if isinstance(value, bool) else str(value)
        )
        for key, value in {**common, **own}.items()
    }


def chosen_keys(names: Iterable[str]) -> dict[str, str]:
    found = file_settings().get(KEYS, {})
    if not isinstance(found, dict):
        raise BadSettings(f"{KEYS} is a table: write [{KEYS}], and below it hint = 'f1'.")
    known = tuple(names)
    for name, key in found.items():
        _known(name, known, "key")
        if not isinstance(key, str) or not KEY.fullmatch(key):
            raise BadSettings(f"{name} cannot have the key {key!r}: write 'x', 'f1' or 'ctrl+g'.")
    if len(set(found.values())) < len(found):
        raise BadSettings("one key is bound twice.")
    return found


def _known(name: str, known: Any, kind: str) -> Any:
    if name in known:
        return known[name] if isinstance(known, Mapping) else name
    close = closest(name, known)
    hint = f"did you mean {close}?" if close else f"known: {', '.join(known)}."
    raise BadSettings(f"unknown {kind} {name!r}; {hint}")


Command = TypeVar("Command", bound=Callable[..., Any])

# The nodes that take about two seconds, compiled and interpreted.
NODES_COMPILED, NODES_INTERPRETED = 20_000_000, 300_000

# The context's key for --unchecked.
UNCHECKED = "noughts.unchecked"
# No board has more signs.
LONGEST_BOARD = 20_000
FILE = click.Path(dir_okay=False, path_type=Path)
FOLDER = click.Path(file_okay=False, path_type=Path)


class Amount(click.FloatRange):
    """A finite number above 0, or from `least` on."""

    def __init__(self, least: float | None = None) -> None:
        super().__init__(min=least or 0, min_open=least is None)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        number = super().convert(value, param, ctx)
        if not isfinite(number):
            self.fail(f"{value!r} is not a finite number: give one, for example 2.5.", param, ctx)
        return number


class GameType(click.ParamType):  # type: ignore[type-arg]  # generic since Click 8.4 only
    """A game by its name, like `tictactoe` or `mnk:4,4,3`, or in a file: `mygame.py:Kayles`."""

    name = "game"

    def __init__(self, checked: bool = True) -> None:
        self.checked = checked

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if not isinstance(value, str):
            return value
        try:
            game = find_game(value)
        except NoughtsError as error:
            self.fail(_board_instead(value) or str(error), param, ctx)
        if self.checked and is_file(value):
            # Check the rules of a game briefly, unless `--unchecked` is given.
            from noughts.laws.required import require, trust  # not needed for noughts' own games

            if ctx is not None and ctx.meta.get(UNCHECKED):
                trust(game)
            else:
                require(game)
        return game

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        return [_GameItem(name) for name in ENTRIES if name.startswith(incomplete.lower())]


def _board_instead(value: str) -> str:
    """An error with the command to write, if the value is a board; otherwise empty."""
    from noughts.records.anything import identify  # not needed for games

    with suppress(NoughtsError):
        if (found := identify(value, files=False)) and found.kind == "board":
            return (
                f"{value!r} is a board, not a game: write noughts {value!r}, or add "
                f"--position {value!r} to the command with {found.game}."
            )
    return ""


class LevelType(click.ParamType):  # type: ignore[type-arg]  # generic since Click 8.4 only
    name = "level"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        from noughts.players.levels import player_of

        try:
            player_of(value)
        except NoughtsError as error:
            self.fail(str(error), param, ctx)
        return value

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        from noughts.players.levels import ENTRIES

        return [
            CompletionItem(f"{entry.name}:" if entry.needs else entry.name, help=entry.about)
            for entry in ENTRIES.values()
            if entry.name.startswith(incomplete)
        ]


class _GameItem(CompletionItem):
    """A game's name. Its class is imported only for shells with descriptions, not for Bash."""

    help = property(  # an attribute in Click
        lambda self: ENTRIES[self.value].says("about"), lambda *_: None
    )


def _insist(ctx: click.Context, _: click.Parameter, value: bool) -> None:
    ctx.meta[UNCHECKED] = value


unchecked_option = click.option(
    "--unchecked",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_insist,
    help="Accept a game file whose rules break a law (see noughts check).",
)


def game_argument(command: Command) -> Command:
    return unchecked_option(click.argument("game", type=GameType(), default="tictactoe")(command))


def further_words(context: click.Context) -> str:
    """A hint on words that a command does not take: its size or its moves; empty without one."""
    game: Any = context.params.get("game")
    if not hasattr(game, "moves"):  # no rules: a command without GAME, or with games to review
        return ""
    text, ways = " ".join(context.args), []
    words = text.replace(",", " ").split()
    with suppress(NoughtsError):
        if all(map(str.isdecimal, words)):
            sized = f"{spec_of(game)}:{','.join(words)}"
            find_game(sized)
            ways.append(f"For the size, write {sized}.")
    with suppress(NoughtsError):
        if "moves" in context.params:
            ask(game, moves=text)
            ways.append(f'For moves, add --moves "{text}".')
    return " ".join(ways)


def refuse_given(names: Iterable[str], why: str) -> None:
    """Refuse options that another one makes meaningless, if they were given."""
    context = click.get_current_context()
    for name in names:
        if was_given(context, name):
            raise click.UsageError(f"--{name} {why}.", context)


def was_given(context: click.Context, name: str) -> bool:
    return context.get_parameter_source(name) == ParameterSource.COMMANDLINE


def moves_option(command: Command) -> Command:
    """The option `--moves`; a list that is read in one of two ways is remarked upon."""

    @wraps(command)
    def remarking(*args: Any, **given: Any) -> Any:
        game, from_start = given["game"], not given.get("position")
        is_game = not isinstance(game, list)  # of records, which `review` takes, too
        if is_game and (remark := game.remark_on_moves(given["moves"] or "", from_start)):
            click.echo(remark, err=True)
        return command(*args, **given)

    return click.option(
        "--moves", metavar="MOVES", help='The moves played so far: "b2 a1", or "b2,a1".'
    )(remarking)  # type: ignore[return-value]


def number_option(
    names: str,
    about: str,
    default: Any = None,
    least: int = 1,
    most: int | None = None,
    **more: Any,
) -> Callable[[Command], Command]:
    """An option whose value is a whole number from `least` to `most`."""
    settings = {"metavar": "N", "show_default": True, **more}
    kind = click.IntRange(least, most)
    return click.option(*names.split(), type=kind, default=default, help=about, **settings)


def file_option(
    names: str, about: str, metavar: str = "FILE", kind: click.Path = FILE, **more: Any
) -> Callable[[Command], Command]:
    """An option whose value is a file, or with `FOLDER` a folder."""
    return click.option(*names.split(), type=kind, metavar=metavar, help=about, **more)


def flag_option(names: str, about: str) -> Callable[[Command], Command]:
    return click.option(*names.split(), is_flag=True, help=about)


def choice_option(
    names: str,
    choices: Iterable[str],
    about: str,
    default: str | None = None,
    any_case: bool = False,
    **more: Any,
) -> Callable[[Command], Command]:
    """An option whose value is one of some words."""
    kind = click.Choice(list(choices), case_sensitive=not any_case)
    settings = {"show_default": True, **more}
    return click.option(*names.split(), type=kind, default=default, help=about, **settings)


def seed_option(about: str) -> Callable[[Command], Command]:
    return click.option("--seed", type=int, default=0, show_default=True, help=about)


def seconds_option(about: str, default: Any = None, **more: Any) -> Callable[[Command], Command]:
    settings = {"type": Amount(), "metavar": "S", "show_default": True, **more}
    return click.option("--seconds", default=default, help=about, **settings)


def position_option(command: Command, side: str = "") -> Command:
    """The option `--position`; prints the reading of a board that is not in noughts' notation.

    `side` is the name of the command's option for the side to move, if it has one.
    """

    @wraps(command)
    def reading(*args: Any, **given: Any) -> Any:
        if given["position"] is not None:
            board = _contents(given["position"])
            turn = given.get("first"), given.get(side)
            given["position"] = _in_own_notation(given["game"], board, *turn)
        return command(*args, **given)

    return click.option(
        "--position",
        metavar="POSITION",
        help='The position, rows from the top: "3/1x1/3 o"; or another board, its file, or - for '
        "standard input. Moves are played from there.",
    )(reading)  # type: ignore[return-value]


def _contents(given: str) -> str:
    """The text of a position: of standard input, of a file, or what is given."""
    if given == "-":
        return sys.stdin.buffer.read(LONGEST_BOARD).decode(errors="replace")
    with suppress(OSError, ValueError), Path(given).open(encoding="utf-8-sig") as file:
        return file.read(LONGEST_BOARD)
    if re.fullmatch(r"[^\n]*\w\.(?:json|txt|csv|md|npy)", given):
        raise click.BadParameter(f"There is no file {given}.", param_hint="'--position'")
    return given


def _in_own_notation(game: Any, text: str, first: str | None, side: str | None) -> str:
    if not isinstance(game, CellGame):
        return text
    with suppress(NoughtsError):
        own = game.text(*game.parse(text))
        if own.startswith(text.strip().lower()):
            return text
    from noughts.games.common.boards import read_board  # few texts need it

    with suppress(NoughtsError):
        if first and not side:
            board = begun_by(game, text, "xo".index(first))
        else:
            board = read_board(game, text, turn=side, usual=True)
        click.echo(f"Read as {board.understood}.", err=True)
        return game.text(board.position, board.turn)
    from noughts.records.anything import game_of_board  # boards do not need it

    other = game_of_board(text)
    if other and type(find_game(other)) is type(game) and find_game(other) != game:
        raise click.BadParameter(
            f"This is a board of {other}: name that game.", param_hint="'--position'"
        )
    return text


memory_option = number_option(
    "--memory", "Memory of the transposition table, in mebibytes.", MEMORY, metavar="MIB"
)
search_threads_option = number_option("--threads", "Number of search threads.", 1, most=256)


def _all_processors() -> int:
    from noughts.solving.deep import processors  # not before it is needed

    return processors()


processors_option = click.option(
    "--threads",
    type=click.IntRange(1, 1024),
    default=_all_processors,
    metavar="N",
    help="Number of threads [default: one per processor].",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Answer in JSON, for scripts.")

first_option = choice_option(
    "--first", ["x", "o"], "The side that moved first. [default: x]", any_case=True
)
side_option = choice_option(
    "--side", ["x", "o"], "The side to move. [default: by the number of marks]", any_case=True
)


class Asked(NamedTuple):
    """A question about a position, not parsed yet, and whether a program gets the answer."""

    game: Game[Any]
    moves: str | None
    position: str | None
    as_json: bool
    first: str | None = None
    side: str | None = None

    @property
    def question(self) -> Question:
        question = ask(self.game, self.moves, self.position, first_of(self.first))
        if self.side and self.first and question.turn != "xo".index(self.side):
            raise click.UsageError(
                f"If {self.first.upper()} moved first, it is not {self.side.upper()}'s turn: leave "
                f"out --first or --side."
            )
        return with_turn(question, "xo".index(self.side)) if self.side else question


def first_of(first: str | None) -> int | None:
    """The player who moved first, as `--first` has it."""
    return "xo".index(first) if first else None


def about_a_position(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of a question about a position: GAME, moves, position, turn, JSON.

    The command gets them as one argument, `Asked`, before its other options.
    """

    @wraps(command)
    def asked(
        game: Game[Any], moves: str | None, position: str | None, as_json: bool, **options: Any
    ) -> Any:
        turn = options.pop("first"), options.pop("side")
        return command(Asked(game, moves, position, as_json, *turn), **options)

    position = partial(position_option, side="side")
    for decorate in (json_option, side_option, first_option, position, moves_option,
                     game_argument):  # fmt: skip
        asked = decorate(asked)
    return asked


def nodes_option(about: str) -> Callable[[Command], Command]:
    default = f"[default: {NODES_COMPILED:,}; {NODES_INTERPRETED:,} without Numba]"
    return number_option("--nodes", f"{about} {default}", default_nodes, show_default=False)


def move_seconds_option(
    seconds: float, unit: str = "processor seconds"
) -> Callable[[Command], Command]:
    return seconds_option(f"Time limit of a function or program per move, in {unit}.", seconds)


shape_option = click.option(
    "--shape",
    default="",
    metavar="WORDS",
    help="The form of a function's board and move, such as 'rows X/O/None row,column'. "
    "[default: found by trying]",
)


def default_nodes() -> int:
    return NODES_COMPILED if find_spec("numba") else NODES_INTERPRETED
