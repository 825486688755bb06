"""What is known of numerical tic-tac-toe."""

from noughts.games.numerical import Numerical
from noughts.knowledge import knowledge_of

GAME = Numerical()
KNOWN = knowledge_of(GAME)


def test_sixteen_images_have_one_canonical_position():
    position, _ = GAME.parse("2.1/.5./4.3 o")
    images = ("1.2/.5./3.4 o", "3.4/.5./1.2 o", "8.9/.5./6.7 o", "7.6/.5./9.8 o")
    for text in images:
        assert KNOWN.canonical(GAME.parse(text)[0]) == KNOWN.canonical(position)
    assert KNOWN.canonical(GAME.parse("2.3/.5./4.1 o")[0]) != KNOWN.canonical(position)
