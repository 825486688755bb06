"""`noughts arena` and `noughts engine`: matches here, and by a match manager."""

import sys
from collections.abc import Sequence
from typing import Any

import click

from noughts import __version__
from noughts.answers.encoder import Json, head, to_line
from noughts.errors import many
from noughts.game import Game
from noughts.games.registry import spec_of
from noughts.players.arena import Meeting, Rules, Score, elo_of, score_against
from noughts.players.arena import arena as meetings_of
from noughts.sandbox.process import SECONDS
from noughts.terminal.commands.games import EPILOG
from noughts.terminal.support import options as opt
from noughts.terminal.support.progress import progress_bar
from noughts.terminal.support.streams import table

SELF = "–"
LONGEST_NAME = 25


@click.command(epilog=EPILOG)
@click.argument("players", nargs=-1, required=True, metavar="PLAYER PLAYER …")
@click.option(
    "--game", type=opt.GameType(), default="tictactoe", show_default=True, help="The game to play."
)
@opt.number_option(
    "--games", "Play N games per pair and seat if the exact result cannot be computed.", 100
)
@opt.unchecked_option
@opt.seed_option("Seed of the random choices.")
@opt.move_seconds_option(SECONDS, "seconds")
@opt.flag_option("--elo", "Rate the players on the Elo scale, too.")
@opt.json_option
def arena(players: tuple[str, ...], elo: bool, as_json: bool, **given: Any) -> None:
    """Play every pair of players against each other, from both seats.

    If both players choose with known probabilities and the game is small, the result is exact:
    computed, not sampled. Sampled results have a 95 % Wilson confidence interval.

    \b
      noughts arena perfect random weights rules
      noughts arena mcts:200 hard --games 500 --game mnk:4,4,3
      noughts arena random greedy beginner easy medium hard --elo --games 5000 --game connectfour
      noughts arena "program:./bot.py" perfect --json
    """  # noqa: D301  # click wants the backspace itself
    if len(players) < 2:
        raise click.UsageError("Name at least two players, as in noughts arena perfect random.")
    rules = Rules(*(given[name] for name in ("game", "games", "seed", "seconds")))
    with progress_bar("Games") as progress:
        meetings = list(meetings_of(rules, players, progress))
    told = rules, numbered(players), meetings
    click.echo(to_line(arena_answer(*told)) if as_json else arena_report(*told, elo))


def numbered(names: tuple[str, ...]) -> list[str]:
    """The names; a name that occurs twice gets numbers."""
    return [
        f"{name} ({names[: place + 1].count(name)})" if names.count(name) > 1 else name
        for place, name in enumerate(names)
    ]


def arena_report(
    rules: Rules, names: Sequence[str], meetings: Sequence[Meeting], elo: bool = False
) -> str:
    names = [player_label(name) for name in names]
    parts = [
        arena_heading(rules.game, meetings, rules.games),
        table(_cross_table(names, meetings)),
        *([table(_ratings(names, meetings))] if elo else []),
        table(_seats(names, meetings), left=(0, 1)),
        *_forfeits(names, meetings),
    ]
    return "\n\n".join(parts)


def arena_heading(game: Game[Any], meetings: Sequence[Meeting], games: int) -> str:
    if all(meeting.exact for meeting in meetings):
        how = "every result is exact"
    else:
        some = "other results are" if any(meeting.exact for meeting in meetings) else "results"
        how = f"{some} sampled in {games:,} games per seat, with 95 % intervals"
    return f"{spec_of(game)}: {how}.\nScores in percent: a win 100, a draw 50."


def ranking(names: Sequence[str], meetings: Sequence[Meeting]) -> list[int]:
    return sorted(range(len(names)), key=lambda who: -score_against(meetings, who).share)


def _cross_table(names: Sequence[str], meetings: Sequence[Meeting]) -> list[list[str]]:
    order = ranking(names, meetings)
    rows = [["", *(names[who] for who in order), "all"]]
    for who in order:
        scores = (percent(score_against(meetings, who, other)) for other in order if other != who)
        others = [SELF if other == who else next(scores) for other in order]
        rows.append([names[who], *others, percent(score_against(meetings, who))])
    return rows


def _ratings(names: Sequence[str], meetings: Sequence[Meeting]) -> list[list[str]]:
    rated = sorted(zip(elo_of(len(names), meetings), names, strict=True), reverse=True)
    rows = [[name, f"{elo:+.0f}", f"{low:+.0f} to {high:+.0f}"] for (elo, low, high), name in rated]
    return [["", "Elo", "95 %"], *rows]


def _seats(names: Sequence[str], meetings: Sequence[Meeting]) -> list[list[str]]:
    columns = ["first", "second", "first wins", "draw", "second wins", "games"]
    rows = [
        [
            names[meeting.first],
            names[meeting.second],
            *(percent(Score(share, meeting.games)) for share in meeting.result),
            "exact" if meeting.exact else f"{meeting.games:,}",
        ]
        for meeting in meetings
    ]
    return [columns, *rows]


def _forfeits(names: Sequence[str], meetings: Sequence[Meeting]) -> list[str]:
    lines = [
        f"{names[who]} forfeited {many(count, 'game')}: {reason}"
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


def player_label(name: str) -> str:
    """A name for a table: of a long one the end, which contains the file.

    >>> player_label("program:python /home/someone/homework/bot.py")
    '…/someone/homework/bot.py'
    """
    return name if len(name) <= LONGEST_NAME else f"…{name[1 - LONGEST_NAME :]}"


def arena_answer(rules: Rules, names: Sequence[str], meetings: Sequence[Meeting]) -> Json:
    """The output of `noughts arena --json`; docs/json-arena.md describes it."""
    rated = elo_of(len(names), meetings)
    players = [
        {"name": names[who], **_share(score_against(meetings, who)), "elo": rated[who]._asdict()}
        for who in ranking(names, meetings)
    ]
    every = [_meeting(names, meeting) for meeting in meetings]
    return {**head(rules.game), "seed": rules.seed, "players": players, "meetings": every}


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
    return {
        "share": float(score.share),
        "fraction": str(score.share),
        "interval": None if score.interval is None else list(score.interval),
    }


@click.command(epilog=EPILOG)
@click.argument("protocol", type=click.Choice(["ugi", "gomocup"]))
@opt.game_argument
@click.option("--level", type=opt.LevelType(), default="perfect", show_default=True,
              help="Play at this level: one of the opponents below.")  # fmt: skip
@click.option("--seed", type=int, help="Makes the choice among equal moves repeatable.")
def engine(protocol: str, game: Game[Any], level: str, seed: int | None) -> None:
    """Answer a match manager on standard input and output, by PROTOCOL.

    ugi, the Universal Game Interface, is for any game; gomocup for five in a row on boards of up to
    20×20, whose size the manager sets. docs/protocol.md describes both.

    \b
      noughts engine ugi connectfour
      noughts engine gomocup --level hard
    """  # noqa: D301  # click wants the backspace itself
    from noughts.players.engines.gomocup import Gomocup
    from noughts.players.engines.thinker import Thinker
    from noughts.players.engines.ugi import Ugi

    thinker = Thinker(level, seed)
    speaker: Gomocup | Ugi  # `hear` answers a line; it returns False after the last one
    if protocol == "gomocup":
        opt.refuse_given(["game"], "is for ugi: Gomocup's manager sets the board")
        speaker = Gomocup(thinker, click.echo, __version__)
    else:
        speaker = Ugi(game, thinker, click.echo, __version__)
    try:
        for line in sys.stdin:
            if not speaker.hear(line):
                break
    finally:
        speaker.close()
