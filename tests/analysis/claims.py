"""For every kind of fact, what must be true on paper for it to be said."""

from typing import Any, NamedTuple

from noughts.analysis.explain.facts import Fact, FactKind
from tests.analysis import paper as p


class Scene(NamedTuple):
    """A move on paper, and the fact that was stated about it."""

    paper: p.Paper
    board: str  # before the move
    side: str  # who moves
    move: int
    fact: Any

    @property
    def after(self):
        return p.marked(self.board, self.move, self.side)

    @property
    def foe(self):
        return p.other(self.side)

    @property
    def cells(self):
        return set(self.fact.cells)

    @property
    def lines(self):
        return {frozenset(line) for line in self.fact.lines}

    @property
    def values(self):
        return p.worths(self.paper, self.board, self.side)

    @property
    def value(self):
        return self.values[self.move]

    @property
    def best(self):
        return p.best(self.paper, self.board, self.side)

    @property
    def best_moves(self):
        return {cell for cell, value in self.values.items() if p.rank(value) == p.rank(self.best)}

    @property
    def replies(self):
        return p.worths(self.paper, self.after, self.foe)

    def my_wins(self, board=None):
        return p.wins(self.paper, board or self.after, self.side)

    def foe_wins(self, board=None):
        return p.wins(self.paper, board or self.after, self.foe)

    def each_reply(self):
        """What the other can do next, as scenes."""
        replies = p.playable(self.paper, self.after)
        return [Scene(self.paper, self.after, self.foe, cell, None) for cell in replies]

    def lines_at(self, board, cells, side):
        """The lines that marking any one of the cells completes."""
        return {line for cell in cells for line in p.completed(self.paper, board, cell, side)}

    def through(self):
        return [line for line in p.lines(self.paper) if self.move in line]

    def has(self, line, side):
        return any(self.board[cell] == side for cell in line)


def completes(s):
    done = p.completed(s.paper, s.board, s.move, s.side)
    return s.cells == {s.move} and s.lines == done != set()


def blocks(s):
    done = p.completed(s.paper, s.board, s.move, s.foe)
    return s.cells == {s.move} and s.lines == done != set()


def new_threats(s):
    new = s.my_wins() - s.my_wins(s.board)
    return s.cells == new and s.lines == s.lines_at(s.after, new, s.side)


def forced(s):
    (reply,) = s.fact.moves
    if s.foe_wins() or len(p.playable(s.paper, s.after)) < 2:
        return False
    answers = {cell: p.marked(s.after, cell, s.foe) for cell in p.playable(s.paper, s.after)}
    return {cell for cell, board in answers.items() if not s.my_wins(board)} == {reply}


def forced_into_fork(s):
    return forced(s) and p.is_sure_fork(s.paper, s.after, s.fact.moves[0], s.foe)


def stops_fork(s):
    could = p.sure_forks(s.paper, s.board, s.foe)
    if s.paper.falls:
        sure = p.sure_forks(s.paper, s.after, s.foe)
        return s.cells == could != set() and not (sure or s.foe_wins() or s.my_wins())
    still = [c for c in p.playable(s.paper, s.after) if p.is_fork(s.paper, s.after, c, s.foe)]
    return s.cells == could != set() and not still and not s.foe_wins()


def keeps_busy(s):
    still = {c for c in p.playable(s.paper, s.after) if p.is_fork(s.paper, s.after, c, s.foe)}
    in_time = p.sure_forks(s.paper, s.after, s.foe)
    could = p.sure_forks(s.paper, s.board, s.foe)
    return forced(s) and s.cells == still != set() and could and not in_time


def prepares_fork(s):
    return s.cells == p.sure_forks(s.paper, s.after, s.side) != set() and not s.foe_wins()


def passes_over_win(s):
    could = s.my_wins(s.board)
    return (
        s.cells == could != set()
        and s.move not in could
        and s.lines == s.lines_at(s.board, could, s.side)
    )


def passes_over_fork(s):
    could = p.sure_forks(s.paper, s.board, s.side)
    return s.cells == could != set() and s.move not in could and not after_every_answer(s)


def leaves_win(s):
    wins = s.foe_wins() - p.above(s.paper, {s.move})
    return s.cells == wins != set() and s.lines == s.lines_at(s.after, wins, s.foe)


