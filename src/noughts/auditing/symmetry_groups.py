"""Groups findings that are the same up to symmetry."""

from collections.abc import Hashable, Sequence
from typing import Any, NamedTuple

from noughts.auditing.findings import Finding
from noughts.game import Game
from noughts.knowledge import knowledge_of


class Alike(NamedTuple):
    """Findings that are alike: the first of them, and how many there are.

    Each was found by asking. They are alike for the game; the player need not answer alike in all
    symmetric positions.
    """

    finding: Finding
    number: int


def alike(game: Game[Any], findings: Sequence[Finding]) -> list[Alike]:
    """The findings, those together whose position and move are images of each other.

    Args:
        game: the rules, which know their symmetries.
        findings: in the order that is to be kept.

    >>> from noughts.auditing.audit import audit
    >>> from noughts.games.tictactoe import TicTacToe
    >>> from noughts.players.weights import WeightsPlayer
    >>> game = TicTacToe()
    >>> costly = [one for one in audit(game, WeightsPlayer()).findings if one.then]
    >>> len(costly), len(alike(game, costly))
    (14, 3)
    """
    together: dict[Hashable, list[Finding]] = {}
    for finding in findings:
        together.setdefault(_kind(game, finding), []).append(finding)
    return [Alike(group[0], len(group)) for group in together.values()]


def _kind(game: Game[Any], finding: Finding) -> Hashable:
    """The key that findings alike share."""
    known, after = knowledge_of(game), None
    if finding.move is not None:
        after = known.canonical(game.play(finding.position, finding.move))
    return finding.fault, finding.seat, known.canonical(finding.position), after
