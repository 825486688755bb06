"""Winning by threats alone: every move threatens to win at once, so every answer is forced.

Such a sequence branches at the attacker's moves only, so it is found as deep as it goes, where a
search of all moves sees a few plies. It proves wins and nothing else: none may be found where
a quiet move wins.

    Oren Patashnik, "Qubic: 4×4×4 Tic-Tac-Toe", Mathematics Magazine 53, 1980, whose computer
    looked for just these; Victor Allis, Jaap van den Herik and Matty Huntjens, "Go-Moku Solved
    by New Search Techniques", Computational Intelligence 12, 1996, for threat-space search.
"""

from typing import Any

from noughts.game import Game, P
from noughts.search.proof_run import ProofRun
from noughts.value import LOSS, OPEN

NONE = -1


def winning_threat(game: Game[P], state: Any, run: ProofRun, last: int) -> int:
    """The first move of a sequence of threats that wins; NONE if none is found.

    Where the other player threatens, only the answer to that is looked at, if it is itself a
    threat. The search gives up at the run's node of the number `last`.
    """
    run.nodes += 1
    answers, only = 0, NONE
    for move in game.safe(state):
        answers += 1
        only = move
    if answers == 1 and outcome_after(game, state, only) == LOSS:
        return only
    for move in game.forcing(state):
        looked_at = run.nodes < last and (answers > 1 or move == only)
        if looked_at and wins_by_threats(game, game.advance(state, move), run, last):
            return move
    return NONE


def wins_by_threats(game: Game[P], state: Any, run: ProofRun, last: int) -> bool:
    """Whether the player who has just threatened wins, whatever the answer is."""
    for reply in game.safe(state):
        if outcome_after(game, state, reply) != OPEN:
            return False
        if winning_threat(game, game.advance(state, reply), run, last) == NONE:
            return False
    return True


def outcome_after(game: Game[P], state: Any, move: int) -> int:
    """How the game stands after a move."""
    return game.outcome(game.position(game.advance(state, move)))
