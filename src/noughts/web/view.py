"""A table at which a game is played, as the address of a page describes it; and its view.

    /play/tictactoe?moves=b2,a1&as=x&level=hard

Every reader of that address sees the same position with the same moves before it; nothing is
stored. The view has the colours, the picture, the cells over it, and the texts.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, partial
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

from markupsafe import Markup

from noughts.analysis.analyse import Analysis
from noughts.analysis.explain.lines import line_threats, threat_words
from noughts.analysis.game_record import Record
from noughts.answers.encoder import Json, position_answer
from noughts.answers.question import Question, ask, each_move
from noughts.board import Board, Cell, Look
from noughts.errors import MoveError, NoughtsError
from noughts.game import FIRST, SECOND, Game
from noughts.games.registry import LINES, find_game, game_name, spec_of
from noughts.pictures.board.draw import cells_played, corner, draw_match, standing
from noughts.pictures.board.geometry import Geometry
from noughts.pictures.svg import CONTRAST, DARK, LIGHT, WOOD, Picture, Theme
from noughts.players.levels import allowed_level
from noughts.players.match import Match
from noughts.value import OPEN

# The sides that people play; the computer plays the others.
SIDES = {"x": (FIRST,), "o": (SECOND,), "both": (FIRST, SECOND), "none": ()}

# The most characters of a game's name, and of other texts of a request.
LONGEST_SPEC = 60
# A line game's name contains all its cells and lines.
LONGEST_LINES = 1_000
LONGEST = {"moves": 4_000, "position": 200}
# Characters that no text may have.
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
# A game with repeated positions may never end; more moves than these are refused.
MOST_MOVES = 400


class BadRequest(NoughtsError, ValueError):
    """The request cannot be answered; the message says why."""


class TableSettings(NamedTuple):
    """The settings of a table, which stay the same from move to move."""

    spec: str = "tictactoe"  # the text that names the game
    side: str = "x"  # the sides that people play: a key of `SIDES`
    # the computer's level; if it plays both sides, two levels with a comma between, the first
    # player's first
    level: str = "perfect"
    position: str = ""  # the text of the position at which play begins; empty for the game's start

    @property
    def query(self) -> dict[str, str]:
        """The settings, by their names in an address and in requests."""
        names = {"game": self.spec, "as": self.side, "level": self.level}
        return names | {"position": self.position}


class GameTable:
    """A game under way, as an address describes it.

    Args:
        settings: the game, and the players.
        moves: the moves so far, as the game writes them.
        game: the game itself, if it exists already; a game from a file can be given only so.
    """

    def __init__(
        self, settings: TableSettings, moves: str = "", game: Game[Any] | None = None
    ) -> None:
        self.game: Game[Any] = game or game_called(settings.spec)
        if settings.side not in SIDES:
            raise BadRequest(f"as must be one of {', '.join(SIDES)}, not {settings.side!r}.")
        self.settings = settings._replace(
            spec=spec_of(self.game), level=allowed_levels(settings.level)
        )
        self.start = ask(self.game, position=settings.position or None)
        #: The match at this point, which includes repetitions.
        self.match: Match[Any] = Match(self.game, start=self.start.position, turn=self.start.turn)
        for number, (move, _) in enumerate(each_move(self.start, moves), start=1):
            if number > MOST_MOVES:
                raise MoveError(f"A game here may have at most {MOST_MOVES} moves.")
            self.match.play(move)

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(map(self.game.name, self.match.moves))

    @property
    def record(self) -> Record:
        match = self.match
        return Record(self.game, match.moves, match.positions, match.first_turn)

    @property
    def question(self) -> Question:
        return Question(self.game, self.match.position, self.match.turn)

    @property
    def computer_to_move(self) -> bool:
        return not self.match.over and self.match.turn not in SIDES[self.settings.side]

    @property
    def by_points(self) -> bool:
        """Whether values are margins: the computer plays for points."""
        return self.game.counts_points and "points" in self.settings.level.split(",")

    @property
    def level(self) -> str:
        first, _, second = self.settings.level.partition(",")
        return second if second and self.match.turn == SECOND else first

    def after(self, move: str) -> "GameTable":
        return GameTable(self.settings, " ".join((*self.names, move)), self.game)

    def before(self, plies: int) -> "GameTable":
        """The table before the last `plies` plies, or the start if there are fewer."""
        left = self.names[: max(0, len(self.names) - plies)]
        return GameTable(self.settings, " ".join(left), self.game)

    def address(self, **changes: str) -> str:
        """The address of the table, or of one with some other settings."""
        usual, settings = TableSettings().query, self.settings.query
        given = {"moves": ",".join(self.names)}
        given |= {name: text for name, text in settings.items() if text != usual[name]} | changes
        spec = given.pop("game", self.settings.spec)
        return with_query(f"/play/{in_address(spec)}", given)


def in_address(spec: str) -> str:
    """The text that names a game, as a part of an address.

    >>> in_address("mnk:4,4,3"), in_address("a b")
    ('mnk:4,4,3', 'a%20b')
    """
    return quote(spec, safe=":,=")


def with_query(path: str, given: Mapping[str, str]) -> str:
    """An address with a query of what is not empty."""
    query = urlencode({name: text for name, text in given.items() if text}, safe=",")
    return f"{path}?{query}" if query else path


def table_of(spec: str, given: Mapping[str, Any]) -> GameTable:
    names = ("as", "level", "position", "moves")
    texts = {name: _checked(name, str(given[name])) for name in names if name in given}
    settings = TableSettings(
        spec, texts.get("as", "x"), texts.get("level", "perfect"), texts.get("position", "")
    )
    return GameTable(settings, texts.get("moves", ""))


def _checked(name: str, text: str) -> str:
    if len(text) > LONGEST.get(name, len(text)):
        raise BadRequest(f"{name} may have at most {LONGEST[name]:,} characters.")
    if CONTROL.search(text):
        raise BadRequest(f"{name} may have no control characters, such as tabs or line ends.")
    return text


def game_called(spec: str) -> Game[Any]:
    """The game of that name; never one from a file."""
    longest = LONGEST_LINES if spec.startswith(f"{LINES}:") else LONGEST_SPEC
    if len(spec) > longest:
        raise BadRequest(f"A game's name has at most {longest} characters, not {len(spec)}.")
    return find_game(spec, files=False)


def allowed_levels(levels: str) -> str:
    """One level, or two with a comma between.

    >>> allowed_levels("easy, Hard"), allowed_levels("hard,hard")
    ('easy,hard', 'hard')
    """
    both = [allowed_level(level) for level in levels.split(",", 1)]
    return ",".join(dict.fromkeys(both))


# The custom properties have the names of the theme's fields: `--first`, `--win`.
PAGE = Theme("page", *(f"var(--{field.replace('_', '-')})" for field in Theme._fields[1:]))


def theme_properties(theme: Theme) -> str:
    """A theme's colours as custom properties of a style sheet.

    >>> theme_properties(LIGHT)[:32]
    '--ground:#FFFFFF;--ink:#1C1B1A;-'
    """
    named = zip(Theme._fields[1:], theme[1:], strict=True)
    return "".join(f"--{name.replace('_', '-')}:{colour};" for name, colour in named)


# More colours of pages: paper, and the sheets on it with their faint edges; the main button; and
# text in the colour of a loss, easy to read.
LIGHT_PAGE = (
    f"--page:#FAF7F2;--sheet:#FFFFFF;--edge:#E6DFD4;--key:#24304F;--on-key:#FFFFFF;"
    f"--loss-text:{LIGHT.loss};"
)
DARK_PAGE = (
    f"--page:#14161B;--sheet:#1D2027;--edge:#343943;--key:#DCE3F5;--on-key:#14161B;"
    f"--loss-text:{DARK.loss};"
)


def colours() -> str:
    """The style sheet of both: the reader's choice on the page, otherwise the system's.

    Boards may have their own theme.
    """
    light = f"color-scheme:light;{theme_properties(LIGHT)}{LIGHT_PAGE}"
    dark = f"color-scheme:dark;{theme_properties(DARK)}{DARK_PAGE}"
    boards = "".join(
        f":root[data-board={theme.name}] :is(.frame,.stage){{{theme_properties(theme)}}}\n"
        for theme in (WOOD, CONTRAST)
    )
    return (
        f":root{{{light}}}\n"
        f"@media (prefers-color-scheme:dark){{:root{{{dark}}}}}\n"
        f":root[data-theme=light]{{{light}}}\n:root[data-theme=dark]{{{dark}}}\n{boards}"
    )


# The status of finished games, here and on pages without a server.
DRAWN, REPEATED = "A draw.", "A draw by threefold repetition."


def view_of(table: GameTable) -> Json:
    """The position as data, of which scripts draw it; the game's sheet has the rest (sheet.py).

    A cell is 0 if it is empty, 1 if its move has its name, otherwise mark, side, moves and perhaps
    another name than on the sheet.
    """
    match, game, board = table.match, table.game, table.match.board
    return {
        **position_answer(table.question),
        "name": game_name(game),
        "moves": list(table.names),
        "marks": list(game.marks),
        "first_turn": match.first_turn,
        "turn": match.turn,
        "turns": match.turns,
        "status": status_words(table),
        "over": match.over,
        "winner": match.winner if match.over else None,
        "computer_to_move": table.computer_to_move,
        "cells": list(map(partial(_cell, table), board.cells, cell_names(game))),
        "last": list(cells_played(match)),
        "lines": board.lines,
        "closed": closed_parts(board),
        **_moves_without_cell(table),
        "digits": bool(getattr(game, "digits", False)),
        "falls": bool(getattr(game, "falls", False)),
        "threats": threats_shown(table),
    }


def _cell(table: GameTable, cell: Cell, usual: str) -> Any:
    moves = moves_on(table, cell)
    if cell.name == usual and not cell.mark and moves in ([], [usual]):
        return len(moves)
    return [cell.mark, cell.side, moves, *([] if cell.name == usual else [cell.name])]


def cell_names(game: Game[Any]) -> list[str]:
    return [cell.name for cell in game.board(game.start(), FIRST).cells]


def _moves_without_cell(table: GameTable) -> Json:
    """All moves, if some are on no cell."""
    moves = [table.game.name(move) for move in table.match.legal_moves]
    on_cells = {move for cell in table.match.board.cells for move in moves_on(table, cell)}
    return {} if on_cells >= set(moves) else {"all_moves": moves}


def closed_parts(board: Board) -> list[tuple[int, int | None]]:
    """The finished parts of a board, each by its number and winner."""
    parts, cells = Geometry(board).parts, {cell.name: cell for cell in board.cells}
    return [
        (number, one.winner)
        for one in board.closed
        for number, part in enumerate(parts)
        if part.holds(cells[one.cells[0]])
    ]


def page_view(table: GameTable) -> Json:
    """A view for pages of the server: with the picture, and the places of the cells."""
    picture = table_picture(table)
    legal = [table.game.name(move) for move in table.match.legal_moves]
    return {
        **view_of(table),
        "picture": picture.svg,
        "width": round(picture.width),
        "height": round(picture.height),
        "cells": table_cells(table, picture),
        "all_moves": legal,
    }


def status_words(table: GameTable) -> str:
    """The side to move, or the end of the game, in words."""
    match = table.match
    if match.over and match.game.outcome(match.position) == OPEN:
        return REPEATED
    if match.over and match.winner is None:
        return DRAWN
    return f"{standing(match.game, match.position, match.turn)}."


def table_picture(table: GameTable, analysis: Analysis | None = None) -> Picture:
    """The board, the last move highlighted; with the values of an analysis, if there is one."""
    return draw_match(table.match, values=analysis, header=True, theme=PAGE, coordinates="small")


def table_cells(table: GameTable, picture: Picture) -> list[Json]:
    """The cells, each with its place in the picture, in hundredths of its width and height."""
    board = table.match.board
    places = places_of(board, picture)
    return [
        {**place, "mark": cell.mark, "label": label(board, cell), "moves": moves_on(table, cell)}
        for cell, place in zip(board.cells, places, strict=True)
    ]


def places_of(board: Board, picture: Picture) -> Iterator[Json]:
    """The place of each cell: in the board, and in its picture, in hundredths."""
    at, (_, wide, high) = corner(board), picture.piece
    geometry = Geometry(board)
    for cell, (x, y) in zip(board.cells, geometry.centres, strict=True):
        width, height = geometry.size(cell)
        yield {
            "name": cell.name,
            "column": cell.column,
            "row": cell.row,
            "x": round(100 * (at.x + x - width / 2) / wide, 3),
            "y": round(100 * (at.y + y - height / 2) / high, 3),
            "w": round(100 * width / wide, 3),
            "h": round(100 * height / high, 3),
        }


def moves_on(table: GameTable, cell: Cell) -> list[str]:
    legal = table.match.legal_moves
    return [table.game.name(move) for move in cell.moves if move in legal]


def label(board: Board, cell: Cell) -> str:
    won = any(cell.name in line for line in board.lines)
    return f"{in_words(board, cell)}{', in the winning line' if won else ''}"


def in_words(board: Board, cell: Cell) -> str:
    """A cell's name and what it shows: as wholeView in drawing.js."""
    if board.look == Look.PITS:
        player, pit = cell.name[0].upper(), cell.name[1:]
        place = "store" if pit == "store" else f"pit {pit}"
        return f"{player}'s {place}, {cell.mark} counter{'' if cell.mark == '1' else 's'}"
    shown = cell.mark or "empty"
    if board.look == Look.EDGES:
        shown = "not drawn" if cell.moves else EDGES.get(cell.mark, cell.mark)
    return f"{cell.name} {shown}"


