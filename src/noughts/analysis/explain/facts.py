"""Facts about moves as data: docs/json-explain.md lists every kind.

A fact follows from the rules or from proved values. A kind has its clause, from which `text` makes
sentences.
"""

from enum import StrEnum
from typing import NamedTuple

from noughts.value import AnyValue


class FactKind(StrEnum):
    """The kind of a fact, and its clause; the subject is the move, or the player who makes it."""

    clause: str  # empty if no clause states the fact

    def __new__(cls, value: str, clause: str = "") -> "FactKind":
        kind = str.__new__(cls, value)
        kind._value_, kind.clause = value, clause
        return kind

    # From the rules of a line game.
    COMPLETES_LINE = "completes_line", "completes {lines} and wins"
    BLOCKS = "blocks", "blocks {who} in {lines}"
    MAKES_FORK = "makes_fork", "makes a fork with threats at {cells}"
    THREATENS = "threatens", "threatens to complete {lines}"
    FORCES_REPLY = "forces_reply", "forces {who} to answer {moves}"
    FORCES_INTO_FORK = (
        "forces_into_fork",
        "forces {who} to answer {moves}, where {who} makes a fork",
    )
    STOPS_FORK = "stops_fork", "stops {who} from making a fork at {any_cell}"
    KEEPS_BUSY = "keeps_busy", "makes threats, so that {who} has no time for a fork at {any_cell}"
    PREPARES_FORK = "prepares_fork", "prepares a fork at {any_cell}"
    PASSES_OVER_WIN = "passes_over_win", "misses the win at {any_cell}"
    PASSES_OVER_FORK = "passes_over_fork", "misses the fork at {any_cell}"
    LEAVES_WIN = "leaves_win", "lets {who} win at {cells} with {any_line}"
    ALLOWS_FORK = "allows_fork", "lets {who} make a fork at {any_cell}"
    LEAVES_NO_LINE = "leaves_no_line", "closes the last line that {who} could complete"

    # From the rules of a line game with gravity. "Above" means the next cell of the column.
    HANDS_WIN = "hands_win", "lets {who} win above, at {cells}, with {any_line}"
    STACKS_THREATS = "stacks_threats", "threatens at {cells}, one above the other"
    LEAVES_NO_DEFENCE = (
        "leaves_no_defence",
        "leaves {who} only moves that let {other} complete a line",
    )
    BARS = "bars", "bars {who} from {moves}, above which {other} would complete {any_line}"
    ODD_THREAT = "odd_threat", "builds a threat on an odd row, at {cells}"
    EVEN_THREAT = "even_threat", "builds a threat on an even row, at {cells}"
    CLAIMEVEN = "claimeven", "can claim {cells} by claimeven, on {number} still open to {other}"

    # From the rules of a line game in misère play, where a line loses.
    COMPLETES_LOSING_LINE = "completes_losing_line", "completes {lines}, which loses in misère play"
    TAKES_DEADLY_CELL = "takes_deadly_cell", "takes a cell deadly to {who}, the last of {lines}"
    MAKES_DEADLY = "makes_deadly", "makes {cells} deadly to {who}"
    LEAVES_ONE_SAFE_CELL = "leaves_one_safe_cell", "leaves {who} only {moves} as a safe cell"
    LEAVES_NO_SAFE_CELL = "leaves_no_safe_cell", "leaves {who} no safe cell"
    LEAVES_OPPONENT_SAFE = (
        "leaves_opponent_safe",
        "closes the last line that {who} could be forced to complete",
    )

    # From the location of the cell.
    TAKES_CENTRE = "takes_centre", "takes the centre"
    TAKES_CORNER = "takes_corner", "takes a corner"
    TAKES_EDGE = "takes_edge", "takes an edge"
    ON_OPEN_LINES = "on_open_lines", "is on {number} still open to {who}"
    CLOSES_LINES = "closes_lines", "closes {number} to {who}"
    ON_NO_OPEN_LINE = "on_no_open_line", "is on no line that can still be completed"
    ENDS_WITH_LINE = "ends_with_line", "completes {lines}"
    ON_LIVE_LINES = "on_live_lines", "is on {number} that can still be completed"
    CLOSES_SHARED_LINES = "closes_shared_lines", "closes {number} for both"
    ON_CLEAR_LINES = "on_clear_lines", "is on {number} without a mark of {who}"

    # From the game's own `Game.tactics` and `Game.drawbacks`.
    NAMED = "named", "{text}"
    NAMED_DRAWBACK = "named_drawback", "{text}"

    # From the rules of any game.
    ENDS_GAME = "ends_game"
    ONLY_LEGAL_MOVE = "only_legal_move"

    # From the rules of a game without lines. A safe move does not allow an immediate win.
    MISSES_WIN = "misses_win", "misses the immediate win with {moves}"
    GIVES_WIN = "gives_win", "lets {who} win at once with {moves}"
    ONLY_SAFE_MOVE = "only_safe_move", "stops {other} from winning at once, as no other move does"
    LEAVES_NO_SAFE_MOVE = (
        "leaves_no_safe_move",
        "leaves {who} no move that stops {other} from winning at once",
    )
    LEAVES_FEW_SAFE_MOVES = (
        "leaves_few_safe_moves",
        "leaves {who} only {moves} to stop {other} from winning at once",
    )
    LEAVES_ONE_MOVE = "leaves_one_move", "leaves {who} only the move {moves}"
    LEAVES_MOVES = "leaves_moves", "leaves {who} {answers}"

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
    FEW_REPLIES = "few_replies", "leaves {who} {good}"
    ZUGZWANG = "zugzwang", "puts {who} in zugzwang"


