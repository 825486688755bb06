"""Tactics: what a move does, from the rules alone, at most three plies ahead.

In a line game these are lines, blocks, threats and forks; a move is the cell that it marks. With
gravity, cells above other cells count, too. In misère play, where completing a line loses, a cell
is deadly to a player who would complete a line there, and safe otherwise. In any other game the
tactics are immediate wins, and moves that allow one; a move is safe if it neither loses nor allows
an immediate win.

`own` and `other` are the cells of one side and of its opponent, whichever is to move.

Claimeven is the first of nine rules by which V. Allis, "A Knowledge-based Approach of
Connect-Four", 1988, proves that lines cannot be completed.
"""

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import islice
from typing import Any, Generic, NamedTuple

from noughts.analysis.explain.text import Fact, FactKind
from noughts.analysis.voice import Voice
from noughts.bits import cells_of, count, lowest
from noughts.game import Game, P, keeps_turn, legal_moves, outcome_before
from noughts.games.common.cell_game import CellGame, Marks
from noughts.games.common.line_game import LineGame
from noughts.games.common.moving_men import MovingMen
from noughts.games.connectfour import ConnectFour
from noughts.games.cube import Cube, CubeMarks, joined_cells
from noughts.games.gomoku import StandardGomoku
from noughts.games.mnk import MNK
from noughts.games.orderchaos import OrderChaos
from noughts.games.pentago import Pentago
from noughts.games.threemarks import ThreeMarks
from noughts.games.tictactoe import TicTacToe
from noughts.games.wild import Wild
from noughts.knowledge import plays_by
from noughts.value import LOSS, OPEN, WIN

# Attributes used in addition to the rules; a subclass must not override them.
READ = ("board_lines", "bit", "shown")


class LineReading:
    """The lines of a game in which players mark empty cells and lines of own marks decide.

    Each line is a set of cells.
    """

    def __init__(self, lines: tuple[int, ...], cells: int) -> None:
        self.lines = lines
        self.all_cells = (1 << cells) - 1
        #: The lines through each cell.
        self.through = tuple(
            tuple(line for line in lines if line >> cell & 1) for cell in range(cells)
        )

    # Positions and moves.

    #: Whether the game has gravity, so that not every empty cell can be marked.
    falls = False

    def marks(self, position: Any) -> Marks:
        return Marks(*position)

    def cell_of(self, move: int, position: Marks) -> int:
        return move

    def move_of(self, cell: int) -> int:
        return cell

    def above(self, cell: int) -> int:
        """The cell above this one, as a set; empty without gravity."""
        return 0

    def is_odd(self, cell: int) -> bool:
        """Whether the cell's row, counted from the bottom, has an odd number."""
        raise NotImplementedError("Odd and even rows matter only with gravity.")

    # Lines.

    def empty(self, own: int, other: int) -> int:
        """The cells that can be marked now."""
        return self.all_cells & ~(own | other)

    def wins(self, own: int, other: int) -> int:
        """The cells that complete a line and can be marked now."""
        return self.due(own, other)

    def due(self, own: int, other: int) -> int:
        """The empty cells that complete a line, now or later."""
        cells = 0
        for line in self.lines:
            missing = line & ~own
            if missing & (missing - 1) == 0 and not missing & other:
                cells |= missing
        return cells

    def completed(self, cell: int, own: int) -> tuple[int, ...]:
        return tuple(line for line in self.through[cell] if line & ~own == 1 << cell)

    def completed_at(self, cells: int, own: int) -> tuple[int, ...]:
        return tuple(line for cell in cells_of(cells) for line in self.completed(cell, own))

    def fork_cells(self, own: int, other: int) -> int:
        """The cells that make a fork: two cells or more then complete a line."""
        completing: dict[int, int] = {}  # by each cell, those that then complete a line
        for line in self.lines:
            missing = line & ~own
            first = missing & -missing
            second = missing ^ first
            if second and second & (second - 1) == 0 and not missing & other:
                completing[first] = completing.get(first, 0) | second
                completing[second] = completing.get(second, 0) | first
        return sum(cell for cell, others in completing.items() if count(others) > 1)

    def forks(self, own: int, other: int) -> int:
        """The cells that make an unstoppable fork, if `own` is to move.

        A fork counts only if the opponent then has no line to complete. If `own` can already
        complete a line, no fork counts.
        """
        danger = self.wins(other, own)
        if self.wins(own, other) or count(danger) > 1:
            return 0
        return self.fork_cells(own, other) & (danger or self.all_cells)

    def open_lines(self, other: int) -> tuple[int, ...]:
        return tuple(line for line in self.lines if not line & other)