EDGES = {"": "open", "-": "drawn", "|": "drawn", "+": "dot"}


def threats_shown(table: GameTable) -> Json | None:
    """The threats (lines one mark short): in words, by cells, and as numbers of cells.

    None in games without lines of the players' own.

    >>> from noughts.web.view import TableSettings
    >>> threats_shown(GameTable(TableSettings(), "a1 b2 b1"))["text"]
    'X threatens to complete a line at c1.'
    """
    match = table.match
    found = line_threats(match.game, match.position, match.turn)
    if found is None:
        return None
    cells = match.board.cells
    said = {cells[t.cell].name: "" for t in found}
    for threat in dict.fromkeys((t.turn, t.cell) for t in found):
        name = cells[threat[1]].name
        said[name] += f", completes a line of {match.game.marks[threat[0]]}"
    return {"lines": found, "text": threat_words(match.game, match.turn, found), "cells": said}


def button_values(board: Board, picture: Picture, labels: Iterable[str]) -> Json:
    """The template values of a board whose cells are buttons with these labels."""
    places = places_of(board, picture)
    cells = [{**place, "label": label} for place, label in zip(places, labels, strict=True)]
    return {
        "cells": cells,
        "rows": cell_rows(cells),
        "size": (round(picture.width), round(picture.height)),
        "picture": Markup(picture.svg),
    }


def cell_rows(cells: list[Json]) -> list[list[Json]]:
    numbers = sorted({cell["row"] for cell in cells})
    return [
        sorted((c for c in cells if c["row"] == number), key=lambda c: int(c["column"]))
        for number in numbers
    ]
