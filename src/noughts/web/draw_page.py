"""The page for drawing a line game: its cells, and its lines, by clicking.

It is a board of buttons without script, like the board editor, and every state has its own
address. The game that is drawn can be played, and saved as a file.
"""

import json
from typing import Any, NamedTuple

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from noughts.answers.encoder import LINE_FORMS, Json, line_game_answer
from noughts.board import Board, Cell, Closed
from noughts.errors import BadParameters, NoughtsError
from noughts.games import lines as line_games
from noughts.games.common.cell_game import cell_name
from noughts.games.lines import Lines, Parts
from noughts.games.registry import LINE_FILE, spec_of
from noughts.pictures.board.draw import board_piece, with_coordinates
from noughts.pictures.board.geometry import Geometry
from noughts.pictures.board.highlights import Notes, drawn_lines
from noughts.pictures.svg import Picture, joined
from noughts.web import view
from noughts.web.html import with_style

# The most columns and rows of the grid: its cells can still be tapped on a phone.
MOST = 15
# The actions of a click on the board, by their names in the form.
PUTS = {"line": "choose the cells of a line", "cell": "put or take a cell"}


class Drawing(NamedTuple):
    """A board, its lines, and the cells that are chosen for the next line."""

    parts: Parts  # the board and the lines so far
    chosen: tuple[str, ...] = ()  # the names of the chosen cells

    @property
    def spec(self) -> str:
        return f"{line_games.PREFIX}:{self.parts.text}"

    @property
    def places(self) -> list[str]:
        columns, rows = self.parts.columns, self.parts.rows
        return [cell_name(place, columns, rows) for place in range(columns * rows)]

    @property
    def game(self) -> Lines:
        return line_games.line_game(*self.parts)

    @property
    def why_not(self) -> str:
        """The reason why it is not a game, a missing line included; empty if it is one."""
        cells = [name for name in self.places if name not in self.parts.holes]
        try:
            line_games.line_game(*self.parts._replace(lines=self.parts.lines or (tuple(cells),)))
        except BadParameters as error:
            return str(error)
        return ""

    def clicked(self, name: str, put: str) -> "Drawing":
        """The drawing after a click on a place: a second one undoes the first.

        Lines through a removed cell are removed too.
        """
        if name not in self.places or put not in PUTS:
            raise view.BadRequest("This grid has no such place.")
        if put == "cell":
            return self._with(holes=_toggled(self.parts.holes, name))
        if name in self.parts.holes:
            raise view.BadRequest(f"{name} is not a cell. Choose 'put or take a cell' to add it.")
        return self._replace(chosen=_toggled(self.chosen, name))

    def added(self) -> "Drawing":
        line = tuple(name for name in self.places if name in self.chosen)
        if len(line) < 2:
            raise view.BadRequest(
                "A line needs at least two cells: choose them on the board first."
            )
        if set(line) in map(set, self.parts.lines):
            raise view.BadRequest(f"The line {' '.join(line)} is there already.")
        return Drawing(self.parts._replace(lines=(*self.parts.lines, line)))

    def without(self, number: int) -> "Drawing":
        lines = self.parts.lines
        return self._with(lines=lines[:number] + lines[number + 1 :])

    def of_size(self, columns: int, rows: int) -> "Drawing":
        if not (1 <= columns <= MOST and 1 <= rows <= MOST):
            raise view.BadRequest(f"The page draws boards of 1 to {MOST} columns and rows.")
        return self._with(columns=columns, rows=rows)

    def called(self, title: str, misere: bool) -> "Drawing":
        Lines(title=title)
        return self._with(title=title, misere=misere)

    def _with(self, **changes: Any) -> "Drawing":
        made = self._replace(parts=self.parts._replace(**changes))
        places = made.places
        holes = tuple(name for name in places if name in made.parts.holes)
        cells = set(places) - set(holes)
        lines = tuple(line for line in made.parts.lines if cells.issuperset(line))
        chosen = tuple(name for name in self.chosen if name in cells)
        return Drawing(made.parts._replace(holes=holes, lines=lines), chosen)


def _toggled(names: tuple[str, ...], name: str) -> tuple[str, ...]:
    return tuple(each for each in names if each != name) if name in names else (*names, name)


