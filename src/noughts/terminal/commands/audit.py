"""`noughts audit`: whether a player can be beaten, and all its mistakes."""

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
from noughts.classroom.audit import audit as audit_of
from noughts.classroom.findings import BOTH, Audit, Terms, Verdict
from noughts.classroom.record import Key, Record, read
from noughts.files import write_file
from noughts.game import FIRST, SECOND, Game
from noughts.games import user_files
from noughts.games.registry import spec_of
from noughts.players.function import FunctionPlayer
from noughts.players.levels import player_of
from noughts.players.player import Player
from noughts.players.program import ProgramPlayer, arguments
from noughts.sandbox.process import SECONDS, ChildPlayer
from noughts.solving.api import solver_for
from noughts.terminal.output.audit_html import page
from noughts.terminal.output.audit_junit import junit
from noughts.terminal.output.audit_text import faults_to_show, report
from noughts.terminal.support.exit_codes import INTERRUPTED
from noughts.terminal.support.options import (
    game_argument,
    json_option,
    move_seconds_option,
    nodes_option,
)
from noughts.terminal.support.progress import progress_bar
from noughts.terminal.support.streams import writing

SEATS = {"x": (FIRST,), "o": (SECOND,), "both": BOTH}
# Exit codes, in addition to those of every command.
BEATEN, UNDECIDED = 3, 4
EXIT_CODES = {Verdict.CAN_BE_BEATEN: BEATEN, Verdict.UNDECIDED: UNDECIDED}

POSITIONS = 100_000
# Seconds between two writes of the progress file.
SECONDS_BETWEEN = 5.0

FILE = click.Path(dir_okay=False, path_type=Path)

EPILOG = """Exit codes: 0 the player never loses, or only games that are lost from the start; 3 it
can be beaten; 4 undecided; 2 the command was misused; 130 interrupted."""


class Options(NamedTuple):
    """The options of the command; its help explains them."""

    side: str
    seconds: float
    times: int
    deterministic: bool
    positions: int
    nodes: int
    seed: int
    everything: bool
    as_json: bool
    junit_file: Path | None
    html_file: Path | None
    resume: Path | None


@click.command(epilog=EPILOG)
@click.argument("player")
@game_argument
@click.option(
    "--side",
    type=click.Choice([*SEATS]),
    default="both",
    show_default=True,
    help="The side that the player plays; x moves first.",
)
@move_seconds_option(SECONDS)
@click.option(
    "--times",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    metavar="K",
    help="Ask the player K times in each position if its probabilities are unknown.",
)
@click.option(
    "--deterministic", is_flag=True, help="Declare that the player has one move per position."
)
@click.option(
    "--positions",
    type=click.IntRange(min=1),
    default=POSITIONS,
    show_default=True,
    metavar="N",
    help="Ask the player in at most N positions per side.",
)
@nodes_option("Search at most N nodes per position; beyond that, its value is unknown.")
@click.option("--seed", type=int, default=0, show_default=True, help="Seed for random players.")
@click.option("--all", "everything", is_flag=True, help="Show every fault, even similar ones.")
@json_option
@click.option(
    "--junit",
    "junit_file",
    type=FILE,
    metavar="FILE",
    help="Write JUnit XML, one test case per kind of fault.",
)
@click.option(
    "--html", "html_file", type=FILE, metavar="FILE", help="Write an HTML page with the boards."
)
@click.option(
    "--resume",
    type=FILE,
    metavar="FILE",
    help="Save progress in FILE; if FILE exists, continue from there.",
)
def audit(player: str, game: Game[Any], **given: Any) -> None:
    """Find out whether PLAYER can be beaten, in every position that it can reach.

    PLAYER is one of our opponents (noughts arena --help lists them), a function of yours (see
    docs/auditor.md), or a program that speaks the line protocol (see docs/protocol.md).

    \b
      noughts audit weights
      noughts audit homework/bot.py:choose --html report.html
      noughts audit "./bot --deep" mnk:4,3,3 --side x --json
    """  # noqa: D301  # click wants the backspace itself
    options = Options(**given)
    resume = options.resume
    _refuse_missing_folders(options.junit_file, options.html_file, resume)
    terms = Terms(SEATS[options.side], options.times, options.deterministic, options.positions)
    solver = solver_for(game, options.nodes)
    with seated(player, options.seed, options.seconds) as who:
        key = key_of(who, player, game, terms, options.seconds, options.seed)
        record = read(resume, key) if resume else Record(key)
        with kept(record, resume) as keep, progress_bar("Positions") as progress:

            def tell(done: int, total: int) -> None:
                progress(done, total)
                keep()

            found = audit_of(game, who, terms, solver=solver, record=record, progress=tell)
        if resume:
            record.write(resume)
    _show(found, options, solver)
    if resume:
        resume.unlink()  # the audit is complete
    sys.exit(EXIT_CODES.get(found.verdict, 0))


def _show(found: Audit, options: Options, solver: Any) -> None:
    faults = faults_to_show(found, options.everything, solver)
    if options.junit_file:
        with writing(options.junit_file):
            write_file(options.junit_file, junit(found))
    if options.html_file:
        with writing(options.html_file):
            write_file(options.html_file, page(found, faults))
    click.echo(to_line(audit_answer(found)) if options.as_json else report(found, faults))


def _refuse_missing_folders(*files: Path | None) -> None:
    """Report a missing folder before the work starts."""
    for file in files:
        folder = file.absolute().parent if file else None
        if folder and not (folder.is_dir() and os.access(folder, os.W_OK)):
            raise click.UsageError(f"Cannot write {file}: {folder} is not a writable folder.")


@contextmanager
def seated(spec: str, seed: int, seconds: float) -> Iterator[Player]:
    """The player; the process of a player is started, and ended afterwards."""
    player = player_of(spec, seed)
    if not isinstance(player, ChildPlayer):
        yield player
        return
    player.seconds, player.processor = seconds, True
    with player:
        player.start()
        yield player


# The progress file.


def key_of(
    player: Player, spec: str, game: Game[Any], terms: Terms, seconds: float, seed: int
) -> Key:
    """The key that a progress file must have to be continued."""
    key = {"player": spec, "game": spec_of(game), "times": terms.times, "seed": seed}
    files = {str(path): sha256(path.read_bytes()).hexdigest() for path in _files(player, game)}
    limit = {"seconds": seconds} if isinstance(player, ChildPlayer) else {}
    return {**key, **limit, "files": files}


def _files(player: Player, game: Game[Any]) -> Iterator[Path]:
    """The source files of the player and the game, and the modules beside them."""
    given = [player.path] if isinstance(player, FunctionPlayer) else []
    if isinstance(player, ProgramPlayer):
        given = [Path(word) for word in arguments(player.command) if Path(word).is_file()]
    if user_files.is_file(spec_of(game)):
        given.append(user_files.parts(spec_of(game))[0])
    for path in given:
        yield path
        yield from user_files.files_beside(path, "*.py")


@contextmanager
def kept(record: Record, path: Path | None) -> Iterator[Callable[[], None]]:
    """A function that writes the progress file from time to time; Ctrl-C writes it, too."""
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
            f"\nInterrupted after {record.number:,} positions. To continue, repeat the command "
            f"with --resume {kept_in}",
            err=True,
        )
        sys.exit(INTERRUPTED)


def _new_file() -> Path:
    """A new file in our own folder for the progress."""
    handle, name = mkstemp(prefix="noughts-audit-", suffix=".json")
    os.close(handle)
    return Path(name)
