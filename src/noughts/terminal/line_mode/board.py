"""The board in line mode; its empty cells or its edges show the text to type."""

from collections.abc import Mapping

from noughts.board import Board, Cell, Look
from noughts.terminal.game.messages import sign_of
from noughts.terminal.game.move_names import Labels
from noughts.terminal.output.board_edges import edges
from noughts.terminal.output.colour import Ink
from noughts.value import DRAW, LOSS, WIN

OUTCOME_OF_SIGN = {"W": WIN, "D": DRAW, "L": LOSS}


def draw(board: Board, labels: Labels, ink: Ink, signs: Mapping[int, str] | None = None) -> str:
    """The board as text; a winning line has brackets.

    Args:
        board: the board.
        labels: the names of moves.
        ink: the colours.
        signs: the values to write into cells instead of labels, by move: W3, D, L4.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> game = TicTacToe()
    >>> board = game.board(*game.parse("xxx/oo1/3 o"))
    >>> print(draw(board, Labels(game), Ink(False)))
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
    if not edges(board).rows and board.look != Look.TEXT:
        texts = {name: f"{name} {text}" for name, text in texts.items()}
    won = {name for line in board.lines for name in line}
    space = 0 if board.look == Look.TEXT else 2
    width = space + max(map(len, (*texts.values(), *edges(board).columns)), default=1)
    width += board.slant * width % 2  # half a cell must be a whole number of characters
    rows = [[" " * width] * board.columns for _ in range(board.rows)]
    for cell in board.cells:
        text = texts[cell.name]
        rows[cell.row][cell.column] = paint(cell, text, cell.name in won, width, ink)
    lines = ruled(rows, width) if labels.digits else named(rows, board, width, ink)
    return "\n".join(line.rstrip() for line in lines)


def cell_text(cell: Cell, labels: Labels, signs: Mapping[int, str] | None) -> str:
    """The text of a cell: its mark, the value of its move, its digit, or a dot."""
    if cell.mark:
        return cell.mark
    return sign_of(cell, signs or {}) or empty_text(cell, labels)


def empty_text(cell: Cell, labels: Labels) -> str:
    """The digit of an empty cell, or a dot."""
    return labels.of_cell(cell) if labels.digits else "."


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
    """Rows with lines between the cells."""
    rule = "+".join(["-" * width] * len(rows[0]))
    lines = [line for row in rows for line in ("|".join(row), rule)]
    return lines[:-1]


def named(rows: list[list[str]], board: Board, width: int, ink: Ink) -> list[str]:
    """Rows with their names at the left, and the names of the columns below."""
    column_names, row_names = edges(board)
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
    """A row of cells, with a gap where the board has one."""
    return "".join("  " * (index in board.column_gaps) + cell for index, cell in enumerate(cells))
