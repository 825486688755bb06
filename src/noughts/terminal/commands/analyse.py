"""`noughts analyse`: the value of a position and of every move, and why."""

import os
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

import click

from noughts.analysis.analyse import Analysis, Inquiry
from noughts.analysis.analyse import analyse as analysis_of
from noughts.answers.question import Question, with_turn
from noughts.errors import SearchStopped
from noughts.game import Game
from noughts.solving.api import solver_for
from noughts.solving.exact_solver import ExactSolver
from noughts.solving.limits import Progress
from noughts.solving.margins import Margin, MarginSolver, by_margin
from noughts.terminal.output.analysis import points_report, report
from noughts.terminal.output.colour import Ink, wants_colour
from noughts.terminal.support.exit_codes import INTERRUPTED
from noughts.terminal.support.options import (
    NODES_COMPILED,
    NODES_INTERPRETED,
    Amount,
    Asked,
    about_a_position,
    default_nodes,
    memory_option,
    search_threads_option,
)
from noughts.terminal.support.progress import search_bar
from noughts.terminal.support.start import left_of

if TYPE_CHECKING:
    from noughts.analysis.explain.model import Explanation
    from noughts.answers.analyses import Json


@click.command()
@about_a_position
@click.option("--side", type=click.Choice(["x", "o"], case_sensitive=False),
              help="The side to move; without it, the number of marks decides.")  # fmt: skip
@click.option("--batch", is_flag=True, help="Answer every line of standard input, in JSON.")
@click.option("--why", is_flag=True, help="Also explain every move in words.")
@click.option("--points", is_flag=True,
              help="Solve a game that counts points for the best margin.")  # fmt: skip
@click.option("--line", "whole_line", is_flag=True,
              help="Follow the best play to its end, however long that takes.")  # fmt: skip
@click.option(
    "--nodes",
    type=click.IntRange(min=1),
    metavar="N",
    help="Search at most N nodes per position; beyond that, give only bounds. [default: "
    f"{NODES_COMPILED:,}; {NODES_INTERPRETED:,} without Numba; any number with --seconds]",
)
@click.option(
    "--seconds",
    type=Amount(),
    metavar="S",
    help="Search at most S seconds per position, all its moves included.",
)
@search_threads_option
@memory_option
@click.option(
    "--tablebase",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Look values up in a tablebase that noughts solve wrote, instead of searching.",
)
@click.option(
    "--scores",
    type=click.Choice(["pons"]),
    help="Answer lines of column digits as Pascal Pons's Connect Four solver does.",
)
@click.option("-a", "every_move", is_flag=True, help="With --scores: score every move.")
def analyse(
    asked: Asked,
    side: str | None,
    batch: bool,
    points: bool,
    scores: str | None,
    every_move: bool,
    **wanted: Any,
) -> None:
    """Show the value of a position and of every move, best first, and the best play.

    GAME is tictactoe, or mnk:4,4,3 for three in a row on four columns and four rows.
    Without --moves and --position, analyse the start. Ctrl-C ends the search and shows the
    bounds so far.

    \b
      noughts analyse --moves "b2 a1" --why
      noughts analyse --position "3/1x1/3 o" --json
      noughts analyse --position "3/1x1/2o" --side o
      noughts analyse connectfour --moves 4455 --seconds 60 --threads 2
      noughts analyse dots:2,2 --points
      noughts analyse --batch < positions.txt
      noughts analyse connectfour --scores pons -a < plays.txt

    Each line of a batch is a position, or moves from the start; an empty line is the start.
    """  # noqa: D301  # click wants the backspace itself
    if every_move and not scores:
        raise click.UsageError("-a needs --scores pons.")
    if points and (batch or scores):
        raise click.UsageError("--points answers one position: leave out --batch and --scores.")
    if batch or scores:
        _refuse_with_batch(asked, side, "--scores" if scores else "--batch")
    request = Request(**wanted)
    if scores:
        _print_scores(request.solver(asked.game), every_move)
    elif batch:
        _print_answers(asked.game, partial(_answer, request.solver(asked.game), request))
    else:
        question = asked.question
        if side:
            question = with_turn(question, "xo".index(side))
        if request.seconds is not None:
            request = request._replace(seconds=left_of(request.seconds))
        if points:
            _print_points(question, asked.as_json, request)
            return
        _print_one(question, asked.as_json, request)


class Request(NamedTuple):
    """A question about a position, and the limits of the search."""

    why: bool
    whole_line: bool
    nodes: int | None
    seconds: float | None
    threads: int
    memory: int
    tablebase: Path | None

    @property
    def budget(self) -> int | None:
        """The node limit: the default, unless nodes or seconds are given."""
        return default_nodes() if self.nodes is None and self.seconds is None else self.nodes

    def solver(self, game: Game[Any], progress: Progress | None = None) -> ExactSolver[Any]:
        """A solver within these limits, or the tablebase."""
        if self.tablebase:
            from noughts.tablebase.probe import opened

            return opened(
                self.tablebase,
                game,
                budget=self.budget,
                seconds=self.seconds,
                threads=self.threads,
                memory=self.memory,
                progress=progress,
            )
        return solver_for(
            game,
            self.budget,
            seconds=self.seconds,
            threads=self.threads,
            memory=self.memory,
            progress=progress,
        )


