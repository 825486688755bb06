"""`noughts history`: the games played in the terminal."""

import sys
from collections.abc import Iterable
from contextlib import closing
from datetime import datetime
from typing import Any

import click

from noughts.errors import NoughtsError, RecordError, many
from noughts.files import write_file
from noughts.lab.played import replay
from noughts.records import sgf
from noughts.records.history import History, KeptGame, open_history
from noughts.records.record_text import games_text
from noughts.terminal.game.kept_games import (
    GamesFile,
    number_in,
    players,
    result_in_words,
    sgf_size,
)
from noughts.terminal.support.options import flag_option
from noughts.terminal.support.streams import table, wrapped, write_document

ALL = "all"
STANDARD = "-"
NONE = "No games are kept yet. noughts play keeps each game that you play."
HEAD = ["game", "level", "games", "won", "lost", "drawn", "unfinished"]


@click.command()
@click.argument("number", metavar="[N]", required=False)
@flag_option("--tally", "Count your games by game and level.")
@click.option("--export", "to_file", metavar="FILE",
              help="Write all games, or game N, to FILE (or .sgf); "
                   "- is standard output.")  # fmt: skip
@click.option("--import", "from_file", metavar="FILE",
              help="Add the games of FILE; - is standard input.")  # fmt: skip
@flag_option("--trust", "With --import: run the Python files that FILE names.")
@click.option("--delete", metavar="N|all", help="Delete game N, or all games.")
@flag_option("--yes", "Delete without asking.")
def history(number: str | None, tally: bool, to_file: str | None, **given: Any) -> None:
    """List your games, the last one played first, or show game N.

    noughts play keeps them; docs/records.md describes the format of the files.

    \b
      noughts history
      noughts history 12
      noughts history --tally
      noughts history --export games.pgn
      noughts play --resume 12
      noughts review 12
    """  # noqa: D301  # click wants the backspace itself
    from_file, delete = given["from_file"], given["delete"]
    actions = {"--tally": tally, "--export": to_file, "--import": from_file, "--delete": delete}
    refuse_two(number, [name for name, value in actions.items() if value])
    if given["yes"] and not delete:
        raise click.UsageError("--yes goes with --delete.")
    if given["trust"] and not from_file:
        raise click.UsageError("--trust goes with --import.")
    with closing(open_history()) as kept:
        if from_file:
            add(kept, from_file, given["trust"])
        elif delete:
            remove(kept, delete, given["yes"])
        else:
            games = [kept.game(number_in(number))] if number else kept.games()
            show_games(games, tally, to_file, single=number is not None)


def refuse_two(number: str | None, given: list[str]) -> None:
    if len(given) > 1:
        raise click.UsageError(f"Choose one of {' and '.join(given)}.")
    if number and given and given != ["--export"]:
        raise click.UsageError(f"{given[0]} takes no number before it: leave out {number}.")


def show_games(games: list[KeptGame], tally: bool, to_file: str | None, single: bool) -> None:
    if to_file:
        export_games(games, to_file)
    elif single:
        click.echo(game_text(games[0]))
    elif tally:
        click.echo(tally_of(games) or "No game against the computer is kept yet.")
    else:
        rows = [
            [str(one.number), when(one), one.game, players(one), result_in_words(one)]
            for one in games
        ]
        click.echo(table(rows, left=(1, 2, 3, 4), wraps=3) if games else NONE)


def when(kept: KeptGame) -> str:
    return f"{datetime.fromtimestamp(kept.played):%Y-%m-%d %H:%M}"


def game_text(kept: KeptGame) -> str:
    head = (
        f"Game {kept.number}, {when(kept)}: {kept.game}, {players(kept)}: {result_in_words(kept)}."
    )
    try:
        record = replay(kept)
    except NoughtsError as error:  # the file with its rules has changed or is missing
        return wrapped(f"{head}\nIts moves: {' '.join(kept.moves)}\nThey cannot be played: {error}")
    picture = record.game.board(record.positions[-1], record.turn)
    begin = f"From {kept.position}: " if kept.position else ""
    first = f"{record.game.marks[record.first_turn]} moves first. " if record.first_turn else ""
    return f"{wrapped(head)}\n{wrapped(first + begin + ' '.join(kept.moves))}\n\n{picture}"


def tally_of(games: Iterable[KeptGame]) -> str:
    """The results of one person against the computer, by game and level."""
    counts: dict[tuple[str, str], list[int]] = {}
    for kept in games:
        if kept.side in ("x", "o"):
            row = counts.setdefault((kept.game, kept.level), [0] * (len(HEAD) - 2))
            row[0] += 1
            row[ending_of(kept)] += 1
    rows = [[*key, *map(str, row)] for key, row in sorted(counts.items())]
    return table([HEAD, *rows], left=(0, 1)) if rows else ""


def ending_of(kept: KeptGame) -> int:
    """The column of the tally that counts the game: won, lost, drawn, unfinished."""
    mine = {"x": "1-0", "o": "0-1"}[kept.side]
    return 4 if not kept.result else 3 if "/" in kept.result else 1 if kept.result == mine else 2


def export_games(games: list[KeptGame], to_file: str) -> None:
    oldest_first = games[::-1]
    if to_file.lower().endswith(".sgf"):
        text, games = as_sgf(oldest_first)
    else:
        text = games_text(oldest_first)
    whole = f"{text}\n" if games else ""
    if to_file == STANDARD:
        write_document(whole)
        return
    write_file(to_file, whole)
    click.echo(f"{many(len(games), 'game')} written to {to_file}.")


def as_sgf(games: list[KeptGame]) -> tuple[str, list[KeptGame]]:
    """The SGF text of the games that SGF can represent; the others are reported."""
    written: list[tuple[str, KeptGame]] = []
    refused: list[RecordError] = []
    for game in games:
        try:
            written.append((sgf.sgf_text([game], sgf_size), game))
        except RecordError as error:
            refused.append(error)
    if refused and not written:
        raise refused[0]
    for why in refused:
        report(f"Left out: {why}")
    return "\n\n".join(text for text, _ in written), [game for _, game in written]


def add(kept: History, from_file: str, trust: bool) -> None:
    """Add the games of a file. Games whose rules cannot be run are left out; an error adds none."""
    found = GamesFile((lambda _: True) if trust else None).file(from_file)
    numbers = kept.keep(game for game, _ in found.games)
    some = f"{numbers[0]} to {numbers[-1]}" if len(numbers) > 1 else f"number {numbers[0]}"
    click.echo(f"{many(len(numbers), 'game')} added: {some}.")
    for why in found.skipped:
        report(f"Skipped: {why}")


def report(text: str) -> None:
    click.echo(wrapped(f"noughts: {text}"), err=True)


def remove(kept: History, what: str, yes: bool) -> None:
    games = kept.games() if what == ALL else [kept.game(number_in(what))]
    if not games:
        click.echo(NONE)
        return
    named = f"all {many(len(games), 'game')}" if what == ALL else f"game {what}"
    if not (yes or asks_to(f"Delete {named}?")):
        click.echo("Nothing was deleted.")
        return
    kept.delete(game.number for game in games)
    click.echo(f"Deleted {named}.")


def asks_to(question: str) -> bool:
    """Whether the answer is yes; it is no when the input has ended."""
    click.echo(f"{question} [y/N] ", err=True, nl=False)
    return sys.stdin.readline().strip().lower() in ("y", "yes")
