"""A fingerprint of a game's rules: what they do, not how they are written.

The same on every machine and for every version of Python, it changes when a rule does: games are
played at random, the same ones every time, and all that the rules say on the way is digested.
"""

import hashlib
from collections.abc import Iterator
from typing import Any

from noughts.game import Game, legal_moves
from noughts.games.catalogue import spec_of

PLAYS = 64
# Longer plays, of games that can go on for ever, are broken off.
PLIES = 200


def rules_of(game: Game[Any]) -> str:
    """The fingerprint, in hexadecimal digits.

    >>> from noughts.games.mnk import MNK
    >>> rules_of(MNK(3, 3, 3)) == rules_of(MNK()) != rules_of(MNK(misere=True))
    True
    """
    digest = hashlib.sha256(spec_of(game).encode())
    for play in range(PLAYS):
        for said in _said(game, _Lots(play)):
            digest.update(repr(said).encode())
    return digest.hexdigest()


def _said(game: Game[Any], lots: "_Lots") -> Iterator[tuple[Any, ...]]:
    """What the rules say of every position of one play."""
    position = game.start()
    for _ in range(PLIES):
        moves = legal_moves(game, position)
        folded = game.canonical(position)
        yield tuple(position), tuple(folded), game.outcome(position), tuple(moves)
        if not moves:
            return
        position = game.play(position, moves[lots.draw(len(moves))])


class _Lots:
    """Lots that are the same for ever: a linear congruential generator (Knuth's MMIX)."""

    def __init__(self, seed: int) -> None:
        self.state = seed

    def draw(self, below: int) -> int:
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % (1 << 64)
        return (self.state >> 33) % below
