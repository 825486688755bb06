"""The pages, which work without script: the board is a form, a move is a button."""

import io
import random
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from typing import Any

import segno
from markupsafe import Markup, escape
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from noughts.answers.encoder import Json, parameters_of
from noughts.errors import BadParameters, NoughtsError, OutOfTurn, PictureError
from noughts.game import FIRST, Game, legal_moves, turn_after
from noughts.games.lines import Lines
from noughts.games.registry import ENTRIES, GameEntry, entries, game_name, rules_of, spec_of
from noughts.knowledge import knowledge_of
from noughts.pictures.board.draw import draw
from noughts.pictures.search_page import policy
from noughts.pictures.trees.nested import refuse_without_grid
from noughts.players.levels import LEVEL_NAMES, player_for
from noughts.puzzles.pack import of_the_day, shipped_games, today
from noughts.records.anything import identify, read_any
from noughts.strategies.stored import strategies_of
from noughts.web import html, view
from noughts.web.api import read, status_of
from noughts.web.pool import Pool, cancel_on_disconnect
from noughts.web.sheet import sheet_of
from noughts.web.view import BadRequest, GameTable, TableSettings


def qr_code(link: str) -> Markup:
    """The code as SVG; empty for no link.

    It is dark on light in both themes, because not every camera reads the reverse.
    """
    if not link:
        return Markup("")
    written = io.BytesIO()
    try:
        code = segno.make(link, error="m", micro=False)
    except segno.DataOverflowError:
        raise BadRequest("This link is too long for a QR code.") from None
    code.save(
        written, kind="svg", light="#fff", dark="#000", omitsize=True, xmldecl=False, nl=False,
        title="The link as a QR code",
    )  # fmt: skip
    return Markup(written.getvalue().decode().replace("<svg ", '<svg role="img" ', 1))


# The levels of the menu, the easiest first, if they play the game; and other opponents.
LADDER = {name: name.title() for name in LEVEL_NAMES}
OTHERS = {
    "random": "Random moves", "strategy": "A fixed strategy", "trickster": "Perfect, sets traps",
    "points": "Most points", "mcts": "Monte Carlo", "rules": "An expert's rules",
    "weights": "Weights of cells",
}  # fmt: skip
# The title of `perfect` in a game of which little is proved; and larger sizes of solved games.
UNPROVED = "Strong"
TOO_LARGE = ("pentago:6", "othello:6", "hex:11,swap")

# The most cells of a board of which the search is offered to be watched.
MOST_WATCHED = 16
# Moves played on the thumbnails; more legal moves make a board large.
THUMBNAIL_MOVES, LARGE = 5, 100

# The games of the front door, and a few words about each.
FRONT = {
    "connectfour": ("Connect Four", "the first player wins, in 41"),
    "othello:8": ("Othello", "turn them over"),
    "hex:7": ("Hex", "no draws, ever"),
    "gomoku": ("Gomoku", "five in a row"),
    "ultimate": ("Ultimate", "nine boards in one"),
    "kalah:6,4": ("Kalah", "sow and capture"),
}


def home_page(request: Request) -> Response:
    """The front door; an address of a position of tic-tac-toe leads to that position."""
    if request.url.query:
        return RedirectResponse(f"/play/tictactoe?{request.url.query}", 307)
    table = GameTable(TableSettings())
    tiles = [
        {"title": title, "line": line, "picture": thumbnail(spec), "address": f"/play/{spec}"}
        for spec, (title, line) in FRONT.items()
    ]
    return html.with_style(
        "home.html", tiles=tiles, daily=daily_puzzle(), **board_values(table, view.page_view(table))
    )


# The most characters of a text to read.
LONGEST_TEXT = 4_000


def read_form(request: Request, form: dict[str, str]) -> Response:
    """The address of the game, board, moves or record that was typed; two people play there."""
    text = form.get("text", "").strip("\n\r")
    try:
        return RedirectResponse(address_of_text(text[:LONGEST_TEXT]), 303)
    except NoughtsError as error:
        raise BadRequest(str(error)) from None


def address_of_text(text: str) -> str:
    found = identify(text, files=False)
    if found is None:
        raise BadRequest("This is no game, board, list of moves or record that noughts can read.")
    game, position, moves = found.game, "", ""
    if found.kind == "record":
        kept = read_any(text)[0].kept
        game, position, moves = kept.game, kept.position, " ".join(kept.moves)
    elif found.kind == "moves":
        moves = text
    elif found.kind == "board":
        position = text
    side = TableSettings().side if found.kind == "game" else "both"
    table = GameTable(TableSettings(game, side, position=position), moves)
    start = table.game.text(table.start.position, table.start.turn) if position else ""
    return table.address(position=start)


