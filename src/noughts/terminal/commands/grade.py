"""`noughts grade`: audits submissions, and gives points by a rubric."""

from collections.abc import Sequence
from concurrent.futures import CancelledError, ThreadPoolExecutor, as_completed
from pathlib import Path
from queue import SimpleQueue
from threading import Event
from typing import Any, NamedTuple

import click

from noughts.answers.encoder import grades_answer, to_line
from noughts.classroom.findings import Terms
from noughts.classroom.grading import (
    Assignment,
    Graded,
    Submission,
    SubmissionLimits,
    edition,
    submissions_in,
)
from noughts.classroom.grading import grade_submission as grade_one
from noughts.classroom.rubric import DEFAULT, read_rubric, rubric_of
from noughts.game import Game
from noughts.sandbox.process import SECONDS
from noughts.solving.api import solver_for
from noughts.solving.solver import ExactSolver
from noughts.terminal import INTERRUPTED
from noughts.terminal.commands.audit import POSITIONS, SEATS
from noughts.terminal.output.grades import earlier_grade, write_all, write_one
from noughts.terminal.output.grades import grades_report as report_of
from noughts.terminal.support import options as opt
from noughts.terminal.support.progress import progress_bar
from noughts.terminal.support.streams import writing

# Seconds and mebibytes for a submission.
TOTAL, MEMORY = 60.0, 1024


class GradingJob(NamedTuple):
    """The data shared by all threads."""

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
@opt.game_argument
@opt.file_option(
    "-o report",
    "The folder of the report; submissions graded there are not audited again.",
    "DIR",
    opt.FOLDER,
    required=True,
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
@opt.choice_option("--side", [*SEATS], "The side to play.", "both")
@opt.move_seconds_option(SECONDS)
@click.option(
    "--total",
    type=opt.Amount(1),
    default=TOTAL,
    show_default=True,
    metavar="S",
    help="Time limit of a submission for all its moves, in processor seconds.",
)
@opt.number_option("--memory", "Memory of a submission, in mebibytes.", MEMORY, 64, metavar="MIB")
@opt.number_option("--times", "Call the function K times in each position.", 1, metavar="K")
@opt.number_option("--positions", "Call it in at most N positions per side.", POSITIONS)
@opt.nodes_option("Search at most N nodes per position; beyond that, its value is unknown.")
@opt.number_option("--threads", "Grade N submissions at a time.", 1)
@opt.json_option
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
        SubmissionLimits(given["seconds"], given["total"], given["memory"]),
        edition(game),
    )


def _refuse_inside(report: Path, submissions: Path) -> None:
    """Refuse a report that the next run would take for a submission."""
    if submissions.is_dir() and report.resolve().is_relative_to(submissions.resolve()):
        raise click.UsageError(f"{report} is inside {submissions}; choose a folder beside it.")


def _all_graded(
    found: Sequence[Submission], assignment: Assignment, report: Path, threads: int
) -> list[Graded]:
    job = GradingJob(assignment, report, SimpleQueue(), Event())
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


def _graded(job: GradingJob, submission: Submission) -> Graded:
    def look(done: int, total: int) -> None:
        if job.stopping.is_set():
            raise CancelledError

    try:
        contents = submission.contents()
    except OSError as error:
        problem = f"{error.filename} cannot be read: {error.strerror}."
        submission, contents = submission._replace(problem=problem), {}
    key = job.assignment.key(contents, submission.main)
    before = earlier_grade(job.report, submission.name, key)
    if before is not None:
        return before
    solver = job.solvers.get()
    try:
        graded, audit = grade_one(submission, contents, job.assignment, solver, look)
        write_one(job.report, graded, audit, solver)
    finally:
        job.solvers.put(solver)
    return graded
