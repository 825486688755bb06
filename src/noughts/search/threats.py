"""Threat search: wins by threats alone, so that every answer is forced.

Such a sequence branches at the attacker's moves only, so it is found as deep as it goes, where a
search of all moves sees a few plies. It proves wins and nothing else: none may be found where
a quiet move wins. The same threats made in another order come to the same position, so a table
remembers which positions are won by threats and which are not.

    Oren Patashnik, "Qubic: 4×4×4 Tic-Tac-Toe", Mathematics Magazine 53, 1980, whose computer
    looked for just these; Victor Allis, Jaap van den Herik and Matty Huntjens, "Go-Moku Solved
    by New Search Techniques", Computational Intelligence 12, 1996, for threat-space search.
"""

from typing import Any

from noughts.game import P
from noughts.knowledge import Knowledge
from noughts.search.proof_context import ProofContext
from noughts.search.table import Table
from noughts.value import LOSS, OPEN

NONE = -1
# An entry is the first move plus this; 0 is no entry.
KEPT = 2


def winning_threat(
    game: Knowledge[P], state: Any, run: ProofContext, last: int, table: Table[P]
) -> int:
    """The first move of a sequence of threats that wins; NONE if none is found.

    Where the other player threatens, only the answer to that is looked at, if it is itself a
    threat. The search gives up at the run's node of the number `last`; the table remembers
    what was found, and that there is none where the search did not give up.
    """
    answers, only = 0, NONE
    for move in game.candidate_moves(state):
        answers += 1
        only = move
        if answers > 1:
            break
    if answers == 1 and outcome_after(game, state, only) == LOSS:
        return only
    position: P = game.position(state)
    entry = table.find(position)
    if entry:
        return entry - KEPT
    run.visit()
    for move in game.forcing(state):
        looked_at = run.nodes < last and (answers > 1 or move == only)
        if looked_at and wins_by_threats(game, game.advance(state, move), run, last, table):
            table.store(position, move + KEPT)
            return move
    if run.nodes < last:
        table.store(position, NONE + KEPT)
    return NONE


def wins_by_threats(
    game: Knowledge[P], state: Any, run: ProofContext, last: int, table: Table[P]
) -> bool:
    """Whether the player who just threatened wins, whatever the answer."""
    for reply in game.candidate_moves(state):
        if outcome_after(game, state, reply) != OPEN:
            return False
        if winning_threat(game, game.advance(state, reply), run, last, table) == NONE:
            return False
    return True


def winning_line(
    game: Knowledge[P], state: Any, run: ProofContext, nodes: int, table: Table[P]
) -> list[int]:
    """A sequence of threats that wins, and the forced answers in between; empty if none is found.

    The first move and every second one after it are the threats', the last one wins.

    Args:
        game: the game.
        state: the player who threatens is to move.
        run: counts the nodes.
        nodes: node budget of each search for a threat.
        table: what is known of threats.
    """
    line = [winning_threat(game, state, run, run.nodes + nodes, table)]
    while line[-1] != NONE:
        state = game.advance(state, line[-1])
        if game.outcome(game.position(state)) == LOSS:
            return line
        reply = NONE
        for answer in game.candidate_moves(state):
            reply = answer
        line.append(reply)
        state = game.advance(state, reply)
        line.append(winning_threat(game, state, run, run.nodes + nodes, table))
    line.clear()
    return line


def outcome_after(game: Knowledge[P], state: Any, move: int) -> int:
    """How the game stands after a move."""
    return game.outcome(game.position(game.advance(state, move)))