def daily_puzzle() -> Json:
    """The puzzle of today: the game's name, and the address."""
    day = today()
    pack, number = of_the_day(day)
    address = f"/puzzles/{view.in_address(spec_of(pack.game))}?n={number}&day={day}"
    return {"name": game_name(pack.game), "address": address}


async def play_page(request: Request, pool: Pool) -> Response:
    table, query, known = await read(request), request.query_params, None
    cell = query.get("cell", "")
    try:
        if query.get("show") == "values":
            known = await _asked(request, pool, "know", table, picture=True)
    except NoughtsError as error:  # too hard, but the game can go on
        response = await run_in_threadpool(page_of, table, None, cell, str(error))
        response.status_code = status_of(error)
        return response
    return await run_in_threadpool(page_of, table, known, cell)


async def code_page(request: Request, pool: Pool) -> Response:
    table = await read(request)
    code = await run_in_threadpool(qr_code, f"{str(request.base_url)[:-1]}{table.address()}")
    return Response(code, media_type="image/svg+xml")


async def play_form(request: Request, pool: Pool) -> Response:
    """Play the move of the form and the computer's answer, and redirect to the new address."""
    table, show = await read(request), request.query_params.get("show", "")
    try:
        form = html.form_fields(await request.body())
        move = await run_in_threadpool(chosen_move, table, form)
        if move is None and not table.computer_to_move:
            return RedirectResponse(table.address(cell=form.get("cell", ""), show=show), 303)
        if move is not None:
            table = await run_in_threadpool(table.after, move)
        if table.computer_to_move:
            found = await _asked(request, pool, "choose", table)
            table = await run_in_threadpool(table.after, found["move"])
    except NoughtsError as error:
        return await run_in_threadpool(page_of, table, None, "", str(error))
    return RedirectResponse(table.address(show=show), 303)


async def choose_page(request: Request, pool: Pool) -> Response:
    """Redirect the settings of the menu to the address of a new game."""
    query = request.query_params
    settings = {name: query[name] for name in ("as", "level") if name in query}
    if query.get("as") == "none" and "second" in query:
        settings["level"] = f"{query.get('level', 'perfect')},{query['second']}"
    try:
        table = await run_in_threadpool(view.table_of, _chosen_game(query), settings)
    except BadParameters as error:
        return html.failure(400, str(error))
    return RedirectResponse(table.address(), 303)


def _chosen_game(query: Mapping[str, str]) -> str:
    """The game of the menu, or the variant chosen on the page of games."""
    named = query.get("game", "tictactoe")
    rules = [f"{key[1:]}={text}" for key, text in query.items() if key.startswith(".") and text]
    return f"{named}:{','.join(rules)}" if rules else named


@cache
def thumbnail(spec: str) -> Markup:
    game, position, turn = after_some_moves(spec)
    return Markup(draw(game, position, turn, theme=view.PAGE, coordinates=False).svg)


def after_some_moves(spec: str) -> tuple[Game[Any], Any, int]:
    """The game, a position of it after some fixed moves, and the side to move.

    A game that begins with a full board keeps half of it: two stones of Nim would show little. On
    large boards only likely moves are played.
    """
    game, chance = view.game_called(spec), random.Random(spec)  # nothing secret depends on it
    position, turn = game.start(), FIRST
    fewest = _marks_on(game, position) / 2
    played = THUMBNAIL_MOVES if len(legal_moves(game, position)) <= LARGE else 2 * THUMBNAIL_MOVES
    for _ in range(played):
        moves = legal_moves(game, position)
        if len(moves) > LARGE:
            known = knowledge_of(game)
            moves = list(known.likely_moves(known.state(position)))
        after = game.play(position, chance.choice(moves))
        if not legal_moves(game, after) or _marks_on(game, after) < fewest:
            break
        position, turn = after, turn_after(game, turn, after)
    return game, position, turn


def _marks_on(game: Game[Any], position: Any) -> int:
    return sum(bool(cell.mark) for cell in game.board(position, FIRST).cells)


def question_of(table: GameTable) -> Json:
    return {**table.settings.query, "moves": ",".join(table.names)}


