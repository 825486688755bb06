"""The board in line mode; its empty cells or its edges show the text to type."""

from collections.abc import Mapping

from noughts.board import Board, Cell, Look
from noughts.terminal.game.messages import sign_of
from noughts.terminal.game.names import Labels, edge_names
from noughts.terminal.output.text import Ink
from noughts.value import DRAW, LOSS, WIN

OUTCOME_OF_SIGN = {"W": WIN, "D": DRAW, "L": LOSS}


def board_text(
    board: Board, labels: Labels, ink: Ink, signs: Mapping[int, str] | None = None
) -> str:
    """The board as text; a winning line has brackets.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> game = TicTacToe()
    >>> board = game.board(*game.parse("xxx/oo1/3 o"))
    >>> print(board_text(board, Labels(game), Ink(False)))
    [X]|[X]|[X]
    ---+---+---
     O | O | 6
    ---+---+---
     7 | 8 | 9
    """
    texts = {
        cell.name: " " if board.barred(cell) else cell_text(cell, labels, signs)
        for cell in board.cells
    }
    if not edge_names(board).rows and board.look != Look.TEXT:
        texts = {name: f"{name} {text}" for name, text in texts.items()}
    won = {name for line in board.lines for name in line}
    space = 0 if board.look == Look.TEXT else 2
    width = space + max(map(len, (*texts.values(), *edge_names(board).columns)), default=1)
    width += board.slant * width % 2  # half a cell must be a whole number of characters
    rows = [[" " * width] * board.columns for _ in range(board.rows)]
    for cell in board.cells:
        text = texts[cell.name]
        rows[cell.row][cell.column] = paint(cell, text, cell.name in won, width, ink)
    lines = ruled(rows, width) if labels.digits else named_rows(rows, board, width, ink)
    return "\n".join(line.rstrip() for line in lines)


def cell_text(cell: Cell, labels: Labels, signs: Mapping[int, str] | None) -> str:
    """The text of a cell: its mark, the value of its move, its digit, or a dot."""
    if cell.mark:
        return cell.mark
    empty = labels.of_cell(cell) if labels.digits else "."
    return sign_of(cell, signs or {}) or empty


def paint(cell: Cell, text: str, won: bool, width: int, ink: Ink) -> str:
    """The cell's text in the middle of the cell, with brackets and colours."""
    if won:
        return ink.strong(f"[{text}]".center(width))
    padded = text.center(width)
    if cell.mark:
        return ink.strong(padded)
    if text[0] in OUTCOME_OF_SIGN:
        return ink.of_outcome(OUTCOME_OF_SIGN[text[0]], padded)
    return ink.faint(padded)


def ruled(rows: list[list[str]], width: int) -> list[str]:
    rule = "+".join(["-" * width] * len(rows[0]))
    lines = [line for row in rows for line in ("|".join(row), rule)]
    return lines[:-1]


def named_rows(rows: list[list[str]], board: Board, width: int, ink: Ink) -> list[str]:
    column_names, row_names = edge_names(board)
    margin = max(map(len, row_names), default=0)
    lines, slant = [], ""
    for index, row in enumerate(rows):
        if index in board.row_gaps:
            lines.append("")
        name = row_names[index] if row_names else ""
        slant = " " * (board.slant * index * width // 2)
        lines.append(slant + ink.faint(name.rjust(margin)) + " " + spaced(row, board))
    footer = spaced([name.center(width) for name in column_names], board)
    return [*lines, slant + ink.faint(" " * (margin + 1) + footer)] if column_names else lines


def spaced(cells: list[str], board: Board) -> str:
    return "".join("  " * (index in board.column_gaps) + cell for index, cell in enumerate(cells))
