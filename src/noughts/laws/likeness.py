"""Whether two games have the same rules: their moves and outcomes, position by position.

>>> from noughts.games.registry import find_game
>>> print(likeness(find_game("mnk:3,3,3"), find_game("tictactoe")))
Agrees with tictactoe in all 5,478 positions.
>>> print(likeness(find_game("mnk:3,3,3,misere"), find_game("tictactoe")).play)
('a3', 'b3', 'a2', 'c3', 'a1')
"""

from collections import deque
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from noughts.game import FIRST, Game, legal_moves, turn_after, winner_of
from noughts.games.given import as_game, takes_names
from noughts.games.registry import spec_of
from noughts.value import OPEN

# Random games beyond the positions that are compared breadth first, and the most plies of each.
PLAYS, PLIES = 200, 500


class Likeness(NamedTuple):
    """The comparison of a game's rules with another game's.

    Args:
        like: the other game.
        positions: the number of positions compared.
        whole: whether these are all positions.
        play: the shortest play found after which the games differ, by the names of its moves.
        difference: a sentence on the difference; empty if there is none.
    """

    like: str
    positions: int
    whole: bool
    play: tuple[str, ...] = ()
    difference: str = ""

    def __str__(self) -> str:
        if self.difference:
            after = f"after {' '.join(self.play)}" if self.play else "at the start"
            return f"Differs from {self.like} {after}: {self.difference}"
        every = "all " if self.whole else ""
        return f"Agrees with {self.like} in {every}{self.positions:,} positions."


@takes_names
def likeness(game: Game[Any], like: Any, positions: int = 10_000, seed: int = 0) -> Likeness:
    """Compare the rules of two games: positions near the start first, then random games.

    Moves are matched by their names if both games use the same, otherwise by their numbers,
    otherwise by their order at the start.

    Args:
        game: the rules to judge.
        like: the game that they should be.
        positions: the most positions to compare breadth first.
        seed: makes the random games repeatable.
    """
    pair = _Pair(game, as_game(like))
    start = pair.game.start(), pair.like.start(), FIRST, FIRST
    todo: deque[tuple[Any, tuple[int, ...]]] = deque([(start, ())])
    seen = {start}
    while todo and len(seen) <= positions:
        at, play = todo.popleft()
        if said := pair.differ(*at):
            return pair.result(len(seen), False, play, said)
        for move, after in pair.after(*at):
            if after not in seen:
                seen.add(after)
                todo.append((after, (*play, move)))
    if not todo:
        return pair.result(len(seen), True)
    chance = Random(seed)
    for _ in range(PLAYS):
        at, play = start, ()
        while len(play) < PLIES:
            if said := pair.differ(*at):
                return pair.result(len(seen), False, play, said)
            seen.add(at)
            if not (steps := pair.after(*at)):
                break
            move, at = chance.choice(steps)
            play = (*play, move)
    return pair.result(len(seen), False)


class _Pair:
    """Two games side by side; `moves` translates a move of the second into one of the first."""

    def __init__(self, game: Game[Any], like: Game[Any]) -> None:
        self.game, self.like = game, like
        ours, theirs = (sorted(legal_moves(each, each.start())) for each in (game, like))
        self.key: Callable[[Game[Any], int], Any] = lambda each, move: each.name(move).lower()
        if self.keys(game, ours) != self.keys(like, theirs):
            order = dict(zip(theirs, ours, strict=False)) if len(ours) == len(theirs) else {}
            self.key = lambda each, move: order.get(move, move) if each is like else move

    def keys(self, game: Game[Any], moves: list[int]) -> dict[Any, int]:
        return {self.key(game, move): move for move in moves}

    def differ(self, ours: Any, theirs: Any, turn: int, other: int) -> str:
        """A sentence on the difference of two positions; empty if there is none."""
        names = self.like.marks
        if turn != other:
            return f"{names[turn]} is to move, not {names[other]}."
        ends = [
            None if outcome == OPEN else (winner_of(outcome, turn),)
            for outcome in (self.game.outcome(ours), self.like.outcome(theirs))
        ]
        if ends[0] != ends[1]:
            said = [
                "the game goes on" if end is None else "it is a draw" if end[0] is None
                else f"{names[end[0]]} has won" for end in ends
            ]  # fmt: skip
            return f"{said[0]}, but should be: {said[1]}."
        if self.game.counts_points and self.like.counts_points:
            points = self.game.margin(ours), self.like.margin(theirs)
            if points[0] != points[1]:
                return f"the margin is {points[0]}, not {points[1]}."
        found = self.keys(self.game, legal_moves(self.game, ours))
        wanted = self.keys(self.like, legal_moves(self.like, theirs))
        if extra := sorted(self.game.name(found[key]) for key in found.keys() - wanted.keys()):
            return f"{extra[0]} is allowed, but should not be."
        if lacking := sorted(self.like.name(wanted[key]) for key in wanted.keys() - found.keys()):
            return f"{lacking[0]} is not allowed, but should be."
        return ""

    def after(self, ours: Any, theirs: Any, turn: int, other: int) -> list[tuple[int, Any]]:
        """Each move of the second game, and the two positions and turns after it."""
        found = self.keys(self.game, legal_moves(self.game, ours))
        steps = []
        for move in legal_moves(self.like, theirs):
            one = self.game.play(ours, found[self.key(self.like, move)])
            two = self.like.play(theirs, move)
            turns = turn_after(self.game, turn, one), turn_after(self.like, other, two)
            steps.append((move, (one, two, *turns)))
        return steps

    def result(
        self, positions: int, whole: bool, play: tuple[int, ...] = (), difference: str = ""
    ) -> Likeness:
        names = tuple(map(self.like.name, play))
        return Likeness(spec_of(self.like), positions, whole, names, difference)
