"""The page docs/known.md: results of the literature, and the cost of reproducing them."""

import os
from collections.abc import Iterable, Sequence

from noughts.solving.known import KnownResult, Method
from noughts.solving.verify import Reproduction, Verification
from noughts.value import OUTCOME_NAMES

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

WAITING = """\
## Not reproduced yet

"""


def page(verified: Sequence[Verification], within: float) -> str:
    """The page about these results."""
    done = [each for each in verified if each.verdict == Reproduction.REPRODUCED]
    waiting = [each for each in verified if each.verdict != Reproduction.REPRODUCED]
    head = HEAD.format(cores=os.cpu_count(), within=f"{within:g}")
    parts = [head, "\n".join(_rows(done)) + "\n"]
    if waiting:
        parts.append(WAITING + "".join(map(_waiting, waiting)))
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
    """A line about a result that was not reproduced."""
    result = verification.result
    why = "out of reach so far" if result.method == Method.NOT_YET else verification.found
    notes = "; ".join(filter(None, (result.source, result.note, why)))
    return f"- `{result.game}`, {claim(result)}: {notes}\n"
