"""`noughts audit`: whether a player can be beaten, and all its mistakes."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from tempfile import mkstemp
from time import monotonic
from types import SimpleNamespace
from typing import Any

import click

from noughts.answers.encoder import audit_answer, to_line
from noughts.classroom.audit import audit as audit_of
from noughts.classroom.findings import BOTH, AuditVerdict, Terms
from noughts.classroom.query import AuditRecord, Key, read_record
from noughts.game import FIRST, SECOND, Game
from noughts.games import user_files
from noughts.games.registry import spec_of
from noughts.games.spec import is_file, parts
from noughts.players.function import FunctionPlayer
from noughts.players.levels import player_of
from noughts.players.player import Player
from noughts.players.program import ProgramPlayer, arguments
from noughts.sandbox.process import ChildPlayer
from noughts.sandbox.worker import STEPS
from noughts.solving.api import solver_for
from noughts.terminal import INTERRUPTED
from noughts.terminal.output.audit_html import audit_page
from noughts.terminal.output.audit_text import audit_report, faults_to_show, junit
from noughts.terminal.support import options as opt
from noughts.terminal.support.progress import progress_bar
from noughts.terminal.support.streams import write_answer

SEATS = {"x": (FIRST,), "o": (SECOND,), "both": BOTH}
# In addition to the exit codes of every command.
EXIT_CODES = {AuditVerdict.CAN_BE_BEATEN: 3, AuditVerdict.UNDECIDED: 4}

# Homework may search the whole tree from the empty board, in plain Python.
SECONDS = 20.0
POSITIONS = 100_000
# Seconds between two writes of the progress file.
SECONDS_BETWEEN = 5.0

EPILOG = """Exit codes: 0 the player never loses, or only games that are lost from the start; 3 it
can be beaten; 4 undecided; 2 the command was misused; 130 interrupted."""


@click.command(epilog=EPILOG)
@click.argument("player")
@opt.game_argument
@opt.choice_option("--side", [*SEATS], "The side that the player plays; x moves first.", "both")
@opt.move_seconds_option(SECONDS)
@opt.shape_option
@opt.number_option(
    "--times",
    "Ask the player K times in each position if its probabilities are unknown.",
    1,
    metavar="K",
)
@opt.flag_option("--deterministic", "Declare that the player has one move per position.")
@opt.number_option("--positions", "Ask the player in at most N positions per side.", POSITIONS)
@opt.nodes_option("Search at most N nodes per position; beyond that, its value is unknown.")
@opt.seed_option("Seed for random players.")
@opt.flag_option("--golf", "Count the steps of a function (docs/course/golf.md).")
@opt.flag_option("--all everything", "Show every fault, even similar ones.")
@opt.json_option
@opt.file_option("--junit junit_file", "Write JUnit XML, one test case per kind of fault.")
@opt.file_option("--html html_file", "Write an HTML page with the boards.")
@opt.file_option("--script script_file", "Write a Python program that plays the lost game.")
@opt.file_option("--resume", "Save progress in FILE; if FILE exists, continue from there.")
def audit(player: str, game: Game[Any], **given: Any) -> None:
    """Find out whether PLAYER can be beaten, in every position that it can reach.

    PLAYER is one of our opponents (noughts arena --help lists them), a function of yours (see
    docs/auditor.md), or a program that speaks the line protocol (see docs/protocol.md).

    \b
      noughts audit weights
      noughts audit homework/bot.py:choose --html report.html
      noughts audit "./bot --deep" mnk:4,3,3 --side x --json
    """  # noqa: D301  # click wants the backspace itself
    options = SimpleNamespace(**given)
    resume = options.resume
    if options.golf and (resume or options.times > 1 or options.side != "both"):
        raise click.UsageError(
            "--golf plays both seats once: leave out --side, --times and --resume."
        )
    _refuse_missing_folders(options.junit_file, options.html_file, options.script_file, resume)
    terms = Terms(SEATS[options.side], options.times, options.deterministic, options.positions)
    solver = solver_for(game, options.nodes)
    with started_player(
        game, player, options.seed, options.seconds, options.shape, options.golf
    ) as who:
        key = audit_key(who, player, game, terms, options.seconds, options.seed)
        record = read_record(resume, key) if resume else AuditRecord(key)
        with saving_progress(record, resume) as keep, progress_bar("Positions") as progress:

            def tell(done: int, total: int) -> None:
                progress(done, total)
                keep()

            found = audit_of(game, who, terms, solver=solver, record=record, progress=tell)
        if resume:
            record.write(resume)
    faults = faults_to_show(found, options.everything, solver)
    if options.junit_file:
        write_answer(options.junit_file, junit(found))
    if options.html_file:
        write_answer(options.html_file, audit_page(found, faults))
    if options.script_file and found.script:
        write_answer(options.script_file, found.script)
    elif options.script_file:
        why = "its arguments cannot be written in one" if found.losses else "no game is lost"
        click.echo(f"There is no {options.script_file}: {why}.", err=True)
    click.echo(to_line(audit_answer(found)) if options.as_json else audit_report(found, faults))
    if resume:
        resume.unlink()  # the audit is complete
    sys.exit(EXIT_CODES.get(found.verdict, 0))


def _refuse_missing_folders(*files: Path | None) -> None:
    for file in files:
        folder = file.absolute().parent if file else None
        if folder and not (folder.is_dir() and os.access(folder, os.W_OK)):
            raise click.UsageError(f"Cannot write {file}: {folder} is not a writable folder.")


@contextmanager
def started_player(
    game: Game[Any], spec: str, seed: int, seconds: float, shape: str = "", golf: bool = False
) -> Iterator[Player]:
    """The player; the process of a player is started, and ended afterwards.

    Prints the shape of a function, unless it is the usual one.
    """
    player = player_of(spec, seed)
    if shape and not isinstance(player, FunctionPlayer):
        raise click.UsageError("--shape describes a function, path/to/bot.py:choose.")
    if golf:
        if type(player) is not FunctionPlayer:
            raise click.UsageError("--golf counts the steps of a function, path/to/bot.py:choose.")
        player.worker_options = (STEPS,)
    if not isinstance(player, ChildPlayer):
        yield player
        return
    player.seconds, player.processor = seconds, True
    with player:
        player.start()
        if isinstance(player, FunctionPlayer) and (said := player.taken_as(game, shape)):
            click.echo(f"{said}.", err=True)
        yield player


def audit_key(
    player: Player, spec: str, game: Game[Any], terms: Terms, seconds: float, seed: int
) -> Key:
    key = {"player": spec, "game": spec_of(game), "times": terms.times, "seed": seed}
    files = {str(path): sha256(path.read_bytes()).hexdigest() for path in _files(player, game)}
    limit = {"seconds": seconds} if isinstance(player, ChildPlayer) else {}
    return {**key, **limit, "files": files}


def _files(player: Player, game: Game[Any]) -> Iterator[Path]:
    given = [player.path] if isinstance(player, FunctionPlayer) else []
    if isinstance(player, ProgramPlayer):
        given = [Path(word) for word in arguments(player.command) if Path(word).is_file()]
    if is_file(spec_of(game)):
        given.append(parts(spec_of(game))[0])
    for path in given:
        yield path
        yield from user_files.files_beside(path, "*.py")


@contextmanager
def saving_progress(record: AuditRecord, path: Path | None) -> Iterator[Callable[[], None]]:
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
        if path is None:
            handle, name = mkstemp(prefix="noughts-audit-", suffix=".json")
            os.close(handle)
            path = Path(name)
        record.write(path)
        click.echo(
            f"\nInterrupted after {record.number:,} positions. To continue, repeat the command "
            f"with --resume {path}",
            err=True,
        )
        sys.exit(INTERRUPTED)
