"""Connect Four 5×4: the table and the solver agree; on a large part by lot, or on every position.

Every one of the 1.97 million positions, mirror images once, takes some minutes:

    NOUGHTS_EVERY_POSITION=1 python -m pytest tests/tablebase/test_solver.py
"""

import os
from array import array
from itertools import chain
from random import Random

from noughts.games.registry import find_game
from noughts.knowledge import knowledge_of
from noughts.search.queue import Queue
from noughts.solving.driver import Limits
from noughts.solving.engine import Engine
from noughts.tablebase.build import make_tablebase
from noughts.tablebase.indexer import Work
from noughts.tablebase.indexers.by_ply import LayeredSolving, unpacked_word
from noughts.tablebase.probe import Tablebase
from noughts.value import OPEN, Value

PART = 20_000


def chosen_positions(game):
    """Positions that can arise, by lot or all; they are found as those of any game are."""
    solving = LayeredSolving(game, Work())
    solving.find()
    keys = list(chain.from_iterable(solving.enumerated))
    assert len(keys) > 3_945_711 / 2  # Tromp's count, mirror images apart
    if not os.environ.get("NOUGHTS_EVERY_POSITION"):
        keys = Random(8).sample(keys, PART)
    kind = type(game.start())
    return [kind(*unpacked_word(key, len(game.start()))) for key in keys]


def test_connect_four_5x4_in_the_table_equals_the_solver(tmp_path):
    game = find_game("connectfour:5,4")
    positions = chosen_positions(game)
    make_tablebase(game, tmp_path)
    table = Tablebase(tmp_path)
    asked = [position for position in positions if game.outcome(position) == OPEN]
    queue = Queue(array("q", chain.from_iterable(asked)), 2)
    Engine(game).answer_queue(queue, asked[0], Limits)
    known = knowledge_of(game)
    for position, score in zip(asked, queue.scores, strict=True):
        right = Value.from_score(score, known.draw_plies(position))
        assert tuple(table.value(position)) == tuple(right)
    for position in positions:
        if game.outcome(position) != OPEN:
            assert tuple(table.value(position)) == (game.outcome(position), 0)
