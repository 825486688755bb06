"""Findings that are the same but for a symmetry of the game, put together."""

from collections.abc import Hashable, Sequence
from typing import Any, NamedTuple

from noughts.auditing.found import Finding
from noughts.game import Game
from noughts.knowledge import knowledge_of


class Alike(NamedTuple):
    """Findings that are alike: the first of them, and how many there are.

    Each of them was found by asking; that they are alike is said of the game, and does not
    mean that the player answers alike in all positions that are.
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
    """What findings that are alike have in common."""
    known, after = knowledge_of(game), None
    if finding.move is not None:
        after = known.canonical(game.play(finding.position, finding.move))
    return finding.fault, finding.seat, known.canonical(finding.position), after
