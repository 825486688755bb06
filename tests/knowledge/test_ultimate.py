"""What is known of Ultimate tic-tac-toe."""

from typing import Any

from noughts.game import legal_moves
from noughts.games.ultimate import Ultimate
from noughts.knowledge import knowledge_of
from tests.playing import random_positions

GAME = Ultimate()
KNOWN: Any = knowledge_of(GAME)


def test_eight_images_have_one_canonical_position():
    for position in random_positions(GAME, 2)[::7]:
        images = {KNOWN.image(position, symmetry) for symmetry in range(8)}
        assert len({KNOWN.canonical(image) for image in images}) == 1
        moves = {KNOWN.image(GAME.play(position, move), 3) for move in legal_moves(GAME, position)}
        turned = KNOWN.image(position, 3)
        assert moves == {GAME.play(turned, move) for move in legal_moves(GAME, turned)}


def test_the_estimate_is_the_same_for_both_with_the_sign_turned():
    for position in random_positions(GAME, 3)[::5]:
        swapped = position._replace(
            mine_first=position.theirs_first,
            mine_last=position.theirs_last,
            theirs_first=position.mine_first,
            theirs_last=position.mine_last,
        )
        assert KNOWN.estimate(position) == -KNOWN.estimate(swapped)
