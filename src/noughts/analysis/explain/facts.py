"""Facts about a move: what it does, and what is proved about it; as data, not text.

A fact is true by the rules, or by proved values. `words` makes sentences of facts, and
programs read them as they are; docs/json-explain.md lists every kind.
"""

from enum import StrEnum
from typing import NamedTuple

from noughts.value import Value


class Kind(StrEnum):
    """What a fact says."""

    # From the rules of a line game. "Wins there" means: marks the cell and has a line.
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

    # The same where marks fall. "Above" a cell is the next cell of its column.
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

    # From where the cell lies.
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

    # What the game itself says of the move: `Game.tactics`, `Game.drawbacks`.
    NAMED = "named"
    NAMED_DRAWBACK = "named_drawback"

    # From the rules of any game: how the move ends it, and that there is no other.
    ENDS_GAME = "ends_game"
    ONLY_LEGAL_MOVE = "only_legal_move"

    # The same, where no lines are read. A move is safe if no win at once follows it.
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
        kind: what it says.
        turn: whom it is about: the side that completes, threatens, forks, wins.
        cells: the cells it is about, in order.
        lines: the lines it is about, each as its cells.
        moves: the moves it is about: a reply, or the moves that are better.
        value: the value it is about, to the player `turn`.
        number: how many, where that is the point.
        text: what the game says, of the kinds NAMED and NAMED_DRAWBACK.
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
    """Several facts, the most telling first, which can be asked for a kind.

    >>> facts = Facts([Fact(Kind.WINS, 0)])
    >>> facts.first(Kind.BLOCKS, Kind.WINS).kind, Kind.BLOCKS in facts.kinds
    (<Kind.WINS: 'wins'>, False)
    """

    __slots__ = ()

    @property
    def kinds(self) -> set[Kind]:
        """The kinds of facts among them."""
        return {fact.kind for fact in self}

    def first(self, *kinds: Kind) -> Fact | None:
        """The first fact of one of these kinds; None when there is none."""
        return next((fact for fact in self if fact.kind in kinds), None)
