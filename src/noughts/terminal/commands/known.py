"""`noughts known`: results from the literature, and their verification."""

import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from shutil import get_terminal_size
from typing import Any

import click

from noughts.answers.encoder import SCHEMA, Json, to_line
from noughts.errors import GameError
from noughts.games.registry import find_game, spec_of
from noughts.solving.known import RESULTS, KnownResult, Method
from noughts.solving.verify import Reproduction, Verification, verify_result
from noughts.terminal import FAILED
from noughts.terminal.support import options as opt
from noughts.terminal.support.progress import watching
from noughts.terminal.support.streams import table, write_document
from noughts.value import OUTCOME_NAMES


@click.command()
@click.argument("names", nargs=-1, metavar="[GAME …]")
@opt.flag_option("--verify again", "Compute the results again.")
@opt.seconds_option("Time limit per result.", 60)
@opt.memory_option
@opt.search_threads_option
@opt.flag_option("--markdown", "Write the results in Markdown, as in docs/known.md.")
@opt.json_option
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
        told = {"schema": SCHEMA, "results": list(map(result_answer, results))}
        click.echo(to_line(told) if as_json else listed(results))
        return
    verified: list[Verification] = []
    try:
        for result in results:
            with watching(result.game) as watch:
                verified.append(verify_result(result, seconds=seconds, progress=watch, **search))
            if not (as_json or markdown):
                click.echo(row(verified[-1]))
    finally:  # also after Ctrl-C
        if as_json:
            click.echo(to_line(verified_answer(verified)))
        elif markdown:
            write_document(known_results(verified))
        else:
            click.echo(summary(verified))
    if any(each.verdict == Reproduction.CONTRADICTED for each in verified):
        sys.exit(FAILED)


def chosen(names: Sequence[str]) -> list[KnownResult]:
    """The results about these games; all results if none is named."""
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


NARROW = "A wider terminal shows the sources, too."


def listed(results: Sequence[KnownResult]) -> str:
    head = ["game", "for the first player", "checked by", "source"]
    rows = [[each.game, claim(each), str(each.method), each.source] for each in results]
    whole = table([head, *rows], left=(0, 1, 2, 3))
    if not sys.stdout.isatty() or max(map(len, whole.splitlines())) <= get_terminal_size().columns:
        return whole
    return f"{table([row[:3] for row in [head, *rows]], left=(0, 1, 2))}\n{NARROW}"


def row(verification: Verification) -> str:
    result = verification.result
    text = f"{verification.verdict:12}  {result.game:22}  {claim(result)}"
    if verification.verdict != Reproduction.NOT_TRIED:
        text += f"  ({verification.nodes:,} nodes, {verification.seconds:.1f} s)"
    return f"{text}: {verification.found}" if verification.found else text


def summary(verified: Sequence[Verification]) -> str:
    counts = Counter(each.verdict for each in verified)
    some = (f"{counts[verdict]} {verdict}" for verdict in Reproduction if counts[verdict])
    return ", ".join(some) or "nothing done"


def verified_answer(verified: Iterable[Verification]) -> Json:
    rows = [
        result_answer(each.result)
        | {"verdict": str(each.verdict), "found": each.found, "nodes": each.nodes}
        | {"seconds": round(each.seconds, 3)}
        for each in verified
    ]
    return {"schema": SCHEMA, "results": rows}


def result_answer(result: KnownResult) -> Json:
    return {
        "game": result.game,
        "outcome": OUTCOME_NAMES[result.outcome],
        "plies": result.plies,
        "openings": list(result.openings),
        "method": None if result.method == Method.NOT_YET else str(result.method),
        "source": result.source,
        "note": result.note,
    }


def known_results(verified: Sequence[Verification]) -> str:
    """The results of the page docs/known.md."""
    done = [each for each in verified if each.verdict == Reproduction.REPRODUCED]
    waiting = [each for each in verified if each.verdict != Reproduction.REPRODUCED]
    parts = ["\n".join(_rows(done)) + "\n"]
    if waiting:
        parts.append("## Not reproduced yet\n\n" + "".join(map(_waiting, waiting)))
    return "\n".join(parts)


def claim(result: KnownResult) -> str:
    text = OUTCOME_NAMES[result.outcome]
    if result.plies and result.outcome:
        text += f" in {result.plies}"
    return f"{text}, only by {', '.join(result.openings)}" if result.openings else text


def _rows(done: Iterable[Verification]) -> list[str]:
    rows = ["| game | outcome | by | nodes | seconds | source |", "|---|---|---|--:|--:|---|"]
    for each in done:
        result = each.result
        source = "; ".join(filter(None, (result.source, result.note)))
        cells = [
            f"`{result.game}`", claim(result), str(result.method), f"{each.nodes:,}",
            f"{each.seconds:.1f}", source,
        ]  # fmt: skip
        rows.append(f"| {' | '.join(cells)} |")
    return rows


def _waiting(verification: Verification) -> str:
    result = verification.result
    why = "out of reach so far" if result.method == Method.NOT_YET else verification.found
    notes = "; ".join(filter(None, (result.source, result.note, why)))
    return f"- `{result.game}`, {claim(result)}: {notes}\n"
