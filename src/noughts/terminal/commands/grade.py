"""`noughts grade`: audits submissions, and gives points by a rubric."""

from collections.abc import Sequence
from concurrent.futures import CancelledError, ThreadPoolExecutor, as_completed
from pathlib import Path
from queue import SimpleQueue
from threading import Event
from typing import Any, NamedTuple

import click

from noughts.answers.analyses import to_line
from noughts.answers.grades import grades_answer
from noughts.classroom.findings import Terms
from noughts.classroom.grading import Assignment, Graded, Limits, edition
from noughts.classroom.grading import grade as grade_one
from noughts.classroom.rubric import DEFAULT, read_rubric, rubric_of
from noughts.classroom.submissions import Submission, submissions_in
from noughts.game import Game
from noughts.sandbox.process import SECONDS
from noughts.solving.api import solver_for
from noughts.solving.exact_solver import ExactSolver
from noughts.terminal.commands.audit import POSITIONS, SEATS
from noughts.terminal.output.grade_files import kept, write_all, write_one
from noughts.terminal.output.grade_text import report as report_of
from noughts.terminal.support.exit_codes import INTERRUPTED
from noughts.terminal.support.options import (
    Amount,
    game_argument,
    json_option,
    move_seconds_option,
    nodes_option,
)
from noughts.terminal.support.progress import progress_bar
from noughts.terminal.support.streams import writing

# Seconds and mebibytes for a submission.
TOTAL, MEMORY = 60.0, 1024


class Job(NamedTuple):
    """The data shared by all threads.

    Args:
        assignment: the task of every submission.
        report: the folder of the report.
        solvers: the idle solvers.
        stopping: set when grading is to end.
    """

    assignment: Assignment
    report: Path
    solvers: SimpleQueue[ExactSolver[Any]]
    stopping: Event


def _show_rubric(ctx: click.Context, _: click.Parameter, value: bool) -> None:
    if value:
        click.echo(DEFAULT, nl=False)
        ctx.exit()


@click.command()
@click.argument("submissions", type=click.Path(exists=True, path_type=Path))
@game_argument
@click.option(
    "-o",
    "report",
    type=click.Path(file_okay=False, path_type=Path),
    required=True,
    metavar="DIR",
    help="The folder of the report; submissions graded there are not audited again.",
)
@click.option(
    "--function", default="choose", show_default=True, metavar="NAME", help="The function to call."
)
@click.option(
    "--file",
    "main",
    default="",
    metavar="NAME",
    help="The file with the function, if submissions are folders with several Python files.",
)
@click.option("--rubric", type=click.Path(path_type=Path), metavar="FILE", help="Points, in TOML.")
@click.option(
    "--rubric-show",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_rubric,
    help="Print the default rubric, and exit.",
)
@click.option(
    "--side",
    type=click.Choice([*SEATS]),
    default="both",
    show_default=True,
    help="The side to play.",
)
@move_seconds_option(SECONDS)
@click.option(
    "--total",
    type=Amount(1),
    default=TOTAL,
    show_default=True,
    metavar="S",
    help="Time limit of a submission for all its moves, in processor seconds.",
)
@click.option(
    "--memory",
    type=click.IntRange(min=64),
    default=MEMORY,
    show_default=True,
    metavar="MIB",
    help="Memory of a submission, in mebibytes.",
)
@click.option(
    "--times",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    metavar="K",
    help="Call the function K times in each position.",
)
@click.option(
    "--positions",
    type=click.IntRange(min=1),
    default=POSITIONS,
    show_default=True,
    metavar="N",
    help="Call it in at most N positions per side.",
)
@nodes_option("Search at most N nodes per position; beyond that, its value is unknown.")
@click.option(
    "--threads",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    metavar="N",
    help="Grade N submissions at a time.",
)
@json_option
def grade(submissions: Path, game: Game[Any], report: Path, main: str, **given: Any) -> None:
    """Audit each submission of a folder, and give it points by a rubric.

    SUBMISSIONS is a folder with a Python file, or a folder, for each submission; or one Python
    file. Each has a function as docs/auditor.md describes it. It runs in its own process, with
    limits; docs/grading.md explains the protection.

    \b
      noughts grade submissions -o report
      noughts grade submissions connectfour:5,4 -o report --side x --rubric rubric.toml --threads 2
      noughts grade homework/bot.py -o report --json
    """  # noqa: D301  # click wants the backspace itself
    assignment = _assignment(game, **given)
    found = submissions_in(submissions, main)
    _refuse_inside(report, submissions)
    with writing(report):
        (report / "submissions").mkdir(parents=True, exist_ok=True)
        graded = _all_graded(found, assignment, report, given["threads"])
        write_all(report, assignment, graded)
    if given["as_json"]:
        click.echo(to_line(grades_answer(assignment, graded)))
    else:
        click.echo(f"{report_of(graded)}\n{report / 'index.html'} has the details.")


def _assignment(game: Game[Any], **given: Any) -> Assignment:
    seats = SEATS[given["side"]]
    rubric = read_rubric(given["rubric"]) if given["rubric"] else rubric_of(DEFAULT)
    if not given["function"].isidentifier():
        raise click.UsageError(f"{given['function']!r} is not the name of a function.")
    return Assignment(
        game,
        given["function"],
        rubric.for_seats(seats),
        Terms(seats, given["times"], positions=given["positions"]),
        given["nodes"],
        Limits(given["seconds"], given["total"], given["memory"]),
        edition(game),
    )


def _refuse_inside(report: Path, submissions: Path) -> None:
    """Refuse a report that the next run would take for a submission."""
    if submissions.is_dir() and report.resolve().is_relative_to(submissions.resolve()):
        raise click.UsageError(f"{report} is inside {submissions}; choose a folder beside it.")


def _all_graded(
    found: Sequence[Submission], assignment: Assignment, report: Path, threads: int
) -> list[Graded]:
    """Grade all submissions, or read earlier grades; after Ctrl-C the command ends here."""
    job = Job(assignment, report, SimpleQueue(), Event())
    for _ in range(threads):
        job.solvers.put(solver_for(assignment.game, assignment.nodes))
    graded: dict[str, Graded] = {}
    with ThreadPoolExecutor(threads) as pool, progress_bar("Submissions") as progress:
        waiting = [pool.submit(_graded, job, one) for one in found]
        try:
            for future in as_completed(waiting):
                one = future.result()
                graded[one.name] = one
                progress(len(graded), len(found))
        except BaseException as error:
            job.stopping.set()
            pool.shutdown(cancel_futures=True)
            if not isinstance(error, KeyboardInterrupt):
                raise
            click.echo(
                f"\nInterrupted after {len(graded):,} of {len(found):,} submissions. The same "
                f"command continues.",
                err=True,
            )
            raise SystemExit(INTERRUPTED) from None
    return [graded[one.name] for one in found]


def _graded(job: Job, submission: Submission) -> Graded:
    """Grade a submission and write its files; runs in a thread."""

    def look(done: int, total: int) -> None:
        if job.stopping.is_set():
            raise CancelledError

    try:
        contents = submission.contents()
    except OSError as error:
        problem = f"{error.filename} cannot be read: {error.strerror}."
        submission, contents = submission._replace(problem=problem), {}
    key = job.assignment.key(contents, submission.main)
    before = kept(job.report, submission.name, key)
    if before is not None:
        return before
    solver = job.solvers.get()
    try:
        graded, audit = grade_one(submission, contents, job.assignment, solver, look)
        write_one(job.report, graded, audit, solver)
    finally:
        job.solvers.put(solver)
    return graded
