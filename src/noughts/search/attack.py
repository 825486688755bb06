"""Attack search: proves that the player to move wins, by leaving the defender few replies.

If a player has a sequence of threats that would win after a pass of the opponent (`threats.py`),
the opponent has few replies: those that refute this sequence. All others lose to it and are not
searched. Often the attacker can continue like this until no reply is left. Such attacks can be
found in games with far too many moves for a full search, as in Qubic.

The search is a depth-first proof-number search, as in `proof.py`, with two differences. In the
defender's positions it tries only such replies, and starts from their number, so that quiet moves,
which leave all replies, look as far from a win as they are. And the proof numbers of all moves are
summed, while `proof.py` uses the greatest. The search is complete, so a no is as reliable as a yes;
but where there is no win, `proof.py`, which recognizes draws, is faster.

    Oren Patashnik, "Qubic: 4×4×4 Tic-Tac-Toe", Mathematics Magazine 53, 1980; Victor Allis and
    Patrick Schoo, "Qubic Solved Again", Heuristic Programming in Artificial Intelligence 3, 1992;
    Thomas Thomsen, "Lambda-Search in Game Trees – with Application to Go", ICGA Journal 23, 2000,
    for threats after a pass; Ayumu Nagai, "Df-pn Algorithm for Searching AND/OR Trees and Its
    Applications", thesis, Tokyo, 2002.
"""

from typing import Any

from noughts.game import P
from noughts.knowledge.base import Attackable
from noughts.search.proof import backup, child_threshold, folded
from noughts.search.proof_context import ProofContext
from noughts.search.proof_numbers import (
    DISPROVED,
    PROVED,
    UNKNOWN,
    ProofTable,
    disproof_number,
    pack,
    proof_number,
)
from noughts.search.table import Table
from noughts.search.threats import NONE, winning_line, winning_threat
from noughts.value import DRAW, WIN

# Node budget of each search for a winning sequence of threats.
LOOK = 2_000
# Proof-number weight of each remaining reply; the only answer to a threat weighs more, since it has
# not been searched yet.
REPLY = 2
FORCED = 6


def attack(
    game: Attackable[P],
    position: P,
    limit: int,
    run: ProofContext,
    table: ProofTable[P],
    threats: Table[P],
) -> int:
    """Whether the player to move wins: packed proof numbers, once one has reached the limit.

    With the limit at `MOST` the result is PROVED or DISPROVED, unless the budget is used up. The
    same call with a larger budget and the same tables continues from there.
    """
    root = run.root  # not a literal, for which Numba would compile a second form
    return search(game, game.state(position), WIN, limit, limit, root, run, table, threats)


def defence(
    game: Attackable[P],
    position: P,
    limit: int,
    run: ProofContext,
    table: ProofTable[P],
    threats: Table[P],
) -> int:
    """Whether the player to move is safe from an attack: packed proof numbers, as for `attack`.

    With a limit of 0, the numbers from the table, or initial ones.
    """
    state = game.state(position)
    if limit == 0:
        return prospect(game, state, DRAW, run.root, run, table, threats)
    return search(game, state, DRAW, limit, limit, run.root, run, table, threats)


def search(
    game: Attackable[P],
    state: Any,
    goal: int,
    proof_limit: int,
    disproof_limit: int,
    ply: int,
    run: ProofContext,
    table: ProofTable[P],
    threats: Table[P],
) -> int:
    """Search a state with proof and disproof thresholds.

    The attacker is to move if the goal is to win, the defender if it is to draw.
    """
    before = run.nodes
    run.visit()
    place = folded(game, state, ply, run)
    seen = evaluate(game, state, goal, run, threats)
    if seen in (PROVED, DISPROVED):
        table.store(place, goal, seen, 1)
        return seen
    after = expand(game, state, goal, ply, run, threats)
    entries = [prospect(game, each, 1 - goal, ply + 1, run, table, threats) for each in after]
    while True:
        numbers, best, second = backup(entries, False)
        proof, disproof = proof_number(numbers), disproof_number(numbers)
        if proof >= proof_limit or disproof >= disproof_limit or run.nodes >= run.budget:
            break
        entries[best] = search(
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
    threats: Table[P],
) -> int:
    """A state's numbers from the table, or evaluated now.

    The defender's replies were tested when they were chosen, so the attacker's states after them
    begin as unknown.
    """
    entry = table.find(folded(game, state, ply, run), goal) or UNKNOWN
    if goal == DRAW and entry == UNKNOWN:
        entry = evaluate(game, state, goal, run, threats)
        table.store(folded(game, state, ply, run), goal, entry, 1)
    return entry


def evaluate(
    game: Attackable[P], state: Any, goal: int, run: ProofContext, threats: Table[P]
) -> int:
    """A state's initial numbers, from the rules and threats alone."""
    lower, upper = game.bounds(state, 0, 1)
    if lower >= goal:
        return PROVED
    if upper < goal:
        return DISPROVED
    if winning_threat(game, state, run, run.nodes + LOOK, threats) != NONE:
        return PROVED
    if goal == WIN:
        return UNKNOWN
    if under_threat(game, state):
        return pack(1, FORCED)
    line = winning_line(game, game.passed(state), run, LOOK, threats)
    if len(line) == 0:
        replies = 0
        for _ in game.candidate_moves(state):
            replies += 1
        return pack(1, REPLY * replies)
    left = len(replies_left(game, state, line, run, threats))
    return pack(1, REPLY * left) if left else DISPROVED


def expand(
    game: Attackable[P], state: Any, goal: int, ply: int, run: ProofContext, threats: Table[P]
) -> list[Any]:
    """The children to search, one of each symmetry class."""
    moves = list(game.candidate_moves(state))
    if goal == DRAW and not under_threat(game, state):
        line = winning_line(game, game.passed(state), run, LOOK, threats)
        if len(line) > 0:
            moves = replies_left(game, state, line, run, threats)
    after = [game.advance(state, move) for move in moves]
    places = [folded(game, each, ply + 1, run) for each in after]
    return [after[i] for i in range(len(after)) if places[i] not in places[:i]]


def under_threat(game: Attackable[P], state: Any) -> bool:
    """Whether the opponent would win in one move after a pass."""
    for move in game.candidate_moves(game.passed(state)):
        after = game.advance(game.passed(state), move)
        return game.outcome(game.position(after)) < DRAW
    return False


def replies_left(
    game: Attackable[P], state: Any, line: list[int], run: ProofContext, threats: Table[P]
) -> list[int]:
    """The replies to a winning line of threats after which no other such line is found.

    A line that wins after one reply would also win after a pass. So it refutes all other replies
    that do not refute it.
    """
    left = game.spoilers(state, line)
    tried = 0
    while tried < len(left):
        another = winning_line(game, game.advance(state, left[tried]), run, LOOK, threats)
        if len(another) == 0:
            tried += 1
        else:
            refuted = left[tried]
            spoiling = game.spoilers(state, another)
            left = [move for move in left if move != refuted and move in spoiling]
    return left
