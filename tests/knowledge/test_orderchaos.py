"""What is known of Order and Chaos."""

from noughts.games.orderchaos import OrderChaos
from noughts.knowledge import knowledge_of


def test_chaos_looks_better_with_every_line_it_spoils():
    game = OrderChaos(3, 3, 3)
    known = knowledge_of(game)
    assert known.estimate(game.start()) == 8
    position = game.start()
    for name, order in (("xb2", 8), ("oa1", 6), ("xc3", 6), ("ob3", 2)):
        position = game.play(position, game.read(name))
        assert known.estimate(position) == order * (1 if game.turn(position) == 0 else -1)