def _print_one(question: Question, as_json: bool, request: Request) -> None:
    with search_bar() as progress:
        solver = request.solver(question.game, progress)
        inquiry = Inquiry(*question, solver, request.whole_line)
        interrupted = False
        explanation = None
        try:
            with solver.shared_limit():
                with suppress(SearchStopped):
                    inquiry.ask()
                explanation = _explanation(question, solver, request.why)
        except KeyboardInterrupt:
            interrupted = True
        analysis = inquiry.analysis(look=not interrupted)
    if as_json:
        from noughts.answers.analyses import to_line

        click.echo(to_line(_answer_to(analysis, explanation) | _origin(solver, request)))
    else:
        ink = Ink(wants_colour(os.environ))
        click.echo(report(analysis, explanation, ink), color=ink.colour)
        for origin in _origin(solver, request).values():
            folder, game, known = origin["folder"], origin["game"], origin["rules"]
            click.echo(f"\nFrom the tablebase {folder}: {game}, rules {known[:12]}.")
    if interrupted:
        sys.exit(INTERRUPTED)


def _origin(solver: Any, request: Request) -> "Json":
    """The tablebase that an answer rests on: its folder, its game, and the digest of the rules."""
    if not request.tablebase:
        return {}
    head = solver.head if hasattr(solver, "head") else solver.manifest
    origin = {"folder": str(request.tablebase), "game": head.game, "rules": head.rules}
    return {"tablebase": origin}


def _print_points(question: Question, as_json: bool, request: Request) -> None:
    """Answer for points; a search that ends early shows its results so far."""
    from noughts.answers.analyses import points_answer, to_line

    game, position, _ = question
    solver = MarginSolver(game, request.budget, request.seconds)
    margins: dict[int, Margin] = {}
    try:
        margins.update(solver.margins_so_far(position))
    except SearchStopped as error:
        why = str(error) or f"{solver.budget:,} nodes for a move were not enough; see --nodes."
        raise click.ClickException(
            f"Not solved for points: {why}{_so_far(game, margins)}"
        ) from None
    except KeyboardInterrupt:
        click.echo(f"noughts: Stopped.{_so_far(game, margins)}", err=True)
        sys.exit(INTERRUPTED)
    best = max(margins.values(), default=Margin(game.margin(position)))
    if as_json:
        click.echo(to_line(points_answer(question, best, margins)))
    else:
        click.echo(points_report(question, best, margins))


def _so_far(game: Game[Any], margins: Mapping[int, Margin]) -> str:
    """One more sentence with the moves whose margins are known."""
    known = ", ".join(f"{game.name(move)} {margin}" for move, margin in by_margin(margins))
    return f" Known so far: {known}." if known else ""


def _explanation(question: Question, solver: ExactSolver[Any], why: bool) -> "Explanation | None":
    if not why:
        return None
    from noughts.analysis.explain.explainer import explain

    return explain(*question, solver)


def _answer_to(analysis: Analysis, explanation: "Explanation | None") -> "Json":
    from noughts.answers.analyses import analysis_answer
    from noughts.answers.explanations import with_reasons

    answer = analysis_answer(analysis)
    return with_reasons(answer, analysis, explanation) if explanation else answer


def _answer(solver: ExactSolver[Any], request: Request, question: Question) -> "Json":
    with solver.shared_limit():
        analysis = analysis_of(*question, solver, whole_line=request.whole_line)
        return _answer_to(analysis, _explanation(question, solver, request.why))


def _print_answers(game: Game[Any], answer: "Callable[[Question], Json]") -> None:
    """Answer each line of standard input immediately, for a program that waits for it."""
    from noughts.answers.analyses import to_line
    from noughts.terminal.support.batch import answers

    bad = 0
    for line in answers(game, _standard_input("--batch"), answer):
        click.echo(to_line(line))
        bad += "error" in line
    if bad:
        lines = "1 line has" if bad == 1 else f"{bad:,} lines have"
        raise click.ClickException(f"{lines} no answer; their objects have the reasons.")


def _print_scores(solver: ExactSolver[Any], every_move: bool) -> None:
    """Answer standard input with scores; errors of lines go to standard error."""
    from noughts.terminal.support.pons_filter import Filter

    def complain(number: int, message: str) -> None:
        click.echo(f"noughts: line {number}: {message}", err=True)

    answering = Filter(solver, every_move, complain)
    for lines in answering.answers(_standard_input("--scores")):
        click.echo(lines, nl=False)


def _standard_input(option: str) -> BinaryIO:
    if sys.__stdin__ is None:  # an empty stream replaces it
        raise click.ClickException(f"Standard input is closed; {option} reads its positions there.")
    return sys.stdin.buffer


def _refuse_with_batch(asked: Asked, side: str | None, option: str) -> None:
    given = {"--moves": asked.moves, "--position": asked.position, "--side": side}
    if extra := [name for name, value in given.items() if value is not None]:
        raise click.UsageError(
            f"{option} reads its positions from standard input: leave out {' and '.join(extra)}."
        )
