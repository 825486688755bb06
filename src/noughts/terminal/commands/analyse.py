"""`noughts analyse`, `noughts explain` and `noughts prove`: questions about a position."""

import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

import click

from noughts.answers import encoder
from noughts.answers.question import Question, ask_line
from noughts.errors import NoughtsError, SearchStopped, many
from noughts.game import Game
from noughts.games.registry import spec_of
from noughts.native.clock import CLOCK
from noughts.solving.api import solver_for
from noughts.solving.driver import Progress
from noughts.solving.margins import MarginSolver, by_margin
from noughts.solving.solver import ExactSolver
from noughts.terminal import INTERRUPTED
from noughts.terminal.support import options as opt
from noughts.terminal.support.progress import search_bar, watching
from noughts.terminal.support.streams import Ink, seconds_left, wants_colour, wrapped
from noughts.value import DRAW, LOSS, OPEN, OUTCOME_NAMES, WIN, Margin

if TYPE_CHECKING:
    from noughts.analysis.analyse import Analysis
    from noughts.analysis.explain.text import Explanation

# Longer lines of a batch are cut: no position has this many bytes.
LONGEST_LINE = 1_000
# Usual names of columns. A first line with one of them names the columns of a table.
COLUMNS = {"board", "position", "state", "moves", "fen", "class", "label", "value", "id"}
# The sentence for a proof, by the lowest and the highest possible outcome.
SENTENCES = {
    (WIN, WIN): "{} wins.",
    (LOSS, LOSS): "{} loses.",
    (DRAW, DRAW): "A draw.",
    (DRAW, WIN): "{} at least draws; a win is still possible.",
    (LOSS, DRAW): "{} does not win; a draw is still possible.",
    (LOSS, WIN): "Not solved.",
}


