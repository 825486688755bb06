"""Every reachable position, once up to symmetry, with its value and its best moves.

Everything is in memory, some 150 bytes a position while solving.
"""

from array import array
from collections.abc import Callable, Iterator
from functools import cached_property
from importlib.util import find_spec
from os import PathLike
from typing import Any, Generic, NamedTuple

from noughts.errors import TablebaseError, TooLarge, UnsuitedGame, requiring
from noughts.files import replacing
from noughts.game import Game, P
from noughts.games.given import takes_names
from noughts.games.registry import spec_of
from noughts.knowledge import knowledge_of
from noughts.laws.required import require
from noughts.native import fastest
from noughts.search import retrograde
from noughts.search.retrograde import Orbits, Parents, Rows
from noughts.search.table import ArrayPositionIndex, refill_slots
from noughts.solving.retrograde import INTERPRETED_POSITIONS
from noughts.tablebase.indexers.keyed import refuse_other_positions, solved_in_memory
from noughts.tablebase.resources import bytes_text, free_memory
from noughts.value import DRAW, ENDLESS, LOSS, OPEN, WIN, Value

# Rows computed at a time, and room for their best moves.
ROWS, MOVES = 1 << 18, 1 << 21
# The initial room for positions when symmetric ones are counted.
ROOM = 1 << 16


class PositionRow(NamedTuple, Generic[P]):
    """A position, with its value and best moves.

    Args:
        position: the canonical one of its class.
        value: its value for the player to move. A draw lasts as long as the shortest line of best
            play; if no line ends, its plies are `ENDLESS`.
        best_moves: the moves of the best value; none when the game is over.
        orbit: the number of reachable positions symmetric to it, including itself.
    """

    position: P
    value: Value
    best_moves: tuple[int, ...]
    orbit: int


class Distance(NamedTuple, Generic[P]):
    """The positions of one value."""

    value: Value  # the outcome, and the plies to the end
    classes: int  # the number of positions up to symmetry
    positions: int  # the number of positions
    example: P  # one of them, reachable from the start


