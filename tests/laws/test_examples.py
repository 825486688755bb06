"""Small parts of `laws`, by example."""

# mypy: no-check-untyped-defs

from noughts.games.tictactoe import TicTacToe
from noughts.laws.each import Transcript
from noughts.laws.positions import cut
from noughts.laws.required import of_the_house
from noughts.laws.short import check_briefly


def test_each_by_example():
    transcript = Transcript()
    transcript.note(5)
    transcript.note_position((1, 2), 2)
    assert transcript.noted() == [5, 1, 2]


def test_required_by_example():
    assert (of_the_house(TicTacToe()), of_the_house(type("Mine", (TicTacToe,), {})())) == (
        True,
        False,
    )


def test_positions_by_example():
    assert (cut("a  b"), cut("abcdefghij", 7)) == ("a b", "abc…hij")


def test_short_by_example():
    check_briefly(TicTacToe())
