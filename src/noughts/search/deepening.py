"""Iterative deepening: a search that uses its whole time, for games too large to be solved.

It looks one ply ahead, then two, and so on. Each round leaves its scores and best moves in a table,
so that the next one tries good moves first. At the horizon it calls `Knowledge.evaluation`. A move
that is the only candidate costs no depth, so that threats are followed to their end, and an
unanswered threat is searched beyond the horizon (`Knowledge.unsettled`). Late moves are looked at
less deeply, and again in full if they turn out well.

    David Slate and Larry Atkin, "Chess 4.5", in Chess Skill in Man and Machine, 1977, for
    deepening; Judea Pearl, "Scout", 1980, for null windows; Jonathan Schaeffer, "The History
    Heuristic and Alpha-Beta Search Enhancements in Practice", IEEE Transactions on Pattern
    Analysis and Machine Intelligence 11, 1989, for the order of moves; Ernst Heinz, "Scalable
    Search in Computer Chess", 2000, for looking less deeply at late moves.

Scores count from the position, as in `exact`. A score beyond ±`ESTIMATE_LIMIT` comes from finished
games alone.
"""

from array import array
from typing import Any

from noughts.game import P, keeps_turn
from noughts.knowledge import Knowledge
from noughts.search.context import NO_LIMIT, Claiming, SearchControl
from noughts.search.learning import Network, learned_evaluation, value_of_move
from noughts.search.memory import zeros
from noughts.search.solver import settles
from noughts.search.table import EntryTable, position_hash
from noughts.value import ESTIMATE_LIMIT, INFINITY, as_estimate

# An entry of the table: from the lowest bit on, the score, how it bounds the true one, the depth,
# and the move.
SCORE_BITS, BOUND_BITS, DEPTH_BITS = 31, 2, 7
SCORE_MASK, BOUND_MASK, DEPTH_MASK = (1 << SCORE_BITS) - 1, 3, (1 << DEPTH_BITS) - 1
BOUND_AT, DEPTH_AT = SCORE_BITS, SCORE_BITS + BOUND_BITS
MOVE_AT = DEPTH_AT + DEPTH_BITS
EXACT, AT_LEAST, AT_MOST = 1, 2, 3
# The greatest depth, in plies, and the most plies of a line with forced moves in it.
DEEPEST, LONGEST = 100, 200
# Where more moves are recorded in one number for their history, they share it.
MOVES = 1 << 12
# A word of the list of moves: a move in the lower half, its score above.
MOVE_MASK = (1 << 32) - 1
# Scores of moves: the table's first, then killers, then what history and the game say.
FIRST, KILLER, MOST_HISTORY = 1 << 28, 1 << 26, 1 << 24
GAMES_WORD = 1 << 10  # one point of `move_score` against one of history
# Moves from this one on are looked at a ply less deeply, from this depth on; and two plies.
LATE, LATER, DEEP = 4, 12, 3
# The least depth at which moves are ordered by what a network has learned.
JUDGED = 3
# The least depth of positions that threads claim: others take little time; and one that none has.
CLAIM_DEPTH, ALONE = 3, 1 << 10
NO_CLAIMS = zeros(1)
# Searches of a move: less deep, or as deep as others, to compare it with the best so far; and in
# full, for its score.
LESS_DEEPLY, WHETHER_BETTER, IN_FULL, DONE = 0, 1, 2, 3


