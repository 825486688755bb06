"""Proof-number search, depth first (df-pn): can the player to move reach a goal?

The goal is WIN, or DRAW for at least a draw. Whoever can't be kept from the goal reaches it,
and the opponent's goal is the opposite: not to lose against a win, to win against a draw.
So each question about a position is the negative of a question about what follows, and two
of them decide a game of three outcomes.

A question whose answer is unknown has a proof number: how many more positions must turn out
well, at least, before it is answered by yes; and a disproof number, before it is by no. One
move that refutes the opponent is a yes: so the proof number is the least of the moves'
disproof numbers. All moves must fail for a no: so the disproof number is made of all their
proof numbers. The search goes where the least is missing, and that is where moves are forced:
narrow deep wins are found which a search that looks equally far everywhere never sees.

Best-first, as in `pns.py`, it keeps the whole tree. Depth first it keeps a table, and stays
below a position until its numbers reach a threshold, from which on another move looks better.
The threshold is a quarter above the second-best move's number, so that the search does not
jump to and fro between two moves that are nearly alike.

What was not looked at yet begins with 1 and 1, or where lines win with the number of lines that
are still open to whoever wants to win: so the moves that stop most of them come first.

Where several moves lead to one position by different orders, a sum of proof numbers counts it
several times. That never makes an answer wrong, but in games of placing marks it misleads the
search; so here the numbers of the moves are not added up: the greatest of them counts, and
one for each other move that is undecided (weak proof-number search).

    Victor Allis, "Searching for Solutions in Games and Artificial Intelligence", thesis,
    Maastricht, 1994; Ayumu Nagai, "Df-pn Algorithm for Searching AND/OR Trees and Its
    Applications", thesis, Tokyo, 2002; Jakub Pawlewicz and Łukasz Lew, "Improving
    Depth-First PN-Search: 1+ε Trick", 2006; Toru Ueda and others, "Weak Proof-Number
    Search", 2008; Akihiro Kishimoto, Mark Winands, Martin Müller and Jahn-Takeshi Saito,
    "Game-Tree Search Using Proof Numbers: The First Twenty Years", ICGA Journal 35, 2012.
"""

from typing import Any

from noughts.game import P
from noughts.knowledge import Knowledge
from noughts.search.proof_context import ProofContext
from noughts.search.proof_numbers import (
    DISPROVED,
    MOST,
    PROVED,
    UNKNOWN,
    ProofTable,
    disproof_number,
    pack,
    proof_number,
)
from noughts.value import WIN


def dfpn(
    game: Knowledge[P], position: P, goal: int, limit: int, run: ProofContext, table: ProofTable[P]
) -> int:
    """The question's proof and disproof numbers, packed, once one has reached the limit.

    With the limit at `MOST` the result is PROVED or DISPROVED, unless the budget is used up. The
    table keeps the numbers of each position, so that the same call with a larger budget continues
    from there.
    """
    # Not a literal 0, for which Numba would make a second form of `descend`, which calls the first.
    root = run.root
    return descend(game, game.state(position), goal, limit, limit, root, run, table)


def descend(
    game: Knowledge[P],
    state: Any,
    goal: int,
    proof_limit: int,
    disproof_limit: int,
    ply: int,
    run: ProofContext,
    table: ProofTable[P],
) -> int:
    """The same for a state at this ply, with a limit for each number."""
    before = run.nodes
    run.visit()
    seen = static_value(game, state, goal)
    if seen != UNKNOWN:
        table.store(folded(game, state, ply, run), goal, seen, 1)
        return seen
    after = [game.advance(state, move) for move in game.candidate_moves(state)]
    entries = [known(game, each, 1 - goal, ply + 1, run, table) for each in after]
    while True:
        numbers, best, second = backup(entries, True)
        proof, disproof = proof_number(numbers), disproof_number(numbers)
        if proof >= proof_limit or disproof >= disproof_limit or run.nodes >= run.budget:
            break
        entries[best] = descend(
            game, after[best], 1 - goal,
            disproof_limit - disproof + proof_number(entries[best]),
            child_threshold(proof_limit, second),
            ply + 1, run, table,
        )  # fmt: skip
    table.store(folded(game, state, ply, run), goal, numbers, run.nodes - before)
    return numbers


def static_value(game: Knowledge[P], state: Any, goal: int) -> int:
    """PROVED or DISPROVED if known without search, else UNKNOWN."""
    # Outcomes have the signs of scores, and DRAW their value: so a goal is a bound of scores.
    lower, upper = game.bounds(state, goal - 1, goal)
    if lower >= goal:
        return PROVED
    if upper < goal:
        return DISPROVED
    return UNKNOWN


def known(
    game: Knowledge[P], state: Any, goal: int, ply: int, run: ProofContext, table: ProofTable[P]
) -> int:
    """The table's entry of a question; if there is none, the numbers to begin with.

    A draw needs each way to win stopped, as far as they are counted; one is enough to win.
    """
    entry = table.find(folded(game, state, ply, run), goal)
    if entry:
        return entry
    ways = game.ways_to_win(state, goal)
    return pack(1, ways) if goal == WIN else pack(ways, 1)


def folded(game: Knowledge[P], state: Any, ply: int, run: ProofContext) -> P:
    """The position under which the table stores this state."""
    position: P = game.position(state)
    return game.canonical(position) if ply <= run.folded else position


def child_threshold(proof_limit: int, second: int) -> int:
    """The disproof threshold of the best move (1+ε trick).

    To a quarter above that of the second best, so that the search does not change its mind at
    every node; where the player's own limit ends it, no farther.

    >>> child_threshold(proof_limit=100, second=8), child_threshold(9, 8), child_threshold(100, 1)
    (10, 9, 2)
    """
    return min(proof_limit, max(second + 1, second + second // 4))


def backup(entries: list[int], weak: bool) -> tuple[int, int, int]:
    """Backs up the children's entries to the parent.

    Args:
        entries: the numbers after each move, as the opponent's question.
        weak: whether the disproof number is the greatest, and one for each other undecided move;
            else the sum over all moves.

    Returns:
        The numbers before it; the move to look at next; the least disproof number of the
        other moves.
    """
    least, second, best, largest, total, undecided = MOST, MOST, 0, 0, 0, 0
    for i in range(len(entries)):
        disproof, proof = disproof_number(entries[i]), proof_number(entries[i])
        if disproof < least:
            least, second, best = disproof, least, i
        elif disproof < second:
            second = disproof
        if proof > 0:
            undecided += 1
            total += proof
            largest = max(largest, proof)
    if least == 0:
        return PROVED, best, second
    if undecided == 0:
        return DISPROVED, best, second
    needed = largest + undecided - 1 if weak else total
    return pack(least, min(needed, MOST - 1)), best, second