def chosen_move(table: GameTable, form: dict[str, str]) -> str | None:
    """The move of the form; None if a cell has several, or there is none."""
    if table.computer_to_move and form.keys() & {"move", "cell"}:
        raise OutOfTurn("It is the computer's turn.")
    if "move" in form:
        return form["move"]
    if "cell" not in form:
        return None
    moves = moves_of(table, form["cell"])
    if not moves:
        raise BadRequest(f"You cannot play on {form['cell'][:10]} now.")
    return moves[0] if len(moves) == 1 else None


def moves_of(table: GameTable, name: str) -> list[str]:
    """The legal moves of the cell of that name; where marks fall, of its column."""
    cells = [cell for cell in table.match.board.cells if cell.name == name]
    if getattr(table.game, "falls", False):
        columns = {cell.column for cell in cells}
        cells = [cell for cell in table.match.board.cells if cell.column in columns]
    return [move for cell in cells for move in view.moves_on(table, cell)]


def offered(table: GameTable, shown: Json, cell: str) -> list[str]:
    """The moves to choose from by name: those on a cell, or all if the moves have no cells."""
    if cell or table.computer_to_move or any(one["moves"] for one in shown["cells"]):
        return moves_of(table, cell)
    return list(shown["all_moves"])


def page_of(table: GameTable, known: Json | None, cell: str = "", refused: str = "") -> Response:
    shown, spec, level = view.page_view(table), table.settings.spec, table.settings.level
    return html.with_style(
        "play.html",
        400 if refused else 200,
        **page_values(
            table, shown | {"picture": (known or shown).get("picture", shown["picture"])}
        ),
        known=known,
        choices=offered(table, shown, cell),
        cell=cell,
        levels=levels_for(spec, level),
        chosen=(level.split(",") * 2)[:2],
        entries=entries(),
        games=menu(),
        refused=refused,
        deeper=deeper(table.game),
        puzzles=f"/puzzles/{view.in_address(spec)}" if spec in shipped_games() else "",
    )


@cache
def menu() -> list[tuple[str, dict[str, str]]]:
    """The games of the menu: each subject, with the names of the game and its variants by spec."""
    return [
        (
            entry.says("about"),
            {spec: game_name(view.game_called(spec)) for spec in (entry.name, *variants)},
        )
        for entry in entries()
        for variants in [map(_shortest, entry.says("examples"))]
    ]


def named_games() -> list[tuple[str, str]]:
    """All games of the menu in one list: the text that names a game, and its title."""
    return [one for _, names in menu() for one in names.items()]


def _shortest(spec: str) -> str:
    return spec_of(view.game_called(spec))


def deeper(game: Game[Any]) -> dict[str, str]:
    # A search of the start may be short enough to be shown, judged by its board.
    short = not game.repeats and len(game.board(game.start(), FIRST).cells) <= MOST_WATCHED
    watch = {"/watch/": "Watch the search"} if short else {}
    mapped = {"/map/": "Strategy map"} if can_be_mapped(game) else {}
    return watch | mapped | ({"/draw/": "Change the game"} if isinstance(game, Lines) else {})


def can_be_mapped(game: Game[Any]) -> bool:
    """Whether the game has strategy maps, judged by its board and rules."""
    try:
        refuse_without_grid(game, game.board(game.start(), FIRST))
    except PictureError:
        return False
    return not game.repeats


def page_values(table: GameTable, shown: Json) -> Json:
    """The template values shared by pages of the server and pages in one file."""
    start = {"view": view.view_of(table), "sheet": sheet_of(table.game), **table.settings.query}
    return {
        **board_values(table, shown),
        "start": Markup(html.embedded(start)),  # already escaped
        "sides": view.SIDES,
        "people": view.SIDES[table.settings.side],
    }


def board_values(table: GameTable, shown: Json) -> Json:
    """The template values of all pages with a board."""
    return {
        "table": table,
        "view": shown,
        "rows": view.cell_rows(shown["cells"]),
        "picture": Markup(shown["picture"]),  # drawn by us
        "look": table.match.board.look,
        "named": game_name(table.game),
    }


Menu = dict[str, dict[str, str]]


@lru_cache(maxsize=64)
def levels_for(spec: str, level: str) -> Menu:
    """The opponents of a menu, in groups: the title of each by its name."""
    game = view.game_called(spec)
    return menu_of(spec, level, lambda name: _plays(game, name))


def menu_of(spec: str, level: str, plays: Callable[[str], bool]) -> Menu:
    entry = ENTRIES.get(spec.partition(":")[0])
    solved = entry is None or _status(entry, spec) == "solved"
    ladder = LADDER if solved else LADDER | {"perfect": UNPROVED}
    others = OTHERS | {name: name for name in level.split(",") if name not in LADDER | OTHERS}
    groups = {"Levels": ladder, "Other opponents": others}
    return {
        group: {name: title for name, title in titles.items() if plays(name)}
        for group, titles in groups.items()
    }


