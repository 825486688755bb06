"""The board editor: every cell is a button, every state has its own address.

It works without script, like the board for playing; with it (`static/editor.js`) the page is
changed in place, and there are keys.
"""

from typing import Any, cast
from urllib.parse import urlencode

from markupsafe import Markup
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from noughts.answers.encoder import Json
from noughts.answers.question import ask
from noughts.board import Board
from noughts.errors import NoughtsError
from noughts.game import FIRST, Game
from noughts.games.common.cell_game import CellGame
from noughts.games.registry import game_name, spec_of
from noughts.pictures.board.alt_text import described
from noughts.pictures.board.annotations import Notes
from noughts.pictures.board.draw import board_piece, with_coordinates, with_margin
from noughts.pictures.picture import Picture
from noughts.web.arrangement import (
    BRUSHES,
    Arrangement,
    arranged,
    brushes_of,
    can_be_arranged,
    empty,
    read_signs,
)
from noughts.web.pages import fields, html, with_style
from noughts.web.pool import Pool
from noughts.web.theme import PAGE
from noughts.web.url_state import Settings, Table, allowed_level, game_called, in_address
from noughts.web.view import picture_of, places_of, rows_of, status


async def editor_page(request: Request, pool: Pool) -> Response:
    """The board as the address sets it up."""
    return await run_in_threadpool(_page, request)


async def editor_form(request: Request, pool: Pool) -> Response:
    """Change a cell, and redirect to the new address."""
    form = fields(await request.body())
    return await run_in_threadpool(_changed, request, form)


def _page(request: Request) -> Response:
    game, query = game_called(request.path_params["game"]), dict(request.query_params)
    if not can_be_arranged(game):
        return _page_of_text(game, query)
    made, refused = empty(_of_cells(game)), ""
    try:
        made = _read(game, query)
    except NoughtsError as error:
        refused = str(error)
    return _page_of_cells(made, refused, query)


def _read(game: Game[Any], query: dict[str, str]) -> Arrangement:
    """The marks in an address: a position, or cell by cell.

    Raises:
        NoughtsError: the address has no valid marks.
    """
    if "position" in query:
        return arranged(ask(game, position=query["position"] or None))
    if "cells" in query:
        return read_signs(_of_cells(game), query["cells"], query.get("turn", ""))
    return empty(_of_cells(game))


def _of_cells(game: Game[Any]) -> CellGame[Any]:
    """The game, as one whose positions are marks on cells: `can_be_arranged` was checked."""
    return cast(CellGame[Any], game)


def _changed(request: Request, form: dict[str, str]) -> Response:
    game, query = game_called(request.path_params["game"]), dict(request.query_params)
    if not can_be_arranged(game):
        return RedirectResponse(f"/edit/{in_address(spec_of(game))}", 303)
    made, put = _read(game, query), form.get("put", "x")
    if "cell" in form:
        made = made.changed(form["cell"], put)
    return RedirectResponse(address(made, put=put, at=form.get("cell", ""), **_kept(query)), 303)


def address(made: Arrangement, **more: str) -> str:
    """The address of the page with these marks."""
    turn = "" if made.turn is None else "xo"[made.turn]
    given = {"cells": made.signs, "turn": turn, **more}
    query = urlencode({name: text for name, text in given.items() if text})
    return f"/edit/{in_address(spec_of(made.game))}?{query}"


def _kept(query: dict[str, str]) -> dict[str, str]:
    """The computer's level, passed on to the page for playing."""
    level = query.get("level", Settings().level)
    return {} if level == Settings().level else {"level": allowed_level(level)}


def _page_of_cells(made: Arrangement, refused: str, query: dict[str, str]) -> Response:
    """The page of a board of marks."""
    kept, why_not = _kept(query), made.why_not
    table = None
    if not (refused or why_not):
        table = Table(Settings(position=made.question.text), game=made.game)
    whole = _picture(made.board, table)
    put = query.get("put", "x")
    brush = put if put in BRUSHES else "x"
    cells = [
        {**place, "label": f"{cell.name} {cell.mark or 'empty'}"}
        for cell, place in zip(made.board.cells, places_of(made.board, whole), strict=True)
    ]
    return with_style(
        "edit.html",
        400 if refused else 200,
        **_about(made.game, kept),
        **_played(table, kept),
        cells=cells,
        rows=rows_of(cells),
        size=(round(whole.width), round(whole.height)),
        picture=Markup(whole.svg),
        brushes=brushes_of(made.game),
        put=brush,
        at=query.get("at", ""),
        here=address(made, **kept),
        cleared=address(empty(made.game), put=brush, **kept),
        refused=refused,
        why_not=why_not,
        turns=_turns(made, table, {"put": brush, **kept}),
    )


def _picture(board: Board, table: Table | None) -> Picture:
    """The board; if it is a position, with the line that decided the game."""
    lines = () if table is None else table.match.board.lines
    drawn = board_piece(board, Notes(lines=lines), PAGE)
    whole = with_margin(with_coordinates(drawn, board, PAGE))
    return Picture(whole, "The board as it is set up", described(board), PAGE)


def _turns(made: Arrangement, table: Table | None, kept: dict[str, str]) -> list[Json]:
    """The choice of the side to move, if there is one."""
    turns = made.turns
    if table is None or len(turns) < 2:
        return []
    return [
        {
            "mark": made.game.marks[turn],
            "address": address(made._replace(turn=turn), **kept),
            "chosen": turn == table.match.turn,
        }
        for turn in turns
    ]


def _page_of_text(game: Game[Any], query: dict[str, str]) -> Response:
    """The page of a game whose positions are more than marks: they are typed."""
    kept, text = _kept(query), query.get("position", "")
    table, refused = Table(Settings(), game=game), ""
    try:
        table = Table(Settings(position=text), game=game)
    except NoughtsError as error:
        refused = str(error)
    told = _played(None if refused else table, kept)
    return html(
        "edit_text.html",
        400 if refused else 200,
        **_about(game, kept),
        **{**told, "text": text or table.start.text},
        picture=Markup(picture_of(table).svg),
        example=game.text(game.start(), FIRST),
        refused=refused,
    )


def _about(game: Game[Any], kept: dict[str, str]) -> Json:
    return {"named": game_name(game), "path": in_address(spec_of(game)), "kept": kept}


def _played(table: Table | None, kept: dict[str, str]) -> Json:
    """The status of the position, and the links to analyse or play it."""
    if table is None:
        return {"standing": "", "text": "", "plays": []}
    first, second = table.game.marks
    sides = {"both": "Analyse", "x": f"Play {first}", "o": f"Play {second}"}
    plays = [(word, table.address(**{"as": side, **kept})) for side, word in sides.items()]
    return {"standing": status(table), "text": table.question.text, "plays": plays}
