"""The solver's search: alpha-beta that tries the rules and the table before it looks deeper.

It is made for null windows, "is it worth more than this?". `solving` calls it with one after the
other until the lower and the upper bound of a score meet. All moves of a position are made before
any is searched: bounds of the positions after them, from `Knowledge.bounds` and the table, often
decide without going deeper. The remaining moves are searched in order of their scores.

    Judea Pearl, "Scout: a simple game-searching algorithm with proven optimal properties", 1980,
    for null windows; Aske Plaat, Jonathan Schaeffer, Wim Pijls and Arie de Bruin, "Exploiting
    graph properties of game trees", 1996, for looking up every child before one is searched
    (enhanced transposition cut-offs).

Scores count from the position, as in `exact`.
"""

from typing import Any

from noughts.game import P
from noughts.knowledge import Knowledge
from noughts.search.context import Ordering, ScoreBounds, SearchControl
from noughts.search.memory import unpack_position
from noughts.search.packed import PackedTable
from noughts.search.queue import Queue
from noughts.search.table import BoundTable, position_hash
from noughts.value import BASE, INFINITY, OPEN, flip_bounds, to_child, to_parent


def mtd_search(
    game: Knowledge[P],
    position: P,
    bounds: ScoreBounds,
    questions: int,
    watch: SearchControl,
    table: BoundTable[P],
    ordering: Ordering,
) -> None:
    """Search null windows until the score is known, at most `questions`.

    Raises:
        SearchStopped: the budget is used up, or the ordering is full; `bounds` keeps the bounds.
    """
    state = game.state(position)
    # Not a literal 0, for which Numba would compile a second form of `solve_state`.
    root = ordering.root
    lower, upper = known_bounds(game, state, bounds.lower(), bounds.upper(), root, table, ordering)
    bounds.close_in(lower, upper)
    while questions and not bounds.settled():
        questions -= 1
        asked = bounds.question(game.quick_depth)
        score = solve_state(game, state, asked, asked + 1, root, root, watch, table, ordering)
        bounds.learn(asked, score)


def search_batch(
    game: Knowledge[P],
    example: P,
    queue: Queue,
    bounds: ScoreBounds,
    most: int,
    questions: int,
    watch: SearchControl,
    table: BoundTable[P],
    ordering: Ordering,
) -> None:
    """Score the queue's positions, which are of the example's type, one by one.

    Scores beyond `most` need not be exact: with 1 they say who wins, with INFINITY how soon.
    """
    while queue.done < queue.size:
        position = unpack_position(example, queue.words, queue.place(), queue.width)
        outcome = game.outcome(position)
        if outcome == OPEN:
            mtd_search(game, position, bounds, questions, watch, table, ordering)
            queue.answer(bounds.lower())
            bounds.forget(most)
        else:
            queue.answer(outcome * BASE)


def solve_state(
    game: Knowledge[P],
    state: Any,
    alpha: int,
    beta: int,
    ply: int,
    first: int,
    watch: SearchControl,
    table: BoundTable[P],
    ordering: Ordering,
) -> int:
    """A score s for the player to move in a state that the rules alone do not decide.

    Against the true score v:

    alpha < s < beta  then  v = s;    s <= alpha  then  v <= s;    s >= beta  then  v >= s.
    """
    lower, upper = game.closer_bounds(state, alpha, beta)
    if settles(lower, upper, alpha, beta):
        return lower if lower >= beta else upper
    watch.visit()
    if ply <= ordering.claim_plies:  # another thread may have stored it since it was put in order
        lower, upper = known_bounds(game, state, alpha, beta, ply, table, ordering)
        if settles(lower, upper, alpha, beta):
            return lower if lower >= beta else upper
    best, room = by_the_rules(game, state, alpha, beta, ply, first, table, ordering)
    end = first
    if best < beta:
        found, end = by_the_table(game, state, alpha, beta, ply, first, room, table, ordering)
        best = max(best, found)
    if best >= beta:
        return best

    place, last = first, end  # the places from `last` on have been put off
    while place < end and best < beta:
        after, plies = ordering.state(place, state), ordering.plies(place)
        name = name_for_others(game, after, ply + plies, ordering)
        if ordering.leaves_to_others(name, place, first, last, end):
            last -= 1
            continue
        turns = turns_passed(game, state, after, plies)
        low, high = to_child(max(alpha, best), plies), to_child(beta, plies)
        low, high = flip_bounds(low, high, turns)
        score = solve_state(game, after, low, high, ply + plies, room, watch, table, ordering)
        if name:
            ordering.release(name)
        score, _ = flip_bounds(score, score, turns)
        best = max(best, to_parent(score, plies))
        place += 1

    lower = best if best > alpha else -INFINITY
    upper = best if best < beta else INFINITY
    table.merge(game, folded(game, game.position(state), ply, ordering), ply, lower, upper)
    return best


