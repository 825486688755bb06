"""Symmetry in Othello, held against its rules: all turns and reflections, and either player."""

import random

from noughts.game import legal_moves
from noughts.games.othello import Discs, Othello
from noughts.knowledge import knowledge_of
from noughts.knowledge.marks import OthelloKnowledge
from noughts.knowledge.symmetry import moved
from tests.each import each


def played(game, seed):
    """The positions of a random game."""
    chance, position = random.Random(seed), game.start()
    while moves := legal_moves(game, position):
        yield position, moves
        position = game.play(position, chance.choice(moves))


@each(("n", "games"), [(4, 40), (6, 4)])
def test_every_symmetry_keeps_the_rules(n, games):
    game = Othello(n)
    symmetries = OthelloKnowledge(game).symmetries
    assert len(set(symmetries)) == 8
    for seed in range(games):
        for position, moves in played(game, seed):
            for symmetry in symmetries:
                image = turned(position, symmetry)
                assert legal_moves(game, image) == sorted(symmetry[move] for move in moves)
                for move in moves:
                    after = game.play(position, move)
                    assert game.play(image, symmetry[move]) == turned(after, symmetry)
                    assert game.outcome(turned(after, symmetry)) == game.outcome(after)


def turned(position, symmetry):
    mine, theirs = (moved(cells, symmetry) for cells in position[:2])
    return Discs(mine, theirs, position.mover)


def test_images_have_one_canonical_position_whatever_the_colors():
    game = Othello(4)
    mirrored, upside_down = "1xoo/ooo1/1xo1/4 x", "4/1ox1/1ooo/oox1 x"
    texts = ("oox1/1ooo/1ox1/4 x", mirrored, upside_down, "xxo1/1xxx/1xo1/4 o")
    assert len({knowledge_of(game).canonical(game.parse(text)[0]) for text in texts}) == 1