def drawing_of(spec: str, chosen: str = "") -> Drawing:
    """The drawing of an address: the text of a line game, or a line game of noughts."""
    prefix, _, text = spec.partition(":")
    if prefix == line_games.PREFIX:
        fits(spec)
        parts = line_games.parts_from_text(text)
    else:
        parts = line_games.parts_from(
            line_games.game_of(line_game_answer(view.game_called(spec), "noughts"))
        )
    names = tuple(line_games.names_in(chosen)) if chosen else ()
    made = Drawing(parts, names).of_size(parts.columns, parts.rows)
    if (len(made.parts.holes), made.parts.lines) != (len(set(parts.holes)), parts.lines):
        raise view.BadRequest("This game has lines or holes outside of its board.")
    fits(made.spec)
    return made


def fits(spec: str) -> None:
    if len(spec) > view.LONGEST_LINES:
        raise view.BadRequest(
            f"This game is too large for the page, whose addresses hold {view.LONGEST_LINES:,} "
            f"characters: write its file by hand, and play it with `noughts play lines:FILE.json`."
        )


def draw_page(request: Request) -> Response:
    query = dict(request.query_params)
    try:
        drawing = _read(request)
        if "file" in query:
            form = query["file"]
            if form not in LINE_FORMS:
                raise view.BadRequest(f"file must be {' or '.join(LINE_FORMS)}, not {form[:20]!r}.")
            written = json.dumps(line_game_answer(drawing.game, form), ensure_ascii=False, indent=1)
            headers = {"Content-Disposition": f"attachment; filename={_file_name(drawing)}"}
            return Response(f"{written}\n", media_type="application/json", headers=headers)
    except NoughtsError as error:
        return _page(Drawing(Parts()), query, str(error))
    return _page(drawing, query)


def _read(request: Request) -> Drawing:
    spec = request.path_params.get("game", f"lines:{Parts().text}")
    return drawing_of(spec, request.query_params.get("chosen", ""))


def _file_name(drawing: Drawing) -> str:
    letters = (sign if sign.isascii() and sign.isalnum() else "-" for sign in drawing.parts.title)
    return f"{''.join(letters).strip('-').lower() or 'game'}{LINE_FILE}"


def draw_form(request: Request, form: dict[str, str]) -> Response:
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
    if "cell" in form:
        return drawing.clicked(form["cell"], put)
    if "add" in form:
        return drawing.added()
    if "remove" in form:
        return drawing.without(_number(form["remove"]))
    if "content" in form:
        return drawing_of(spec_of(line_games.game_in(form["content"], "This")))
    size = _number(form.get("columns", "")), _number(form.get("rows", ""))
    return drawing.of_size(*size).called(form.get("name", "").strip(), "misere" in form)


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= 3):
        raise view.BadRequest(f"{text[:20]!r} is not a whole number from 0 to 999.")
    return int(text)


def _address(drawing: Drawing, **more: str) -> str:
    given = {"chosen": "".join(drawing.chosen), **more}
    return view.with_query(f"/draw/{view.in_address(drawing.spec)}", given)


def _page(drawing: Drawing, query: dict[str, str], refused: str = "") -> Response:
    put = query.get("put", "line")
    board = _board(drawing)
    piece = board_piece(board, Notes(last=drawing.chosen), view.PAGE)
    lines = drawn_lines(Geometry(board), drawing.parts.lines, view.PAGE)
    piece = piece._replace(svg=joined(piece.svg, lines))
    piece = with_coordinates(piece, board, view.PAGE, small=True)
    picture = Picture(piece, "The game as it is drawn", drawing.parts.text, view.PAGE)
    labels = (f"{name}{_state(drawing, name)}" for name in drawing.places)
    return with_style(
        "draw.html",
        400 if refused else 200,
        drawing=drawing,
        **view.button_values(board, picture, labels),
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
    path = view.in_address(drawing.spec)
    files = {"Save": f"/draw/{path}?file=noughts"}
    if not drawing.parts.misere:
        files["Save for GABOR"] = f"/draw/{path}?file=gabor"
    return {"play": f"/play/{path}", "files": files, "saved": _file_name(drawing)}


def _board(drawing: Drawing) -> Board:
    columns = drawing.parts.columns
    cells = (Cell(name, *divmod(i, columns)[::-1]) for i, name in enumerate(drawing.places))
    return Board(tuple(cells), closed=tuple(Closed((name,)) for name in drawing.parts.holes))


def _state(drawing: Drawing, name: str) -> str:
    if name in drawing.parts.holes:
        return ", no cell"
    return ", chosen" if name in drawing.chosen else ""
