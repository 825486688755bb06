"""How many nodes the solver visits on a fixed list: a fingerprint, so that none changes unknown.

Who changes the search on purpose writes the new counts here, and says in docs/speed.md what was
won. The scores beside them are those of the C++ program in benchmarks/connectfour.
"""

import pytest

from noughts.games.connectfour import ConnectFour
from noughts.games.mnk import MNK
from noughts.knowledge import knowledge_of
from noughts.native import compiled
from noughts.search.context import Ordering, ScoreBounds, SearchControl
from noughts.search.packed import PackedTable
from noughts.search.solver import mtd_search
from noughts.search.table import ArrayTable
from noughts.value import BASE
from tests.each import each

GAME = ConnectFour()
KNOWN = knowledge_of(GAME)
COUNTS = {
    # play: plies to the end with the winner's sign, nodes
    "165563123627551172224": (21, 4_618),
    "545132634737457": (-20, 10_678),
    "3147153672657773537635222": (17, 160),
    "161525547": (1, 0),
    "1152145364": (27, 38_833),
    "4614663536623": (0, 14_085),
}


@pytest.mark.parametrize("digits", COUNTS)
def test_the_solver_visits_as_many_nodes_as_ever(digits):
    pytest.importorskip("numba")
    position = GAME.start()
    for move in GAME.read_moves(digits):
        position = GAME.play(position, move)
    aim, watch = ScoreBounds(), SearchControl()
    table = PackedTable(KNOWN.key_bits, KNOWN.max_plies, 18)
    ordering = Ordering(1_000, width=4, fold=8)
    compiled(mtd_search, KNOWN)(KNOWN, position, aim, -1, watch, table, ordering)
    score = aim.lower()
    plies = (BASE - abs(score)) * ((score > 0) - (score < 0))
    assert (plies, watch.nodes) == COUNTS[digits]


@each(("m", "n", "k", "nodes"), [(4, 3, 3, 178), (4, 4, 4, 1_523)])
def test_and_in_line_games(m, n, k, nodes):
    pytest.importorskip("numba")
    game, aim, watch = knowledge_of(MNK(m, n, k)), ScoreBounds(), SearchControl()
    compiled(mtd_search, game)(
        game, game.start(), aim, -1, watch, ArrayTable(2, 16), Ordering(1_000, width=2, fold=8)
    )
    assert watch.nodes == nodes
