"""The view of a table: its colours, the picture, the cells over it, and the texts."""

from collections.abc import Iterable, Iterator

from noughts.analysis.analyse import Analysis
from noughts.analysis.explain.tactics import line_threats, threat_words
from noughts.answers.encoder import Json, position_answer
from noughts.board import Board, Cell
from noughts.games.registry import game_name
from noughts.pictures.board.draw import corner, draw_match, standing
from noughts.pictures.board.geometry import CELL, Geometry
from noughts.pictures.board.highlights import threats
from noughts.pictures.picture import Picture
from noughts.pictures.svg import group
from noughts.pictures.theme import CONTRAST, DARK, LIGHT, WOOD, Theme
from noughts.value import OPEN
from noughts.web.url_state import GameTable

# The custom properties have the names of the theme's fields: `--first`, `--win`.
PAGE = Theme("page", *(f"var(--{field.replace('_', '-')})" for field in Theme._fields[1:]))


def theme_properties(theme: Theme) -> str:
    """A theme's colours as custom properties of a style sheet.

    >>> theme_properties(LIGHT)[:32]
    '--ground:#FFFFFF;--ink:#1B1F24;-'
    """
    named = zip(Theme._fields[1:], theme[1:], strict=True)
    return "".join(f"--{name.replace('_', '-')}:{colour};" for name, colour in named)


# More colours of pages: their own background, below sheets in the background of pictures; text in
# the colour of a loss, easy to read; and the faint edges of sheets.
LIGHT_PAGE = "--page:#F6F7F9;--loss-text:#B04A00;--edge:#DDE2E8;"
DARK_PAGE = f"--page:#0E1013;--loss-text:{DARK.loss};--edge:#2A313A;"


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
    match, game = table.match, table.game
    picture = table_picture(table)
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
        "picture": picture.svg,
        "width": round(picture.width),
        "height": round(picture.height),
        "cells": table_cells(table, picture),
        "all_moves": [game.name(move) for move in match.legal_moves],
        "digits": bool(getattr(game, "digits", False)),
        "falls": bool(getattr(game, "falls", False)),
        "threats": threats_shown(table),
    }


def status_words(table: GameTable) -> str:
    """The side to move, or the end of the game, in words.

    >>> from noughts.web.url_state import TableSettings
    >>> status_words(GameTable(TableSettings(side="both"), "a1 b2 b1 c3 c1"))
    'X has won.'
    """
    match = table.match
    if match.over and match.game.outcome(match.position) == OPEN:
        return REPEATED
    if match.over and match.winner is None:
        return DRAWN
    return f"{standing(match.game, match.position, match.turn)}."


def table_picture(
    table: GameTable, analysis: Analysis | None = None, ghosts: Iterable[int] = ()
) -> Picture:
    """The board, the last move highlighted; with the values of an analysis, if there is one."""
    return draw_match(table.match, values=analysis, ghosts=ghosts, header=True, theme=PAGE,
                      coordinates="inside")  # fmt: skip


def table_cells(table: GameTable, picture: Picture) -> list[Json]:
    """The cells, each with its place in the picture, in hundredths of its width and height."""
    board = table.match.board
    places = places_of(board, picture, header=True)
    return [
        {**place, "mark": cell.mark, "label": label(board, cell), "moves": moves_on(table, cell)}
        for cell, place in zip(board.cells, places, strict=True)
    ]


def places_of(board: Board, picture: Picture, *, header: bool = False) -> Iterator[Json]:
    """The place of each cell: in the board, and in its picture, in hundredths."""
    at, (_, wide, high) = corner(board, header=header, inside=header), picture.piece
    for cell, (x, y) in zip(board.cells, Geometry(board).centres, strict=True):
        yield {
            "name": cell.name,
            "column": cell.column,
            "row": cell.row,
            "x": round(100 * (at.x + x - CELL / 2) / wide, 3),
            "y": round(100 * (at.y + y - CELL / 2) / high, 3),
            "w": round(100 * CELL / wide, 3),
            "h": round(100 * CELL / high, 3),
        }


def moves_on(table: GameTable, cell: Cell) -> list[str]:
    legal = table.match.legal_moves
    return [table.game.name(move) for move in cell.moves if move in legal]


def label(board: Board, cell: Cell) -> str:
    """The label of a cell for screen readers: its name and its mark."""
    won = any(cell.name in line for line in board.lines)
    return f"{cell.name} {cell.mark or 'empty'}{', in the winning line' if won else ''}"


def threats_shown(table: GameTable) -> Json | None:
    """The threats (lines one mark short): as a picture, in words, and by cells.

    None in games without lines of the players' own.

    >>> from noughts.web.url_state import TableSettings
    >>> threats_shown(GameTable(TableSettings(), "a1 b2 b1"))["text"]
    'X threatens to complete a line at c1.'
    """
    match = table.match
    found = line_threats(match.game, match.position, match.turn)
    if found is None:
        return None
    at = corner(match.board, header=True, inside=True)
    drawn = threats(match.board, found, PAGE)
    cells = match.board.cells
    said = {cells[t.cell].name: "" for t in found}
    for threat in dict.fromkeys((t.turn, t.cell) for t in found):
        name = cells[threat[1]].name
        said[name] += f", completes a line of {match.game.marks[threat[0]]}"
    return {
        "picture": group(drawn, transform=f"translate({at.x:.5g} {at.y:.5g})"),
        "text": threat_words(match.game, match.turn, found),
        "cells": said,
    }


def cell_rows(cells: list[Json]) -> list[list[Json]]:
    numbers = sorted({cell["row"] for cell in cells})
    return [
        sorted((c for c in cells if c["row"] == number), key=lambda c: int(c["column"]))
        for number in numbers
    ]
