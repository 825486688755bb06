"""What is known of m,n,k games."""

from hypothesis import given
from hypothesis import strategies as st

from noughts.bits import cells_of
from noughts.game import legal_moves
from noughts.games.common.cell_game import Marks
from noughts.games.mnk import MNK
from noughts.knowledge import knowledge_of
from noughts.knowledge.line_game import MNKKnowledge
from noughts.value import OPEN
from tests.each import each


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


def _row(board: str) -> Marks:
    """A position of 9×9, five in a row, X to move, with this in the middle row."""
    game = MNK(9, 9, 5)
    cells = {(mark, 4 * 9 + i) for i, mark in enumerate(board)}
    mine, theirs = (sum(1 << cell for mark, cell in cells if mark == one) for one in "xo")
    assert game.outcome(Marks(mine, theirs)) == OPEN
    return Marks(mine, theirs)


@each(
    "board, making",
    [
        ("...xxx...", "cg"),
        ("o..xxx...", "cg"),
        ("oo.xxx..o", "g"),
        ("ooxxx....", ""),
        ("..x.xx...", "d"),
        ("..x.xxo..", ""),
        ("x.xx.x...", "e"),
        (".........", ""),
    ],
)
def test_a_row_of_all_but_one_is_open_on_both_sides(board, making):
    """By hand: after that mark four stand in a row, and both ends of it are free."""
    known = knowledge_of(MNK(9, 9, 5))
    assert isinstance(known, MNKKnowledge)
    found, _ = known.open_rows(*_row(board))
    assert "".join("abcdefghi"[cell - 36] for cell in cells_of(found)) == making


def test_what_threatens_to_fill_a_row_is_answered_before_a_position_is_judged():
    known = knowledge_of(MNK(9, 9, 5))
    settled, threat = _row("..oo.x..."), _row("..ooo....")
    assert not known.unsettled(settled)
    assert known.unsettled(threat)
    answers = set(known.likely_moves(threat))
    assert answers
    assert answers <= set(range(36, 45))
    wins = Marks(threat.theirs, threat.mine)
    assert [*known.likely_moves(wins)] in ([37], [41])
    assert known.evaluation(wins) > abs(known.evaluation(settled))


def test_a_row_that_is_filled_next_comes_before_an_open_one_of_the_other_side():
    known = knowledge_of(MNK(9, 9, 5))
    three, four = 0b000111 << 39, 0b1111  # d5 to f5; a1 to d1, which only e1 stops
    assert known.unsettled(Marks(three, four))
    assert [*known.likely_moves(Marks(three, four))] == [4]


def test_the_cell_of_the_most_rows_comes_first():
    known = knowledge_of(MNK(9, 9, 5))
    three = _row("o.xx.x...")
    assert next(iter(known.likely_moves(three))) == 36 + 4
