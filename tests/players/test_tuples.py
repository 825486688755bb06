"""The n-tuples of a game: bits that change, cells that are neighbours, symmetries of the rules."""

from noughts.games.registry import find_game
from noughts.players.tuples import TUPLE_BITS, chosen_tuples
from noughts.search.memory import WORD_SIZE, words_of
from tests.each import each


# The turns and reflections that leave the rules as they are; in games of lines, all lines.
@each(
    ("spec", "images"),
    [("tictactoe", 8), ("mnk:4,3,3", 14), ("hex:3", 2), ("domineering:4,4", 4),
     ("mnk:3,3,3,misere", 8), ("nim", 1), ("kalah:2,2", 1), ("qubic", 76), ("pentago:6", 32)],
    large=[("connectfour:5,4", 2), ("othello:4", 8)],
)  # fmt: skip
def test_tuples_have_the_images_that_the_rules_allow(spec, images):
    assert {len(each) for each in chosen_tuples(find_game(spec), 0)} == {images}


@each("spec", ["mnk:7,7,7", "dots:2,2", "chomp"], large=["othello:8", "ultimate"])
def test_tuples_look_at_bits_of_the_position(spec):
    game = find_game(spec)
    rows = [row for images in chosen_tuples(game, 3) for row in images]
    assert all(0 < len(row) <= TUPLE_BITS + 1 for row in rows)
    assert all(0 <= bit <= words_of(game, game.start()) * WORD_SIZE for row in rows for bit in row)
    assert all(len(set(row)) == len(row) for row in rows)


def test_the_sides_are_distinguished_where_they_have_different_aims():
    side = words_of(find_game("hex:3"), find_game("hex:3").start()) * WORD_SIZE
    assert all(side in row for images in chosen_tuples(find_game("hex:3"), 0) for row in images)
    for spec in ("tictactoe", "othello:4", "kalah:2,2"):
        game = find_game(spec)
        side = words_of(game, game.start()) * WORD_SIZE
        assert not any(side in row for images in chosen_tuples(game, 0) for row in images)


def test_a_seed_chooses_the_tuples():
    game = find_game("othello:4")
    assert chosen_tuples(game, 1) == chosen_tuples(game, 1) != chosen_tuples(game, 2)
