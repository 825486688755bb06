"""Threat search: wins by threats alone, so that every answer is forced.

Such a sequence branches only at the attacker's moves, so it is found at any depth, where a full
search would see a few plies. It proves wins and nothing else: it may find none where a quiet move
wins. The same threats in another order lead to the same position, so a table stores which positions
are won by threats and which are not.

    Oren Patashnik, "Qubic: 4×4×4 Tic-Tac-Toe", Mathematics Magazine 53, 1980, whose computer
    looked for exactly these; Victor Allis, Jaap van den Herik and Matty Huntjens, "Go-Moku Solved
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
    """The first move of a winning sequence of threats; NONE if none is found.

    If the opponent threatens, only the answer to it is searched, if it is itself a threat. The
    search gives up at the run's node of the number `last`; the table stores the moves found, and
    positions without any if the search did not give up.
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
    """A winning sequence of threats with the forced answers between them; empty if none is found.

    The first move and every second one after it are threats; the last one wins.

    Args:
        game: the game.
        state: the player who threatens is to move.
        run: counts the nodes.
        nodes: node budget of each search for a threat.
        table: the results of `winning_threat`.
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
    """The outcome after a move."""
    return game.outcome(game.position(game.advance(state, move)))
