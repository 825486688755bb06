"""`noughts games`, `noughts rules` and `noughts opponents`: what can be played."""

import json
import os
from collections.abc import Mapping
from textwrap import TextWrapper
from typing import Any

import click

from noughts.answers import encoder
from noughts.game import FIRST, Game, parameters
from noughts.games.registry import GameEntry, about, entries, find_game, game_name, spec_of
from noughts.players import levels
from noughts.players.measured import elo_in
from noughts.terminal.support import options as opt
from noughts.terminal.support.streams import Ink, table, wants_colour, width, wrapped

INDENT = " " * 4


@click.command()
@opt.json_option
def games(as_json: bool) -> None:
    """List the games with their parameters, sizes and known results."""
    if as_json:
        click.echo(encoder.to_line(encoder.games_answer()))
    else:
        click.echo("\n\n".join([*map(entry_text, entries()), OWN]))


OWN = """\
path/to/file.py:Class
    a game of your own; see docs/your-own-game.md
    noughts check path/to/file.py:Class checks its rules"""


def entry_text(entry: GameEntry) -> str:
    told = encoder.entry_answer(entry)
    by_kind = {
        kind: [each for each in told["parameters"] if each["kind"] == kind]
        for kind in ("number", "switch")
    }
    examples = [f"{one} ({game_name(find_game(one))})" for one in told["examples"]]
    parts = [
        ("", told["about"]),
        ("also called: ", ", ".join(told["other_names"])),
        ("numbers: ", ", ".join(f"{each['name']}={each['default']}" for each in by_kind["number"])),
        ("words: ", ", ".join(each["name"] for each in by_kind["switch"])),
        ("size: ", told["size"]),
        ("known: ", told["known"]),
        ("for example: ", "; ".join(examples)),
    ]
    wrapper = TextWrapper(
        width(),
        initial_indent=INDENT,
        subsequent_indent=INDENT + "  ",
        break_long_words=False,
        break_on_hyphens=False,
    )
    lines = [line for head, text in parts if text for line in wrapper.wrap(head + text)]
    return "\n".join([entry.name, *lines])


@click.command()
@opt.game_argument
@opt.choice_option(
    "--lines form",
    list(encoder.LINE_FORMS),
    "Write the cells and lines of a line game as JSON instead.",
)
def rules(game: Game[Any], form: str | None) -> None:
    """Show the rules of GAME and its first board.

    \b
      noughts rules ultimate
      noughts rules nim:1,3,5,misere
      noughts rules mnk:4,4,3 --lines noughts > four.json
    """  # noqa: D301  # click wants the backspace itself
    from noughts.games.lines import Lines
    from noughts.terminal.game.messages import rules_text
    from noughts.terminal.game.names import Labels
    from noughts.terminal.line_mode.repl import board_text

    if form:
        click.echo(json.dumps(encoder.line_game_answer(game, form), ensure_ascii=False))
        return
    ink, labels = Ink(wants_colour(os.environ)), Labels(game)
    board = board_text(game.board(game.start(), FIRST), labels, ink)
    heading = ": ".join(filter(None, (spec_of(game), about(game))))
    # The board of a game of lines shows its size.
    sizes = "" if isinstance(game, Lines) else _sizes(game)
    parts = [ink.strong(heading), rules_text(game, labels), sizes]
    paragraphs = [wrapped(part, "") for part in parts if part]
    click.echo("\n\n".join([*paragraphs, board]), color=ink.colour)


def _sizes(game: Game[Any]) -> str:
    given = parameters(game)
    words = [name if value is True else f"{name} {value}" for name, value in given.items() if value]
    return f"Here: {', '.join(words)}." if words else ""


@click.command()
@click.argument("game", type=opt.GameType(checked=False), required=False)
@opt.json_option
def opponents(game: Game[Any] | None, as_json: bool) -> None:
    """List the opponents for noughts play --level and noughts arena.

    With a game, the list has the levels' ratings in it, measured against each other; docs/levels.md
    explains them.
    """
    spec = "" if game is None else spec_of(game)
    if as_json:
        click.echo(encoder.to_line(encoder.opponents_answer(spec)))
        return
    click.echo(opponents_table(elo_in(spec), others=True))
    if spec and not elo_in(spec):
        click.echo(
            f"The levels were not measured in {spec}; to measure them: noughts arena random greedy "
            f"beginner easy medium hard --elo --games 5000 --game {spec}"
        )


def opponents_table(elo: Mapping[str, int] | None = None, others: bool = False) -> str:
    """The levels; with `others`, those of other packages, which takes time to find."""
    more = levels.installed_players() if others else {}
    rows = [
        [f"  {entry.form}", *([str(elo.get(entry.name, ""))] if elo else []), entry.about]
        for entry in (*levels.ENTRIES.values(), *more.values())
    ]
    rows.append(
        ["  FILE.py:FUNCTION", *([""] if elo else []), "a function of yours; see docs/auditor.md"]
    )
    if elo:
        rows.insert(0, ["", "Elo", ""])
    return table(rows, left=(0, 2) if elo else (0, 1))


#: The end of the help of commands with opponents.
EPILOG = f"\b\nOpponents:\n{opponents_table()}"