@click.command()
@opt.about_a_position
@opt.flag_option("--batch", "Answer every line of standard input, in JSON.")
@opt.flag_option("--why", "Also explain every move in words.")
@opt.flag_option("--points", "Solve a game that counts points for the best margin.")
@opt.flag_option("--line whole_line", "Follow the best play to its end, however long that takes.")
@opt.number_option(
    "--nodes",
    "Search at most N nodes per position; beyond that, give only bounds. [default: "
    f"{opt.NODES_COMPILED:,}; {opt.NODES_INTERPRETED:,} without Numba; any number with --seconds]",
)
@opt.seconds_option("Search at most S seconds per position, all its moves included.")
@opt.search_threads_option
@opt.memory_option
@opt.file_option(
    "--tablebase",
    "Look values up in a tablebase that noughts solve wrote, instead of searching.",
    "DIR",
    opt.FOLDER,
)
@opt.choice_option(
    "--scores", ["pons"], "Answer lines of column digits as Pascal Pons's Connect Four solver does."
)
@opt.flag_option("-a every_move", "With --scores: score every move.")
def analyse(
    asked: opt.Asked, batch: bool, points: bool, scores: str | None, every_move: bool, **wanted: Any
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
        _refuse_with_batch(asked, "--scores" if scores else "--batch")
    request = Request(**wanted)
    if scores:
        _print_scores(request.solver(asked.game), every_move)
    elif batch:
        # Answer each line of standard input immediately, for a program that waits for it.
        answer = partial(_answer, request.solver(asked.game), request)
        bad = 0
        for line in batch_answers(asked.game, _standard_input("--batch"), answer):
            click.echo(encoder.to_line(line))
            bad += "error" in line and "header" not in line
        if bad:
            lines = many(bad, "line has", "lines have")
            raise click.ClickException(f"{lines} no answer; their objects have the reasons.")
    else:
        question = asked.question
        if request.seconds is not None:
            request = request._replace(seconds=seconds_left(request.seconds))
        (_print_points if points else _print_one)(question, asked.as_json, request)


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
        return opt.default_nodes() if self.nodes is None and self.seconds is None else self.nodes

    def solver(self, game: Game[Any], progress: "Progress | None" = None) -> "ExactSolver[Any]":
        limits: dict[str, Any] = {"seconds": self.seconds, "threads": self.threads}
        limits |= {"memory": self.memory, "progress": progress}
        if self.tablebase:
            from noughts.tablebase.probe import opened

            return opened(self.tablebase, game, budget=self.budget, **limits)
        return solver_for(game, self.budget, **limits)


def _print_one(question: Question, as_json: bool, request: Request) -> None:
    from noughts.analysis.analyse import Inquiry
    from noughts.terminal.output.analysis import analysis_report

    with search_bar() as progress:
        solver = request.solver(question.game, progress)
        inquiry = Inquiry(*question, solver, request.whole_line)
        interrupted, explanation = False, None
        try:
            with solver.shared_limit():
                with suppress(SearchStopped):
                    inquiry.ask()
                explanation = _explanation(question, solver, request.why)
        except KeyboardInterrupt:
            interrupted = True
        analysis = inquiry.analysis(look=not interrupted)
    origin = _origin(solver, request)
    if as_json:
        click.echo(encoder.to_line(_answer_to(analysis, explanation) | origin))
    else:
        ink = Ink(wants_colour(os.environ))
        click.echo(analysis_report(analysis, explanation, ink), color=ink.colour)
        for table in origin.values():
            about = f"{table['folder']}: {table['game']}, rules {table['rules'][:12]}"
            click.echo(f"\nFrom the tablebase {about}.")
    if interrupted:
        sys.exit(INTERRUPTED)


def _origin(solver: Any, request: Request) -> encoder.Json:
    """The tablebase that an answer rests on: its folder, its game, and the digest of the rules."""
    if not request.tablebase:
        return {}
    made = solver.manifest
    origin = {"folder": str(request.tablebase), "game": made.game, "rules": made.rules}
    return {"tablebase": origin}


def _explanation(
    question: Question, solver: "ExactSolver[Any] | MarginSolver[Any]", why: bool
) -> "Explanation | None":
    if not why:
        return None
    from noughts.analysis.explain.explainer import explainer_for

    game, *spot = question
    return explainer_for(game, solver).explain(*spot, lines=False)


def _answer_to(analysis: "Analysis", explanation: "Explanation | None") -> encoder.Json:
    answer = encoder.analysis_answer(analysis)
    return encoder.with_reasons(answer, analysis, explanation) if explanation else answer


def _print_points(question: Question, as_json: bool, request: Request) -> None:
    from noughts.terminal.output.analysis import points_report

    game, position, _ = question
    solver = MarginSolver(game, request.budget, request.seconds, request.memory)
    margins: dict[int, Margin] = {}
    try:
        margins.update(solver.margins_so_far(position))
    except SearchStopped as error:
        reason = str(error) or f"{solver.budget:,} nodes for a move were not enough; see --nodes."
        raise click.ClickException(
            f"Not solved for points: {reason}{_so_far(game, margins)}"
        ) from None
    except KeyboardInterrupt:
        click.echo(f"noughts: Stopped.{_so_far(game, margins)}", err=True)
        sys.exit(INTERRUPTED)
    best = max(margins.values(), default=Margin(game.margin(position)))
    why = _explanation(question, solver, request.why)
    if as_json:
        click.echo(encoder.to_line(encoder.points_answer(question, best, margins, why)))
    else:
        click.echo(points_report(question, best, margins, why))


def _so_far(game: Game[Any], margins: Mapping[int, Margin]) -> str:
    known = ", ".join(f"{game.name(move)} {margin}" for move, margin in by_margin(margins))
    return f" Known so far: {known}." if known else ""


# A batch: one position per line of standard input, one JSON object per line of output.


def _answer(solver: "ExactSolver[Any]", request: Request, question: Question) -> encoder.Json:
    from noughts.analysis.analyse import analyse as analysis_of

    with solver.shared_limit():
        analysis = analysis_of(*question, solver, whole_line=request.whole_line)
        return _answer_to(analysis, _explanation(question, solver, request.why))


def batch_answers(
    game: Game[Any], source: BinaryIO, answer: Callable[[Question], encoder.Json]
) -> Iterator[encoder.Json]:
    for number, line in enumerate(lines(source), start=1):
        try:
            yield answer(ask_line(game, line))
        except NoughtsError as error:
            told = {"schema": encoder.SCHEMA, "line": number, "input": line, "error": str(error)}
            yield told | (_header(line) if number == 1 else {})


def _header(line: str) -> encoder.Json:
    """The additions to the answer on a line with the names of columns; it is no mistake."""
    names = [name.strip(' "') for name in re.split("[,;\t]", line.lower())]
    if not all(map(str.isidentifier, names)) or not COLUMNS & {*names}:
        return {}
    return {"header": True, "error": "These are names of columns, not a position."}


def lines(source: BinaryIO) -> Iterator[str]:
    r"""The lines without their ends; bytes that are not UTF-8 become U+FFFD.

    A line that is too long is cut and gets an ellipsis, so that it cannot be read as a position.
    """
    encoding = "utf-8-sig"  # only the first line may begin with a byte order mark
    while line := source.readline(LONGEST_LINE):
        text = line.decode(encoding, errors="replace").rstrip("\r\n")
        yield f"{text}…" if _skip_rest(source, line) else text
        encoding = "utf-8"


def _skip_rest(source: BinaryIO, line: bytes) -> bool:
    """Skip the rest of a line that was read in part; return whether there was one."""
    cut = False
    while len(line) == LONGEST_LINE and not line.endswith(b"\n"):
        line = source.readline(LONGEST_LINE)
        cut = True
    return cut


def _print_scores(solver: "ExactSolver[Any]", every_move: bool) -> None:
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


def _refuse_with_batch(asked: opt.Asked, option: str) -> None:
    names = ("moves", "position", "first", "side")
    if extra := [f"--{name}" for name in names if getattr(asked, name) is not None]:
        raise click.UsageError(
            f"{option} reads its positions from standard input: leave out {' and '.join(extra)}."
        )


@click.command()
@opt.about_a_position
@opt.flag_option("--long in_long", "Several sentences per move instead of one.")
@opt.flag_option("--points", "Explain the points that moves win or lose, in games that count them.")
@opt.nodes_option("Search at most N nodes per position; beyond that, explain by the rules alone.")
def explain(asked: opt.Asked, in_long: bool, points: bool, nodes: int) -> None:
    """Explain every move in words: what it does, its value, and why; best first.

    GAME is tictactoe, or mnk:4,4,3 for three in a row on four columns and four rows.
    Without --moves and --position, explain the start.

    \b
      noughts explain --moves "b2 a1"
      noughts explain --position "3/1x1/3 o" --long
      noughts explain mnk:3,3,3,misere --json
    """  # noqa: D301  # click wants the backspace itself
    from noughts.analysis.explain.explainer import explain as explanation_of
    from noughts.analysis.explain.text import explanation_lines

    solver = MarginSolver(asked.game, nodes) if points else solver_for(asked.game, nodes)
    explanation = explanation_of(*asked.question, solver)
    if asked.as_json:
        click.echo(encoder.to_line(encoder.explanation_answer(explanation)))
    else:
        between = "\n\n" if in_long else "\n"
        click.echo(between.join(map(wrapped, explanation_lines(explanation, in_long))))


@click.command()
@opt.about_a_position
@opt.seconds_option("Time limit in seconds.", 60.0)
@opt.memory_option
@opt.flag_option(
    "--attack", "Search for wins by threats that leave few replies: for line games on large boards."
)
def prove(asked: opt.Asked, seconds: float, memory: int, attack: bool) -> None:
    """Prove who wins from a position, or that it is a draw, but not in how many plies.

    Solves larger boards than analyse, which also finds the plies. Two questions share the time:
    does the player to move win, and if not, is it at least a draw? If time runs out, the answer
    is what is proved so far.

    \b
      noughts prove mnk:6,6,4
      noughts prove mnk:5,5,4 --moves "c3 b2" --seconds 10
      noughts prove hex:4 --moves a1 --json
      noughts prove qubic --attack --seconds 3600 --memory 512
    """  # noqa: D301  # click wants the backspace itself
    question, bounds, nodes, taken = asked.question, None, 0, 0.0
    outcome = asked.game.outcome(question.position)
    if outcome == OPEN:
        from noughts.solving.prover import Prover

        begun = CLOCK.time()
        with watching(spec_of(asked.game)) as watch:
            prover: Prover[Any] = Prover(asked.game, memory, attack, watch, with_solver=not attack)
            bounds = prover.bounds(question.position, seconds=seconds_left(seconds))
        nodes, taken = prover.nodes, CLOCK.time() - begun
    least, most = bounds or (outcome, outcome)
    if asked.as_json:
        proved = {"at_least": OUTCOME_NAMES[least], "at_most": OUTCOME_NAMES[most]}
        cost = {"nodes": nodes, "seconds": round(taken, 3)}
        click.echo(encoder.to_line(encoder.position_answer(question) | proved | cost))
    else:
        sentence = SENTENCES[least, most].format(f"{asked.game.marks[question.turn]}, to move,")
        click.echo(f"{sentence} ({nodes:,} nodes, {taken:.1f} s)")
