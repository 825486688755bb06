"""Threats and attacks: wins that leave the opponent few replies.

Threat search looks for wins by threats alone, so that every answer is forced. Such a sequence
branches only at the attacker's moves, so it is found at any depth, where a full search would see a
few plies. It proves wins and nothing else: it may find none where a quiet move wins. The same
threats in another order lead to the same position, so a table stores which positions are won by
threats and which are not.

Attack search proves that the player to move wins. If a player has a sequence of threats that would
win after a pass of the opponent, the opponent has few replies: those that refute this sequence. All
others lose to it and are not searched. Often the attacker can continue like this until no reply is
left. Such attacks can be found in games with far too many moves for a full search, as in Qubic.

Attack search is a depth-first proof-number search, as in `proof.py`, with two differences. In the
defender's positions it tries only such replies, and starts from their number, so that quiet moves,
which leave all replies, look as far from a win as they are. And the proof numbers of all moves are
summed, while `proof.py` uses the greatest. The search is complete, so a no is as reliable as a yes;
but where there is no win, `proof.py`, which recognizes draws, is faster.

    Oren Patashnik, "Qubic: 4×4×4 Tic-Tac-Toe", Mathematics Magazine 53, 1980, whose computer
    looked for threats; Victor Allis, Jaap van den Herik and Matty Huntjens, "Go-Moku Solved by New
    Search Techniques", Computational Intelligence 12, 1996, for threat-space search; Victor Allis
    and Patrick Schoo, "Qubic Solved Again", Heuristic Programming in Artificial Intelligence 3,
    1992; Thomas Thomsen, "Lambda-Search in Game Trees – with Application to Go", ICGA Journal 23,
    2000, for threats after a pass; Ayumu Nagai, "Df-pn Algorithm for Searching AND/OR Trees and Its
    Applications", thesis, Tokyo, 2002.
"""

from array import array
from typing import Any

from noughts.game import P
from noughts.knowledge import Knowledge
from noughts.knowledge.base import Attackable
from noughts.search.proof import (
    DISPROVED,
    MOST,
    PROVED,
    UNKNOWN,
    ProofContext,
    backup,
    child_threshold,
    disproof_number,
    pack_numbers,
    proof_number,
    stored_position,
)
from noughts.search.table import EntryTable, ProofTable
from noughts.value import DRAW, LOSS, OPEN, WIN

NONE = -1
# The answer of `by_attack` while more nodes are needed.
UNDECIDED = -1
# An entry is the first move plus this; 0 is no entry.
KEPT = 2
# Proof-number weight of each remaining reply; the only answer to a threat weighs more, since it has
# not been searched yet.
REPLY = 2
FORCED = 6


def by_threats(
    game: Knowledge[P],
    position: P,
    nodes: int,
    run: ProofContext,
    table: EntryTable[P],
    found: "array[int]",
) -> int:
    """Whether threats win: 1 with the move in the first place of `found`, otherwise 0."""
    state = game.state(position)
    found[0] = winning_threat(game, state, run, run.nodes + nodes, table)
    return 0 if found[0] == NONE else 1


def replies_to_threats(
    game: Attackable[P],
    position: P,
    nodes: int,
    run: ProofContext,
    table: EntryTable[P],
    found: "array[int]",
) -> int:
    """The number of replies, written to `found`, of which all others lose to threats.

    0 if the opponent has no winning sequence of threats, or no reply is seen to stop them.
    """
    state = game.state(position)
    if under_threat(game, state):  # the candidates are the answers
        return 0
    line = winning_line(game, game.passed(state), run, nodes, table)
    if len(line) == 0:
        return 0
    left = replies_left(game, state, line, MOST, run, table)
    for i in range(len(left)):
        found[i] = left[i]
    return len(left)


def winning_threat(
    game: Knowledge[P], state: Any, run: ProofContext, last: int, table: EntryTable[P]
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
    game: Knowledge[P], state: Any, run: ProofContext, last: int, table: EntryTable[P]
) -> bool:
    """Whether the player who just threatened wins, whatever the answer."""
    for reply in game.candidate_moves(state):
        if outcome_after(game, state, reply) != OPEN:
            return False
        if winning_threat(game, game.advance(state, reply), run, last, table) == NONE:
            return False
    return True


