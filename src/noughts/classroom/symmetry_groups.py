"""Group findings that are equal up to symmetry."""

from collections.abc import Hashable, Sequence
from typing import Any, NamedTuple

from noughts.classroom.findings import Finding
from noughts.game import Game
from noughts.knowledge import knowledge_of


class Alike(NamedTuple):
    """Findings that are symmetric: the first of them, and their number.

    Each was found by calling the player, which may answer differently in symmetric positions.
    """

    finding: Finding
    number: int


def alike(game: Game[Any], findings: Sequence[Finding]) -> list[Alike]:
    """The findings, grouped if their positions and moves are images of each other.

    Args:
        game: the rules.
        findings: the findings, whose order is kept.

    >>> from noughts.classroom.audit import audit
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
    """The key shared by symmetric findings."""
    known, after = knowledge_of(game), None
    if finding.move is not None:
        after = known.canonical(game.play(finding.position, finding.move))
    return finding.fault, finding.seat, known.canonical(finding.position), after
