"""`python -m benchmarks.levels [GAME ...]`: how strong the levels are in each game.

Every level meets every other, in 10,000 games a pair, half of them from each seat; in small games
the results are exact, and the perfect player takes part. Prints two rows of a game: the ratings;
and how many games `greedy` wins against the beginner's level, each level's score against the one
below, and by how much a score differs from what the ratings predict, at most; in percent, with
intervals. `docs/levels.md` has them. With `--calibrate` it finds how many mistakes the beginner's
level makes in each game, with `--scores` what levels of growing skill score against `greedy`, from
which `elo:N` is made; with `--write` it keeps what it finds where the package reads it.
"""

import json
import sys
from fractions import Fraction
from itertools import accumulate
from pathlib import Path
from typing import Any

import click

from benchmarks.report import Command
from noughts.games.registry import ENTRIES, find_game, spec_of
from noughts.players import measured as levels_measured
from noughts.players.arena import Meeting, Rules, arena, elo_of, score_against
from noughts.players.elo import Rating
from noughts.players.measure import has_few_positions
from noughts.players.measured import GREEDY, PARTS, SKILLS, expected, skill_style
from noughts.players.style import against_greedy

LEVELS = ("random", "greedy", "beginner", "easy", "medium", "hard")
# The players are compared with this one, whose rating is the same in every game.
ANCHOR = LEVELS.index("greedy")
# Beyond this many positions exact results take longer than games.
FEW = 10_000
# Games by which the beginner's level is made.
CALIBRATING = 4_000
FILE = Path(levels_measured.__file__).with_name("levels.json")

# Games whose levels are measured unless others are named: exactly, then by playing.
GAMES = (
    "tictactoe", "mnk:3,3,3,misere", "nim", "chomp:4,3", "connectfour", "connectfour:5,4,misere",
    "mnk:4,4,4", "notakto:2", "notakto:3", "morris", "morris:nodiagonals", "threemarks",
    "threemarks:blocking", "hex:4",
)  # fmt: skip


def calibrated(specs: tuple[str, ...]) -> dict[str, int]:
    """How many mistakes the beginner's level is to make in each game."""
    found = {}
    for spec in specs:
        game = find_game(spec)
        found[spec_of(game)] = ease = levels_measured.ease_of(game, CALIBRATING)
        click.echo(f"{spec_of(game):24} ease {ease}")
    return found


def calibrating() -> tuple[str, ...]:
    """The games of the house with their examples, and those that are measured."""
    listed = [spec for entry in ENTRIES.values() for spec in (entry.name, *entry.says("examples"))]
    return tuple(dict.fromkeys(spec_of(find_game(spec)) for spec in (*listed, *GAMES)))


def scored(spec: str, games: int) -> list[int]:
    """What levels of growing skill score against `greedy`, of 10,000; never less than the last."""
    found = [_points(spec, skill, games) if skill else PARTS // 2 for skill in SKILLS]
    return list(accumulate(found, max))


def _points(spec: str, skill: int, games: int) -> int:
    """The score of one such level: more than none, and less than all."""
    tally = against_greedy(find_game(spec), skill_style(skill), games)
    played = tally.first + tally.draws + tally.second
    return min(max(round(PARTS * (tally.first + tally.draws / 2) / played), 1), PARTS - 1)


def measured(spec: str, games: int) -> tuple[list[str], list[Meeting]]:
    """The levels, and the results of all pairs."""
    game = find_game(spec)
    few = not game.repeats and has_few_positions(game, FEW)
    names = [*LEVELS, *(["perfect"] if few else [])]
    return names, list(arena(Rules(game, games // 2), names))


def above_anchor(names: list[str], meetings: list[Meeting]) -> list[Rating]:
    """The ratings, with that of `greedy` as it is in every game."""
    rated = elo_of(len(names), meetings)
    shift = GREEDY - rated[ANCHOR].elo
    return [Rating(*(end + shift for end in rating)) for rating in rated]


def shown(spec: str, names: list[str], meetings: list[Meeting]) -> list[str]:
    """The rows of a game: ratings, scores against the level below, and how well they agree."""
    rated = above_anchor(names, meetings)
    elos = [f"{elo:.0f}" + _margin(elo - low, high - elo) for elo, low, high in rated]
    scores = [_score(meetings, who, who - 1) for who in range(3, len(names))]
    beaten = _greedy_beats(meetings, names.index("beginner"))
    return [
        " | ".join([f"`{spec}`", *elos]),
        " | ".join([f"`{spec}`", beaten, *scores, f"{_worst(rated, meetings):.1f}"]),
    ]


def _margin(below: float, above: float) -> str:
    return f" ±{max(below, above):.0f}" if below or above else ""


def _score(meetings: list[Meeting], who: int, other: int) -> str:
    score = score_against(meetings, who, other)
    if score.interval is None:
        return f"{float(100 * score.share):.1f}"
    low, high = score.interval
    return f"{float(100 * score.share):.1f} ({100 * low:.1f}–{100 * high:.1f})"


def _greedy_beats(meetings: list[Meeting], who: int) -> str:
    """The share of its games against the beginner's level that `greedy` wins."""
    won = [
        meeting._replace(result=meeting.result._replace(draw=Fraction(0)))
        for meeting in meetings
        if {meeting.first, meeting.second} == {ANCHOR, who}
    ]
    return _score(won, ANCHOR, who)


def _worst(rated: list[Rating], meetings: list[Meeting]) -> float:
    """By how many percent a score differs from what the ratings predict, at most."""
    pairs = {tuple(sorted((each.first, each.second))) for each in meetings}
    return max(
        100
        * abs(
            float(score_against(meetings, one, other).share)
            - expected(rated[one].elo, rated[other].elo)
        )
        for one, other in pairs
    )


def keep(spec: str, **what: Any) -> None:
    """Write what was measured of a game into the file."""
    told = json.loads(FILE.read_text())
    told[spec] = {**told.get(spec, {"ease": 0}), **what}
    lines = (f"{json.dumps(name)}: {json.dumps(each)}" for name, each in sorted(told.items()))
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n")


@click.command(cls=Command)
@click.option("--games", type=click.IntRange(min=2), default=10_000, help="Games of each pair.")
@click.option("--calibrate", is_flag=True, help="Make the beginner's level first.")
@click.option("--scores", is_flag=True, help="Measure scores against greedy, for elo:N.")
@click.option("--write", is_flag=True, help="Keep what is found.")
@click.argument("specs", nargs=-1, metavar="[GAME ...]")
def main(games: int, calibrate: bool, scores: bool, write: bool, specs: tuple[str, ...]) -> None:
    """Print how strong the levels are, by Elo ratings and by scores."""
    if calibrate:
        for spec, ease in calibrated(specs or calibrating()).items():
            if write:
                keep(spec, ease=ease)
        return
    for spec in specs or GAMES:
        if scores:
            found = scored(spec, games)
            click.echo(f"{spec:24} {found}")
            if write:
                keep(spec_of(find_game(spec)), scores=found)
            continue
        names, meetings = measured(spec, games)
        click.echo("\n".join(shown(spec, names, meetings)))
        if write:
            rated = above_anchor(names, meetings)
            keep(
                spec_of(find_game(spec)),
                elo={name: round(each.elo) for name, each in zip(names, rated, strict=True)},
            )


if __name__ == "__main__":
    sys.exit(main())
