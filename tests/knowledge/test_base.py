"""What is known of a game that names no knowledge: the defaults, which are right for every game."""

from hypothesis import given
from hypothesis import strategies as st

from noughts.knowledge import Knowledge
from tests.test_game import GAME, WORDS, Heaps

KNOWN = Knowledge(GAME)


@given(st.lists(st.tuples(WORDS, WORDS), min_size=2, max_size=2, unique=True))
def test_different_positions_have_different_keys(positions):
    one, other = (KNOWN.key(Heaps(*position)) for position in positions)
    assert one != other


def test_the_defaults_say_nothing():
    position = KNOWN.start()
    assert KNOWN.canonical(position) == position
    assert KNOWN.move_score(position, 0) == 0
    assert KNOWN.estimate(position) == 0
    assert KNOWN.draw_plies(position) == -1
    assert KNOWN.max_plies == 0