def title_of(level: str, menu: Menu) -> str:
    return next((group[level] for group in menu.values() if level in group), level)


html.templates.globals |= {"rules_of": rules_of, "title_of": title_of}


def _status(entry: GameEntry, spec: str) -> str:
    """The status of a game of this size; empty if it says nothing."""
    sizes = {*map(_shortest, (entry.name, *entry.says("examples")))}
    status: str = entry.says("status") if spec in sizes - {*TOO_LARGE} else ""
    return status


def _plays(game: Game[Any], level: str) -> bool:
    if level == "strategy":  # no move is needed to find out
        return any(strategies_of(game))
    try:
        player_for(game, level)
    except NoughtsError:
        return False
    return True


# The meaning of each badge.
BADGES = {
    "solved": "noughts finds the value of every position",
    "proved": "who wins is proved, but not how soon",
    "open": "nobody knows who wins",
}

# The sizes that people play, where the usual parameters make a smaller game, or another.
SHOWN = {
    "mnk": "mnk:4,4,4", "hex": "hex:7", "kalah": "kalah:6,4",
    "othello": "othello:8", "domineering": "domineering:8,8", "pentago": "pentago:6",
    "dots": "dots:3,3",
}  # fmt: skip


def games_page(request: Request) -> Response:
    return html.html_page("games.html", tiles=[_tile(entry) for entry in entries()], badges=BADGES)


@lru_cache(maxsize=256)
def _tile(entry: GameEntry) -> Json:
    spec = SHOWN.get(entry.name, entry.name)
    game = view.game_called(spec)
    return {
        "name": entry.name,
        "title": game_name(game),
        "address": f"/play/{view.in_address(spec)}",
        "picture": thumbnail(spec),
        "badge": _status(entry, spec),
        "rules": rules_of(game) or f"{entry.says('about')}.",
        "variants": [
            (f"/play/{view.in_address(spec)}", game_name(view.game_called(spec)))
            for spec in entry.says("examples")
            if view.game_called(spec) != game
        ],
        "parameters": [] if entry.means else parameters_of(entry),
    }


# The sheets and the script of a page under our top: its colours, and the button that changes them.
OURS = """<link rel="stylesheet" href="/colours.css">
<link rel="stylesheet" href="/static/watch.css">
<script src="/static/theme.js"></script>"""


async def watch_page(request: Request, pool: Pool) -> Response:
    table = await read(request)
    try:
        told = await _asked(request, pool, "watch", table)
    except NoughtsError as error:
        return _refused(table, error)
    back = f'\n<p><a class="back" href="{escape(table.address())}">Back to the game</a></p>'
    ours = policy()
    for kind in ("style-src", "script-src"):
        ours = ours.replace(kind, f"{kind} 'self'")
    changes = {
        policy(): ours,
        "</style>": f"</style>\n{OURS}",
        "<header>": f'<section aria-label="The position">{back}',
        "</header>": "</section>",
        "<body>": f"<body>\n{html.templates.get_template('_top.html').render()}",
    }
    page = told["html"]
    for theirs, other in changes.items():
        page = page.replace(theirs, other, 1)
    response = HTMLResponse(page)
    response.headers["Content-Security-Policy"] = f"{ours}; frame-ancestors 'none'"
    return response


async def map_page(request: Request, pool: Pool) -> Response:
    table = await read(request)
    try:
        told = await _asked(request, pool, "map", table, theme="page")
    except NoughtsError as error:
        return _refused(table, error)
    first, second = table.game.marks
    return html.html_page(
        "map.html",
        title=told["title"],
        unfinished=told.get("unfinished"),
        picture=Markup(told["svg"]),
        back=table.address(),
        sides=[(mark, _of_side(table, side)) for mark, side in ((first, "x"), (second, "o"))],
        file=f"/api/v1{_of_side(table, table.settings.side)}",
        named=game_name(table.game),
    )


def _of_side(table: GameTable, side: str) -> str:
    return table.address(**{"as": side, "level": ""}).replace("/play/", "/map/", 1)


async def _asked(
    request: Request, pool: Pool, question: str, table: GameTable, **more: Any
) -> Json:
    return await cancel_on_disconnect(request, pool.ask(question, {**question_of(table), **more}))


def _refused(table: GameTable, error: NoughtsError) -> Response:
    return html.failure(status_of(error), str(error), back=table.address())
