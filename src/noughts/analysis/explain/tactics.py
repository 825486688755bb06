"""Tactics: what a move does, from the rules alone, at most three plies ahead.

In a line game these are lines, blocks, threats and forks; a move is the cell that it marks. With
gravity, cells above other cells count, too. In misère play, where completing a line loses, a cell
is deadly to a player who would complete a line there, and safe otherwise. In any other game the
tactics are immediate wins, and moves that allow one; a move is safe if it neither loses nor allows
an immediate win.

Claimeven is the first of nine rules by which V. Allis, "A Knowledge-based Approach of
Connect-Four", 1988, proves that lines cannot be completed.
"""

from collections.abc import Iterator
from functools import cached_property
from itertools import islice
from typing import Any, Generic

from noughts.analysis.explain.facts import Fact, FactKind
from noughts.analysis.explain.lines import LineReading
from noughts.bits import cells_of, count, lowest
from noughts.game import Game, P, keeps_turn, legal_moves, outcome_before
from noughts.games.common.cell_game import Marks
from noughts.games.common.moving_men import MovingMen
from noughts.games.gomoku import StandardGomoku
from noughts.games.orderchaos import OrderChaos
from noughts.games.pentago import Pentago
from noughts.games.threemarks import ThreeMarks
from noughts.games.wild import Wild
from noughts.knowledge import plays_by
from noughts.value import LOSS, OPEN, WIN

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
        after = game.play(position, move)
        if game.outcome(after) == LOSS:  # a rotation can complete the opponent's row
            yield Fact(FactKind.ENDS_WITH_LINE, turn, lines=game.lines(after))


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
