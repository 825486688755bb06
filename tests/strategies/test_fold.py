"""Symmetries of boards: their numbers are known, and all images have one representative."""

from random import Random

from noughts import find_game
from noughts.game import legal_moves
from noughts.strategies.fold import Fold, symmetries_of
from tests.each import each
from tools.check_strategy import fingerprint, game_of


@each(
    "spec, number",
    [
        ("tictactoe", 8), ("mnk:4,4,3", 8), ("mnk:4,3,3", 4), ("connectfour:5,4", 2),
        ("notakto:1", 8), ("notakto:2", 2 * 8 * 8), ("hex:3", 2),
        ("cube:3", 48),  # of a cube
        ("qubic", 192),  # Roland Silver, "The group of automorphisms of the game of 3-dimensional
        # ticktacktoe", 1967
        ("nim:1,2", 0), ("chomp:3,3", 0),
    ],
)  # fmt: skip
def test_a_board_has_that_many_symmetries(spec, number):
    assert len(set(symmetries_of(find_game(spec)))) == number


def test_the_positions_of_tictactoe_fold_to_765():
    game = find_game("tictactoe")
    fold, met, todo = Fold(game), set(), [game.start()]
    while todo:
        position = todo.pop()
        if position not in met:
            met.add(position)
            todo += [game.play(position, move) for move in legal_moves(game, position)]
    assert (len(met), len({fold.canonical(position) for position in met})) == (5478, 765)


@each("spec", ["qubic", "cube:3", "mnk:4,4,4", "connectfour:5,4", "notakto:2", "hex:3"])
def test_all_images_have_one_representative_and_numbers_give_positions_back(spec):
    game = find_game(spec)
    fold, chance = Fold(game), Random(3)
    for _ in range(8):
        position = game.start()
        for _ in range(chance.randrange(8)):
            moves = legal_moves(game, position)
            position = game.play(position, chance.choice(moves)) if moves else position
        assert fold.position(fold.fields(position)) == position
        images = fold.images(position)
        assert {fold.canonical(image) for image in chance.sample(images, min(9, len(images)))} == {
            fold.canonical(position)
        }


@each("spec", ["tictactoe", "connectfour:4,4", "dots:1,2", "notakto:2", "nim:1,2"])
def test_the_digest_of_the_rules_is_that_of_the_independent_checker(spec):
    assert Fold(find_game(spec)).fingerprint() == fingerprint(game_of(spec, None))


def test_a_move_of_an_image_is_played_back():
    game = find_game("tictactoe")
    fold, corner = Fold(game), game.play(game.start(), 0)
    for image in fold.images(corner):
        for move in legal_moves(game, image):
            played = game.play(corner, fold.back(corner, image, move))
            assert fold.canonical(played) == fold.canonical(game.play(image, move))