def by_the_rules(
    game: Knowledge[P],
    state: Any,
    alpha: int,
    beta: int,
    ply: int,
    first: int,
    table: BoundTable[P],
    ordering: Ordering,
) -> tuple[int, int]:
    """Best settled score by the rules alone, and the end index of undecided children.

    The undecided children are sorted into places from `first` on, and prefetched from the table.
    Stops at a score of `beta` or more.
    """
    best, end = -INFINITY, first
    for child, move_score in game.children(state):
        after, forced = game.play_forced(child)
        plies = 1 + forced
        turns = turns_passed(game, state, after, plies)
        low, high = to_child(alpha, plies), to_child(beta, plies)
        lower, upper = game.bounds(after, *flip_bounds(low, high, turns))
        lower, upper = flip_bounds(lower, upper, turns)
        if lower >= high:
            return to_parent(lower, plies), first
        if upper <= low or lower == upper:
            best = max(best, to_parent(upper, plies))
        else:
            position = folded(game, game.position(after), ply + plies, ordering)
            table.prefetch(game, position, ply + plies)
            end = ordering.insert(first, end, after, plies, move_score)
    return best, end


def by_the_table(
    game: Knowledge[P],
    state: Any,
    alpha: int,
    beta: int,
    ply: int,
    first: int,
    end: int,
    table: BoundTable[P],
    ordering: Ordering,
) -> tuple[int, int]:
    """The best settled score by table probes, for the sorted children; undecided ones stay.

    They are sorted again if part of their scores is late.
    """
    best, left = -INFINITY, first
    for place in range(first, end):
        after, plies = ordering.state(place, state), ordering.plies(place)
        position = folded(game, game.position(after), ply + plies, ordering)
        turns = turns_passed(game, state, after, plies)
        lower, upper = flip_bounds(*table.probe(game, position, ply + plies), turns)
        if lower >= to_child(beta, plies):
            return to_parent(lower, plies), first
        if upper <= to_child(alpha, plies) or lower == upper:
            best = max(best, to_parent(upper, plies))
        else:
            late = game.late_score(after)
            ordering.bring(place, first, left, late if turns & 1 else -late)
            left += 1
    return best, left


def turns_passed(game: Knowledge[Any], state: Any, after: Any, plies: int) -> int:
    """An odd number if the other player is to move `plies` later, otherwise an even one."""
    if game.alternates:
        return plies
    return game.mover(game.position(state)) ^ game.mover(game.position(after))


def known_bounds(
    game: Knowledge[P],
    state: Any,
    alpha: int,
    beta: int,
    ply: int,
    table: BoundTable[P],
    ordering: Ordering,
) -> tuple[int, int]:
    """Bounds of the score that need no search: from the rules, then from the table."""
    lower, upper = game.bounds(state, alpha, beta)
    if settles(lower, upper, alpha, beta):
        return lower, upper
    found = table.probe(game, folded(game, game.position(state), ply, ordering), ply)
    return max(lower, found[0]), min(upper, found[1])


def settles(lower: int, upper: int, alpha: int, beta: int) -> bool:
    return lower >= beta or upper <= alpha or lower == upper


def name_for_others(game: Knowledge[Any], state: Any, ply: int, ordering: Ordering) -> int:
    """The name under which threads claim a state; 0 if it is too deep, or there is one thread."""
    if ply > ordering.claim_plies:
        return 0
    position = folded(game, game.position(state), ply, ordering)
    return position_hash(position, ordering.width // len(state) * len(position))


def folded(game: Knowledge[P], position: P, ply: int, ordering: Ordering) -> P:
    if ply <= ordering.fold:
        return game.canonical(position)
    return position


def move_entries(game: Knowledge[P], old: PackedTable, larger: PackedTable) -> None:
    old.move_to(larger)
