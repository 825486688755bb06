"""`noughts judge`: the quality of a player, or of the players of records, by exact values."""

import sys
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import click

from noughts.answers.encoder import SCHEMA, Json, fields, head, to_line
from noughts.errors import many
from noughts.game import Game
from noughts.games.registry import spec_of
from noughts.lab import logs
from noughts.lab.regret import Exploitability, Regret, exploitability, regret_so_far
from noughts.players.levels import player_for
from noughts.players.measure import has_few_positions
from noughts.players.player import KnownPolicy, Player
from noughts.sandbox.process import SECONDS
from noughts.solving.api import book_for, solver_for
from noughts.solving.margins import MarginSolver
from noughts.terminal import INTERRUPTED
from noughts.terminal.commands.audit import started_player
from noughts.terminal.support import options as opt
from noughts.terminal.support.progress import progress_bar
from noughts.terminal.support.streams import table, write_answer

# The nodes for an outcome take some milliseconds, so early positions of large games are left out.
# With an opening book, as for Connect Four, there is no limit, and none is left out.
NODES = 20_000


def are_records(word: str) -> bool:
    return word == "-" or word.lower().endswith(logs.SUFFIXES)


class JudgedType(opt.GameType):
    """A game; behind a file of records, another one."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if ctx and are_records(ctx.params.get("player", "")):
            return value
        return super().convert(value, param, ctx)


@click.command()
@opt.unchecked_option
@click.argument("player", metavar="PLAYER|RECORDS")
@click.argument("game", type=JudgedType(), metavar="[GAME|RECORDS]", default="tictactoe")
@click.argument("more", nargs=-1, metavar="[RECORDS]...")
@opt.number_option("--positions", "Judge N positions of random games.", 1_000)
@opt.number_option(
    "--nodes",
    "Replace a position if an outcome takes more than N nodes. "
    f"[default: {NODES:,}; any number in Connect Four]",
)
@opt.move_seconds_option(SECONDS)
@opt.shape_option
@opt.seed_option("Seed of the positions.")
@opt.flag_option("--points", "Judge by the points that moves lose, in games that count points.")
@click.option("--against", type=opt.LevelType(), metavar="LEVEL",
              help="Judge positions from games of PLAYER against LEVEL instead.")  # fmt: skip
@opt.file_option("-o page", "Write the comparison of the players of RECORDS to FILE, a web page.")
@opt.processors_option
@opt.json_option
def judge(
    player: str, game: Any, more: tuple[str, ...], page: Path | None, as_json: bool, **given: Any
) -> None:
    """Judge PLAYER, or the players of RECORDS, by exact values: what their moves give away.

    PLAYER is a policy(observation, mask) of yours, or any player that noughts audit takes. The
    regret of a move is its loss of value: 1 if a win becomes a draw, or a draw a loss; with
    --points it is the points that it loses. Ctrl-C ends it and shows the result so far. Several
    threads find values if there is no node limit, as in Connect Four; their number does not change
    the results.

    RECORDS are files of games: lines of JSON, {"game": "tictactoe", "players": ["one", "two"],
    "moves": ["b2", "a1"]}, logs of TextArena and Kaggle, PGN, SGF, or - for standard input. Each
    player gets its share of best moves, its regret, its throws by the plies to the end, and the
    number of its illegal moves.

    \b
      noughts judge agent.py:policy
      noughts judge agent.py:policy connectfour --positions 10000
      noughts judge random --against hard --json
      noughts judge games.jsonl more.jsonl -o page.html
    """  # noqa: D301  # click wants the backspace itself
    if are_records(player):
        files = () if not opt.was_given(click.get_current_context(), "game") else (game, *more)
        judge_records((player, *files), given["nodes"] or NODES, page, as_json)
        return
    if page or more:
        raise click.UsageError(f"{more[0] if more else '-o'}: this is for files of records.")
    found, exploited, interrupted = judged_player(player, game, SimpleNamespace(**given))
    told = player, game, found, exploited
    click.echo(to_line(judge_answer(*told)) if as_json else judge_text(*told))
    if interrupted:
        sys.exit(INTERRUPTED)


def judged_player(
    player: str, game: Game[Any], options: SimpleNamespace
) -> tuple[Regret, Exploitability | None, bool]:
    """The regret, the exploitability if it can be found, and whether Ctrl-C ended the work."""
    found, exploited = Regret(), None
    with (
        started_player(game, player, options.seed, options.seconds, options.shape) as who,
        progress_bar("Positions") as progress,
    ):
        against = options.against and player_for(game, options.against, options.seed)
        asked = options.positions, options.seed, against
        try:
            for found in regret_so_far(game, who, solvers_for(game, options), *asked):
                progress(found.positions, options.positions)
            exploited = None if options.points else exploited_by(game, who)
        except KeyboardInterrupt:
            return found, exploited, True
    return found, exploited, False


def solvers_for(game: Game[Any], options: SimpleNamespace) -> list[Any]:
    """The solvers, one for each thread if the nodes of a question are not limited."""
    nodes = options.nodes or (None if book_for(game) else NODES)
    if options.points:
        return [MarginSolver(game, nodes, options.seconds)]
    several = 1 if nodes or game.repeats else options.threads
    return [solver_for(game, nodes) for _ in range(several)]


def judge_records(files: tuple[str, ...], nodes: int, page: Path | None, as_json: bool) -> None:
    games: list[logs.AgentGame] = []
    for file in files:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        games += logs.agent_games(data.decode("utf-8-sig", "replace"), "" if file == "-" else file)
    found = logs.judge_games(games, nodes)
    if page:
        write_answer(page, logs.report_page(found))
    if as_json:
        told = {"schema": SCHEMA, "games": len(games), "players": logs.report_answer(found)}
        click.echo(to_line(told))
        return
    click.echo(f"{many(len(games), 'game')}; a best move gives nothing away.\n")
    click.echo(table([*logs.report_rows(found)]))
    click.echo("\nThe last columns: moves that gave something away, by the plies to the end.")


def exploited_by(game: Game[Any], player: Player) -> Exploitability | None:
    if game.repeats or not isinstance(player, KnownPolicy) or not has_few_positions(game):
        return None
    return exploitability(game, player)


def judge_text(
    player: str, game: Game[Any], found: Regret, exploited: Exploitability | None
) -> str:
    left_out = f" ({found.too_hard:,} more were too hard)" if found.too_hard else ""
    lines = [f"{player}, {spec_of(game)}: {found.positions:,} positions of random games{left_out}"]
    if found.mean is None:
        lines += ["  nothing was judged"]
    else:
        lines += [
            f"  average regret of a move  {float(found.mean):.4f}",
            f"  moves that give something away  {float(found.worse):,.0f}",
        ]
    if exploited:
        seats = f"{_signed(exploited.first)} as first player, {_signed(exploited.second)} as second"
        lines += [
            f"Against a best response: {seats}.",
            f"Exploitability {float(exploited.average):.4f}: a best response's average result.",
        ]
    return "\n".join(lines)


def _signed(result: Fraction) -> str:
    return f"{float(result):+.4f}" if result else "0"


def judge_answer(
    player: str, game: Game[Any], found: Regret, exploited: Exploitability | None
) -> Json:
    return {
        **head(game),
        "player": player,
        **fields(game, found, "positions too_hard"),
        "regret": None if found.mean is None else float(found.mean),
        "worse": float(found.worse),
        "best_response": exploited and [float(result) for result in exploited],
        "exploitability": exploited and float(exploited.average),
    }
