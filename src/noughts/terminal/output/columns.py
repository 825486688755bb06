"""A table in plain text, its columns aligned."""

from collections.abc import Sequence


def table(rows: Sequence[Sequence[str]], left: Sequence[int] = (0,)) -> str:
    """Rows of cells as lines of text, two spaces between the columns.

    Args:
        rows: the cells of each row, all of one length; the first row is the head.
        left: the columns to align left; the others are aligned right.

    >>> print(table([["search", "nodes"], ["negamax", "549,946"], ["exact", "1,410"]]))
    search     nodes
    negamax  549,946
    exact      1,410
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if number in left else cell.rjust(width)
            for number, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )
