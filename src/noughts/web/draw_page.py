"""The page for drawing a line game: its cells, and its lines, by clicking.

It is a board of buttons without script, like the board editor, and every state has its own
address. The game that is drawn can be played, and saved as a file.
"""

import json
from urllib.parse import urlencode

from markupsafe import Markup
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from noughts.answers.encoder import LINE_FORMS, Json, line_game_answer
from noughts.board import Board, Cell, Closed
from noughts.errors import NoughtsError
from noughts.games.line_files import game_in
from noughts.games.lines import Parts
from noughts.games.registry import LINE_FILE, spec_of
from noughts.pictures.board.annotations import Notes
from noughts.pictures.board.draw import board_piece, with_coordinates, with_margin
from noughts.pictures.board.geometry import Geometry
from noughts.pictures.board.highlights import drawn_lines
from noughts.pictures.picture import Picture
from noughts.pictures.svg import joined
from noughts.web.line_drawing import MOST, PUTS, Drawing, drawing_of, fits
from noughts.web.pages import fields, with_style
from noughts.web.pool import Pool
from noughts.web.theme import PAGE
from noughts.web.url_state import BadRequest, in_address
from noughts.web.view import places_of, rows_of


async def draw_page(request: Request, pool: Pool) -> Response:
    """The drawing of the address, or its file."""
    return await run_in_threadpool(_shown, request)


async def draw_form(request: Request, pool: Pool) -> Response:
    """Change the drawing, and redirect to its new address."""
    form = fields(await request.body())
    return await run_in_threadpool(_changed, request, form)


def _shown(request: Request) -> Response:
    query = dict(request.query_params)
    try:
        drawing = _read(request)
        if "file" in query:
            return _file(drawing, query["file"])
    except NoughtsError as error:
        return _page(Drawing(Parts()), query, str(error))
    return _page(drawing, query)


def _read(request: Request) -> Drawing:
    spec = request.path_params.get("game", f"lines:{Parts().text}")
    return drawing_of(spec, request.query_params.get("chosen", ""))


def _file(drawing: Drawing, form: str) -> Response:
    """The game as a file to save."""
    if form not in LINE_FORMS:
        raise BadRequest(f"file must be {' or '.join(LINE_FORMS)}, not {form[:20]!r}.")
    written = json.dumps(line_game_answer(drawing.game, form), ensure_ascii=False, indent=1)
    headers = {"Content-Disposition": f"attachment; filename={_file_name(drawing)}"}
    return Response(f"{written}\n", media_type="application/json", headers=headers)


def _file_name(drawing: Drawing) -> str:
    letters = (sign if sign.isascii() and sign.isalnum() else "-" for sign in drawing.parts.title)
    return f"{''.join(letters).strip('-').lower() or 'game'}{LINE_FILE}"


def _changed(request: Request, form: dict[str, str]) -> Response:
    put = form.get("put", request.query_params.get("put", "line"))
    drawing = Drawing(Parts())
    try:
        drawing = _read(request)
        made = _after(drawing, form, put)
        fits(made.spec)
    except NoughtsError as error:
        return _page(drawing, {"put": put}, str(error))
    return RedirectResponse(_address(made, put=put, at=form.get("cell", "")), 303)


def _after(drawing: Drawing, form: dict[str, str], put: str) -> Drawing:
    """The drawing after the action of the form.

    Raises:
        NoughtsError: the action is not possible.
    """
    if "cell" in form:
        return drawing.clicked(form["cell"], put)
    if "add" in form:
        return drawing.added()
    if "remove" in form:
        return drawing.without(_number(form["remove"]))
    if "content" in form:
        return drawing_of(spec_of(game_in(form["content"], "This")))
    size = _number(form.get("columns", "")), _number(form.get("rows", ""))
    return drawing.of_size(*size).called(form.get("name", "").strip(), "misere" in form)


def _number(text: str) -> int:
    """A whole number of a form.

    Raises:
        BadRequest: it is not one.
    """
    if not (text.isascii() and text.isdecimal() and len(text) <= 3):
        raise BadRequest(f"{text[:20]!r} is not a whole number from 0 to 999.")
    return int(text)


def _address(drawing: Drawing, **more: str) -> str:
    """The address of the page with this drawing."""
    given = {"chosen": "".join(drawing.chosen), **more}
    query = urlencode({name: text for name, text in given.items() if text})
    return f"/draw/{in_address(drawing.spec)}" + (f"?{query}" if query else "")


def _page(drawing: Drawing, query: dict[str, str], refused: str = "") -> Response:
    """The page of a drawing."""
    put = query.get("put", "line")
    board = _board(drawing)
    picture = _picture(board, drawing)
    cells = [
        {**place, "label": f"{place['name']}{_state(drawing, place['name'])}"}
        for place in places_of(board, picture)
    ]
    return with_style(
        "draw.html",
        400 if refused else 200,
        drawing=drawing,
        cells=cells,
        rows=rows_of(cells),
        size=(round(picture.width), round(picture.height)),
        picture=Markup(picture.svg),
        puts=PUTS,
        put=put if put in PUTS else "line",
        at=query.get("at", ""),
        most=MOST,
        here=_address(drawing),
        refused=refused or drawing.why_not,
        **_uses(drawing),
    )


def _uses(drawing: Drawing) -> Json:
    """The links to play and save the drawing, once it is a game."""
    if drawing.why_not or not drawing.parts.lines:
        return {"play": "", "files": {}, "saved": ""}
    path = in_address(drawing.spec)
    files = {"Save": f"/draw/{path}?file=noughts"}
    if not drawing.parts.misere:
        files["Save for GABOR"] = f"/draw/{path}?file=gabor"
    return {"play": f"/play/{path}", "files": files, "saved": _file_name(drawing)}


def _board(drawing: Drawing) -> Board:
    """The whole grid; places that are no cells are closed."""
    columns = drawing.parts.columns
    cells = (Cell(name, *divmod(i, columns)[::-1]) for i, name in enumerate(drawing.places))
    return Board(tuple(cells), closed=tuple(Closed((name,)) for name in drawing.parts.holes))


def _picture(board: Board, drawing: Drawing) -> Picture:
    """The board with its lines, and the chosen cells highlighted."""
    piece = board_piece(board, Notes(last=drawing.chosen), PAGE)
    lines = drawn_lines(Geometry(board), drawing.parts.lines, PAGE)
    piece = with_coordinates(piece._replace(svg=joined(piece.svg, lines)), board, PAGE)
    return Picture(with_margin(piece), "The game as it is drawn", drawing.parts.text, PAGE)


def _state(drawing: Drawing, name: str) -> str:
    """The state of a place, for screen readers."""
    if name in drawing.parts.holes:
        return ", no cell"
    return ", chosen" if name in drawing.chosen else ""
