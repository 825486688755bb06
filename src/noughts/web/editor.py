"""The board editor: every cell is a button, every state has its own address.

It works without script, like the board for playing; with it (`static/editor.js`) the page is
changed in place, and there are keys.
"""

from typing import Any, NamedTuple, TypeGuard

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from noughts.answers.encoder import Json
from noughts.answers.question import Question, ask
from noughts.board import Board
from noughts.errors import NoughtsError
from noughts.game import FIRST, SECOND, Game
from noughts.games.common.cell_game import CellGame
from noughts.games.registry import game_name, spec_of
from noughts.pictures.board.draw import board_description, board_piece, with_coordinates
from noughts.pictures.board.highlights import Notes
from noughts.pictures.svg import Picture
from noughts.players.levels import allowed_level
from noughts.web import view
from noughts.web.html import html_page, with_style

X, O, EMPTY = "x", "o", "."  # noqa: E741  # the marks' own names

# The brushes: what can be put in a cell, by its name in the form.
BRUSHES = {"x": X, "o": O, "erase": EMPTY}


class Arrangement(NamedTuple):
    """Marks on the cells of a board, and the side to move."""

    game: CellGame[Any]  # the rules; `can_be_arranged` is true of them
    signs: str  # `x`, `o` or `.` for every cell, in the game's order
    turn: int | None = None  # the side to move, if there is a choice; otherwise None

    @property
    def text(self) -> str:
        return self.game.rows_text(self.signs)

    @property
    def turns(self) -> list[int]:
        """The sides that can be to move; none if the position cannot arise."""
        return [turn for turn in (FIRST, SECOND) if self._reason(turn) is None]

    @property
    def question(self) -> Question:
        turns = self.turns
        chosen = self.turn if self.turn in turns else next(iter(turns), self._likely)
        return Question(self.game, *self.game.parse(self._with(chosen)))

    @property
    def why_not(self) -> str:
        """Why the position cannot arise; empty if it can."""
        return "" if self.turns else self._reason(self._likely) or ""

    @property
    def board(self) -> Board:
        start = self.game.board(self.game.start(), FIRST)
        signs = {X: (self.game.signs[0], FIRST), O: (self.game.signs[1], SECOND), EMPTY: ("", None)}
        cells = (
            cell._replace(mark=signs[sign][0], side=signs[sign][1], moves=())
            for cell, sign in zip(start.cells, self.signs, strict=True)
        )
        return start._replace(cells=tuple(cells))

    def changed(self, name: str, brush: str) -> "Arrangement":
        """The arrangement with a mark put in a cell; the same mark again clears it.

        Where marks fall, a column has no gaps afterwards.
        """
        names = [cell.name for cell in self.board.cells]
        if name not in names or brush not in brushes_of(self.game):
            raise view.BadRequest("This board has no such cell, or this game no such mark.")
        change = _fallen if self.game.falls else _put
        return self._replace(signs=change(self, names.index(name), BRUSHES[brush]))

    @property
    def _likely(self) -> int:
        return (len(self.signs) - self.signs.count(EMPTY)) % 2

    def _reason(self, turn: int) -> str | None:
        try:
            self.game.parse(self._with(turn))
        except NoughtsError as error:
            return str(error)
        return None

    def _with(self, turn: int) -> str:
        return f"{self.text} {'xo'[turn]}"


def _put(made: Arrangement, at: int, sign: str) -> str:
    after = EMPTY if made.signs[at] == sign else sign
    return made.signs[:at] + after + made.signs[at + 1 :]


def _fallen(made: Arrangement, at: int, sign: str) -> str:
    """The signs after a change in a column, all marks at its bottom."""
    signs, columns = list(made.signs), made.game.columns
    column = signs[at % columns :: columns]
    row = at // columns
    column[row] = EMPTY if column[row] == sign else sign
    marks = [there for there in column if there != EMPTY]
    signs[at % columns :: columns] = [EMPTY] * (len(column) - len(marks)) + marks
    return "".join(signs)


def can_be_arranged(game: Game[Any]) -> TypeGuard[CellGame[Any]]:
    """Whether a position of the game consists of marks and the side to move only."""
    return isinstance(game, CellGame) and type(game).text is CellGame.text


def brushes_of(game: CellGame[Any]) -> dict[str, str]:
    named = {"x": game.signs[0], "o": game.signs[1], "erase": "Erase"}
    return {brush: name for brush, name in named.items() if name}


def empty(game: CellGame[Any]) -> Arrangement:
    return Arrangement(game, EMPTY * game.cells)


def arranged(question: Question) -> Arrangement:
    game = question.game
    if not isinstance(game, CellGame):
        raise view.BadRequest("A position of this game is more than marks; it has no board editor.")
    signs = game.contents(question.position, question.turn, (X, O, EMPTY))
    return Arrangement(game, "".join(signs), question.turn)