class Lookahead(SearchControl, Claiming):
    """A running search with deepening.

    Args:
        room: the number of moves on one path, with all their siblings.
        budget: the most nodes, as for `SearchControl`.
        live: as for `SearchControl`.
    """

    __slots__ = (
        "barred", "chosen", "claim_depth", "claims", "history", "killers", "room", "root", "width",
        "words",
    )  # fmt: skip

    barred: "array[int]"  # 1 for a move that is not to be made at the root
    words: "array[int]"
    history: "array[int]"
    killers: "array[int]"  # by ply, the move that refuted last, plus 1
    room: int
    root: int
    width: int  # the number of words of a position
    claim_depth: int  # the least depth of the positions that threads claim
    claims: "array[int]"
    chosen: int  # the best move of the position so far; -1 before the first is searched

    def __init__(self, room: int, budget: int = NO_LIMIT, live: "array[int] | None" = None) -> None:
        super().__init__(budget, live)
        self.barred = zeros(MOVES)
        self.words = zeros(room)
        self.history = zeros(MOVES)
        self.killers = zeros(LONGEST + 1)
        self.room = room
        self.root = 0
        self.width = 1
        self.claim_depth = ALONE
        self.claims = NO_CLAIMS
        self.chosen = -1

    def share(self, claims: "array[int]", width: int) -> None:
        """Search beside other threads with these claims and the same table."""
        self.claim_depth, self.claims, self.width = CLAIM_DEPTH, claims, width

    def insert(self, first: int, end: int, move: int, score: int) -> int:
        """Insert a move by its score among places `first` to `end`; equal ones keep their order."""
        place = end
        while place > first and self.words[place - 1] >> 32 < score:
            self.words[place] = self.words[place - 1]
            place -= 1
        self.words[place] = score << 32 | move
        return end + 1

    def move(self, place: int) -> int:
        return self.words[place] & MOVE_MASK

    def order_of(self, move: int, ply: int, first_move: int) -> int:
        """The score of a move by what the search has found."""
        if move == first_move:
            return FIRST
        killer = KILLER if self.killers[ply] == move + 1 else 0
        return killer + self.history[move & MOVES - 1]

    def refutes(self, move: int, ply: int, depth: int) -> None:
        """Record that a move reached beta."""
        self.killers[ply] = move + 1
        place = move & MOVES - 1
        self.history[place] = min(MOST_HISTORY, self.history[place] + depth * depth)


def look_ahead(  # as `descend`
    game: Knowledge[P],
    position: P,
    depth: int,
    run: Lookahead,
    table: EntryTable[P],
    network: Network,
) -> int:
    """The score of an open position, with a horizon; the table has the best move.

    Args:
        game: the rules, with the game's evaluation.
        position: an open position.
        depth: the plies to look ahead.
        run: the running search.
        table: what earlier rounds found.
        network: takes the place of the game's evaluation, if it has any tuples.

    Raises:
        SearchStopped: the search was stopped.
        TooDeep: the stack ends here.
    """
    root = run.root  # not a literal, for which Numba would compile a second form
    low, high = -INFINITY, INFINITY
    return descend(game, game.state(position), low, high, depth, root, root, run, table, network)


def descend(  # noqa: PLR0913  # shared by all nodes of a search
    game: Knowledge[P],
    state: Any,
    alpha: int,
    beta: int,
    depth: int,
    ply: int,
    first: int,
    run: Lookahead,
    table: EntryTable[P],
    network: Network,
) -> int:
    """A score s for the player to move in a state; against the score v of a full window:

    alpha < s < beta  then  v = s;    s <= alpha  then  v <= s;    s >= beta  then  v >= s.
    """
    run.visit()
    position: P = game.position(state)
    if ply > 0:
        lower, upper = sure_bounds(game, state, alpha, beta)
        if lower >= beta or lower == upper:
            return lower
        if upper <= alpha:
            return upper
        if ply >= LONGEST or (depth <= 0 and not game.unsettled(state)):
            return max(lower, min(upper, horizon(game, position, network)))
    entry = table.find(position)
    if entry and ply > 0 and entry_settles(entry, depth, alpha, beta):
        return entry_score(entry)

    end = ordered_moves(game, state, depth, ply, first, entry_move(entry), run, network)
    forced = end - first == 1
    best, chosen, place, last = -INFINITY, -1, first, end  # places from `last` on are put off
    while place < end and best < beta:
        move = run.move(place)
        after = game.advance(state, move)
        name = position_hash(game.position(after), run.width) if depth >= run.claim_depth else 0
        if run.leaves_to_others(name, place, first, last, end):
            last -= 1
            continue
        again = keeps_turn(game, position, game.position(after))
        floor, rest = max(alpha, best), depth if forced or again else depth - 1
        less = reduction(place - first, depth)
        attempt = first_attempt(place - first, less)
        while attempt <= IN_FULL:
            low, high = later(floor), later(beta if attempt == IN_FULL else floor + 1)
            deep = rest - less if attempt == LESS_DEEPLY else rest
            if not again:
                low, high = -high, -low
            score = descend(game, after, low, high, deep, ply + 1, end, run, table, network)
            score = earlier(score if again else -score)
            attempt = next_attempt(attempt, score, floor, beta)
        if name:
            run.release(name)
        if score > best:
            best, chosen = score, move
            if ply == 0:
                run.chosen = move
        place += 1

    if best >= beta:
        run.refutes(chosen, ply, depth)
    table.store(position, packed_entry(best, bound_of(best, alpha, beta), depth, chosen))
    return best


