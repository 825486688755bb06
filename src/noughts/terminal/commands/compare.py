"""`noughts compare` and `noughts watch`: the algorithms side by side on one position."""

import re
from contextlib import suppress
from pathlib import Path
from typing import Any

import click

from noughts.analysis.compare import BUDGET, Comparison, scores_of
from noughts.analysis.compare import compare as comparison_of
from noughts.answers.encoder import comparison_answer, scores_answer, to_line, watch_answer
from noughts.answers.question import Question
from noughts.errors import SearchStopped, many
from noughts.games.registry import spec_of
from noughts.search.root import SearchResult
from noughts.terminal.commands.play import full_screen_possible
from noughts.terminal.output.analysis import ending
from noughts.terminal.support import options as opt
from noughts.terminal.support.streams import on_terminal, table, write_answer, write_document
from noughts.value import OPEN, Scoring

HEAD = ["algorithm", "nodes", "interpreted", "compiled", "faster", "value", "move"]
LEFT = (0, 5, 6)
MISSING = "–"
# As in `noughts.analysis.record_search`, which only `noughts watch` needs.
WATCHED, MOST_NODES = ("minimax", "alphabeta", "alphabeta-table", "pns"), 2_000


class ScoringType(click.ParamType):  # type: ignore[type-arg]  # generic since Click 8.4 only
    """A convention of scores: `100 - depth`, or `1`."""

    name = "scores"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if isinstance(value, Scoring):
            return value
        found = re.fullmatch(r"\s*([1-9]\d{0,5})\s*(-\s*depth)?\s*", value)
        if not found:
            self.fail(
                f"{value!r} is not a convention of scores: write '10 - depth', or 1.", param, ctx
            )
        return Scoring(int(found[1]), 1 if found[2] else 0)


@click.command()
@opt.about_a_position
@opt.number_option("--depth", "Search only N plies deep.")
@opt.number_option("--nodes", f"Node limit of each algorithm. [default: {BUDGET:,}]", BUDGET,
               show_default=False)  # fmt: skip
@click.option("--scores", "scoring", type=ScoringType(), metavar="'N - depth'",
              help="Also show the moves of each score: N - depth for a win.")  # fmt: skip
def compare(asked: opt.Asked, depth: int | None, nodes: int, scoring: Scoring | None) -> None:
    """Run every algorithm on a position: nodes, times, value and chosen move.

    GAME is tictactoe, or mnk:4,4,3 for three in a row on four columns and four rows.
    Every algorithm runs as plain Python and compiled; compile time is not counted.

    \b
      noughts compare
      noughts compare --moves "b2 a1" --json
      noughts compare mnk:4,4,4 --depth 4
      noughts compare --moves "b2 a1" --scores "100 - depth"
    """  # noqa: D301  # click wants the backspace itself
    question = asked.question
    over = asked.game.outcome(question.position) != OPEN
    found = None  # before the table: a convention that does not fit the game is an error
    if scoring and not over:
        with suppress(SearchStopped):  # the table shows this for negamax
            found = scores_of(asked.game, question.position, scoring, depth, nodes)
    rows = [] if over else comparison_of(asked.game, question.position, depth, nodes)
    if asked.as_json:
        answer = comparison_answer(question, depth, rows)
        click.echo(to_line(answer | scores_answer(asked.game, found) if found else answer))
    elif over:
        click.echo(f"{ending(question)} There is nothing left to compare.")
    else:
        click.echo(_report(question, depth, rows))
        if found:
            click.echo(f"\n{_moves_by_score(question, found)}")


def _report(question: Question, depth: int | None, rows: list[Comparison]) -> str:
    ahead = "" if depth is None else f", {many(depth, 'ply', 'plies')} ahead"
    head = f"{spec_of(question.game)}, {question.text}{ahead}"
    cells = [HEAD, *(_cells(question, row) for row in rows)]
    return "\n\n".join([head, table(cells, LEFT), *_notes(rows, depth)])


def _moves_by_score(question: Question, found: SearchResult) -> str:
    rows = [
        [f"{score}", " ".join(map(question.game.name, moves))]
        for score, moves in found.by_score.items()
    ]
    return table([["score", "moves"], *rows], (1,))


def _cells(question: Question, row: Comparison) -> list[str]:
    result = row.result
    times = [
        MISSING if seconds is None else f"{seconds * 1000:,.2f} ms"
        for seconds in (row.interpreted, row.compiled)
    ]
    if result is None:
        return [row.algorithm, MISSING, *times, _ratio(row), MISSING, MISSING]
    found = str(result.value or "unknown"), question.game.name(result.move)
    return [row.algorithm, f"{result.nodes:,}", *times, _ratio(row), *found]


def _ratio(row: Comparison) -> str:
    if row.interpreted is None or row.compiled is None:
        return MISSING
    ratio = row.interpreted / row.compiled
    return f"{ratio:,.0f}×" if ratio >= 10 else f"{ratio:.2g}×"


def _notes(rows: list[Comparison], depth: int | None) -> list[str]:
    names: dict[str, list[str]] = {}
    for row in rows:
        if row.note:
            names.setdefault(row.note, []).append(row.algorithm)
    notes = [
        f"{'all' if len(who) == len(rows) else ', '.join(who)}: {note}"
        for note, who in names.items()
    ]
    if any(row.result is None for row in rows):
        notes.append("Allow more with --nodes N, or search only N plies deep with --depth N.")
    if depth is not None:
        notes.append("exact searches to the end of the game, whatever the depth.")
    return ["\n".join(notes)] if notes else []


@click.command()
@opt.about_a_position
@click.option("--algorithms", metavar="NAMES",
              help="The searches to show, separated by commas. [default: all on a page, "
              "minimax,alphabeta on a terminal]")  # fmt: skip
@opt.number_option("--nodes", "Node limit of each search.", MOST_NODES)
@opt.file_option(
    "-o --output",
    "Write the page to FILE. [default: the full screen, or standard output in a pipe]",
)
def watch(asked: opt.Asked, algorithms: str | None, nodes: int, output: Path | None) -> None:
    """Step through searches of a position, side by side: on the terminal, or on an HTML page.

    The position must be small. On a terminal each search is a tree of text: the right arrow is a
    step, and scissors show where it cuts. The page, in a single file, shows each node with its
    bounds, too.

    \b
      noughts watch --moves "b2 a1 c3 a3"
      noughts watch --moves "b2 a1 c3 a3" -o page.html
      noughts watch nim:1,2,2 --algorithms minimax,alphabeta -o nim.html
      noughts watch --position "xxo/oox/x2 o" --algorithms alphabeta --json
    """  # noqa: D301  # click wants the backspace itself
    from noughts.analysis.record_search import record_search
    from noughts.pictures.search_page import page

    question = asked.question
    on_screen = not asked.as_json and output is None and full_screen_possible()
    usual = ",".join(WATCHED[: 2 if on_screen else None])
    names = dict.fromkeys(
        name.strip() for name in (usual if algorithms is None else algorithms).split(",")
    )
    if not asked.as_json and output is None and on_terminal() and not on_screen:
        raise click.UsageError("The page is long: write it to a file, with -o page.html.")
    records = [
        record_search(asked.game, question.position, name, turn=question.turn, most=nodes)
        for name in names
    ]
    if asked.as_json:
        click.echo(to_line(watch_answer(question, records)))
    if output is not None:
        write_answer(output, page(records))
    elif on_screen:
        from noughts.terminal.screen.watch import WatchApp

        WatchApp(records).run()
    elif not asked.as_json:
        write_document(page(records))
