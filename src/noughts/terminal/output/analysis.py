"""An analysis in words, for people."""

from collections.abc import Iterable, Mapping
from itertools import groupby
from operator import itemgetter
from textwrap import wrap
from typing import TYPE_CHECKING

from noughts.analysis.analyse import Analysis, MoveAnalysis
from noughts.analysis.voice import worth_text
from noughts.answers.question import Question
from noughts.games.registry import spec_of
from noughts.solving.api import NO_LENGTH
from noughts.solving.margins import by_margin
from noughts.terminal.support.streams import Ink, wrapped
from noughts.value import OPEN, Certainty, Margin

if TYPE_CHECKING:
    from noughts.analysis.explain.text import Explanation

WIDTH = 78
PLAIN = Ink(False)
INDENT = "  "


def analysis_report(
    analysis: Analysis, explanation: "Explanation | None" = None, ink: Ink = PLAIN
) -> str:
    """The report: the board, the verdict, the value of every move, and the best play."""
    question = Question(analysis.game, analysis.position, analysis.turn)
    if question.game.outcome(question.position) == OPEN:
        reasons = _reasons((move.move for move in analysis.moves), explanation)
        line = line_text(analysis)
        verdict = "\n".join([_verdict(analysis, ink), *worth_text(*question)])
        parts = [verdict, moves_text(analysis, ink), *reasons, *line]
    else:
        parts = [ending(question)]
    return "\n\n".join([*_head(question), *parts])


def _head(question: Question) -> list[str]:
    game, position, turn = question
    board = str(game.board(position, turn))
    rows = "\n".join(INDENT + row for row in board.splitlines())
    return [f"{spec_of(game)}, {question.text}", rows]


def ending(question: Question) -> str:
    from noughts.analysis.explain.text import game_over

    game, position, turn = question
    return game_over(game, game.outcome(position), turn)


def points_report(
    question: Question,
    margin: Margin,
    margins: Mapping[int, Margin],
    explanation: "Explanation | None" = None,
) -> str:
    from noughts.pictures.board.draw import standing

    game, position, turn = question
    if not margins:
        return "\n\n".join([*_head(question), f"{standing(game, position, turn)}."])
    rows = []
    for each, moves in groupby(by_margin(margins), key=itemgetter(1)):
        names = " ".join(game.name(move) for move, _ in moves)
        rows.append(_wrapped(f"{INDENT}{each!s:12}", names))
    verdict = f"{game.marks[turn]} is to move: {margin}, by points."
    reasons = _reasons((move for move, _ in by_margin(margins)), explanation)
    return "\n\n".join([*_head(question), verdict, "\n".join(rows), *reasons])


def _verdict(analysis: Analysis, ink: Ink) -> str:
    mover = f"{analysis.game.marks[analysis.turn]} is to move"
    if analysis.value is not None:
        return f"{mover}: {ink.of_outcome(analysis.value.outcome, str(analysis.value))}."
    if analysis.certainty == Certainty.BOUND and analysis.bounds:
        lower, upper = analysis.bounds
        known = f"Not solved: anything between a {lower} and a {upper} is still possible."
        if max(lower.plies, upper.plies) >= NO_LENGTH:
            known = analysis.bounds.sentence(analysis.game.marks[analysis.turn])
    else:
        known = "Not solved: the value is unknown."
    order = "The moves are in the order that the search prefers; "
    if not analysis.principal_variation:  # it has no preference
        order = ""
    return f"{mover}. {known}\n{order}--nodes or --seconds allow more."


def moves_text(analysis: Analysis, ink: Ink) -> str:
    groups = [(value, list(moves)) for value, moves in groupby(analysis.moves, key=_in_words)]
    width = max(len(value) for value, _ in groups)
    rows = []
    for value, moves in groups:
        names = " ".join(analysis.game.name(move.move) for move in moves)
        text, proved = _wrapped(f"{INDENT}{value:{width}}{INDENT}", names), moves[0].value
        coloured = ink.of_outcome(proved.outcome, value) if proved else value
        rows.append(text.replace(value, coloured, 1))
    return "\n".join(rows)


def _reasons(moves: Iterable[int], explanation: "Explanation | None") -> list[str]:
    if explanation is None:
        return []
    from noughts.analysis.explain.text import one_line

    return ["\n".join(wrapped(one_line(explanation.of(move))) for move in moves)]


def _in_words(move: MoveAnalysis) -> str:
    if move.certainty == Certainty.BOUND and move.bounds:
        return str(move.bounds)
    return "unknown" if move.value is None else str(move.value)


def line_text(analysis: Analysis) -> list[str]:
    """The best play, if known; a single move is shown only if it is proved."""
    proved, line = analysis.value is not None, analysis.principal_variation
    if len(line) < 2 - proved:
        return []
    about = "Best play" if proved else "Expected play"
    return [_wrapped(f"{about}: ", " ".join(map(analysis.game.name, line)))]


def _wrapped(head: str, text: str) -> str:
    """Text to the right of a head, wrapped and indented."""
    rows = wrap(text, WIDTH - len(head)) or [""]
    return "\n".join([head + rows[0], *(" " * len(head) + row for row in rows[1:])])
