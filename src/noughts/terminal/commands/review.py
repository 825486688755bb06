"""`noughts review`: reviews a game, and lets you retry its bad moves."""

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from time import time
from typing import Any

import click

from noughts.analysis.explain.text import in_full
from noughts.analysis.game_record import Record
from noughts.analysis.review import Lesson, ReviewedMove
from noughts.analysis.review import review as review_of
from noughts.analysis.review_text import review_text
from noughts.answers.encoder import review_answer, to_line
from noughts.answers.question import Question, ask, record_of
from noughts.errors import MatchError, NoughtsError, TwoReadings, UnreadableMove, many
from noughts.game import FIRST, Game, winner_of
from noughts.games.registry import spec_of
from noughts.games.spec import is_file
from noughts.lab.played import replay
from noughts.records import sgf
from noughts.records.anything import identify, looks_like_record
from noughts.records.history import RESULTS, KeptGame, open_history
from noughts.records.json_logs import has_logs
from noughts.records.record_text import Note, games_text
from noughts.solving.api import solver_for
from noughts.solving.margins import MarginSolver
from noughts.solving.solver import ExactSolver
from noughts.terminal.game.kept_games import GamesFile, number_in, sgf_size
from noughts.terminal.game.names import Labels
from noughts.terminal.line_mode.lesson import Teacher
from noughts.terminal.support import options as opt
from noughts.terminal.support.streams import wrapped, write_answer
from noughts.value import OPEN

AnySolver = ExactSolver[Any] | MarginSolver[Any]
SIDES = {"x": 0, "o": 1, "both": None}
# The side to teach if there is no lesson.
NO_LESSON = -1
# The endings of files of games.
SUFFIXES = (".pgn", ".sgf", ".psq", ".at3", ".txt", ".jsonl")


class ReviewedType(opt.GameType):
    """A game by its name, a kept game by its number, moves, or the games of a file of text."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if not isinstance(value, str):
            return value
        if value.isdecimal():
            with closing(open_history()) as history:
                return [replay(history.game(number_in(value)))]
        whole = looks_like_record(value) or self._are_moves(value)
        if whole or value == "-" or value.lower().endswith(SUFFIXES) or _is_log(value):
            # The games of a file or a text; games whose rules cannot be run are reported.
            found = GamesFile().text(value) if whole else GamesFile().file(value)
            for why in found.skipped:
                click.echo(wrapped(f"noughts: Skipped: {why}"), err=True)
            for _, record in found.games:
                moves = many(len(record.moves), "move")
                click.echo(f"Read as {spec_of(record.game)}, {moves}.", err=True)
            return [record for _, record in found.games]
        return super().convert(value, param, ctx)

    def _are_moves(self, value: str) -> bool:
        try:
            found = identify(value, files=False)
        except (UnreadableMove, TwoReadings) as error:
            self.fail(str(error))
        except NoughtsError:  # of a game's name
            return False
        return found is not None and found.kind == "moves"


def _is_log(value: str) -> bool:
    """Whether this is a file with games, and not with a game's rules."""
    path = Path(value)
    if not path.is_file():
        return False
    if path.suffix in ("", ".json"):
        text = path.read_text("utf-8", "replace")
        return has_logs(text) or (path.suffix == ".json" and '"board"' not in text)
    return not is_file(value)


