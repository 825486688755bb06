"""Proof-number search, depth first (df-pn): can the player to move reach a goal?

The goal is WIN, or DRAW for at least a draw. The opponent's goal is the opposite: not to lose
against a win, to win against a draw. So each question about a position is the negation of a
question about the positions after it, and two questions decide a game of three outcomes.

An unanswered question has a proof number: the least number of positions that must still be proved
for a yes; and a disproof number, the least number for a no. When one of them is 0, the answer is
known; the other one is then `MOST`, for infinity. One move that refutes the opponent is a
yes: so the proof number is the least of the moves' disproof numbers. All moves must fail for a no:
so the disproof number combines all their proof numbers. The search goes where least is missing, and
that is where moves are forced: it finds narrow deep wins that a search of uniform depth misses.

Best-first, as in `pns.py`, it keeps the whole tree. Depth-first it keeps a table, and stays below a
position until its numbers reach a threshold, beyond which another move looks better. The threshold
is a quarter above the second-best move's number, so that the search does not jump between two
nearly equal moves.

Unknown positions begin with 1 and 1; in games won by lines, with the number of lines still open to
the player who wants to win. So the moves that block most of them come first.

If several orders of moves lead to one position, a sum of proof numbers counts it several times.
That never makes an answer wrong, but in games of placing marks it misleads the search. So here the
numbers of the moves are not added up: the greatest counts, plus one for each other undecided move
(weak proof-number search).

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
from noughts.search.context import SearchControl
from noughts.search.table import ProofTable
from noughts.value import WIN

BITS = 31
MOST = (1 << BITS) - 1
# The default node budget of a search for threats.
LOOK = 2_000


def pack_numbers(proof: int, disproof: int) -> int:
    """Proof and disproof number as one whole number: an entry, never 0."""
    return proof | disproof << BITS


def proof_number(entry: int) -> int:
    return entry & MOST


def disproof_number(entry: int) -> int:
    return entry >> BITS


PROVED = pack_numbers(0, MOST)
DISPROVED = pack_numbers(MOST, 0)
UNKNOWN = pack_numbers(1, 1)


class ProofContext(SearchControl):
    """A running proof-number search, which itself checks the budget, and stops undecided."""

    __slots__ = ("folded", "root", "threat_nodes", "threats_only")

    root: int  # the ply at which a search begins
    # Symmetric positions are folded up to this ply below the root. Deeper, there are few, and
    # finding them costs more than it saves.
    folded: int
    threats_only: int  # 1 if an attacker tries no quiet moves (`attack.py`)
    threat_nodes: int  # node budget of each search for a winning sequence of threats there

    def __init__(
        self,
        budget: int = MOST,
        folded: int = MOST,
        threats_only: int = 0,
        threat_nodes: int = LOOK,
    ) -> None:
        super().__init__(budget)
        self.root = 0
        self.folded = folded
        self.threats_only = threats_only
        self.threat_nodes = threat_nodes

    def visit(self) -> None:
        self.stay_above_the_end()
        self.nodes += 1


def dfpn(
    game: Knowledge[P], position: P, goal: int, limit: int, run: ProofContext, table: ProofTable[P]
) -> int:
    """The question's packed proof and disproof numbers, when one of them reaches its limit.

    With the limit at `MOST` the result is PROVED or DISPROVED, unless the budget is used up. The
    table keeps the numbers of each position, so that a repeated call with a larger budget continues
    from there.
    """
    # Not a literal 0, for which Numba would compile a second form of `deepen`.
    root = run.root
    return deepen(game, game.state(position), goal, limit, limit, root, run, table)


def deepen(
    game: Knowledge[P],
    state: Any,
    goal: int,
    proof_limit: int,
    disproof_limit: int,
    ply: int,
    run: ProofContext,
    table: ProofTable[P],
) -> int:
    before = run.nodes
    run.visit()
    seen = static_value(game, state, goal)
    if seen != UNKNOWN:
        table.store(stored_position(game, state, ply, run), goal, seen, 1)
        return seen
    after = [game.advance(state, move) for move in game.candidate_moves(state)]
    named = [stored_position(game, each, ply + 1, run) for each in after]
    for each in named:
        table.prefetch(each)
    entries = [known_numbers(game, after[i], named[i], 1 - goal, table) for i in range(len(after))]
    while True:
        numbers, best, second = backup(entries, True)
        proof, disproof = proof_number(numbers), disproof_number(numbers)
        if proof >= proof_limit or disproof >= disproof_limit or run.nodes >= run.budget:
            break
        entries[best] = deepen(
            game, after[best], 1 - goal,
            disproof_limit - disproof + proof_number(entries[best]),
            child_threshold(proof_limit, second),
            ply + 1, run, table,
        )  # fmt: skip
    table.store(stored_position(game, state, ply, run), goal, numbers, run.nodes - before)
    return numbers


def static_value(game: Knowledge[P], state: Any, goal: int) -> int:
    """PROVED or DISPROVED if known without search, otherwise UNKNOWN."""
    # Outcomes have the signs of scores, and DRAW their value: so a goal is a bound of scores.
    lower, upper = game.bounds(state, goal - 1, goal)
    if lower < goal <= upper:
        lower, upper = game.closer_bounds(state, goal - 1, goal)
    if lower >= goal:
        return PROVED
    if upper < goal:
        return DISPROVED
    return UNKNOWN


def known_numbers(
    game: Knowledge[P], state: Any, position: P, goal: int, table: ProofTable[P]
) -> int:
    """The table's entry of a question, by the stored position, or its initial numbers.

    For a draw, each counted way to win must be stopped; for a win, one is enough.
    """
    entry = table.find(position, goal)
    if entry:
        return entry
    ways = game.ways_to_win(state, goal)
    return pack_numbers(1, ways) if goal == WIN else pack_numbers(ways, 1)


def stored_position(game: Knowledge[P], state: Any, ply: int, run: ProofContext) -> P:
    position: P = game.position(state)
    return game.canonical(position) if ply <= run.folded else position


def child_threshold(proof_limit: int, second: int) -> int:
    """The disproof threshold of the best move (1+ε trick).

    A quarter above the second-best number, so that the search does not change its mind at every
    node; at most the player's own limit.

    >>> child_threshold(proof_limit=100, second=8), child_threshold(9, 8), child_threshold(100, 1)
    (10, 9, 2)
    """
    return min(proof_limit, max(second + 1, second + second // 4))


def backup(entries: list[int], weak: bool) -> tuple[int, int, int]:
    """Combine the children's entries, of the opponent's question, into the parent's.

    The disproof number is the sum over all moves; if `weak`, the greatest plus one for each other
    undecided move.

    Returns:
        The position's numbers; the move to search next; the least disproof number of the other
        moves.
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
    return pack_numbers(least, min(needed, MOST - 1)), best, second