def allows_fork(s):
    wins = any(after_every_answer(reply) for reply in s.each_reply())
    return s.cells == p.sure_forks(s.paper, s.after, s.foe) != set() and wins and not s.foe_wins()


def leaves_no_line(s):
    open_before = [line for line in p.lines(s.paper) if not s.has(line, s.side)]
    return open_before and all(s.move in line for line in open_before)


# Where marks fall.


def hands_win(s):
    wins = s.foe_wins() & p.above(s.paper, {s.move})
    return s.cells == wins != set() and s.lines == s.lines_at(s.after, wins, s.foe)


def after_every_answer(s):
    """Whether a line is completed whatever the other answers, and he completes none: in 3."""
    answers = [p.marked(s.after, cell, s.foe) for cell in p.playable(s.paper, s.after)]
    return answers and not s.foe_wins() and all(s.my_wins(board) for board in answers)


def stacks_threats(s):
    lower, upper = s.fact.cells
    return (
        s.my_wins() == {lower}
        and p.above(s.paper, {lower}) == {upper}
        and upper in p.due(s.paper, s.after, s.side)
        and s.lines == s.lines_at(s.after, s.cells, s.side)
        and after_every_answer(s)
    )


def no_defence(s):
    return after_every_answer(s) and not s.my_wins()


def bars(s):
    """To play there would let a line be completed above it, as it would not have before."""
    barred = {p.landing(s.paper, s.after, cell % s.paper.m) for cell in s.fact.moves}
    for cell in barred:
        (over,) = p.above(s.paper, {cell})
        assert over in s.my_wins(p.marked(s.after, cell, s.foe))
        assert over not in p.due(s.paper, s.board, s.side)
    return s.cells == p.above(s.paper, barred) and s.lines == s.lines_at(s.after, s.cells, s.side)


