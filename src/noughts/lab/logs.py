"""Records of games between agents, judged by exact values: `noughts judge games.jsonl`.

A record is a line of JSON, a log of TextArena or Kaggle, or a game in PGN, SGF or any other form
that `noughts review` reads.

>>> line = '{"game": "tictactoe", "players": ["x", "bot"], "moves": ["b2", "b1", "a1", "a1"]}'
>>> found = judge_games(agent_games(line))
>>> found["bot"].moves, found["bot"].thrown, found["bot"].illegal
(1, 1, 1)
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from html import escape
from math import inf
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from noughts.answers.question import Question, ask
from noughts.errors import MoveError, NoughtsError, RecordError, SearchStopped
from noughts.game import Game, play_legal, turn_after, turns_of
from noughts.games.registry import find_game
from noughts.lab.played import checked
from noughts.lab.regret import result_after, result_of
from noughts.lab.words import move_in_answer
from noughts.players.elo import wilson
from noughts.records.anything import read_any
from noughts.records.json_logs import JsonLog, logs_in
from noughts.solving.api import solver_for

SUFFIXES = (".jsonl", ".ndjson", ".json", ".pgn", ".sgf", ".psq", ".at3", ".txt", ".log")
# Bootstrap samples for the interval of the regret.
SAMPLES = 1_000
# Throws are counted by the plies to the end of the game, up to these.
PLIES = (2, 4, 8, 16)


class AgentGame(NamedTuple):
    """A game between agents.

    Args:
        start: the game, its first position and the player to move.
        players: the names of the first and the second player.
        moves: each position with the move made in it and the player's turn.
        illegal: the turn of the player of each illegal or unreadable move.
    """

    start: Question
    players: tuple[str, str]
    moves: tuple[tuple[Any, int, int], ...]
    illegal: tuple[int, ...] = ()


def agent_games(text: str, called: str = "", game: Game[Any] | None = None) -> list[AgentGame]:
    """The games of a text.

    Args:
        text: the text; it names no file.
        called: the name of the file, for messages and for players without a name.
        game: the game of lines of JSON that name none.

    Raises:
        RecordError: the text is no record; the message names the line.
    """
    if not text.lstrip().startswith(("{", "[{")):
        return [_of_record(*checked(one, files=False), called) for one in read_any(text)]
    found = []
    for number, log in logs_in(text, called or "The text"):
        try:
            found.append(_of_log(log, called, game))
        except NoughtsError as error:
            raise RecordError(f"{called or 'The text'}, line {number}: {error}") from None
    return found


def _of_record(kept: Any, record: Any, called: str) -> AgentGame:
    turns = turns_of(record.game, record.first_turn, record.positions)
    steps = zip(record.positions, record.moves, turns, strict=False)  # the last has no move
    start = Question(record.game, record.positions[0], record.first_turn)
    return AgentGame(start, _names(None, start, called), tuple(steps))


def _of_log(log: JsonLog, called: str, game: Game[Any] | None) -> AgentGame:
    if log.game:
        game = _found(log.game)
    if game is None:
        raise RecordError("it lacks 'game'.")
    start = ask(game, None, log.position)
    given = game.split_moves(log.answers) if isinstance(log.answers, str) else log.answers
    return _played(start, _names(log.players, start, called), given)


@cache
def _found(spec: str) -> Game[Any]:
    return find_game(spec, files=False)


def _names(given: Any, start: Question, called: str) -> tuple[str, str]:
    """The names of the players, in a list or by mark; by default the marks of the file."""
    marks = start.game.marks
    if isinstance(given, dict):
        by_key = {str(key).upper(): name for key, name in given.items()}
        given = [by_key.get(mark, by_key.get(str(i))) for i, mark in enumerate(marks)]
    usual = [f"{Path(called).stem} {mark}".strip() for mark in marks]
    first, second = (str(name or other) for name, other in zip(given or usual, usual, strict=True))
    return first, second


def _played(start: Question, players: tuple[str, str], given: Iterable[Any]) -> AgentGame:
    """The game of these answers: a number of a move, or any text that names one.

    After an illegal answer the next one is the same player's.
    """
    (game, position, turn), steps, illegal = start, [], []
    for answer in given:
        try:
            number = isinstance(answer, int)
            move = answer if number else move_in_answer(game, position, turn, str(answer))
            after = play_legal(game, position, move)
        except MoveError:
            illegal.append(turn)
            continue
        steps.append((position, move, turn))
        position, turn = after, turn_after(game, turn, after)
    return AgentGame(start, players, tuple(steps), tuple(illegal))


class AgentReport:
    """The quality of one agent's moves.

    Attributes:
        games: for each of its games, the number of judged moves and the result they gave away.
        best: the number of moves that gave nothing away.
        throws: for each outcome before and after a move (1, 0 or -1), the plies to the end.
        illegal, too_hard: the numbers of illegal moves, and of moves whose values took too long.
    """

    def __init__(self) -> None:
        self.games: list[tuple[int, int]] = []
        self.best = self.illegal = self.too_hard = 0
        self.throws: dict[tuple[int, int], list[int]] = {}

    @property
    def moves(self) -> int:
        """The number of judged moves."""
        return sum(moves for moves, _ in self.games)

    @property
    def thrown(self) -> int:
        """The number of moves that gave something away."""
        return self.moves - self.best

    @property
    def regret(self) -> float | None:
        """The average result that a move gave away."""
        return _mean(self.games)

    @property
    def best_interval(self) -> tuple[float, float]:
        """The share of best moves: its 95 % interval, by Wilson."""
        low, high = wilson(self.best / self.moves, self.moves)
        return low, high

    @property
    def regret_interval(self) -> tuple[float, float]:
        """The 95 % interval of the regret, by a bootstrap over games."""
        chance = Random(0)
        means = sorted(
            _mean(chance.choices(self.games, k=len(self.games))) or 0.0 for _ in range(SAMPLES)
        )
        return means[SAMPLES // 40], means[-SAMPLES // 40]

    def by_plies(self) -> dict[str, int]:
        """The number of throws by the plies to the end."""
        counts = Counter(
            next((f"{most}" for most in PLIES if left <= most), "more")
            for found in self.throws.values()
            for left in found
        )
        return {key: counts[key] for key in (*map(str, PLIES), "more")}


def _mean(games: list[tuple[int, int]]) -> float | None:
    moves = sum(count for count, _ in games)
    return sum(lost for _, lost in games) / moves if moves else None


def judge_games(games: Iterable[AgentGame], nodes: int | None = None) -> dict[str, AgentReport]:
    """The report on each agent, by name.

    Args:
        games: the games.
        nodes: the most nodes for an outcome; a move beyond is not judged.
    """
    found: dict[str, AgentReport] = {}
    solvers: dict[Any, Any] = {}
    for played in games:
        game = played.start.game
        if game not in solvers:
            solvers[game] = solver_for(game, nodes)
        solver = solvers[game]
        reports = [found.setdefault(name, AgentReport()) for name in played.players]
        sums = [[0, 0], [0, 0]]
        for ply, (position, move, turn) in enumerate(played.moves):
            report = reports[turn]
            try:
                best = result_of(solver, position)
                after = result_after(solver, position, move, best)
            except SearchStopped:
                report.too_hard += 1
                continue
            sums[turn][0] += 1
            sums[turn][1] += best - after
            report.best += best == after
            if after < best:
                report.throws.setdefault((best, after), []).append(len(played.moves) - ply)
        for turn in played.illegal:
            reports[turn].illegal += 1
        for report, (moves, lost) in zip(reports, sums, strict=True):
            report.games.append((moves, lost))
    return found


HEADS = ("player", "games", "moves", "best", "regret", "win→draw", "win→loss", "draw→loss",
         "illegal", "too hard")  # fmt: skip


def report_rows(found: dict[str, AgentReport]) -> Iterator[list[str]]:
    """A row for each agent, the best first, behind the row of `HEADS`."""
    yield [*HEADS, *(f"≤{most}" for most in PLIES), "more"]
    for name, one in sorted(found.items(), key=lambda item: (_rank(item[1]), item[0])):
        best = regret = "-"
        if one.moves:
            (low, high), (least, most) = one.best_interval, one.regret_interval
            best = f"{one.best / one.moves:.0%} ({low:.0%} to {high:.0%})"
            regret = f"{one.regret:.3f} ({least:.3f} to {most:.3f})"
        throws = [str(len(one.throws.get(kind, ()))) for kind in ((1, 0), (1, -1), (0, -1))]
        counts = [str(number) for number in one.by_plies().values()]
        sums = [str(len(one.games)), str(one.moves), best, regret]
        yield [name, *sums, *throws, str(one.illegal), str(one.too_hard), *counts]


def _rank(report: AgentReport) -> float:
    return inf if report.regret is None else report.regret


def report_answer(found: dict[str, AgentReport]) -> list[dict[str, Any]]:
    return [
        {
            "player": name,
            "games": len(one.games),
            "moves": one.moves,
            "best": one.best,
            "best_interval": list(one.best_interval) if one.moves else None,
            "regret": one.regret,
            "regret_interval": list(one.regret_interval) if one.moves else None,
            "throws": [
                {"before": before, "after": after, "plies_to_end": plies}
                for (before, after), plies in sorted(one.throws.items())
            ],
            "illegal": one.illegal,
            "too_hard": one.too_hard,
        }
        for name, one in sorted(found.items())
    ]


PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Agents judged by exact values</title>
<style>body{{font:16px system-ui;margin:2em}}td,th{{padding:.3em .8em;text-align:right}}
td:first-child,th:first-child{{text-align:left}}tr+tr{{border-top:1px solid #ccc}}
table{{border-collapse:collapse}}</style>
<h1>Agents judged by exact values</h1>
<table>{rows}</table>
<p>Best: the share of moves that give nothing away, with Wilson's 95 % interval. Regret: the
average result that a move gives away, 1 for a win that becomes a draw, 2 for one that becomes a
loss; the interval is a bootstrap over games. The last columns count these throws by the plies to
the end of the game.</p></html>
"""


def report_page(found: dict[str, AgentReport]) -> str:
    head, *rows = report_rows(found)
    lines = ["".join(f"<th>{escape(one)}" for one in head)]
    lines += ["".join(f"<td>{escape(one)}" for one in row) for row in rows]
    return PAGE.format(rows="".join(f"<tr>{line}" for line in lines))