def bound_of(score: int, alpha: int, beta: int) -> int:
    """The kind of bound of a score from a window."""
    return AT_LEAST if score >= beta else AT_MOST if score <= alpha else EXACT


def first_attempt(number: int, less: int) -> int:
    """The first search of a move; in full for the first move of all."""
    if number == 0:
        return IN_FULL
    return LESS_DEEPLY if less else WHETHER_BETTER


def next_attempt(attempt: int, score: int, floor: int, beta: int) -> int:
    """The next search of a move with this score; `DONE` if there is none."""
    if attempt == IN_FULL or score <= floor or (attempt == WHETHER_BETTER and score >= beta):
        return DONE
    return attempt + 1


def ordered_moves(  # noqa: PLR0913  # as `descend`
    game: Knowledge[P],
    state: Any,
    depth: int,
    ply: int,
    first: int,
    first_move: int,
    run: Lookahead,
    network: Network,
) -> int:
    """Put the moves worth searching into places from `first` on; the place after the last."""
    end = first
    position: P = game.position(state)
    for move in game.likely_moves(state):
        barred = ply == 0 and run.barred[move & MOVES - 1]
        if not barred and end < run.room:
            score = run.order_of(move, ply, first_move)
            if network.count and depth >= JUDGED:
                score += value_of_move(game, position, game.play(position, move), network)
            else:
                score += GAMES_WORD * game.move_score(state, move)
            end = run.insert(first, end, move, score)
    return end


def reduction(number: int, depth: int) -> int:
    """By how many plies less to look at the move of this number, counted from 0."""
    if depth < DEEP or number < LATE:
        return 0
    return 1 if number < LATER or depth == DEEP else 2


def sure_bounds(game: Knowledge[Any], state: Any, alpha: int, beta: int) -> tuple[int, int]:
    """Bounds by the rules; whatever wins, however late, is better than any evaluation."""
    lower, upper = game.bounds(state, alpha, beta)
    if not settles(lower, upper, alpha, beta):
        closer = game.closer_bounds(state, alpha, beta)
        lower, upper = max(lower, closer[0]), min(upper, closer[1])
    if lower > 0:
        lower = max(lower, ESTIMATE_LIMIT)
    if upper < 0:
        upper = min(upper, -ESTIMATE_LIMIT)
    return lower, upper


def earlier(score: int) -> int:
    """A score as seen a ply earlier: wins and losses are a ply further away."""
    return score - (score > ESTIMATE_LIMIT) + (score < -ESTIMATE_LIMIT)


def later(score: int) -> int:
    """The inverse of `earlier`."""
    return score + (score > ESTIMATE_LIMIT) - (score < -ESTIMATE_LIMIT)


def horizon(game: Knowledge[P], position: P, network: Network) -> int:
    """The evaluation, learned or the game's, within its limits."""
    if network.count:
        return learned_evaluation(game, position, network)
    return as_estimate(game.evaluation(position))


def packed_entry(score: int, bound: int, depth: int, move: int) -> int:
    """An entry of the table: a whole number, never 0.

    >>> entry = packed_entry(-5, AT_LEAST, 7, 12)
    >>> entry_score(entry), entry_bound(entry) == AT_LEAST, entry_depth(entry), entry_move(entry)
    (-5, True, 7, 12)
    """
    return score + INFINITY | bound << BOUND_AT | max(0, depth) << DEPTH_AT | move + 1 << MOVE_AT


def entry_score(entry: int) -> int:
    return (entry & SCORE_MASK) - INFINITY


def entry_bound(entry: int) -> int:
    return entry >> BOUND_AT & BOUND_MASK


def entry_settles(entry: int, depth: int, alpha: int, beta: int) -> bool:
    """Whether an entry answers a search of that depth: exactly, or by a bound beyond the window."""
    score, bound = entry_score(entry), entry_bound(entry)
    beyond = (bound == AT_LEAST and score >= beta) or (bound == AT_MOST and score <= alpha)
    return entry_depth(entry) >= depth and (bound == EXACT or beyond)


def entry_depth(entry: int) -> int:
    return entry >> DEPTH_AT & DEPTH_MASK


def entry_move(entry: int) -> int:
    """The best move; -1 if there is none, as in no entry."""
    return (entry >> MOVE_AT) - 1