class Fact(NamedTuple):
    kind: FactKind  # the kind of statement
    turn: int  # its subject: the side that completes a line, threatens, forks or wins
    cells: tuple[int, ...] = ()  # the cells concerned, in order
    lines: tuple[tuple[int, ...], ...] = ()  # the lines concerned, each as its cells
    moves: tuple[int, ...] = ()  # the moves concerned: a reply, or the better moves
    value: AnyValue | None = None  # the value concerned, for the player `turn`
    number: int = 0  # the number concerned, for example of lines
    text: str = ""  # the game's own words, for NAMED and NAMED_DRAWBACK


class Facts(tuple[Fact, ...]):
    __slots__ = ()

    @property
    def kinds(self) -> set[FactKind]:
        return {fact.kind for fact in self}

    def first(self, *kinds: FactKind) -> Fact | None:
        return next((fact for fact in self if fact.kind in kinds), None)


# Mentioned only if there is no other fact; in this order.
FALLBACKS = (
    FactKind.FEW_REPLIES, FactKind.TAKES_CENTRE, FactKind.TAKES_CORNER, FactKind.TAKES_EDGE,
    FactKind.CLAIMEVEN, FactKind.ON_NO_OPEN_LINE, FactKind.ON_OPEN_LINES, FactKind.CLOSES_LINES,
    FactKind.ON_LIVE_LINES, FactKind.CLOSES_SHARED_LINES, FactKind.ON_CLEAR_LINES,
    FactKind.LEAVES_MOVES,
)  # fmt: skip

# A fact of the first kind makes a fact of the second redundant.
MAKES_REDUNDANT = {
    FactKind.FORCES_REPLY: FactKind.THREATENS,
    FactKind.FORCES_INTO_FORK: FactKind.THREATENS,
    FactKind.LEAVES_NO_SAFE_CELL: FactKind.ZUGZWANG,
    FactKind.LEAVES_WIN: FactKind.PASSES_OVER_FORK,
    FactKind.HANDS_WIN: FactKind.PASSES_OVER_FORK,
    FactKind.STACKS_THREATS: FactKind.THREATENS,
}

# These already name the better move.
PASSES_OVER = {FactKind.PASSES_OVER_WIN, FactKind.PASSES_OVER_FORK, FactKind.MISSES_WIN}
# These name the opponent's win.
ALLOWS_WIN = {FactKind.LEAVES_WIN, FactKind.HANDS_WIN, FactKind.GIVES_WIN}
# With one of these, only drawbacks and blocks are mentioned.
MISTAKES = PASSES_OVER | ALLOWS_WIN
# Facts against a move: a loss follows them with "and", not with "but".
DRAWBACKS = MISTAKES | {
    FactKind.NAMED_DRAWBACK, FactKind.FORCES_INTO_FORK, FactKind.ALLOWS_FORK,
    FactKind.COMPLETES_LOSING_LINE, FactKind.MAKES_DEADLY,
}  # fmt: skip
# These state the consequence, so that no reply is mentioned.
IMPLY_THE_REPLY = ALLOWS_WIN | {
    FactKind.ALLOWS_FORK, FactKind.FORCES_INTO_FORK, FactKind.FORCES_REPLY, FactKind.ENDS_GAME,
}  # fmt: skip

FAULTS = (FactKind.THROWS_WIN, FactKind.THROWS_DRAW, FactKind.WINS_LATE, FactKind.LOSES_EARLY)
