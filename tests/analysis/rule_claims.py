"""For every kind of fact about a game's rules alone, what must be so for it to be said.

Of the rules only `moves`, `play` and `outcome` are asked, and games are played out to a depth.
"""

from typing import Any, NamedTuple

from noughts.analysis.explain.facts import Kind

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


def within(game, position, plies):
    """The same after so many plies of best play by both; None if it is not decided by then."""
    over = ended(game, position)
    if over is not None or plies == 0:
        return over
    ends = [within(game, game.play(position, move), plies - 1) for move in game.moves(position)]
    if -1 in ends:
        return 1
    return None if None in ends else -min(ends)


def each(game, position):
    """All legal moves; none once the game is over."""
    return [] if ended(game, position) is not None else list(game.moves(position))


def winning(game, position):
    return {m for m in each(game, position) if ended(game, game.play(position, m)) == -1}


def holding(game, position):
    """The moves after which the other side has not won, and cannot with its next move."""
    return {m for m in each(game, position) if within(game, game.play(position, m), 1) != 1}


def some_of(c, moves):
    return c.moves == moves != set() and len(c.fact.moves) == len(moves)


def goes_on(c):
    return ended(c.game, c.after) is None


CLAIMS = {
    Kind.MISSES_WIN: (
        lambda c: some_of(c, winning(c.game, c.position)) and c.move not in c.moves,
        "mover",
    ),
    Kind.GIVES_WIN: (lambda c: some_of(c, winning(c.game, c.after)), "other"),
    Kind.ONLY_SAFE_MOVE: (
        lambda c: (
            holding(c.game, c.position) == {c.move}
            and len(each(c.game, c.position)) > 1
            and goes_on(c)
        ),
        "mover",
    ),
    Kind.LEAVES_NO_SAFE_MOVE: (
        lambda c: goes_on(c) and not holding(c.game, c.after) and not winning(c.game, c.after),
        "other",
    ),
    Kind.LEAVES_FEW_SAFE_MOVES: (
        lambda c: (
            some_of(c, holding(c.game, c.after))
            and len(c.moves) < len(each(c.game, c.after))
            and not winning(c.game, c.after)
        ),
        "other",
    ),
    Kind.LEAVES_ONE_MOVE: (
        lambda c: some_of(c, set(each(c.game, c.after))) and len(c.moves) == 1,
        "other",
    ),
}


def must_be_said(game, position, move):
    """The kinds of facts that an explanation of the move may not leave out."""
    case, said = Case(game, position, move), set()
    if winning(game, position) and move not in winning(game, position):
        said.add(Kind.MISSES_WIN)
    if not goes_on(case):
        return said
    if winning(game, case.after):
        return said | {Kind.GIVES_WIN}
    if holding(game, position) == {move} and len(each(game, position)) > 1:
        said.add(Kind.ONLY_SAFE_MOVE)
    safe = holding(game, case.after)
    if not safe:
        said.add(Kind.LEAVES_NO_SAFE_MOVE)
    elif len(safe) < min(5, len(each(game, case.after))):
        said.add(Kind.LEAVES_FEW_SAFE_MOVES)
    elif len(each(game, case.after)) == 1:
        said.add(Kind.LEAVES_ONE_MOVE)
    return said


def check(game, position, turn, move, facts):
    """Hold the facts about the rules alone; how many there were."""
    mine = [fact for fact in facts if fact.kind in CLAIMS]
    for fact in mine:
        claim, about = CLAIMS[fact.kind]
        assert fact.turn == (turn if about == "mover" else 1 - turn), (position, move, fact)
        assert claim(Case(game, position, move, fact)), (position, move, fact)
    return len(mine)
