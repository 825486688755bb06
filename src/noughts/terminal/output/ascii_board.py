"""A board in plain text: its marks, with the letters and numbers of its cells around it."""

from noughts.board import Board, Cell, named


def draw(board: Board) -> str:
    """The board, the letters of the columns above it and the numbers of the rows before.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> game = TicTacToe()
    >>> print(draw(game.board(*game.parse("xo1/1x1/2o x"))))
      a b c
    3 X O .
    2 . X .
    1 . . O

    Several boards lie side by side, the number of each before the letters of its columns:

    >>> from noughts.games.notakto import Notakto
    >>> print(draw(Notakto(2).board(Notakto(2).parse("3/1x1/3|3/3/x2")[0], 0)))
     1a b c  2a b c
    3 . . .   . . .
    2 . X .   . . .
    1 . . .   X . .

    Where each row lies half a cell to the right of the one above, it is drawn so:

    >>> from noughts.games.hex import Hex
    >>> print(draw(Hex(3).board(*Hex(3).parse("x2/1o1/3 x"))))
      a b c
    1 X . .
     2 . O .
      3 . . .

    A board whose cells have other names shows each name beside its mark:

    >>> print(draw(Board((Cell("left", 0, 0, "3"), Cell("right", 1, 0, "1")))))
    left 3   right 1
    """
    names = {cell: name for cell in board.cells if (name := named(cell))}
    if len(names) < len(board.cells):
        return "   ".join(f"{cell.name} {cell.mark or '.'}" for cell in board.cells)
    rows = [[cell for cell in board.cells if cell.row == row] for row in range(board.rows)]
    numbers = ["", *(names[row[0]].row for row in rows)]
    margin = max(map(len, numbers))
    ends = (*board.column_gaps, board.columns)
    blocks = [
        _block(board, [[cell for cell in row if start <= cell.column < end] for row in rows])
        for start, end in zip((0, *ends), ends, strict=False)
    ]
    lines = zip(numbers, *blocks, strict=True)
    return "\n".join(
        " " * (board.slant * max(row, 0)) + number.rjust(margin) + "  ".join(parts)
        for row, (number, *parts) in enumerate(lines, start=-1)
    )


def _block(board: Board, rows: list[list[Cell]]) -> list[str]:
    """The letters of a board's columns, the board's number before them, and its marks."""
    names = [name for cell in rows[0] if (name := named(cell))]
    letters = " ".join(name.column for name in names)
    marks = [
        "".join(f" {' ' if board.barred(cell) else cell.mark or '.'}" for cell in row)
        for row in rows
    ]
    return [(names[0].board or " ") + letters, *marks]
