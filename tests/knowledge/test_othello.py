"""Symmetry in Othello, held against its rules: all turns and reflections, and either player."""

import random

from noughts.bits import count
from noughts.game import legal_moves
from noughts.games.othello import Discs, Othello
from noughts.knowledge import knowledge_of
from noughts.knowledge.othello import LAST, OthelloKnowledge
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


@each(("n", "games"), [(4, 60), (6, 12), (8, 4)])
def test_stable_discs_are_never_turned(n, games):
    game = Othello(n)
    known = OthelloKnowledge(game)
    seen = 0
    for seed in range(games):
        stable = [0, 0]
        for position, _ in played(game, seed):
            sides = (position.mine, position.theirs)
            for own, of in zip(sides, (position.mover, 1 - position.mover), strict=True):
                assert stable[of] & ~own == 0
                stable[of] |= known.stable(own, position.mine | position.theirs)
        seen += sum(map(int.bit_count, stable))
    assert seen > 4 * games


def test_a_board_full_but_for_one_row_is_stable_beside_its_edges():
    # A corner holds its neighbours on both edges; a disc beside an empty cell is not stable.
    game = Othello(4)
    position, _ = game.parse("xx2/xox1/1oo1/4 x")
    assert OthelloKnowledge(game).stable(position.mine, position.mine | position.theirs) == 0b10011


def plain_margin(game, position):
    """The best margin, by nothing but the rules."""
    if not legal_moves(game, position):
        return game.margin(position)
    found = []
    for move in legal_moves(game, position):
        after = game.play(position, move)
        worth = plain_margin(game, after)
        found.append(worth if after.mover == position.mover else -worth)
    return max(found)


def test_bounds_of_the_final_margin_hold_in_all_windows():
    game = Othello(4)
    known, chance, met = OthelloKnowledge(game), random.Random(5), 0
    for seed in range(150):
        positions = [at for at, _ in played(game, seed)][5:]
        position = chance.choice(positions)
        right, empty = plain_margin(game, position), 16 - count(position.mine | position.theirs)
        for alpha in (-17, -9, right - 1, right, 9, 16):
            least, most = known.final_margins(position, alpha, alpha + 1)
            assert least <= right <= most
            assert empty > LAST or most <= alpha or least > alpha
            met += -16 < least or most < 16
    assert met > 50


@each("n", [4, 6, 8])
def test_the_cells_on_the_diagonals_beside_the_corners(n):
    game = Othello(n)
    cells = [
        game.read(column + row) for column in ("b", "abcdefgh"[n - 2]) for row in ("2", str(n - 1))
    ]
    assert OthelloKnowledge(game).diagonals == sum(1 << cell for cell in cells)
