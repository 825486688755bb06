"""Notebook representations: boards, matches, analyses, trees and others.

Pictures have a white ground, because the colour of the notebook's page is unknown.
"""

from functools import singledispatch
from html import escape
from typing import Any

from noughts.analysis.analyse import Analysis
from noughts.analysis.explain.text import Explanation, one_line, position_verdict
from noughts.analysis.game_tree import GameTree
from noughts.analysis.review import Review
from noughts.analysis.review_text import bad_move, review_text
from noughts.analysis.state import State
from noughts.analysis.strategy_tree import Strategy
from noughts.board import Board
from noughts.classroom.findings import Audit
from noughts.pictures.board.draw import (
    board_description,
    board_piece,
    draw,
    draw_match,
    with_coordinates,
)
from noughts.pictures.board.highlights import Notes
from noughts.pictures.charts.history import history
from noughts.pictures.svg import LIGHT, Picture
from noughts.pictures.trees.strategy_map import strategy_map
from noughts.pictures.trees.tree import draw_tree
from noughts.players.match import Match

# The most moves listed.
MOST_ROWS = 20


@singledispatch
def notebook_picture(thing: Any) -> Picture | None:
    """The picture of an object; None for most types."""
    return None


@notebook_picture.register
def _(board: Board) -> Picture:
    piece = with_coordinates(board_piece(board, Notes(lines=board.lines)), board, LIGHT)
    return Picture(piece, "A board", board_description(board), LIGHT)


@notebook_picture.register
def _(explanation: Explanation) -> Picture:
    values = {move.move: move.value for move in explanation.moves if move.value is not None}
    return draw(explanation.game, explanation.position, explanation.turn, values=values)


notebook_picture.register(State, lambda it: draw(it.game, it.position, it.turn))
notebook_picture.register(Analysis, lambda it: draw(it.game, it.position, it.turn, values=it))
notebook_picture.register(Match, draw_match)
notebook_picture.register(Review, history)
notebook_picture.register(GameTree, draw_tree)
notebook_picture.register(Strategy, strategy_map)


@singledispatch
def html_words(thing: Any) -> str:
    """The HTML next to the picture; empty for most types."""
    return ""


html_words.register(State, lambda it: _paragraph(str(it).rpartition("\n")[2].rstrip(".")))
html_words.register(Match, lambda it: _paragraph(it.result or f"{it.game.marks[it.turn]} to move"))


@html_words.register
def _(analysis: Analysis) -> str:
    name = analysis.game.name
    rows = [
        f"<tr><td>{_strong(name(move.move), move.best)}</td>"
        f"<td>{_strong(str(move.value or 'unknown'), move.best)}</td></tr>"
        for move in analysis.moves[:MOST_ROWS]
    ]
    left = len(analysis.moves) - MOST_ROWS
    more = _paragraph(f"and {left} more moves") if left > 0 else ""
    line = " ".join(map(name, analysis.principal_variation))
    mark = analysis.game.marks[analysis.turn]
    verdict = f"{mark} to move: {analysis.value or 'unknown'}."
    text = _paragraph(verdict + (f" Best play: {line}." if line else ""))
    return f"{text}<table>{''.join(rows)}</table>{more}"


@html_words.register
def _(explanation: Explanation) -> str:
    reasons = (f"<li>{escape(one_line(move))}</li>" for move in explanation.moves[:MOST_ROWS])
    return f"{_paragraph(position_verdict(explanation))}<ul>{''.join(reasons)}</ul>"


@html_words.register
def _(review: Review) -> str:
    texts = (*map(bad_move, review.bad_moves), position_verdict(review.last))
    return "".join(map(_paragraph, texts))


@singledispatch
def plain_text(thing: Any) -> str:
    """The plain text of an object, shown if pictures are not supported."""
    if isinstance(thing, State | Audit):
        return str(thing)
    picture = notebook_picture(thing)
    return f"{picture.title}. {picture.description}" if picture else repr(thing)


@plain_text.register
def _(explanation: Explanation) -> str:
    return "\n".join([position_verdict(explanation), *map(one_line, explanation.moves)])


plain_text.register(Review, review_text)


def svg(thing: Any) -> str | None:
    picture = notebook_picture(thing)
    return picture.svg if picture else None


def html(thing: Any) -> str | None:
    picture, text = notebook_picture(thing), html_words(thing)
    if picture is None or not text:
        return None
    style = "display:flex;flex-wrap:wrap;gap:1.5em;align-items:flex-start"
    return f'<div style="{style}">{picture.svg}<div>{text}</div></div>'


def _paragraph(text: str) -> str:
    return f"<p>{escape(text)}</p>"


def _strong(text: str, best: bool) -> str:
    return f"<b>{escape(text)}</b>" if best else escape(text)
