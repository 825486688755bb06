"""Games of records, played again by their rules."""

from typing import Any

from noughts.analysis.game_record import Record
from noughts.answers.question import Question, ask, each_named, record_of
from noughts.errors import ImpossiblePosition, NoughtsError, RecordError
from noughts.game import FIRST, Game, winner_of
from noughts.games.common.cell_game import CellGame
from noughts.games.registry import find_game, spec_of
from noughts.records.anything import looks_like_record, read_any
from noughts.records.history import RESULTS, KeptGame
from noughts.records.record_text import ReadGame
from noughts.value import OPEN


def records_in(text: str, game: Game[Any] | None = None) -> list[Record]:
    """The games of a text, which names no file; of a list of moves in this game, if one is given.

    Raises:
        RecordError: there is none.
        MoveError: a move cannot be played.

    >>> [len(record.moves) for record in records_in("1. b2 a1 2. c3")]
    [3]
    """
    if game is not None and not looks_like_record(text):
        return [record_of(ask(game), game.split_moves(text))]
    return [checked(one, files=False)[1] for one in read_any(text)]


def replay(kept: KeptGame) -> Record:
    return record_of(beginning_of(kept, find_game(kept.game)), kept.moves)


def beginning_of(kept: KeptGame, game: Game[Any]) -> Question:
    if kept.position:
        try:
            return ask(game, position=kept.position)
        except ImpossiblePosition:
            # A handicap or a pass: any marks are accepted while the game is open.
            rows = game.parse_rows(kept.position) if isinstance(game, CellGame) else None
            if rows is None or game.outcome(rows[0]) != OPEN:
                raise
            return Question(game, *rows)
    return Question(game, game.start(), kept.turn)


def checked(read_game: ReadGame, files: bool) -> tuple[KeptGame, Record]:
    """The game with its spec and result, and its record; RecordError names the line of a fault."""
    kept, line, lines = read_game
    try:
        game = find_game(kept.game, files=files)
        kept = kept._replace(moves=_as_usual(game, kept))
        start = beginning_of(kept, game)
    except NoughtsError as error:
        raise RecordError(f"Line {line}: {error}") from None
    if start.turn != FIRST and not kept.position and not game.either_begins:
        raise RecordError(f"Line {line}: {game.marks[FIRST]} always moves first in {kept.game}.")
    record = _played(start, kept.moves, lines)
    outcome = record.game.outcome(record.positions[-1])
    ended = "" if outcome == OPEN else RESULTS[winner_of(outcome, record.turn)]
    if ended and kept.result not in ("", ended):
        raise RecordError(
            f"Line {line}: the moves of this game end it {ended}, but its result is {kept.result}."
        )
    return kept._replace(game=spec_of(game), result=ended or kept.result), record


def _as_usual(game: Game[Any], kept: KeptGame) -> tuple[str, ...]:
    """The moves by noughts' names: the way to count columns or rows shows in all together."""
    together = game.split_moves(" ".join(kept.moves))
    if not kept.position:
        together = game.names_from_start(together)
    return tuple(together) if len(together) == len(kept.moves) else kept.moves


def _played(start: Question, moves: tuple[str, ...], lines: tuple[int, ...]) -> Record:
    """The replayed moves; an error names the line of the move."""
    question = start
    played: list[int] = []
    positions = [start.position]
    for name, line in zip(moves, lines, strict=True):
        try:
            [(move, question)] = each_named(question, [name])
        except NoughtsError as error:
            number = f"move {len(played) + 1}, {name}"
            several = len(start.game.split_moves(name)) != 1
            why = "this is not one move." if several else str(error).removeprefix("Move 1: ")
            raise RecordError(f"Line {line}, {number}: {why}") from None
        played.append(move)
        positions.append(question.position)
    return Record(start.game, tuple(played), tuple(positions), start.turn)
