"""Tactics of any game, from its rules alone: immediate wins, and moves that allow one.

A move is safe if it does not lose and does not allow an immediate win.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Generic

from noughts.analysis.explain.facts import Fact, Kind
from noughts.game import Game, P, keeps_turn, legal_moves, outcome_before
from noughts.value import LOSS, OPEN, WIN

# At most this many safe moves are named.
FEW = 4
# With more moves than this, safe moves are not searched for: it would take too long.
MANY = 128


class RuleTactics(Generic[P]):
    """Finds facts from the rules alone; caches the winning moves of each position.

    Args:
        game: the rules.

    >>> from noughts.games.wild import Wild
    >>> game = Wild()
    >>> position, turn = game.parse("x2/3/3")
    >>> for fact in RuleTactics(game).facts(position, turn, game.read("xb3")):
    ...     print(fact.kind, [game.name(move) for move in fact.moves])
    gives_win ['xc3']
    """

    def __init__(self, game: Game[P]) -> None:
        self.game = game
        self._wins: dict[P, tuple[int, ...]] = {}

    def forget(self) -> None:
        """Clear the cache, to limit its memory."""
        self._wins.clear()

    def facts(self, position: P, turn: int, move: int) -> Iterator[Fact]:
        """Facts about a move, the most telling first."""
        after = self.game.play(position, move)
        outcome = self._outcome(position, after)
        missed = self.wins_at_once(position)
        if missed and outcome != WIN:
            yield Fact(Kind.MISSES_WIN, turn, moves=missed)
        if outcome == OPEN and keeps_turn(self.game, position, after):
            yield Fact(Kind.NAMED, turn, text="moves again")
        elif outcome == OPEN:
            yield from self._left(position, after, turn, move)

    def _left(self, position: P, after: P, turn: int, move: int) -> Iterator[Fact]:
        """The opponent's choices after a move that does not end the game."""
        wins = self.wins_at_once(after)
        if wins:
            yield Fact(Kind.GIVES_WIN, 1 - turn, moves=wins)
            return
        choice = 1 < len(legal_moves(self.game, position)) <= MANY
        if choice and list(islice(self._safe(position), 2)) == [move]:
            yield Fact(Kind.ONLY_SAFE_MOVE, turn)
        yield from self._safe_replies(after, 1 - turn)

    def _safe_replies(self, after: P, turn: int) -> Iterator[Fact]:
        replies = tuple(legal_moves(self.game, after))
        safe = tuple(islice(self._safe(after), FEW + 1)) if len(replies) <= MANY else replies
        if not safe:
            yield Fact(Kind.LEAVES_NO_SAFE_MOVE, turn)
        elif len(safe) < min(len(replies), FEW + 1):
            yield Fact(Kind.LEAVES_FEW_SAFE_MOVES, turn, moves=safe)
        elif len(replies) == 1:
            yield Fact(Kind.LEAVES_ONE_MOVE, turn, moves=safe)
        else:
            yield Fact(Kind.LEAVES_MOVES, turn, number=len(replies))

    def wins_at_once(self, position: P) -> tuple[int, ...]:
        """The moves that end the game with a win."""
        known = self._wins.get(position)
        if known is None:
            moves = legal_moves(self.game, position)
            known = tuple(
                m for m in moves if self._outcome(position, self.game.play(position, m)) == WIN
            )
            self._wins[position] = known
        return known

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
        """The outcome after a move, for the side that made the move."""
        outcome = self.game.outcome(after)
        return OPEN if outcome == OPEN else outcome_before(self.game, position, after, outcome)
