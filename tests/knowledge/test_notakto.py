"""What is known of Notakto."""

from noughts.games.notakto import Notakto
from noughts.knowledge import knowledge_of


def test_boards_may_be_turned_and_exchanged_and_the_dead_are_alike():
    game = Notakto(2)
    known = knowledge_of(game)
    same = ("xx1/3/3|3/3/2x", "x2/3/3|1xx/3/3", "2x/3/3|3/3/xx1")
    assert len({known.canonical(game.parse(text)[0]) for text in same}) == 1
    dead = ("xxx/3/3|3/1x1/3", "3/1x1/3|x2/x2/x2", "3/1x1/3|xxx/x1x/3")
    assert len({known.canonical(game.parse(text)[0]) for text in dead}) == 1
    odd = known.canonical(game.parse("xxx/3/x2|3/1x1/3")[0])
    assert known.canonical(odd) == odd
    assert game.turn(odd) == 1