def winning_line(
    game: Knowledge[P], state: Any, run: ProofContext, nodes: int, table: EntryTable[P]
) -> list[int]:
    """A winning sequence of threats, with the forced answers between them; empty if none."""
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
    return game.outcome(game.position(game.advance(state, move)))


def attack(
    game: Attackable[P],
    position: P,
    limit: int,
    run: ProofContext,
    table: ProofTable[P],
    threats: EntryTable[P],
) -> int:
    """Whether the player to move wins: packed proof numbers, once one has reached the limit.

    With the limit at `MOST` the result is PROVED or DISPROVED, unless the budget is used up. The
    same call with a larger budget and the same tables continues from there.
    """
    root = run.root  # not a literal, for which Numba would compile a second form
    return attack_search(game, game.state(position), WIN, limit, limit, root, run, table, threats)


def by_attack(
    game: Attackable[P],
    position: P,
    nodes: int,
    run: ProofContext,
    table: ProofTable[P],
    threats: EntryTable[P],
    found: "array[int]",
) -> int:
    """Whether threats win, even if some leave several replies.

    1 with the move in the first place of `found`; 0 if they do not; UNDECIDED after too few nodes.
    """
    run.budget = run.nodes + nodes
    state = game.state(position)
    entry = attack(game, position, MOST, run, table, threats)
    if entry != PROVED:
        return 0 if entry == DISPROVED else UNDECIDED
    found[0] = winning_threat(game, state, run, run.budget, threats)
    for move in game.attacking(state):
        after = stored_position(game, game.advance(state, move), run.root + 1, run)
        if found[0] == NONE and table.find(after, DRAW) == DISPROVED:
            found[0] = move
    return 1 if found[0] != NONE else UNDECIDED


def defence(
    game: Attackable[P],
    position: P,
    limit: int,
    run: ProofContext,
    table: ProofTable[P],
    threats: EntryTable[P],
) -> int:
    """Whether the player to move is safe from an attack: packed proof numbers, as for `attack`."""
    state = game.state(position)
    if limit == 0:
        return prospect(game, state, DRAW, run.root, run, table, threats)
    return attack_search(game, state, DRAW, limit, limit, run.root, run, table, threats)


def attack_search(
    game: Attackable[P],
    state: Any,
    goal: int,
    proof_limit: int,
    disproof_limit: int,
    ply: int,
    run: ProofContext,
    table: ProofTable[P],
    threats: EntryTable[P],
) -> int:
    """Search a state with proof and disproof thresholds.

    The attacker is to move if the goal is to win, the defender if it is to draw.
    """
    before = run.nodes
    run.visit()
    place = stored_position(game, state, ply, run)
    seen = evaluate(game, state, goal, run, threats)
    if seen in (PROVED, DISPROVED):
        table.store(place, goal, seen, 1)
        return seen
    after = children_to_search(game, state, goal, ply, run, threats)
    entries = [prospect(game, each, 1 - goal, ply + 1, run, table, threats) for each in after]
    while True:
        numbers, best, second = backup(entries, False)
        proof, disproof = proof_number(numbers), disproof_number(numbers)
        if proof >= proof_limit or disproof >= disproof_limit or run.nodes >= run.budget:
            break
        entries[best] = attack_search(
            game, after[best], 1 - goal,
            disproof_limit - disproof + proof_number(entries[best]),
            child_threshold(proof_limit, second),
            ply + 1, run, table, threats,
        )  # fmt: skip
    table.store(place, goal, numbers, run.nodes - before)
    return numbers


def prospect(
    game: Attackable[P],
    state: Any,
    goal: int,
    ply: int,
    run: ProofContext,
    table: ProofTable[P],
    threats: EntryTable[P],
) -> int:
    """A state's numbers from the table, or evaluated now."""
    entry = table.find(stored_position(game, state, ply, run), goal) or UNKNOWN
    if goal == DRAW and entry == UNKNOWN:
        entry = evaluate(game, state, goal, run, threats)
        table.store(stored_position(game, state, ply, run), goal, entry, 1)
    return entry