@click.command()
@opt.unchecked_option
@click.argument("game", type=ReviewedType(), metavar="[GAME|N|FILE]", default="tictactoe")
@opt.moves_option
@opt.position_option
@opt.first_option
@opt.json_option
@opt.flag_option("--learn", "Retry every bad move until you find a best one.")
@opt.choice_option(
    "--side",
    [*SIDES],
    "The side whose bad moves --learn retries.  [default: both]",
    "both",
    show_default=False,
)
@opt.file_option(
    "-o annotated", "Write the games to FILE (or .sgf) with the values and reasons of their moves."
)
@opt.flag_option("--points", "Review the points that moves lose, in games that count points.")
@opt.nodes_option("Search at most N nodes per position; beyond that, its value is unknown.")
def review(  # noqa: PLR0913  # click hands over each option
    game: Game[Any] | list[Record],
    moves: str | None,
    position: str | None,
    first: str | None,
    as_json: bool,
    learn: bool,
    side: str,
    annotated: Path | None,
    points: bool,
    nodes: int,
) -> None:
    """Review a game: the value of every move, the bad moves, and what was better.

    Give the game by its moves, or by --moves with a game or --position; or give its number in
    noughts history, or a file of games: .pgn, .sgf, .psq, .at3 or .txt; or - for standard input.

    \b
      noughts review --moves "b2 b1 a1 c3"
      noughts review --moves "b2 b1 a1 c3" --learn --side o
      noughts review mnk:4,3,3 --moves "a2 b2" --json
      noughts review 12
      noughts review games.pgn -o annotated.sgf
    """  # noqa: D301  # click wants the backspace itself
    if learn and as_json:
        raise click.UsageError("--learn is interactive: leave out --json.")
    if isinstance(game, list):
        if moves is not None or position is not None or first:
            raise click.UsageError(
                "A kept game has its own moves: leave out --moves, --position, --first."
            )
        records = game
    else:
        records = [given(game, moves, position, first)]
    if annotated:
        write_annotated(annotated, [(each, solver_of(each, nodes, points)) for each in records])
        return
    for number, record in enumerate(records, start=1):
        if len(records) > 1 and not as_json:
            click.echo(f"{'' if number == 1 else chr(10)}Game {number}: {spec_of(record.game)}")
        solver = solver_of(record, nodes, points)
        show_review(record, solver, SIDES[side] if learn else NO_LESSON, as_json)


def given(game: Game[Any], moves: str | None, position: str | None, first: str | None) -> Record:
    if not moves:
        raise click.UsageError('Which game? Give its moves: --moves "b2 b1 a1 c3".')
    begin = ask(game, None, position, opt.first_of(first))
    return record_of(begin, game.split_moves(moves))


def solver_of(record: Record, nodes: int, points: bool) -> AnySolver:
    return MarginSolver(record.game, nodes) if points else solver_for(record.game, nodes)


def write_annotated(path: Path, records: Sequence[tuple[Record, AnySolver]]) -> None:
    """Write the games, with the value of each move and the reasons in words."""
    reviews = [review_of(record, solver) for record, solver in records]
    games = [kept_record(record) for record, _ in records]
    notes = [[note_on(move) for move in each.moves] for each in reviews]
    is_sgf = path.suffix.lower() == ".sgf"
    text = sgf.sgf_text(games, sgf_size, notes) if is_sgf else games_text(games, notes)
    write_answer(path, f"{text}\n")
    click.echo(f"{many(len(games), 'game')} written to {path}.")


def kept_record(record: Record) -> KeptGame:
    game, last = record.game, record.positions[-1]
    outcome = game.outcome(last)
    start = record.positions[0]
    return KeptGame(
        spec_of(game),
        "both",
        "",
        tuple(map(game.name, record.moves)),
        result="" if outcome == OPEN else RESULTS[winner_of(outcome, record.turn)],
        position="" if start == game.start() else game.text(start, record.first_turn),
        turn=record.first_turn,
        played=int(time()),
    )


def note_on(move: ReviewedMove) -> Note:
    value = move.explained.value
    if value is None:
        return Note("unknown")
    better = move.better[0] if move.better else None
    signed = value.outcome * (1 if move.turn == FIRST else -1)
    return Note(f"{value}: {in_full(move.explained, better)}", signed)


def show_review(record: Record, solver: AnySolver, learner: int | None, as_json: bool) -> None:
    if not record.moves:
        raise MatchError("This game has no moves, so there is nothing to review.")
    reviewed = review_of(record, solver)
    if learner != NO_LESSON:
        Teacher(Lesson(reviewed, learner), Labels(record.game, digits=False), str).teach()
    elif as_json:
        start = Question(record.game, record.positions[0], record.first_turn)
        click.echo(to_line(review_answer(reviewed, start)))
    else:
        click.echo(wrapped(review_text(reviewed)))
