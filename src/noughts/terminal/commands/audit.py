"""`noughts audit`: whether a player can be beaten, and everything that it does wrong."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from tempfile import mkstemp
from time import monotonic
from typing import Any, NamedTuple

import click

from noughts.answers.analyses import to_line
from noughts.answers.audits import audit_answer
from noughts.auditing.audit import audit as audit_of
from noughts.auditing.found import BOTH, Audit, Terms, Verdict
from noughts.auditing.record import Key, Record, read
from noughts.game import FIRST, SECOND, Game
from noughts.games import user_files
from noughts.games.registry import spec_of
from noughts.players.child import SECONDS, ChildPlayer
from noughts.players.function import FunctionPlayer
from noughts.players.levels import player_of
from noughts.players.player import Player
from noughts.players.program import ProgramPlayer, arguments
from noughts.solving.api import solver_for
from noughts.terminal.cli import INTERRUPTED
from noughts.terminal.output.audit_html import page
from noughts.terminal.output.audit_junit import junit
from noughts.terminal.output.audit_text import report, shown
from noughts.terminal.support.options import game_argument, json_option, nodes_option
from noughts.terminal.support.progress import progress_bar
from noughts.terminal.support.streams import writing

SEATS = {"x": (FIRST,), "o": (SECOND,), "both": BOTH}
# Exit codes, beside those of every command.
BEATEN, UNDECIDED = 3, 4
EXIT_CODES = {Verdict.CAN_BE_BEATEN: BEATEN, Verdict.UNDECIDED: UNDECIDED}

POSITIONS = 100_000
# How often the progress file is written.
SECONDS_BETWEEN = 5.0

FILE = click.Path(dir_okay=False, path_type=Path)

EPILOG = """Exit codes: 0 it never loses, or only what is lost from the start; 3 it can be
beaten; 4 not decided; 2 the command was misused; 130 interrupted."""


class Outputs(NamedTuple):
    """Where the audit is to be told."""

    as_json: bool
    junit: Path | None
    html: Path | None
    everything: bool


@click.command(epilog=EPILOG)
@click.argument("player")
@game_argument
@click.option(
    "--side",
    type=click.Choice([*SEATS]),
    default="both",
    show_default=True,
    help="Where the player sits: x moves first.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(min=0, min_open=True),
    default=SECONDS,
    show_default=True,
    help="How long a function or a program may think over one move.",
)
@click.option(
    "--times",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    metavar="K",
    help="How often it is asked in each position, if its chances are not known.",
)
@click.option(
    "--deterministic", is_flag=True, help="Declare that the player always answers the same."
)
@click.option(
    "--positions",
    type=click.IntRange(min=1),
    default=POSITIONS,
    show_default=True,
    metavar="N",
    help="In how many positions it is asked at most, in each seat.",
)
@nodes_option("How many nodes a position may take before its value is unknown.")
@click.option("--seed", type=int, default=0, show_default=True, help="For players that draw lots.")
@click.option("--all", "everything", is_flag=True, help="Show every fault, alike ones too.")
@json_option
@click.option(
    "--junit",
    "junit_file",
    type=FILE,
    metavar="FILE",
    help="Write JUnit XML: a case for each kind of fault.",
)
@click.option(
    "--html", "html_file", type=FILE, metavar="FILE", help="Write a page with the boards."
)
@click.option(
    "--resume",
    type=FILE,
    metavar="FILE",
    help="Keep what was answered in FILE, and go on from there if it is there already.",
)
def audit(
    player: str,
    game: Game[Any],
    side: str,
    seconds: float,
    times: int,
    deterministic: bool,
    positions: int,
    nodes: int,
    seed: int,
    everything: bool,
    as_json: bool,
    junit_file: Path | None,
    html_file: Path | None,
    resume: Path | None,
) -> None:
    """Find out whether PLAYER can be beaten, in every position that it can meet.

    PLAYER is one of ours (noughts arena --help lists them), a function of yours, or a program
    that speaks the line protocol. docs/auditor.md tells how to write a function.

    \b
      noughts audit weights
      noughts audit homework/bot.py:choose --html report.html
      noughts audit "./bot --deep" mnk:4,3,3 --side x --json
    """  # noqa: D301  # click wants the backspace itself
    outputs = Outputs(as_json, junit_file, html_file, everything)
    _refuse_missing_folders(junit_file, html_file, resume)
    terms = Terms(SEATS[side], times, deterministic, positions)
    solver = solver_for(game, nodes)
    with seated(player, seed, seconds) as who:
        record = _record(resume, key_of(who, player, game, terms, seconds, seed))
        with kept(record, resume) as keep, progress_bar("Positions") as progress:

            def tell(done: int, total: int) -> None:
                progress(done, total)
                keep()

            found = audit_of(game, who, terms, solver=solver, record=record, progress=tell)
        if resume:
            record.write(resume)
    _show(found, outputs, solver)
    if resume:
        resume.unlink()  # all is told, so there is nothing to go on with
    sys.exit(EXIT_CODES.get(found.verdict, 0))


def _show(found: Audit, outputs: Outputs, solver: Any) -> None:
    """Tell the audit in all the ways that are wanted."""
    faults = shown(found, outputs.everything, solver)
    if outputs.junit:
        with writing(outputs.junit):
            outputs.junit.write_text(junit(found), "utf-8")
    if outputs.html:
        with writing(outputs.html):
            outputs.html.write_text(page(found, faults), "utf-8")
    click.echo(to_line(audit_answer(found)) if outputs.as_json else report(found, faults))


def _refuse_missing_folders(*files: Path | None) -> None:
    """Miss a folder before the work is done, not after."""
    for file in files:
        folder = file.absolute().parent if file else None
        if folder and not (folder.is_dir() and os.access(folder, os.W_OK)):
            raise click.UsageError(f"There is no folder {folder} in which {file} can be written.")


@contextmanager
def seated(spec: str, seed: int, seconds: float) -> Iterator[Player]:
    """The player; what is a process is started, and ended when it is needed no more."""
    player = player_of(spec, seed)
    if not isinstance(player, ChildPlayer):
        yield player
        return
    player.seconds = seconds
    with player:
        player.start()
        yield player


# The progress file.


def key_of(
    player: Player, spec: str, game: Game[Any], terms: Terms, seconds: float, seed: int
) -> Key:
    """What a progress file must be of, to be gone on with."""
    key = {"player": spec, "game": spec_of(game), "times": terms.times, "seed": seed}
    files = {str(path): sha256(path.read_bytes()).hexdigest() for path in _files(player, game)}
    limit = {"seconds": seconds} if isinstance(player, ChildPlayer) else {}
    return {**key, **limit, "files": files}


def _files(player: Player, game: Game[Any]) -> Iterator[Path]:
    """The files in which the player and the game are written, as far as they are named."""
    if isinstance(player, FunctionPlayer):
        yield player.path
    if isinstance(player, ProgramPlayer):
        yield from (Path(word) for word in arguments(player.command) if Path(word).is_file())
    if user_files.is_file(spec_of(game)):
        yield user_files.parts(spec_of(game))[0]


def _record(path: Path | None, key: Key) -> Record:
    """What was answered before the audit was interrupted."""
    return read(path, key) if path else Record(key)


@contextmanager
def kept(record: Record, path: Path | None) -> Iterator[Callable[[], None]]:
    """What writes the progress file now and then; at Ctrl-C it is written in any case."""
    last = monotonic()

    def keep() -> None:
        nonlocal last
        if path and monotonic() - last > SECONDS_BETWEEN:
            record.write(path)
            last = monotonic()

    try:
        yield keep
    except KeyboardInterrupt:
        kept_in = path or _new_file()
        record.write(kept_in)
        click.echo(
            f"\nInterrupted after {record.number:,} positions. Nothing is lost: to go on, give the "
            f"same command with --resume {kept_in}",
            err=True,
        )
        sys.exit(INTERRUPTED)


def _new_file() -> Path:
    """A file of our own to keep progress in."""
    handle, name = mkstemp(prefix="noughts-audit-", suffix=".json")
    os.close(handle)
    return Path(name)
