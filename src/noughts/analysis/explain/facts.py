"""Facts about a move, as data.

A fact follows from the rules or from proved values. `text` turns facts into sentences;
docs/json-explain.md lists every kind.
"""

from enum import StrEnum
from typing import NamedTuple

from noughts.value import Value


class Kind(StrEnum):
    """The kind of a fact."""

    # From the rules of a line game.
    COMPLETES_LINE = "completes_line"
    BLOCKS = "blocks"
    MAKES_FORK = "makes_fork"
    THREATENS = "threatens"
    FORCES_REPLY = "forces_reply"
    FORCES_INTO_FORK = "forces_into_fork"
    STOPS_FORK = "stops_fork"
    KEEPS_BUSY = "keeps_busy"
    PREPARES_FORK = "prepares_fork"
    PASSES_OVER_WIN = "passes_over_win"
    PASSES_OVER_FORK = "passes_over_fork"
    LEAVES_WIN = "leaves_win"
    ALLOWS_FORK = "allows_fork"
    LEAVES_NO_LINE = "leaves_no_line"

    # From the rules of a line game with gravity. "Above" means the next cell of the column.
    HANDS_WIN = "hands_win"
    STACKS_THREATS = "stacks_threats"
    LEAVES_NO_DEFENCE = "leaves_no_defence"
    BARS = "bars"
    ODD_THREAT = "odd_threat"
    EVEN_THREAT = "even_threat"
    CLAIMEVEN = "claimeven"

    # From the rules of a line game in misère play, where a line loses.
    COMPLETES_LOSING_LINE = "completes_losing_line"
    TAKES_DEADLY_CELL = "takes_deadly_cell"
    MAKES_DEADLY = "makes_deadly"
    LEAVES_ONE_SAFE_CELL = "leaves_one_safe_cell"
    LEAVES_NO_SAFE_CELL = "leaves_no_safe_cell"
    LEAVES_OPPONENT_SAFE = "leaves_opponent_safe"

    # From the location of the cell.
    TAKES_CENTRE = "takes_centre"
    TAKES_CORNER = "takes_corner"
    TAKES_EDGE = "takes_edge"
    ON_OPEN_LINES = "on_open_lines"
    CLOSES_LINES = "closes_lines"
    ON_NO_OPEN_LINE = "on_no_open_line"
    ENDS_WITH_LINE = "ends_with_line"
    ON_LIVE_LINES = "on_live_lines"
    CLOSES_SHARED_LINES = "closes_shared_lines"
    ON_CLEAR_LINES = "on_clear_lines"

    # From the game's own `Game.tactics` and `Game.drawbacks`.
    NAMED = "named"
    NAMED_DRAWBACK = "named_drawback"

    # From the rules of any game.
    ENDS_GAME = "ends_game"
    ONLY_LEGAL_MOVE = "only_legal_move"

    # From the rules of a game without lines. A safe move does not allow an immediate win.
    MISSES_WIN = "misses_win"
    GIVES_WIN = "gives_win"
    ONLY_SAFE_MOVE = "only_safe_move"
    LEAVES_NO_SAFE_MOVE = "leaves_no_safe_move"
    LEAVES_FEW_SAFE_MOVES = "leaves_few_safe_moves"
    LEAVES_ONE_MOVE = "leaves_one_move"
    LEAVES_MOVES = "leaves_moves"

    # From proved values, in any game.
    WINS = "wins"
    DRAWS = "draws"
    LOSES = "loses"
    ONLY_WIN = "only_win"
    FASTEST_WIN = "fastest_win"
    ONLY_DRAW = "only_draw"
    LONGEST_DEFENCE = "longest_defence"
    THROWS_WIN = "throws_win"
    THROWS_DRAW = "throws_draw"
    WINS_LATE = "wins_late"
    LOSES_EARLY = "loses_early"
    ONE_REPLY = "one_reply"
    FEW_REPLIES = "few_replies"
    ZUGZWANG = "zugzwang"


class Fact(NamedTuple):
    """One true statement about a move.

    Args:
        kind: the kind of statement.
        turn: its subject: the side that completes a line, threatens, forks or wins.
        cells: the cells concerned, in order.
        lines: the lines concerned, each as its cells.
        moves: the moves concerned: a reply, or the better moves.
        value: the value concerned, for the player `turn`.
        number: the number concerned, for example of lines.
        text: the game's own words, for NAMED and NAMED_DRAWBACK.
    """

    kind: Kind
    turn: int
    cells: tuple[int, ...] = ()
    lines: tuple[tuple[int, ...], ...] = ()
    moves: tuple[int, ...] = ()
    value: Value | None = None
    number: int = 0
    text: str = ""


class Facts(tuple[Fact, ...]):
    """Facts, the most telling first.

    >>> facts = Facts([Fact(Kind.WINS, 0)])
    >>> facts.first(Kind.BLOCKS, Kind.WINS).kind, Kind.BLOCKS in facts.kinds
    (<Kind.WINS: 'wins'>, False)
    """

    __slots__ = ()

    @property
    def kinds(self) -> set[Kind]:
        """The kinds of these facts."""
        return {fact.kind for fact in self}

    def first(self, *kinds: Kind) -> Fact | None:
        """The first fact of one of these kinds, or None."""
        return next((fact for fact in self if fact.kind in kinds), None)