def read_signs(game: CellGame[Any], signs: str, turn: str) -> Arrangement:
    known = {BRUSHES[brush] for brush in brushes_of(game)}
    if len(signs) != game.cells or set(signs) - known or turn not in ("x", "o", ""):
        told = " or ".join(sorted(known)[::-1])
        raise view.BadRequest(f"cells must be {told} for each of {game.cells} cells, turn x or o.")
    return Arrangement(game, signs, "xo".index(turn) if turn else None)


def editor_page(request: Request) -> Response:
    game, query = view.game_called(request.path_params["game"]), dict(request.query_params)
    if not can_be_arranged(game):
        return _page_of_text(game, query)
    made, refused = empty(game), ""
    try:
        made = _read(game, query)
    except NoughtsError as error:
        refused = str(error)
    return _page_of_cells(made, refused, query)


def _read(game: CellGame[Any], query: dict[str, str]) -> Arrangement:
    if "position" in query:
        return arranged(ask(game, position=query["position"] or None))
    if "cells" in query:
        return read_signs(game, query["cells"], query.get("turn", ""))
    return empty(game)


def editor_form(request: Request, form: dict[str, str]) -> Response:
    game, query = view.game_called(request.path_params["game"]), dict(request.query_params)
    if not can_be_arranged(game):
        return RedirectResponse(f"/edit/{view.in_address(spec_of(game))}", 303)
    made, put = _read(game, query), form.get("put", "x")
    if "cell" in form:
        made = made.changed(form["cell"], put)
    return RedirectResponse(address(made, put=put, at=form.get("cell", ""), **_kept(query)), 303)


def address(made: Arrangement, **more: str) -> str:
    turn = "" if made.turn is None else "xo"[made.turn]
    given = {"cells": made.signs, "turn": turn, **more}
    return view.with_query(f"/edit/{view.in_address(spec_of(made.game))}", given)


def _kept(query: dict[str, str]) -> dict[str, str]:
    level = query.get("level", view.TableSettings().level)
    return {} if level == view.TableSettings().level else {"level": allowed_level(level)}


def _page_of_cells(made: Arrangement, refused: str, query: dict[str, str]) -> Response:
    kept, why_not = _kept(query), made.why_not
    table = None
    if not (refused or why_not):
        table = view.GameTable(view.TableSettings(position=made.question.text), game=made.game)
    whole = _picture(made.board, table)
    put = query.get("put", "x")
    brush = put if put in BRUSHES else "x"
    labels = (f"{cell.name} {cell.mark or 'empty'}" for cell in made.board.cells)
    return with_style(
        "edit.html",
        400 if refused else 200,
        **_about(made.game, kept),
        **_played(table, kept),
        **view.button_values(made.board, whole, labels),
        brushes=brushes_of(made.game),
        put=brush,
        at=query.get("at", ""),
        here=address(made, **kept),
        cleared=address(empty(made.game), put=brush, **kept),
        refused=refused,
        why_not=why_not,
        turns=_turns(made, table, {"put": brush, **kept}),
    )


def _picture(board: Board, table: view.GameTable | None) -> Picture:
    """The board; if it is a position, with the line that decided the game."""
    lines = () if table is None else table.match.board.lines
    drawn = board_piece(board, Notes(lines=lines), view.PAGE, header=True)
    whole = with_coordinates(drawn, board, view.PAGE, small=True)
    return Picture(whole, "The board as it is set up", board_description(board), view.PAGE)


def _turns(made: Arrangement, table: view.GameTable | None, kept: dict[str, str]) -> list[Json]:
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
    table, refused = view.GameTable(view.TableSettings(), game=game), ""
    try:
        table = view.GameTable(view.TableSettings(position=text), game=game)
    except NoughtsError as error:
        refused = str(error)
    told = _played(None if refused else table, kept)
    return html_page(
        "edit_text.html",
        400 if refused else 200,
        **_about(game, kept),
        **{**told, "text": text or table.start.text},
        picture=Markup(view.table_picture(table).svg),
        example=game.text(game.start(), FIRST),
        refused=refused,
    )


def _about(game: Game[Any], kept: dict[str, str]) -> Json:
    return {"named": game_name(game), "path": view.in_address(spec_of(game)), "kept": kept}


def _played(table: view.GameTable | None, kept: dict[str, str]) -> Json:
    """The status of the position, and the links to analyse or play it."""
    if table is None:
        return {"standing": "", "text": "", "plays": []}
    first, second = table.game.marks
    sides = {"both": "Analyse", "x": f"Play {first}", "o": f"Play {second}"}
    plays = [(word, table.address(**{"as": side, **kept})) for side, word in sides.items()]
    return {"standing": view.status_words(table), "text": table.question.text, "plays": plays}
