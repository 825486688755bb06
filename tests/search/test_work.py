"""How many nodes the searches visit, at most: a table that forgets or an odd order shows here.

No answer is wrong then, and so no other test fails. All is interpreted, on boards that take a tenth
of a second. Whoever makes a search visit fewer nodes lowers the number.
"""

from array import array
from itertools import chain
from typing import Any

from noughts import find_game
from noughts.bits import WORD_BITS
from noughts.game import legal_moves
from noughts.knowledge import knowledge_of
from noughts.search.context import (
    CLAIM_BITS,
    AnyOrdering,
    Ordering,
    ScoreBounds,
    SearchContext,
    SearchControl,
    ordering_for,
)
from noughts.search.exact import ALL_MOVES, best_margin, exact
from noughts.search.memory import zeros
from noughts.search.packed import PackedTable
from noughts.search.proof import DISPROVED, MOST, PROVED, ProofContext, dfpn
from noughts.search.queue import Queue
from noughts.search.solver import mtd_search, search_batch
from noughts.search.table import ArrayProofTable, ArrayTable, DictProofTable, DictTable
from noughts.value import BASE, DRAW, INFINITY, SOONEST, WIN
from tests.each import each


def packed(game: Any) -> PackedTable:
    return PackedTable(game.key_bits, game.max_plies, 14)


def dictionary(game: Any) -> DictTable:
    return DictTable()


def arrays(game: Any) -> ArrayTable:
    return ArrayTable(2, 16)


TABLES = (packed, dictionary, arrays)


def ordering_of(game: Any) -> Ordering:
    ordering = ordering_for(game, game.state(game.start()), 1_000)
    ordering.fold = 8
    return ordering


@each("table", TABLES)
@each(
    ("spec", "plies", "most"),
    # Without a table 4,095, 372, 4,252 and 4,285 nodes; unfolded 1,737, 223, 1,826 and 1,365.
    [
        ("tictactoe", 0, 353),
        ("mnk:4,3,3", 7, 178),
        ("connectfour:4,4", 0, 1_433),
        ("mnk:3,3,3,misere", 0, 454),
    ],
)
def test_the_solver_of_one_position(spec, plies, most, table):
    game, bounds, watch = knowledge_of(find_game(spec)), ScoreBounds(), SearchControl()
    mtd_search(game, game.start(), bounds, -1, watch, table(game), ordering_of(game))
    assert bounds.lower() == bounds.upper() == (BASE - plies if plies else 0)
    assert watch.nodes <= most


@each("table", TABLES)
@each(("spec", "most"), [("tictactoe", 714), ("mnk:4,3,3", 418)])
def test_the_solver_of_many_positions_remembers_one_for_the_next(spec, most, table):
    """The start and all positions after one and two plies."""
    rules = find_game(spec)
    game, start = knowledge_of(rules), rules.start()
    first = [rules.play(start, move) for move in legal_moves(rules, start)]
    second = [rules.play(one, move) for one in first for move in legal_moves(rules, one)]
    asked = [start, *first, *second]
    queue, watch = Queue(array("q", chain(*asked)), 2), SearchControl()
    bounds, ordering = ScoreBounds(), ordering_of(game)
    search_batch(game, start, queue, bounds, INFINITY, -1, watch, table(game), ordering)
    assert queue.done == len(asked)
    assert watch.nodes <= most


@each("table", (dictionary, arrays))
@each(("spec", "score", "most"), [("tictactoe", 0, 1_114), ("mnk:4,3,2", BASE - 3, 65)])
def test_the_exact_search(spec, score, most, table):
    game, run = knowledge_of(find_game(spec)), SearchContext()
    known = table(game)
    assert exact(game, game.start(), -SOONEST, SOONEST, run, known) == score
    assert run.nodes <= most
    # The table knows it now, so it takes one node.
    before = run.nodes
    assert exact(game, game.start(), -SOONEST, SOONEST, run, known) == score
    assert run.nodes == before + 1


@each(
    ("spec", "margin", "most"),
    [("dots:2,1", 0, 10), ("dots:3,2", -2, 1_843), ("othello:4", -8, 149)],
)
def test_the_search_for_margins(spec, margin, most):
    """The margins are those of the plain search in tests/games/test_dots.py; Othello's is known."""
    game, run = knowledge_of(find_game(spec)), SearchContext()
    known = DictTable()
    for again in (0, 1):  # the second time the table knows it
        found = best_margin(game, game.start(), -99, 99, 0, ALL_MOVES, run, known, AnyOrdering(999))
        assert found == margin
        assert run.nodes <= most + again


@each("table", (DictProofTable, lambda: ArrayProofTable(2, 12)))
@each(
    ("spec", "goal", "proved", "most"),
    [
        ("tictactoe", WIN, False, 677),
        ("tictactoe", DRAW, True, 497),
        ("mnk:4,3,3", WIN, True, 140),
        ("mnk:4,3,3", DRAW, True, 158),
    ],
)
def test_the_proof(spec, goal, proved, most, table):
    game, run = knowledge_of(find_game(spec)), ProofContext()
    numbers = dfpn(game, game.start(), goal, MOST, run, table())
    assert (numbers == PROVED) == proved
    assert run.nodes <= most


class Efforts(DictProofTable):
    """Notes the nodes that each answer took."""

    def __init__(self) -> None:
        super().__init__()
        self.efforts: dict[Any, int] = {}

    def store(self, position: Any, goal: int, entry: int, effort: int) -> None:
        super().store(position, goal, entry, effort)
        self.efforts[position, goal] = effort


@each("folded", [0, 2, 9])
def test_what_a_proof_leaves_in_the_table(folded):
    rules, run, table = find_game("tictactoe"), ProofContext(folded=folded), Efforts()
    game, start, (lost, _) = knowledge_of(rules), rules.start(), rules.parse("xxx/oo1/3 o")
    assert dfpn(game, start, DRAW, MOST, run, table) == PROVED
    assert table.efforts[start, DRAW] == run.nodes
    assert dfpn(game, lost, DRAW, MOST, run, table) == DISPROVED
    assert table.efforts[game.canonical(lost), DRAW] == 1
    # Positions are folded up to this ply, and no deeper.
    unfolded = {sum(each).bit_count() for each, _ in table.efforts if game.canonical(each) != each}
    assert unfolded == set(range(folded + 1, 10))


class Noted(Ordering):
    """Notes the names of the positions that are claimed, one after the other."""

    noted: list[int]

    def claim(self, name: int) -> None:
        self.noted.append(name)
        super().claim(name)


def claimed(busy: int = 0) -> tuple[list[int], list[int]]:
    """What is searched below the start of tic-tac-toe while another thread is at one of the moves.

    And the claims that are left in the end.
    """
    game = knowledge_of(find_game("tictactoe"))
    claims = zeros(1 << CLAIM_BITS)
    ordering = Noted(1_000, 2, 0, claims)
    ordering.noted, ordering.claim_plies = [], 1
    if busy:
        ordering.claims[busy >> WORD_BITS - CLAIM_BITS] = busy
    bounds, watch, table = ScoreBounds(), SearchControl(), DictTable()
    mtd_search(game, game.start(), bounds, 2, watch, table, ordering)
    return ordering.noted[:9], [claim for claim in claims if claim]


def test_what_another_thread_is_at_is_searched_last_and_no_claim_is_left():
    alone, left = claimed()
    assert len(set(alone)) == 9
    assert left == []
    busy = alone[1]
    together, left = claimed(busy)
    assert together == [alone[0], *alone[2:], busy]
    assert left == []
