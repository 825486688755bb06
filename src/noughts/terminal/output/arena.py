"""The outcome of an arena: a cross table for people, JSON for scripts (`docs/json-arena.md`)."""

from collections.abc import Sequence
from typing import Any

from noughts.answers.analyses import SCHEMA, Json
from noughts.game import Game
from noughts.games.registry import spec_of
from noughts.players.arena import Meeting, Rules, Score, elo_of, score_against
from noughts.terminal.output.columns import table

SELF = "–"
LONGEST_NAME = 25


def report(
    rules: Rules, names: Sequence[str], meetings: Sequence[Meeting], elo: bool = False
) -> str:
    """The report: the cross table, the meetings by seat, and the forfeits with reasons.

    Args:
        rules: the settings of every game.
        names: the players.
        meetings: the results.
        elo: whether to rate the players, too.
    """
    names = [shortened(name) for name in names]
    parts = [
        heading(rules.game, meetings, rules.games),
        table(_cross_table(names, meetings)),
        *([table(_ratings(names, meetings))] if elo else []),
        table(_seats(names, meetings), left=(0, 1)),
        *_forfeits(names, meetings),
    ]
    return "\n\n".join(parts)


def heading(game: Game[Any], meetings: Sequence[Meeting], games: int) -> str:
    """The game, and whether the results are exact or sampled."""
    if all(meeting.exact for meeting in meetings):
        how = "every result is exact"
    else:
        some = "other results are" if any(meeting.exact for meeting in meetings) else "results"
        how = f"{some} sampled in {games:,} games per seat, with 95 % intervals"
    return f"{spec_of(game)}: {how}.\nScores in percent: a win 100, a draw 50."


def ranking(names: Sequence[str], meetings: Sequence[Meeting]) -> list[int]:
    """The players, the best first."""
    return sorted(range(len(names)), key=lambda who: -score_against(meetings, who).share)


def _cross_table(names: Sequence[str], meetings: Sequence[Meeting]) -> list[list[str]]:
    """The score of each player against each other one, the best player first."""
    order = ranking(names, meetings)
    rows = [
        [
            names[who],
            *(
                SELF if who == other else percent(score_against(meetings, who, other))
                for other in order
            ),
            percent(score_against(meetings, who)),
        ]
        for who in order
    ]
    return [["", *(names[who] for who in order), "all"], *rows]


def _ratings(names: Sequence[str], meetings: Sequence[Meeting]) -> list[list[str]]:
    rated = sorted(zip(elo_of(len(names), meetings), names, strict=True), reverse=True)
    rows = [[name, f"{elo:+.0f}", f"{low:+.0f} to {high:+.0f}"] for (elo, low, high), name in rated]
    return [["", "Elo", "95 %"], *rows]


def _seats(names: Sequence[str], meetings: Sequence[Meeting]) -> list[list[str]]:
    head = ["first", "second", "first wins", "draw", "second wins", "games"]
    rows = [
        [
            names[meeting.first],
            names[meeting.second],
            *(percent(Score(share, meeting.games)) for share in meeting.result),
            "exact" if meeting.exact else f"{meeting.games:,}",
        ]
        for meeting in meetings
    ]
    return [head, *rows]


def _forfeits(names: Sequence[str], meetings: Sequence[Meeting]) -> list[str]:
    lines = [
        f"{names[who]} forfeited {count:,} {'game' if count == 1 else 'games'}: {reason}"
        for meeting in meetings
        for who, reason, count in meeting.forfeits
    ]
    return ["\n".join(lines)] if lines else []


def percent(score: Score) -> str:
    """A share in percent, with its margin of error.

    >>> from fractions import Fraction
    >>> percent(Score(Fraction(2, 3), 0)), percent(Score(Fraction(1, 2), 100))
    ('66.7', '50.0 (40.4–59.6)')
    """
    share = 100 * float(score.share)
    if score.interval is None:
        return f"{share:.1f}"
    low, high = (100 * end for end in score.interval)
    return f"{share:.1f} ({low:.1f}–{high:.1f})"


def shortened(name: str) -> str:
    """A name for a table: of a long one the end, which contains the file.

    >>> shortened("program:python /home/someone/homework/bot.py")
    '…/someone/homework/bot.py'
    """
    return name if len(name) <= LONGEST_NAME else f"…{name[1 - LONGEST_NAME :]}"


def answer(rules: Rules, names: Sequence[str], meetings: Sequence[Meeting]) -> Json:
    """The result as JSON."""
    rated = elo_of(len(names), meetings)
    return {
        "schema": SCHEMA,
        "game": spec_of(rules.game),
        "seed": rules.seed,
        "players": [
            {
                "name": names[who],
                **_share(score_against(meetings, who)),
                "elo": rated[who]._asdict(),
            }
            for who in ranking(names, meetings)
        ],
        "meetings": [_meeting(names, meeting) for meeting in meetings],
    }


def _meeting(names: Sequence[str], meeting: Meeting) -> Json:
    first, draw, second = (_share(Score(share, meeting.games)) for share in meeting.result)
    return {
        "first": names[meeting.first],
        "second": names[meeting.second],
        "exact": meeting.exact,
        "games": meeting.games,
        "first_wins": first,
        "draw": draw,
        "second_wins": second,
        "forfeits": [
            {"player": names[who], "reason": reason, "games": count}
            for who, reason, count in meeting.forfeits
        ],
    }


def _share(score: Score) -> Json:
    """A share as a number and a fraction, with the interval if it was sampled."""
    return {
        "share": float(score.share),
        "fraction": str(score.share),
        "interval": None if score.interval is None else list(score.interval),
    }