class FallingReading(LineReading):
    falls = True

    def __init__(self, game: ConnectFour) -> None:
        super().__init__(MNK(game.columns, game.rows, game.k).board_lines, game.cells)
        self.game = game
        self.columns = game.columns
        self.ground = self.all_cells & ~(self.all_cells >> game.columns)

    def marks(self, position: Marks) -> Marks:
        return Marks(*(in_reading_order(self.game, bits) for bits in position))

    def cell_of(self, move: int, position: Marks) -> int:
        landing = cells_of(self.empty(*position))
        return next(cell for cell in landing if cell % self.columns == move)

    def move_of(self, cell: int) -> int:
        return cell % self.columns

    def above(self, cell: int) -> int:
        return 1 << cell >> self.columns

    def is_odd(self, cell: int) -> bool:
        return (self.game.rows - cell // self.columns) % 2 == 1

    def empty(self, own: int, other: int) -> int:
        taken = own | other
        return self.all_cells & ~taken & (taken >> self.columns | self.ground)

    def wins(self, own: int, other: int) -> int:
        return self.due(own, other) & self.empty(own, other)

    def fork_cells(self, own: int, other: int) -> int:
        before = self.wins(own, other)
        return sum(
            1 << cell
            for cell in cells_of(self.empty(own, other))
            if count(self.wins(own | 1 << cell, other) & ~before) > 1
        )

    def forks(self, own: int, other: int) -> int:
        """The forks after which the opponent completes no line, also not in the cell above."""
        if self.wins(own, other):
            return 0
        return sum(
            1 << cell
            for cell in cells_of(self.fork_cells(own, other))
            if not self.wins(other, own | 1 << cell)
        )


class CubeReading(LineReading):
    def marks(self, position: CubeMarks) -> Marks:
        return Marks(*joined_cells(position))


def in_reading_order(game: CellGame[Any], bits: int) -> int:
    return sum(1 << cell for cell in range(game.cells) if bits >> game.bit(cell) & 1)


def line_loses(game: Game[Any]) -> bool:
    """Whether completing a line loses: `misere` may mean something else in a game of lines."""
    return bool(getattr(game, "line_loses", getattr(game, "misere", False)))


def reading_of(game: Game[Any]) -> LineReading | None:
    """The lines of a game; None if it is not a line game.

    A subclass of a line game that changes its moves or its end is not a line game.
    """
    if isinstance(game, ConnectFour) and plays_by(game, ConnectFour, *READ):
        return FallingReading(game)
    if isinstance(game, Cube) and plays_by(game, Cube, *READ):
        return CubeReading(game.board_lines, game.cells)
    if any(plays_by(game, kind, *READ) for kind in (MNK, LineGame, TicTacToe)):
        rules: Any = game
        return LineReading(rules.board_lines, rules.cells)
    return None


# At most this many safe moves are named.
FEW = 4
# With more moves than this, safe moves are not searched for: it would take too long.
MANY = 128


def line_tactics(reading: LineReading, position: Marks, turn: int, move: int) -> list[Fact]:
    """Facts about a move of a line game, the most telling first."""
    if completed := reading.completed(move, position.mine):
        return [Fact(FactKind.COMPLETES_LINE, turn, (move,), _as_cells(completed))]
    threats = MoveThreats(reading, position, turn, move)
    falling = threats.falling() if reading.falls else ()
    return [*threats.before_falling(), *falling, *threats.after_falling()]


class MoveThreats:
    """Threats and forks of both sides before and after a move; "my" is the mover's."""

    def __init__(self, reading: LineReading, position: Marks, turn: int, move: int) -> None:
        mine, theirs = position
        self.reading, self.turn, self.move = reading, turn, move
        self.theirs = theirs
        self.mine_before, self.mine = mine, mine | 1 << move
        self.my_wins_before = reading.wins(mine, theirs)
        self.my_wins = reading.wins(self.mine, theirs)
        self.their_wins = reading.wins(theirs, self.mine)
        self.my_forks_before = reading.forks(mine, theirs)
        self.their_forks_before = reading.forks(theirs, mine)
        self.my_forks = reading.forks(self.mine, theirs)
        self.their_forks = reading.forks(theirs, self.mine)
        self.landing = reading.empty(self.mine, theirs)
        # The cell above a single threat, as a set, if it completes a line too.
        single = not self.their_wins and count(self.my_wins) == 1
        above = reading.above(lowest(self.my_wins)) if single else 0
        self.stacked = above & reading.due(self.mine, theirs)
        # The only cell that stops the threat, as a set; empty if none does.
        forced = single and count(self.landing) > 1 and not self.stacked
        self.forced_reply = self.my_wins if forced else 0

    @property
    def no_defence(self) -> bool:
        """Whether the mover completes a line after every answer."""
        answers = cells_of(self.landing)
        wins = [self.reading.wins(self.mine, self.theirs | 1 << answer) for answer in answers]
        return not self.their_wins and bool(wins) and all(wins)

    def my(self, kind: FactKind, cells: int, marks: int | None = None) -> Fact:
        """A fact about the mover's cells, and the lines that they complete with these marks."""
        lines = () if marks is None else self.reading.completed_at(cells, marks)
        return Fact(kind, self.turn, cells_of(cells), _as_cells(lines))

    def their(self, kind: FactKind, cells: int, marks: int | None = None) -> Fact:
        return self.my(kind, cells, marks)._replace(turn=1 - self.turn)

    def before_falling(self) -> Iterator[Fact]:
        wins, forks = self.my_wins_before, self.my_forks_before
        if wins:
            yield self.my(FactKind.PASSES_OVER_WIN, wins, self.mine_before)
        as_good = self.reading.falls and self.no_defence
        if forks and not forks >> self.move & 1 and not as_good:
            yield self.my(FactKind.PASSES_OVER_FORK, forks)
        if self.reading.completed(self.move, self.theirs):
            yield self.their(FactKind.BLOCKS, 1 << self.move, self.theirs)
        handed = self.their_wins & self.reading.above(self.move)
        if handed:
            yield self.their(FactKind.HANDS_WIN, handed, self.theirs)
        if self.their_wins & ~handed:
            yield self.their(FactKind.LEAVES_WIN, self.their_wins & ~handed, self.theirs)
        new = self.my_wins & ~self.my_wins_before
        if new:
            kind = FactKind.MAKES_FORK if count(new) > 1 else FactKind.THREATENS
            yield self.my(kind, new, self.mine)
        if self.forced_reply:
            into_fork = self.forced_reply & self.their_forks
            kind = FactKind.FORCES_INTO_FORK if into_fork else FactKind.FORCES_REPLY
            reply = self.reading.move_of(lowest(self.forced_reply))
            yield Fact(kind, 1 - self.turn, moves=(reply,))

    def after_falling(self) -> Iterator[Fact]:
        forks, could, reading = self.their_forks, self.their_forks_before, self.reading
        if forks and not forks & self.forced_reply:
            yield self.their(FactKind.ALLOWS_FORK, forks)
        if could and not forks and not self.their_wins and count(self.my_wins) < 2:
            yield from self._fork_stopped(could)
        quiet = not (self.my_forks_before or self.their_wins or forks)
        if quiet and self.my_forks:
            yield self.my(FactKind.PREPARES_FORK, self.my_forks)
        if reading.open_lines(self.mine_before) and not reading.open_lines(self.mine):
            yield self.their(FactKind.LEAVES_NO_LINE, 0)

    def _fork_stopped(self, could: int) -> Iterator[Fact]:
        """The opponent can no longer fork, or has to answer a threat first.

        With gravity, the second is never claimed: the answer may make other cells playable.
        """
        if self.reading.falls:
            if not self.my_wins:
                yield self.their(FactKind.STOPS_FORK, could)
            return
        later = self.reading.fork_cells(self.theirs, self.mine)
        kind = FactKind.KEEPS_BUSY if later else FactKind.STOPS_FORK
        yield self.their(kind, later or could)._replace(moves=cells_of(self.forced_reply))

    # With gravity.

    @cached_property
    def above_landing(self) -> int:
        return sum(map(self.reading.above, cells_of(self.landing)))

    @cached_property
    def newly_due(self) -> int:
        """The cells that complete a line since the move, now or later."""
        before, now = (self.reading.due(m, self.theirs) for m in (self.mine_before, self.mine))
        return now & ~before

    def falling(self) -> Iterator[Fact]:
        if self.stacked:
            fact = self.my(FactKind.STACKS_THREATS, self.my_wins | self.stacked, self.mine)
            yield fact._replace(cells=fact.cells[::-1])
        elif not self.my_wins and self.no_defence:
            yield self.their(FactKind.LEAVES_NO_DEFENCE, 0)
        yield from self._barred()
        yield from self._standing()
        if not self.my_wins and not self.their_wins:
            yield from self._claimeven()

    def _barred(self) -> Iterator[Fact]:
        """Columns that the opponent must now avoid, because they allow a line above."""
        new = self.above_landing & self.newly_due
        if new and not self.my_wins and not self.their_wins:
            moves = tuple(map(self.reading.move_of, cells_of(new)))
            yield self.their(FactKind.BARS, new, self.mine)._replace(moves=moves)

    def _standing(self) -> Iterator[Fact]:
        """New winning cells further up, on odd or even rows; the lowest row is 1."""
        new = cells_of(self.newly_due & ~(self.landing | self.above_landing))
        for kind, odd in ((FactKind.ODD_THREAT, True), (FactKind.EVEN_THREAT, False)):
            cells = sum(1 << cell for cell in new if self.reading.is_odd(cell) == odd)
            if cells:
                yield self.my(kind, cells, self.mine)

    def _claimeven(self) -> Iterator[Fact]:
        """Even cells above the move: the mover can take each when the opponent plays below it."""
        cells, through = tuple(self._upper_cells()), self.reading.through
        lines = {line for cell in cells for line in through[cell] if not line & self.mine}
        if lines:
            yield Fact(FactKind.CLAIMEVEN, self.turn, cells, number=len(lines))

    def _upper_cells(self) -> Iterator[int]:
        """The upper cell of each odd-even pair above the move, up to an opponent's threat."""
        reading = self.reading
        due = reading.due(self.theirs, self.mine)
        lower = reading.above(self.move)
        while lower and reading.is_odd(lowest(lower)) and not lower & due:
            upper = reading.above(lowest(lower))
            if upper:
                yield lowest(upper)
            lower = reading.above(lowest(upper)) if upper else 0


def _as_cells(lines: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    return tuple(cells_of(line) for line in dict.fromkeys(lines))


def misere_tactics(reading: LineReading, position: Marks, turn: int, move: int) -> Iterator[Fact]:
    """Facts about a move in misère play, the most telling first."""
    (mine, theirs), after = position, position.mine | 1 << move
    completed = reading.completed(move, mine)
    if completed:
        yield Fact(FactKind.COMPLETES_LOSING_LINE, turn, (move,), _as_cells(completed))
        return
    empty = reading.empty(after, theirs)
    safe = empty & ~reading.wins(theirs, after)
    if empty and not safe:
        yield Fact(FactKind.LEAVES_NO_SAFE_CELL, 1 - turn, cells_of(empty))
    elif count(safe) == 1 and count(empty) > 1:
        yield Fact(FactKind.LEAVES_ONE_SAFE_CELL, 1 - turn, moves=(reading.move_of(lowest(safe)),))
    taken = reading.completed(move, theirs)
    if taken:
        yield Fact(FactKind.TAKES_DEADLY_CELL, 1 - turn, (move,), _as_cells(taken))
    new = reading.due(after, theirs) & ~reading.due(mine, theirs)
    if new:
        yield Fact(FactKind.MAKES_DEADLY, turn, cells_of(new))
    if reading.open_lines(mine) and not reading.open_lines(after):
        yield Fact(FactKind.LEAVES_OPPONENT_SAFE, 1 - turn)


class RuleTactics(Generic[P]):
    """Finds facts from the rules alone; caches the winning moves of each position."""

    def __init__(self, game: Game[P]) -> None:
        self.game = game
        self._wins: dict[P, tuple[int, ...]] = {}

    def forget(self) -> None:
        self._wins.clear()

    def facts(self, position: P, turn: int, move: int) -> Iterator[Fact]:
        after = self.game.play(position, move)
        outcome = self._outcome(position, after)
        missed = self.wins_at_once(position)
        if missed and outcome != WIN:
            yield Fact(FactKind.MISSES_WIN, turn, moves=missed)
        if outcome == OPEN and keeps_turn(self.game, position, after):
            yield Fact(FactKind.NAMED, turn, text="moves again")
        elif outcome == OPEN:
            yield from self._left(position, after, turn, move)

    def _left(self, position: P, after: P, turn: int, move: int) -> Iterator[Fact]:
        wins = self.wins_at_once(after)
        if wins:
            yield Fact(FactKind.GIVES_WIN, 1 - turn, moves=wins)
            return
        choice = 1 < len(legal_moves(self.game, position)) <= MANY
        if choice and list(islice(self._safe(position), 2)) == [move]:
            yield Fact(FactKind.ONLY_SAFE_MOVE, turn)
        yield from self._safe_replies(after, 1 - turn)

    def _safe_replies(self, after: P, turn: int) -> Iterator[Fact]:
        replies = tuple(legal_moves(self.game, after))
        safe = tuple(islice(self._safe(after), FEW + 1)) if len(replies) <= MANY else replies
        if not safe:
            yield Fact(FactKind.LEAVES_NO_SAFE_MOVE, turn)
        elif len(safe) < min(len(replies), FEW + 1):
            yield Fact(FactKind.LEAVES_FEW_SAFE_MOVES, turn, moves=safe)
        elif len(replies) == 1:
            yield Fact(FactKind.LEAVES_ONE_MOVE, turn, moves=safe)
        else:
            yield Fact(FactKind.LEAVES_MOVES, turn, number=len(replies))

    def wins_at_once(self, position: P) -> tuple[int, ...]:
        if position not in self._wins:
            moves = legal_moves(self.game, position)
            self._wins[position] = tuple(
                m for m in moves if self._outcome(position, self.game.play(position, m)) == WIN
            )
        return self._wins[position]

    def _safe(self, position: P) -> Iterator[int]:
        for move in legal_moves(self.game, position):
            after = self.game.play(position, move)
            outcome = self._outcome(position, after)
            if outcome == OPEN:
                if keeps_turn(self.game, position, after) or not self.wins_at_once(after):
                    yield move
            elif outcome != LOSS:
                yield move

    def _outcome(self, position: P, after: P) -> int:
        outcome = self.game.outcome(after)
        return OPEN if outcome == OPEN else outcome_before(self.game, position, after, outcome)


def line_counts(game: Game[Any], position: Any, turn: int, move: int) -> Iterator[Fact]:
    """The lines that a move completes, or the numbers of lines it keeps open or closes.

    They are for games in which a line does not simply consist of a player's own, lasting marks: in
    wild tic-tac-toe either player may complete a line; with three marks each, lines open again; in
    standard Gomoku a row may be too long, and in Pentago a rotation moves rows.
    """
    if plays_by(game, Wild, "board_lines") or plays_by(game, OrderChaos, "board_lines"):
        rules: Any = game
        yield from _of_either_mark(rules.board_lines, position, turn, move)
    elif plays_by(game, MovingMen, "board_lines"):
        yield from _of_three(game, game.play(position, move), turn, move)
    elif plays_by(game, ThreeMarks, "board_lines", "taken"):
        rules = game
        after = Marks(*map(rules.taken, game.play(position, move)))
        yield from _of_three(game, after, turn, move)
    elif plays_by(game, StandardGomoku, "lines") or plays_by(game, Pentago, "lines"):
        completed = game.lines(game.play(position, move))
        if completed:
            yield Fact(FactKind.ENDS_WITH_LINE, turn, lines=completed)


def _of_either_mark(
    lines: tuple[int, ...], position: tuple[int, int], turn: int, move: int
) -> Iterator[Fact]:
    """Lines of equal marks from either player: a line with both marks is closed for good."""
    cell, mark = divmod(move, 2)
    same, other = position[mark], position[1 - mark]
    through = [line for line in lines if line >> cell & 1]
    completed = tuple(cells_of(line) for line in through if line & ~same == 1 << cell)
    if completed:
        yield Fact(FactKind.ENDS_WITH_LINE, turn, (cell,), completed)
        return
    live = sum(not line & other for line in through)
    closed = sum(bool(line & other) and not line & same for line in through)
    if live:
        yield Fact(FactKind.ON_LIVE_LINES, turn, (cell,), number=live)
    if closed:
        yield Fact(FactKind.CLOSES_SHARED_LINES, turn, (cell,), number=closed)
    if not live and not closed:
        yield Fact(FactKind.ON_NO_OPEN_LINE, turn, (cell,))


def _of_three(game: Any, after: Marks, turn: int, move: int) -> Iterator[Fact]:
    """Lines without a mark of the opponent, who is to move and may leave a line again."""
    cell = move % game.cells
    through = [line for line in game.board_lines if line >> cell & 1]
    completed = tuple(cells_of(line) for line in through if not line & ~after.theirs)
    clear = sum(not line & after.mine for line in through)
    if completed:
        yield Fact(FactKind.ENDS_WITH_LINE, turn, (cell,), completed)
    elif clear:
        yield Fact(FactKind.ON_CLEAR_LINES, 1 - turn, (cell,), number=clear)


class LineThreat(NamedTuple):
    turn: int
    cell: int  # the empty cell; cells are numbered in reading order
    line: tuple[int, ...]  # all cells of the line
    now: bool = True  # whether the cell can be marked now; with gravity it may have to wait


def line_threats(game: Game[Any], position: Any, turn: int) -> tuple[LineThreat, ...] | None:
    """The threats of both sides, by side and cell; None if the game is not a line game.

    Completing one of these lines wins, or loses in misère play.
    """
    reading = reading_of(game)
    if reading is None or not isinstance(game, CellGame):
        return None
    if game.outcome(position) != OPEN:
        return ()
    first, second = (in_reading_order(game, marks) for marks in game.shown(position, turn))
    return (*_of_player(reading, 0, first, second), *_of_player(reading, 1, second, first))


def _of_player(reading: LineReading, turn: int, own: int, other: int) -> Iterable[LineThreat]:
    empty = reading.empty(own, other)
    for cell in cells_of(reading.due(own, other)):
        for line in reading.completed(cell, own):
            yield LineThreat(turn, cell, cells_of(line), bool(empty >> cell & 1))


def lines_as_cells(game: Game[Any]) -> tuple[tuple[int, ...], ...]:
    reading = reading_of(game)
    return tuple(map(cells_of, reading.lines)) if reading else ()


def threat_words(game: Game[Any], turn: int, threats: Iterable[LineThreat]) -> str:
    """The threats in sentences; the side to move comes first."""
    voice, found = Voice(game), list(threats)
    sentences = []
    for who in (turn, 1 - turn):
        for now in (True, False):
            cells = dict.fromkeys(t.cell for t in found if (t.turn, t.now) == (who, now))
            if cells:
                clause = _clause(line_loses(game), who == turn, now)
                sentences.append(f"{voice.mark(who)} {clause.format(cells=voice.any_cell(cells))}")
    none = "is one mark short of a line" if line_loses(game) else "threatens to win yet"
    return " ".join(sentences) or f"No player {none}."


def _clause(loses: bool, to_move: bool, now: bool) -> str:
    if not now:
        what = "would complete a line and lose" if loses else "can complete a line"
        return f"{what} at {{cells}} once the cells below are filled."
    if loses:
        return "would complete a line and lose at {cells}."
    return f"{'can' if to_move else 'threatens to'} complete a line at {{cells}}."