def evaluate(
    game: Attackable[P], state: Any, goal: int, run: ProofContext, threats: EntryTable[P]
) -> int:
    """A state's initial numbers, from the rules and threats alone."""
    lower, upper = game.bounds(state, -run.threats_only, 1)  # a draw needs no proof
    if lower >= goal:
        return PROVED
    if upper < goal:
        return DISPROVED
    if winning_threat(game, state, run, run.nodes + run.threat_nodes, threats) != NONE:
        return PROVED
    if goal == WIN:
        return UNKNOWN
    if under_threat(game, state):
        return pack_numbers(1, FORCED)
    line = winning_line(game, game.passed(state), run, run.threat_nodes, threats)
    if len(line) == 0 and run.threats_only:
        return PROVED
    if len(line) == 0:
        replies = 0
        for _ in game.candidate_moves(state):
            replies += 1
        return pack_numbers(1, REPLY * replies)
    left = len(replies_left(game, state, line, MOST, run, threats))
    return pack_numbers(1, REPLY * left) if left else DISPROVED


def children_to_search(
    game: Attackable[P], state: Any, goal: int, ply: int, run: ProofContext, threats: EntryTable[P]
) -> list[Any]:
    """The children to search, one of each symmetry class."""
    moves = list(game.candidate_moves(state))
    if goal == WIN and run.threats_only:
        moves = list(game.attacking(state))
    if goal == DRAW and not under_threat(game, state):
        line = winning_line(game, game.passed(state), run, run.threat_nodes, threats)
        if len(line) > 0:
            moves = replies_left(game, state, line, MOST, run, threats)
    after = [game.advance(state, move) for move in moves]
    places = [stored_position(game, each, ply + 1, run) for each in after]
    return [after[i] for i in range(len(after)) if places[i] not in places[:i]]


def moves_leaving_few(
    game: Attackable[P],
    position: P,
    most: int,
    run: ProofContext,
    threats: EntryTable[P],
    found: "array[int]",
) -> int:
    """List the moves that leave at most `most` replies. All other candidates lose to threats.

    `found` then contains each move, the number of replies left, and these. The list ends
    at a move that leaves none. Moves after which the game ends, also by a reply, are missing.

    Returns:
        The number of words in `found`.
    """
    state, size = game.state(position), 0
    for move in game.candidate_moves(state):
        after = game.advance(state, move)
        if game.outcome(game.position(after)) == OPEN:
            left = replies_unlost(game, after, most, run, threats)
            if len(left) <= most and NONE not in left:
                found[size], found[size + 1] = move, len(left)
                size += 2
                for reply in left:
                    found[size] = reply
                    size += 1
                if len(left) == 0:
                    return size
    return size


def replies_unlost(
    game: Attackable[P], state: Any, most: int, run: ProofContext, threats: EntryTable[P]
) -> list[int]:
    """The replies left by threats; NONE if a reply ends the game.

    If more than `most` are left, some of them were not tried.
    """
    replies = list(game.candidate_moves(state))
    if len(replies) == 0 or outcome_after(game, state, replies[0]) != OPEN:
        return [NONE]
    if len(replies) == 1:
        after = game.advance(state, replies[0])
        if winning_threat(game, after, run, run.nodes + run.threat_nodes, threats) != NONE:
            replies.clear()
        return replies
    line = winning_line(game, game.passed(state), run, run.threat_nodes, threats)
    return replies_left(game, state, line, most, run, threats) if len(line) > 0 else replies


def under_threat(game: Attackable[P], state: Any) -> bool:
    """Whether the opponent would win in one move after a pass."""
    for move in game.candidate_moves(game.passed(state)):
        after = game.advance(game.passed(state), move)
        return game.outcome(game.position(after)) < DRAW
    return False


def replies_left(
    game: Attackable[P],
    state: Any,
    line: list[int],
    most: int,
    run: ProofContext,
    threats: EntryTable[P],
) -> list[int]:
    """The replies to a winning line of threats after which no other such line is found.

    A line that wins after one reply would also win after a pass. So it refutes all other replies
    that do not refute it. If more than `most` are left, some of them were not tried.
    """
    left = game.spoilers(state, line)
    tried = 0
    while tried < len(left) and tried <= most:
        another = winning_line(
            game, game.advance(state, left[tried]), run, run.threat_nodes, threats
        )
        if len(another) == 0:
            tried += 1
        else:
            refuted = left[tried]
            spoiling = game.spoilers(state, another)
            left = [move for move in left if move != refuted and move in spoiling]
    return left
