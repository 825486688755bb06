"""What is known of Nim."""

from noughts.games.nim import Nim
from noughts.knowledge import knowledge_of


def test_which_heap_is_which_does_not_matter():
    game = Nim(5, 5, 5, 5, 5)
    known = knowledge_of(game)
    one, other = (game.parse(text)[0] for text in ("1,4,0,2,5 x", "5,0,4,1,2 x"))
    assert known.canonical(one) == known.canonical(other) == game.parse("5,4,2,1,0 x")[0]
