"""`noughts known`: results from the literature, and their verification."""

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
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
@opt.flag_option("--markdown", "Write the page docs/known.md.")
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
        click.echo(
            to_line({"schema": SCHEMA, "results": list(map(result_answer, results))})
            if as_json
            else listed(results)
        )
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
            write_document(known_page(verified, seconds))
        else:
            click.echo(summary(verified))
    if any(each.verdict == Reproduction.CONTRADICTED for each in verified):
        sys.exit(FAILED)


def chosen(names: Sequence[str]) -> list[KnownResult]:
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
    for result in results:
        with watching(result.game) as watch:
            verification = check(result, progress=watch)
        yield verification


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
    counts = [
        (sum(each.verdict == verdict for each in verified), verdict) for verdict in Reproduction
    ]
    return ", ".join(f"{count} {verdict}" for count, verdict in counts if count) or "nothing done"


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


# The page docs/known.md.

HEAD = """\
# What is known, and reproduced

Results of the literature about the games of noughts, each computed again here. This command wrote the
page,

```console
noughts known --verify --seconds {within} --markdown > docs/known.md
```

except the rows of Connect Four, Qubic and `mnk:10,4,4`, which are from separate runs: Qubic with `--seconds 1500`;
`connectfour:10,4` and `7,7` with 3600; `5,11`, `8,6`, `9,5` and `6,9` with `--memory 4096 --seconds 3600`; `4,11` to `5,10`
with `--memory 1536 --seconds 300`; the others with `--seconds 300`. The row of `11,4` is older, from a command that started
again with twice the nodes until it had the value, beside three other programs. You can check every row by
itself: `noughts known --verify mnk:5,5,4`. The outcome is for the first player under best play by both
sides; "only by" lists all first moves that keep it.

How each result is checked:

- **values**: by exact search or retrograde analysis, plies included.
- **proof numbers**: by depth-first proof-number search (`src/noughts/search/proof.py`), as two
  questions: does the first player win, or at least draw? They do not say in how many plies. The search
  uses forced answers to threats, pairings that hold a draw, and the symmetries of the board
  (`src/noughts/knowledge/`). It proves a draw from both sides, without the strategy-stealing argument.
  All proofs are about the game itself, in which the second player's lines count, not about the weak
  Maker-Breaker game.
- **attack**: also by proof numbers, but only for a win. If a player would win by threats
  after a pass by the opponent, the search visits only the replies that spoil these threats
  (`src/noughts/search/attack.py`); all others lose to them.
- **pairing**: by pairs of cells on the empty board, one within each line, without any search.

In misère Connect Four a line loses. A player who always plays on top of the other gets every second cell of
each column, and for each line of his own the other has one below it (`misere_bounds` in `src/noughts/knowledge/connectfour.py`). So
`noughts prove` settles in two nodes any size up to 13×13 that is at least as wide as a line of four is long: the second player
wins, unless both sides are odd; then the first does. (Steele and Larremore 2025 have strategies for all sizes.) An
independent program found the same on 18 sizes with lines of three, four and five.
`noughts strategy connectfour:7,6,misere --for second --follow` is a proof in 219 bytes.

11,4,4 is won as 9,4,4 and 10,4,4 are: `noughts prove mnk:11,4,4 --attack --seconds 900 --memory 2048` took 225 million nodes.

On 11×4 the second player wins by the last mark, as on 8×4 to 10×4. In addition, 16 processors of another machine found in 125
seconds and 7.2 billion nodes that no loss is faster: `exceeds(game.start(), -9_999_958)` of `solver_for(game,
memory=65536, threads=16)` is True. The rows of 5×12, 6×10 and 7×8 are from two questions each: with `memory=8192` the score of 5×12
exceeds -1 and does not exceed 0; with `memory=12288, threads=2` the score of 6×10 does not exceed -1 and exceeds -9_999_942 (51 minutes), and the
score of 7×8 exceeds 0 and does not exceed 9_999_945 (26 minutes). 4×14 and 4×15 are draws; we know no source. They took 0.8 and 1.3 billion
nodes, 60 and 150 seconds of the processor, with `memory=2048`.

8×7 is won within 53 plies: with `memory=65536, threads=16` the other machine found in 446 seconds and 20 billion
nodes that its score exceeds 0, and in 30 seconds more that it exceeds 9_999_946. Excluding faster wins would take more than the
346 seconds and 16 billion nodes that were left.

Qango (Klaus Burmester; 6×6 and 7×7) is won by three marks in an area of one colour, four in a square, or five in a row. It is a
line game, so it is data: [examples/qango6.json](../examples/qango6.json), [examples/qango7.json](../examples/qango7.json). The first player
wins both in 11, says `noughts analyse lines:examples/qango6.json`; an independent program that tries every move
found the same, and no faster win.
`noughts strategy lines:examples/qango6.json --threats 3000 --budget 3000 -o FILE` is a proof in two positions and 570 bytes, of 7×7 in
two positions and 763 bytes; all three checkers go through them.

The node counts of proofs do not depend on the machine, and node counts of values hardly do: a search
that is compiled earlier restarts earlier. The seconds do. They were measured on one of {cores} cores while
other programs were running, and include compilation; they give only the order of magnitude.
"""  # noqa: E501  # the lines are those of the page


def known_page(verified: Sequence[Verification], within: float) -> str:
    done = [each for each in verified if each.verdict == Reproduction.REPRODUCED]
    waiting = [each for each in verified if each.verdict != Reproduction.REPRODUCED]
    head = HEAD.format(cores=os.cpu_count(), within=f"{within:g}")
    parts = [head, "\n".join(_rows(done)) + "\n"]
    if waiting:
        parts.append("## Not reproduced yet\n\n" + "".join(map(_waiting, waiting)))
    return "\n".join(parts)


def claim(result: KnownResult) -> str:
    """The claim of a result, in words.

    >>> from noughts.solving.known import RESULTS
    >>> claim(RESULTS[0])
    'win in 3'
    """
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
