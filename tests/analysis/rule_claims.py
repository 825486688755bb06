"""For every kind of fact about a game's rules alone, what must be so for it to be said.

Of the rules only `moves`, `play` and `outcome` are asked, and games are played out to a depth.
"""

from functools import cache
from typing import Any, NamedTuple

from noughts.analysis.explain.facts import Fact, FactKind
from noughts.game import Game
from tests.analysis.paper import Paper, lines

WIN, DRAW, LOSS, OPEN = 1, 0, -1, 2


class Case(NamedTuple):
    """A move in a position, and the fact that was stated about it."""

    game: Any
    position: Any
    move: int
    fact: Any = None

    @property
    def after(self):
        return self.game.play(self.position, self.move)

    @property
    def moves(self):
        return set(self.fact.moves)


def ended(game, position):
    """1, 0 or -1 for the side to move; None if the game goes on."""
    outcome = game.outcome(position)
    return None if outcome not in (WIN, DRAW, LOSS) else outcome


def again(game, position, after):
    """Whether the same player moves again; in most games there is no `mover`, so that none does."""
    return type(game).mover is not Game.mover and game.mover(position) == game.mover(after)


def mine(game, position, after, worth):
    """What it is worth to the player who moved, by what it is to the one to move then."""
    return worth if worth is None or again(game, position, after) else -worth


def within(game, position, plies):
    """The same after so many plies of best play by both; None if it is not decided by then."""
    over = ended(game, position)
    if over is not None or plies == 0:
        return over
    afters = [game.play(position, move) for move in game.moves(position)]
    ends = [mine(game, position, after, within(game, after, plies - 1)) for after in afters]
    if 1 in ends:
        return 1
    return None if None in ends else max(ends)


def each(game, position):
    """All legal moves; none once the game is over."""
    return [] if ended(game, position) is not None else list(game.moves(position))


def winning(game, position):
    ends = {m: game.play(position, m) for m in each(game, position)}
    return {m for m, end in ends.items() if mine(game, position, end, ended(game, end)) == 1}


def holding(game, position):
    """The moves after which the other side has not won, and cannot with its next move."""
    afters = {m: game.play(position, m) for m in each(game, position)}
    plies = {m: 0 if again(game, position, after) else 1 for m, after in afters.items()}
    return {
        m
        for m, after in afters.items()
        if mine(game, position, after, within(game, after, plies[m])) != -1
    }


def some_of(c, moves):
    return c.moves == moves != set() and len(c.fact.moves) == len(moves)


def goes_on(c):
    return ended(c.game, c.after) is None


# Lines through the marked cell, off the board that people see.


def signs(game, position, turn):
    """What lies in each cell, by name, and whose kind it is."""
    return {cell.name: (cell.mark, cell.side) for cell in game.board(position, turn).cells}


def threes(names):
    """Picaria's lines: three points two columns or two rows apart, or touching at corners."""
    for name in names:
        for across, up in ((2, 0), (0, 2), (1, 1), (1, -1)):
            three = {chr(ord(name[0]) + i * across) + str(int(name[1]) + i * up) for i in range(3)}
            if three <= {*names}:
                yield three


def lines_through(c):
    """The lines through the marked cell, as the names of their other cells."""
    names = [cell.name for cell in c.game.board(c.position, 0).cells]
    marked, k = c.game.name(c.move)[-2:], getattr(c.game, "k", 3)
    on_paper = lines(Paper(c.game.columns, c.game.rows, k))
    points = len(names) < c.game.columns * c.game.rows
    for cells in threes(names) if points else [{names[i] for i in line} for line in on_paper]:
        straight = any(len({name[i] for name in cells}) == 1 for i in (0, 1))
        if marked in cells and (straight or not getattr(c.game, "nodiagonals", False)):
            yield cells - {marked}


def of_either_mark(c):
    """How many lines can still be equal, and how many no longer can, though they could before."""
    told, mark = signs(c.game, c.position, 0), c.game.name(c.move)[0].upper()
    others = [{told[cell][0] for cell in rest} - {""} for rest in lines_through(c)]
    return (
        sum(marks <= {mark} for marks in others),
        sum(len(marks) == 1 and mark not in marks for marks in others),
    )


def clear_lines(c):
    """How many lines have no mark of the other, who is to move next."""
    told = signs(c.game, c.after, c.fact.turn)
    return sum(all(told[cell][1] != c.fact.turn for cell in rest) for rest in lines_through(c))


def runs(own):
    """The straight rows of these cells in full, each a list of columns and rows."""
    for across, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
        for x, y in own - {(x + across, y + up) for x, y in own}:
            row = [(x, y)]
            while (x + across, y + up) in own:
                x, y = x + across, y + up
                row.append((x, y))
            yield row


def rows_of_own(c, told):
    """The rows that end Gomoku, of just k or else longer, and Pentago, each k cells of a row."""
    own = {(ord(name[0]), int(name[1:])) for name in told if told[name][1] == c.fact.turn}
    if type(c.game).__name__ == "Pentago":
        k = c.game.size // 2 + 2
        found = [run[at : at + k] for run in runs(own) for at in range(len(run) - k + 1)]
    else:
        longer = [run for run in runs(own) if len(run) >= c.game.k]
        found = [run for run in longer if len(run) == c.game.k] or longer
    return {frozenset(f"{chr(x)}{y}" for x, y in row) for row in found}


