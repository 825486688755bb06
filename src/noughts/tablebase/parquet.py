"""Writes every position of a game to a Parquet file.

Only this module uses pyarrow, from the extra `data`.
"""

from os import PathLike
from typing import Any

from noughts.errors import TablebaseError, UnsuitedGame, to_install
from noughts.files import replacing
from noughts.games.registry import spec_of
from noughts.search.retrograde import Rows
from noughts.tablebase.positions import Positions
from noughts.value import DRAW, ENDLESS, OPEN

# The columns after the position's own fields.
COLUMNS = ("outcome", "plies", "best_moves", "orbit")


def write_parquet(positions: Positions[Any], path: str | PathLike[str]) -> int:
    """Write a row for every position, once up to symmetry, in the order of discovery.

    The columns are the fields of a position; `outcome`, 1, 0 or -1 for the player to move; `plies`,
    -1 for a draw without end; `best_moves`, a list; and `orbit`, the number of positions that the
    row represents. The metadata describe the file, under `noughts`.

    Returns:
        The number of rows.

    Raises:
        TablebaseError: pyarrow is not installed.
        UnsuitedGame: a field of the positions has the name of a column.
        OSError: the file cannot be written.
    """
    arrow = pyarrow()
    fields = type(positions.start)._fields
    if taken := sorted({*fields} & {*COLUMNS}):
        raise UnsuitedGame(
            f"{spec_of(positions.game)}: the field {taken[0]!r} of the positions has the name of a "
            f"column; rename the field."
        )
    schema = _schema(arrow, fields, spec_of(positions.game))
    with replacing(path) as draft, arrow.parquet.ParquetWriter(draft, schema) as writer:
        for rows in positions.chunks():
            writer.write_batch(_batch(arrow, schema, positions, rows))
    return len(positions)


def pyarrow() -> Any:
    """The library that writes Parquet.

    Raises:
        TablebaseError: it is not installed.
    """
    try:
        import pyarrow.compute
        import pyarrow.parquet
    except ImportError:
        raise TablebaseError(f"Parquet files need pyarrow: {to_install('data')}.") from None
    return pyarrow


def _schema(arrow: Any, fields: tuple[str, ...], game: str) -> Any:
    types = (arrow.int8(), arrow.int32(), arrow.large_list(arrow.int64()), arrow.int64())
    columns = [*((field, arrow.int64()) for field in fields), *zip(COLUMNS, types, strict=True)]
    return arrow.schema(columns, metadata={"noughts": game})


def _batch(arrow: Any, schema: Any, positions: Positions[Any], rows: Rows) -> Any:
    """The rows as columns; columns of whole numbers are written without a copy."""
    size, width, first = rows.next - rows.first, positions.register.words, rows.first

    def column(words: Any) -> Any:
        return arrow.Array.from_buffers(arrow.int64(), len(words), [None, arrow.py_buffer(words)])

    memory = positions.register.memory[first * width : rows.next * width]
    outcomes, plies = (column(part[first : rows.next]) for part in (rows.outcomes, rows.plies))
    endless = arrow.compute.equal(outcomes, OPEN)
    moves = arrow.LargeListArray.from_arrays(column(rows.ends[: size + 1]), column(rows.moves))
    return arrow.record_batch(
        [
            *(column(memory[field::width]) for field in range(width)),
            arrow.compute.if_else(endless, DRAW, outcomes).cast(arrow.int8()),
            arrow.compute.if_else(endless, ENDLESS, plies).cast(arrow.int32()),
            moves,
            column(positions.orbits[first : rows.next]),
        ],
        schema=schema,
    )
