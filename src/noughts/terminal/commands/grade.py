"""`noughts grade`: audits submissions, gives points by a rubric, and writes a report in files.

    index.html, grades.csv, grades.json
    submissions/NAME/   audit.html, audit.xml, summary.md, results.json, check50.json,
                        classroom.json, lost.py, grade.json

`grade.json` is written last: if it exists with the same key, the submission is graded.
"""

import json
from collections.abc import Sequence
from concurrent.futures import CancelledError, ThreadPoolExecutor, as_completed
from pathlib import Path
from queue import SimpleQueue
from threading import Event
from typing import Any, NamedTuple

import click

from noughts.answers.encoder import Json, to_line
from noughts.classroom import grading
from noughts.classroom.findings import Audit, Terms
from noughts.classroom.grading import grade_submission as grade_one
from noughts.classroom.rubric import DEFAULT, read_rubric, rubric_of
from noughts.files import write_file
from noughts.game import Game
from noughts.sandbox.worker import FUNCTIONS
from noughts.solving.api import solver_for
from noughts.solving.solver import ExactSolver
from noughts.terminal import INTERRUPTED
from noughts.terminal.commands.audit import POSITIONS, SEATS, SECONDS
from noughts.terminal.output import grades
from noughts.terminal.output.audit_html import overview, own_page
from noughts.terminal.output.audit_text import faults_to_show, junit
from noughts.terminal.support import options as opt
from noughts.terminal.support.progress import progress_bar
from noughts.terminal.support.streams import writing

# Seconds and mebibytes for a submission.
TOTAL, MEMORY = 180.0, 1024


class GradingJob(NamedTuple):
    """The data shared by all threads."""

    assignment: grading.Assignment
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
    "--function",
    default=",".join(FUNCTIONS),
    metavar="NAME",
    help=f"The function to call. [default: the first that there is of {', '.join(FUNCTIONS)}]",
)
@opt.shape_option
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
    found = grading.submissions_in(submissions, main)
    # Refuse a report that the next run would take for a submission.
    if submissions.is_dir() and report.resolve().is_relative_to(submissions.resolve()):
        raise click.UsageError(f"{report} is inside {submissions}; choose a folder beside it.")
    with writing(report):
        (report / "submissions").mkdir(parents=True, exist_ok=True)
        graded = _all_graded(found, assignment, report, given["threads"])
        write_file(report / "index.html", overview(graded))
        write_file(report / "grades.csv", grades.as_csv(graded))
        _write_json(report / "grades.json", grades.grades_answer(assignment, graded))
    if given["as_json"]:
        click.echo(to_line(grades.grades_answer(assignment, graded)))
    else:
        click.echo(f"{grades.grades_report(graded)}\n{report / 'index.html'} has the details.")


def _assignment(game: Game[Any], **given: Any) -> grading.Assignment:
    seats = SEATS[given["side"]]
    rubric = read_rubric(given["rubric"]) if given["rubric"] else rubric_of(DEFAULT)
    if not all(name.isidentifier() for name in given["function"].split(",")):
        raise click.UsageError(f"{given['function']!r} is not the name of a function.")
    return grading.Assignment(
        game,
        given["function"],
        rubric.for_seats(seats),
        Terms(seats, given["times"], positions=given["positions"]),
        given["nodes"],
        grading.SubmissionLimits(given["seconds"], given["total"], given["memory"]),
        grading.edition(game),
        given["shape"],
    )


def _all_graded(
    found: Sequence[grading.Submission], assignment: grading.Assignment, report: Path, threads: int
) -> list[grading.Graded]:
    job = GradingJob(assignment, report, SimpleQueue(), Event())
    for _ in range(threads):
        job.solvers.put(solver_for(assignment.game, assignment.nodes))
    graded: dict[str, grading.Graded] = {}
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


def _graded(job: GradingJob, submission: grading.Submission) -> grading.Graded:
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


def earlier_grade(report: Path, name: str, key: str) -> grading.Graded | None:
    """The earlier grade of the submission; None if there is none with this key."""
    try:
        text = (_folder(report, name) / "grade.json").read_text("utf-8")
        graded = grades.graded_of(json.loads(text))
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return graded if graded.key == key else None


def write_one(
    report: Path, graded: grading.Graded, audit: Audit | None, solver: ExactSolver[Any]
) -> None:
    folder = _folder(report, graded.name)
    folder.mkdir(parents=True, exist_ok=True)
    faults = faults_to_show(audit, everything=False, solver=solver) if audit else None
    write_file(folder / "audit.html", own_page(graded, audit, faults))
    write_file(folder / "summary.md", grades.markdown(graded))
    for name, form in (
        ("results", grades.gradescope),
        ("check50", grades.check50),
        ("classroom", grades.github_classroom),
    ):
        _write_json(folder / f"{name}.json", form(graded))
    for name, text in (
        ("audit.xml", junit(audit) if audit else ""),
        ("lost.py", audit.script if audit else ""),
    ):
        write_file(folder / name, text) if text else (folder / name).unlink(missing_ok=True)
    _write_json(folder / "grade.json", grades.graded_answer(graded))


def _folder(report: Path, name: str) -> Path:
    return report / "submissions" / name


def _write_json(path: Path, answer: Json) -> None:
    write_file(path, f"{to_line(answer)}\n")