def ends_with_line(c):
    """Whether the lines, and no others, are full of one mark now; and end the game."""
    told = signs(c.game, c.after, 1 - c.fact.turn)
    names = [*told]
    if type(c.game).__name__ in ("StandardGomoku", "Pentago"):
        said = {frozenset(names[i] for i in line) for line in c.fact.lines}
        return said == rows_of_own(c, told) != set() and not goes_on(c)
    full = [rest for rest in lines_through(c) if len({told[cell][1] for cell in rest}) == 1]
    marked = c.game.name(c.move)[-2:]
    alike = {frozenset({*rest, marked}) for rest in full if told[min(rest)][1] == told[marked][1]}
    return alike == {frozenset(names[i] for i in line) for line in c.fact.lines} and not goes_on(c)


# Values by brute force.


@cache
def plain(game, position):
    """What best play leads to for the side to move."""
    over = ended(game, position)
    if over is not None:
        return over
    afters = [game.play(position, move) for move in game.moves(position)]
    return max(mine(game, position, after, plain(game, after)) for after in afters)


def few_replies(c):
    """Whether these replies, and not all, keep the best that the other can have."""
    afters = {move: c.game.play(c.after, move) for move in each(c.game, c.after)}
    values = {
        move: mine(c.game, c.after, then, plain(c.game, then)) for move, then in afters.items()
    }
    best = max(values.values())
    holding = {move for move, value in values.items() if value == best}
    return (
        some_of(c, holding)
        and len(holding) < len(values) == c.fact.number
        and c.fact.value.outcome == best >= 0
    )


VALUES = {FactKind.FEW_REPLIES: (few_replies, "other")}

CLAIMS = {
    FactKind.MISSES_WIN: (
        lambda c: some_of(c, winning(c.game, c.position)) and c.move not in c.moves,
        "mover",
    ),
    FactKind.GIVES_WIN: (lambda c: some_of(c, winning(c.game, c.after)), "other"),
    FactKind.ONLY_SAFE_MOVE: (
        lambda c: (
            holding(c.game, c.position) == {c.move}
            and len(each(c.game, c.position)) > 1
            and goes_on(c)
        ),
        "mover",
    ),
    FactKind.LEAVES_NO_SAFE_MOVE: (
        lambda c: goes_on(c) and not holding(c.game, c.after) and not winning(c.game, c.after),
        "other",
    ),
    FactKind.LEAVES_FEW_SAFE_MOVES: (
        lambda c: (
            some_of(c, holding(c.game, c.after))
            and len(c.moves) < len(each(c.game, c.after))
            and not winning(c.game, c.after)
        ),
        "other",
    ),
    FactKind.LEAVES_ONE_MOVE: (
        lambda c: some_of(c, set(each(c.game, c.after))) and len(c.moves) == 1,
        "other",
    ),
    FactKind.LEAVES_MOVES: (lambda c: c.fact.number == len(each(c.game, c.after)) > 1, "other"),
    FactKind.ENDS_WITH_LINE: (ends_with_line, "mover"),
    FactKind.ON_LIVE_LINES: (lambda c: c.fact.number == of_either_mark(c)[0] > 0, "mover"),
    FactKind.CLOSES_SHARED_LINES: (lambda c: c.fact.number == of_either_mark(c)[1] > 0, "mover"),
    FactKind.ON_NO_OPEN_LINE: (lambda c: of_either_mark(c) == (0, 0), "mover"),
    FactKind.ON_CLEAR_LINES: (lambda c: c.fact.number == clear_lines(c) > 0, "other"),
}


def must_be_said(game, position, move):
    """The kinds of facts that an explanation of the move may not leave out."""
    case, said = Case(game, position, move), set()
    if winning(game, position) and move not in winning(game, position):
        said.add(FactKind.MISSES_WIN)
    if not goes_on(case):
        return said
    if again(game, position, case.after):
        return said | {FactKind.NAMED}
    if winning(game, case.after):
        return said | {FactKind.GIVES_WIN}
    if holding(game, position) == {move} and len(each(game, position)) > 1:
        said.add(FactKind.ONLY_SAFE_MOVE)
    safe = holding(game, case.after)
    if not safe:
        said.add(FactKind.LEAVES_NO_SAFE_MOVE)
    elif len(safe) < min(5, len(each(game, case.after))):
        said.add(FactKind.LEAVES_FEW_SAFE_MOVES)
    else:
        alone = len(each(game, case.after)) == 1
        said.add(FactKind.LEAVES_ONE_MOVE if alone else FactKind.LEAVES_MOVES)
    return said


def holds(game: Any, position: Any, turn: int, move: int, fact: Fact) -> bool:
    """Whether a fact about a move is so, and about whom it says."""
    claim, about = (CLAIMS | VALUES)[fact.kind]
    case = Case(game, position, move, fact)
    if about == "other" and again(game, position, case.after):
        return False
    return fact.turn == (turn if about == "mover" else 1 - turn) and bool(claim(case))