def standing(odd):
    def claim(s):
        new = p.due(s.paper, s.after, s.side) - p.due(s.paper, s.board, s.side)
        rows = {s.paper.n - cell // s.paper.m for cell in s.cells}
        playable = p.playable(s.paper, s.after)
        near = playable | p.above(s.paper, playable)
        far = {c for c in new - near if (s.paper.n - c // s.paper.m) % 2 == odd}
        assert all(row % 2 == odd for row in rows)
        return s.cells == far != set() and s.lines == s.lines_at(s.after, far, s.side)

    return claim


def claimeven(s):
    """Even cells of the column, above empty odd ones: marked in answer, they hold these lines."""
    x, y = s.move % s.paper.m, s.move // s.paper.m
    column = [row * s.paper.m + x for row in range(y - 1, -1, -1)]  # the nearest first
    pairs = list(zip(column[::2], column[1::2], strict=False))
    if (s.paper.n - y) % 2 or any(s.after[cell] != "." for cell in column):
        return False
    cells = []
    for lower, upper in pairs:
        if p.completed(s.paper, s.after, lower, s.foe):
            break
        cells.append(upper)
    held = [line for line in p.lines(s.paper) if s.cells & line]
    free = [line for line in held if all(s.after[cell] != s.side for cell in line)]
    return [*s.fact.cells] == cells != [] and s.fact.number == len(free) > 0


def takes_deadly(s):
    return blocks(s)


def makes_deadly(s):
    new = p.due(s.paper, s.after, s.side) - p.due(s.paper, s.board, s.side)
    return s.cells == new != set()


def one_safe(s):
    safe = p.playable(s.paper, s.after) - s.foe_wins()
    return safe == set(s.fact.moves) and len(safe) == 1 and len(p.playable(s.paper, s.after)) > 1


def no_safe(s):
    return s.cells == p.playable(s.paper, s.after) == s.foe_wins() != set()


def place(s):
    row, column = divmod(s.move, s.paper.m)
    ends = [column in (0, s.paper.m - 1), row in (0, s.paper.n - 1)]
    if (2 * column, 2 * row) == (s.paper.m - 1, s.paper.n - 1):
        return s.fact.kind == FactKind.TAKES_CENTRE
    return s.fact.kind == (FactKind.TAKES_CORNER if all(ends) else FactKind.TAKES_EDGE) and any(
        ends
    )


def on_open_lines(s):
    return s.fact.number == sum(not s.has(line, s.foe) for line in s.through()) > 0


def closes_lines(s):
    closed = [line for line in s.through() if s.has(line, s.foe) and not s.has(line, s.side)]
    return s.fact.number == len(closed) > 0


def on_no_open_line(s):
    return all(s.has(line, s.foe) and s.has(line, s.side) for line in s.through())


def ends_game(s):
    over = p.has_line(s.paper, s.after, s.side) or not p.empty(s.after)
    return over and tuple(s.fact.value) == s.value and s.value[1] == 1


def worth(outcome):
    def claim(s):
        return s.fact.value.outcome == outcome and tuple(s.fact.value) == s.value

    return claim


def only(outcome):
    def claim(s):
        alike = [cell for cell, value in s.values.items() if value[0] == outcome]
        return alike == [s.move] and s.best[0] == outcome and len(s.values) > 1

    return claim


def first_in_plies(outcome):
    def claim(s):
        return s.best_moves == {s.move} and s.value[0] == outcome and len(s.values) > 1

    return claim


def fault(before, after):
    def claim(s):
        named = set(s.fact.moves) == s.best_moves and tuple(s.fact.value) == s.best
        worse = p.rank(s.value) < p.rank(s.best)
        return named and worse and s.best[0] == before and s.value[0] in after

    return claim


def never_loses():
    """Allis's answers: who has them does not lose, by brute force."""

    def claim(s):
        return s.fact.text.startswith("can answer ") and s.value[0] >= 0

    return claim


def one_reply(s):
    best = max(s.replies.values(), key=p.rank)
    holding = {cell for cell, value in s.replies.items() if value[0] == best[0]}
    return holding == set(s.fact.moves) and best[0] >= 0 and len(s.replies) > 1 == len(holding)


def zugzwang(s):
    must_move = p.value(s.paper, s.after, s.foe)
    passed = p.value(s.paper, s.after, s.side)
    return must_move[0] == -1 and -passed[0] >= 0 and s.fact.value.outcome == -passed[0]


# What must hold, and whom the fact is about: the player who moves, or the other.
CLAIMS: dict[FactKind, Any] = {
    FactKind.COMPLETES_LINE: (completes, "mover"),
    FactKind.BLOCKS: (blocks, "other"),
    FactKind.MAKES_FORK: (lambda s: new_threats(s) and len(s.cells) > 1, "mover"),
    FactKind.THREATENS: (lambda s: new_threats(s) and len(s.cells) == 1, "mover"),
    FactKind.FORCES_REPLY: (lambda s: forced(s) and not forced_into_fork(s), "other"),
    FactKind.FORCES_INTO_FORK: (forced_into_fork, "other"),
    FactKind.STOPS_FORK: (stops_fork, "other"),
    FactKind.KEEPS_BUSY: (keeps_busy, "other"),
    FactKind.PREPARES_FORK: (prepares_fork, "mover"),
    FactKind.PASSES_OVER_WIN: (passes_over_win, "mover"),
    FactKind.PASSES_OVER_FORK: (passes_over_fork, "mover"),
    FactKind.LEAVES_WIN: (leaves_win, "other"),
    FactKind.ALLOWS_FORK: (allows_fork, "other"),
    FactKind.LEAVES_NO_LINE: (leaves_no_line, "other"),
    FactKind.HANDS_WIN: (hands_win, "other"),
    FactKind.STACKS_THREATS: (stacks_threats, "mover"),
    FactKind.LEAVES_NO_DEFENCE: (no_defence, "other"),
    FactKind.BARS: (bars, "other"),
    FactKind.ODD_THREAT: (standing(True), "mover"),
    FactKind.EVEN_THREAT: (standing(False), "mover"),
    FactKind.CLAIMEVEN: (claimeven, "mover"),
    FactKind.NAMED: (never_loses(), "mover"),
    FactKind.COMPLETES_LOSING_LINE: (completes, "mover"),
    FactKind.TAKES_DEADLY_CELL: (takes_deadly, "other"),
    FactKind.MAKES_DEADLY: (makes_deadly, "mover"),
    FactKind.LEAVES_ONE_SAFE_CELL: (one_safe, "other"),
    FactKind.LEAVES_NO_SAFE_CELL: (no_safe, "other"),
    FactKind.LEAVES_OPPONENT_SAFE: (leaves_no_line, "other"),
    FactKind.TAKES_CENTRE: (place, "mover"),
    FactKind.TAKES_CORNER: (place, "mover"),
    FactKind.TAKES_EDGE: (place, "mover"),
    FactKind.ON_OPEN_LINES: (on_open_lines, "mover"),
    FactKind.CLOSES_LINES: (closes_lines, "other"),
    FactKind.ON_NO_OPEN_LINE: (on_no_open_line, "mover"),
    FactKind.ENDS_GAME: (ends_game, "mover"),
    FactKind.ONLY_LEGAL_MOVE: (lambda s: p.playable(s.paper, s.board) == {s.move}, "mover"),
    FactKind.WINS: (worth(1), "mover"),
    FactKind.DRAWS: (worth(0), "mover"),
    FactKind.LOSES: (worth(-1), "mover"),
    FactKind.ONLY_WIN: (only(1), "mover"),
    FactKind.FASTEST_WIN: (first_in_plies(1), "mover"),
    FactKind.ONLY_DRAW: (only(0), "mover"),
    FactKind.LONGEST_DEFENCE: (first_in_plies(-1), "mover"),
    FactKind.THROWS_WIN: (fault(1, (0, -1)), "mover"),
    FactKind.THROWS_DRAW: (fault(0, (-1,)), "mover"),
    FactKind.WINS_LATE: (fault(1, (1,)), "mover"),
    FactKind.LOSES_EARLY: (fault(-1, (-1,)), "mover"),
    FactKind.ONE_REPLY: (one_reply, "other"),
    FactKind.ZUGZWANG: (zugzwang, "other"),
}

# The kinds that are held against the lines of the board, without any values.
RULES = {*CLAIMS} - {
    kind for kind, (claim, _) in CLAIMS.items() if claim.__qualname__.endswith("claim")
} - {FactKind.ENDS_GAME, FactKind.ONE_REPLY, FactKind.ZUGZWANG} | {
    FactKind.ODD_THREAT,
    FactKind.EVEN_THREAT,
}

# What must be said whenever it is so: found on paper, whatever the explanation says.
MISERE = {FactKind.COMPLETES_LOSING_LINE, FactKind.LEAVES_NO_SAFE_CELL}


def must_be_said(paper, board, side, move):
    """The kinds of facts that an explanation of the move may not leave out."""
    foe, after = p.other(side), p.marked(board, move, side)
    if p.completed(paper, board, move, side):
        return {FactKind.COMPLETES_LOSING_LINE if paper.misere else FactKind.COMPLETES_LINE}
    blocked = p.completed(paper, board, move, foe)
    if paper.misere:
        no_safe = p.playable(paper, after) and p.playable(paper, after) == p.wins(paper, after, foe)
        return ({FactKind.TAKES_DEADLY_CELL} if blocked else set()) | (
            {FactKind.LEAVES_NO_SAFE_CELL} if no_safe else set()
        )
    said = {FactKind.BLOCKS} if blocked else set()
    if p.wins(paper, board, side):
        said.add(FactKind.PASSES_OVER_WIN)
    above = p.above(paper, {move})
    if p.wins(paper, after, foe) - above:
        said.add(FactKind.LEAVES_WIN)
    if p.wins(paper, after, foe) & above:
        said.add(FactKind.HANDS_WIN)
    if p.is_sure_fork(paper, board, move, side):
        said.add(FactKind.MAKES_FORK)
    return said


def holds(paper: p.Paper, board: str, side: str, cell: int, fact: Fact) -> bool:
    """Whether a fact about the cell that side marks is so, and about whom it says."""
    claim, about = CLAIMS[fact.kind]
    whom = side if about == "mover" else p.other(side)
    # The paper knows cells alone; moves that a fact names are those of whom it is about.
    before = board if about == "mover" else p.marked(board, cell, side)
    cells = tuple(p.landing(paper, before, move) for move in fact.moves)
    scene = Scene(paper, board, side, cell, fact._replace(moves=cells))
    return "xo"[fact.turn] == whom and bool(claim(scene))