class Positions(Generic[P]):
    """Every reachable position, once up to symmetry; the start first.

    Iteration yields a `PositionRow` for each.

    Args:
        game: any game whose positions are NamedTuples of whole numbers.
        unchecked: do not check your own game's rules for mistakes before the search.

    Raises:
        BrokenLaw: your own game breaks a rule; the message names it and how to fix the game.
        TooLarge: not enough memory.
        UnsuitedGame: positions are not NamedTuples of whole numbers.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> positions = Positions(TicTacToe())
    >>> len(positions), sum(row.orbit for row in positions)
    (765, 5478)
    >>> next(iter(positions)).best_moves
    (0, 1, 2, 3, 4, 5, 6, 7, 8)
    >>> print(positions.longest_win.value)
    win in 5
    """

    @takes_names
    def __init__(self, game: Game[P], *, unchecked: bool = False) -> None:
        refuse_other_positions(game)
        require(game, unchecked)
        self.game = game
        self.known = knowledge_of(game)
        self.start = game.start()
        self.register, self.outcomes, self.plies = solved_in_memory(game)

    def __len__(self) -> int:
        return self.register.count

    def __repr__(self) -> str:
        return f"<Positions of {spec_of(self.game)}: {len(self):,} up to symmetry>"

    def to_arrow(self) -> Any:
        """A pyarrow Table of them, in the columns of `write_parquet`.

        Raises:
            TablebaseError: pyarrow is not installed.
            UnsuitedGame: a field of the positions has the name of a column.
        """
        arrow = pyarrow()
        schema = _schema(arrow, self)
        batches = (_batch(arrow, schema, self, rows) for rows in self.chunks())
        # The next chunk overwrites the memory of a batch, so each is copied.
        copies = [arrow.ipc.read_record_batch(one.serialize(), schema) for one in batches]
        return arrow.Table.from_batches(copies, schema)

    def to_pandas(self) -> Any:
        """A DataFrame of them; errors as of `to_arrow`, and if pandas is not installed."""
        if find_spec("pandas") is None:
            raise TablebaseError("A DataFrame needs pandas: pip install pandas.")
        return self.to_arrow().to_pandas()

    def __iter__(self) -> Iterator[PositionRow[P]]:
        for rows in self.chunks():
            for number in range(rows.first, rows.next):
                begin, end = rows.ends[number - rows.first : number - rows.first + 2]
                yield PositionRow(
                    self.register.at(number, self.start),
                    self.value(number),
                    tuple(rows.moves[begin:end]),
                    self.orbits[number],
                )

    def chunks(self) -> Iterator[Rows]:
        """The best moves of all positions in order, a chunk at a time; each overwrites the last."""
        rows = Rows(self.outcomes, self.plies, min(ROWS, len(self)), min(MOVES, 64 * len(self)))
        write = self._quick(retrograde.write_best)
        while rows.next < len(self):
            write(self.known, self.start, self.register, rows)
            if rows.next == rows.first:
                rows = rows.larger()
            else:
                yield rows

    def value(self, number: int) -> Value:
        """The value of the position with this number."""
        outcome = self.outcomes[number]
        return Value(DRAW, ENDLESS) if outcome == OPEN else Value(outcome, self.plies[number])

    @cached_property
    def orbits(self) -> "array[int]":
        """The size of each position's symmetry class, by number."""
        orbits = Orbits(len(self))
        if _defines_orbits(self.known):
            self._quick(retrograde.measure_orbits)(self.known, self.start, self.register, orbits)
        else:
            self._count(orbits)
        return orbits.counts

    def distances(self) -> list[Distance[P]]:
        """The positions by value, the best first."""
        found: dict[tuple[int, int], list[int]] = {}
        for number, (outcome, plies, orbit) in enumerate(
            zip(self.outcomes[: len(self)], self.plies, self.orbits, strict=False)
        ):
            entry = found.setdefault((outcome, 0 if outcome == OPEN else plies), [0, 0, number])
            entry[0] += 1
            entry[1] += orbit
        distances = [
            Distance(self.value(number), classes, positions, self.met(number))
            for classes, positions, number in found.values()
        ]
        return sorted(distances, key=lambda distance: _order(distance.value))

    def met(self, number: int) -> P:
        """A reachable position of the class with this number.

        The canonical position itself need not be reachable.
        """
        line = [number]
        while line[-1]:
            line.append(self.parents[line[-1]])
        position = self.start
        for wanted in line[-2::-1]:
            children = (self.game.play(position, move) for move in self.game.moves(position))
            position = next(after for after in children if self._number(after) == wanted)
        return position

    def _number(self, position: P) -> int:
        return self.register.find(self.known.canonical(position))  # type: ignore[arg-type]  # NamedTuples of int

    @cached_property
    def parents(self) -> "array[int]":
        """Each position's parent with a smaller number, by number."""
        parents = Parents(len(self))
        self._quick(retrograde.write_parents)(self.known, self.start, self.register, parents)
        return parents.numbers

    @property
    def longest_win(self) -> Distance[P] | None:
        """The positions in which the winner needs longest; None if there is no win."""
        wins = [each for each in self.distances() if each.value.outcome == WIN]
        return max(wins, key=lambda each: each.value.plies, default=None)

    def _count(self, orbits: Orbits) -> None:
        every = ArrayPositionIndex(self.register.words, ROOM)
        every.number(self.start)  # type: ignore[arg-type]  # NamedTuples of int
        count = self._quick(retrograde.count_orbits)
        while count(self.known, self.start, self.register, every, orbits):
            free = free_memory()
            if free is not None and 8 * every.room * (every.words + 2) > free:
                raise TooLarge(
                    f"{spec_of(self.game)}: more than {every.count:,} positions, symmetric ones "
                    f"included, are too many to count in {bytes_text(free)} of free memory."
                )
            if every.enlarge(2 * every.room):
                self._quick(refill_slots)(self.known, self.start, every)

    def _quick(self, function: Callable[..., Any]) -> Callable[..., Any]:
        return fastest(function, self.known) if len(self) >= INTERPRETED_POSITIONS else function


def _defines_orbits(known: Any) -> bool:
    """Whether the class that defines canonical positions also defines the size of orbits."""
    where = (
        next(cls for cls in type(known).__mro__ if name in vars(cls))
        for name in ("canonical", "orbit")
    )
    return next(where) is next(where)


def _order(value: Value) -> tuple[int, int]:
    """Wins first, the quickest first; then draws, then losses, the slowest first."""
    outcome, plies = value
    return -outcome, plies if outcome != LOSS else -plies


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
    schema = _schema(arrow, positions)
    with replacing(path) as draft, arrow.parquet.ParquetWriter(draft, schema) as writer:
        for rows in positions.chunks():
            writer.write_batch(_batch(arrow, schema, positions, rows))
    return len(positions)


def pyarrow() -> Any:
    """The library that writes Parquet."""
    with requiring("data", "Parquet files need pyarrow", TablebaseError):
        import pyarrow.compute
        import pyarrow.parquet
    return pyarrow


def _schema(arrow: Any, positions: Positions[Any]) -> Any:
    fields, game = type(positions.start)._fields, spec_of(positions.game)
    if taken := sorted({*fields} & {*COLUMNS}):
        raise UnsuitedGame(
            f"{game}: the field {taken[0]!r} of the positions has the name of a column; rename "
            f"the field."
        )
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
