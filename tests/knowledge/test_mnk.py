"""What is known of m,n,k games."""

from hypothesis import given
from hypothesis import strategies as st

from noughts.game import legal_moves
from noughts.games.mnk import MNK
from noughts.knowledge import knowledge_of


@given(st.randoms(use_true_random=False))
def test_the_estimate_counts_the_lines_that_are_still_open_to_each(random):
    m, n, k = random.choice([(3, 3, 3), (4, 3, 3), (5, 5, 4), (8, 7, 5)])
    game = MNK(m, n, k)
    position = game.start()
    for _ in range(random.randrange(m * n // 2)):
        moves = legal_moves(game, position)
        if not moves:
            break
        position = game.play(position, random.choice(moves))

    def open_to(others: int) -> int:
        return sum(
            all(
                0 <= column + right * i < m
                and 0 <= row + down * i < n
                and not others >> (row + down * i) * m + column + right * i & 1
                for i in range(k)
            )
            for column in range(m)
            for row in range(n)
            for right, down in ((1, 0), (0, 1), (1, 1), (-1, 1))
        )

    assert knowledge_of(game).estimate(position) == open_to(position.theirs) - open_to(
        position.mine
    )
