"""`noughts known`: results from the literature, and their verification."""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from shutil import get_terminal_size
from typing import Any

import click

from noughts.answers.analyses import SCHEMA, Json, to_line
from noughts.errors import GameError
from noughts.games.registry import find_game, spec_of
from noughts.solving.known import RESULTS, KnownResult, Method
from noughts.solving.verify import Reproduction, Verification, verify_result
from noughts.terminal.output.columns import table
from noughts.terminal.output.known_page import claim, page
from noughts.terminal.support.exit_codes import FAILED
from noughts.terminal.support.options import (
    Amount,
    json_option,
    memory_option,
    search_threads_option,
)
from noughts.terminal.support.proof_progress import watching
from noughts.terminal.support.streams import write_document
from noughts.value import OUTCOME_NAMES

WITHIN = 60


@click.command()
@click.argument("names", nargs=-1, metavar="[GAME …]")
@click.option("--verify", "again", is_flag=True, help="Compute the results again.")
@click.option(
    "--seconds",
    type=Amount(),
    default=WITHIN,
    show_default=True,
    metavar="S",
    help="Time limit per result.",
)
@memory_option
@search_threads_option
@click.option("--markdown", is_flag=True, help="Write the page docs/known.md.")
@json_option
def known(
    names: tuple[str, ...],
    again: bool,
    seconds: float,
    markdown: bool,
    as_json: bool,
    **search: Any,
) -> None:
    """List results from the literature; with --verify, compute them again.

    GAME is a name like hex, for all its results, or a name with parameters. If a result is
    contradicted, the exit code is 1; a result that takes too long is undecided.

    \b
      noughts known
      noughts known --verify mnk:6,5,4 hex --seconds 30
      noughts known --verify connectfour:8,6 --threads 2 --memory 4096 --seconds 900
      noughts known --verify --json
    """  # noqa: D301  # click wants the backspace itself
    results = chosen(names)
    if not again:
        click.echo(to_line(answer(results)) if as_json else listed(results))
        return
    verified: list[Verification] = []
    try:
        for verification in each_verified(
            results, partial(verify_result, seconds=seconds, **search)
        ):
            verified.append(verification)
            if not (as_json or markdown):
                click.echo(row(verification))
    finally:  # also after Ctrl-C
        if as_json:
            click.echo(to_line(verified_answer(verified)))
        elif markdown:
            write_document(page(verified, seconds))
        else:
            click.echo(summary(verified))
    if any(each.verdict == Reproduction.CONTRADICTED for each in verified):
        sys.exit(FAILED)


def chosen(names: Sequence[str]) -> list[KnownResult]:
    """The results about these games; all results if none is named.

    Raises:
        GameError: there is no such game.
        click.BadParameter: there is no result about it.
    """
    wanted: list[KnownResult] = []
    for name in names:
        about = [result for result in RESULTS if is_about(result, name)]
        if not about:
            raise click.BadParameter(
                f"no result about {name} is listed; noughts known lists all results."
            )
        wanted += about
    return list(dict.fromkeys(wanted)) if names else list(RESULTS)


def is_about(result: KnownResult, name: str) -> bool:
    """Whether the result is about this game, with these parameters if the name has any.

    >>> [result.game for result in RESULTS if is_about(result, "chomp")]
    ['chomp:4,3', 'chomp:5,3', 'chomp:5,4']
    """
    named = find_game(name)
    if ":" not in name and result.game.partition(":")[0] == spec_of(named).partition(":")[0]:
        return True
    with suppress(GameError):  # some results are about boards that are too large for noughts
        return find_game(result.game) == named
    return False


def each_verified(
    results: Iterable[KnownResult], check: Callable[..., Verification]
) -> Iterator[Verification]:
    """The results computed again, one by one."""
    for result in results:
        with watching(result.game) as watch:
            verification = check(result, progress=watch)
        yield verification


NARROW = "A wider terminal shows the sources, too."


def listed(results: Sequence[KnownResult]) -> str:
    """The results as a table, with the sources if the terminal is wide enough."""
    head = ["game", "for the first player", "checked by", "source"]
    rows = [[each.game, claim(each), str(each.method), each.source] for each in results]
    whole = table([head, *rows], left=(0, 1, 2, 3))
    if not sys.stdout.isatty() or max(map(len, whole.splitlines())) <= get_terminal_size().columns:
        return whole
    return f"{table([row[:3] for row in [head, *rows]], left=(0, 1, 2))}\n{NARROW}"


def row(verification: Verification) -> str:
    """The line of one verified result."""
    result = verification.result
    text = f"{verification.verdict:12}  {result.game:22}  {claim(result)}"
    if verification.verdict != Reproduction.NOT_TRIED:
        text += f"  ({verification.nodes:,} nodes, {verification.seconds:.1f} s)"
    return f"{text}: {verification.found}" if verification.found else text


def summary(verified: Sequence[Verification]) -> str:
    """The number of results per verdict."""
    counts = [
        (sum(each.verdict == verdict for each in verified), verdict) for verdict in Reproduction
    ]
    return ", ".join(f"{count} {verdict}" for count, verdict in counts if count) or "nothing done"


def answer(results: Iterable[KnownResult]) -> Json:
    """The JSON answer of `noughts known`."""
    return {"schema": SCHEMA, "results": [result_answer(result) for result in results]}


def verified_answer(verified: Iterable[Verification]) -> Json:
    """The JSON answer of `noughts known --verify`."""
    return {
        "schema": SCHEMA,
        "results": [
            {
                **result_answer(each.result),
                "verdict": str(each.verdict),
                "found": each.found,
                "nodes": each.nodes,
                "seconds": round(each.seconds, 3),
            }
            for each in verified
        ],
    }


def result_answer(result: KnownResult) -> Json:
    """A result as JSON."""
    return {
        "game": result.game,
        "outcome": OUTCOME_NAMES[result.outcome],
        "plies": result.plies,
        "openings": list(result.openings),
        "method": None if result.method == Method.NOT_YET else str(result.method),
        "source": result.source,
        "note": result.note,
    }
