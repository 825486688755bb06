"""What is known of Connect Four, against the rules and against lists of rows."""

from random import Random
from typing import Any

import pytest

from noughts.game import legal_moves
from noughts.games.connectfour import ConnectFour
from noughts.games.registry import find_game, spec_of
from noughts.knowledge import knowledge_of
from noughts.knowledge.connectfour import ConnectFourKnowledge
from noughts.value import BASE, LOSS, OPEN, WIN
from tests.each import each
from tests.games.test_connectfour import SIZES, naive_rows
from tests.whole import random_play


def test_mirror_images_share_one_canonical_position():
    random, game = Random(1), ConnectFour(5, 4)
    known = knowledge_of(game)
    for _ in range(20):
        for position, played in random_play(game, random):
            mirrored = game.start()
            for move in played:
                mirrored = game.play(mirrored, 4 - move)
            assert known.canonical(position) == known.canonical(mirrored)
            assert known.canonical(position) in (position, mirrored)


def test_the_middle_is_promising_and_open_rows_are_esteemed():
    game = ConnectFour()
    known: Any = knowledge_of(game)
    ranked = sorted(
        range(7), key=lambda move: known.move_score(known.state(game.start()), move), reverse=True
    )
    assert ranked == [3, 2, 4, 1, 5, 0, 6]
    assert known.estimate(game.start()) == 0
    # 69 rows of four on 7×6; through the lowest cell in the middle, 4 across, 1 up, 2 aslant.
    assert known.count_rows(game.all_cells) == 69
    centre = game.play(game.start(), 3)
    assert known.estimate(centre) == -7
    assert knowledge_of(ConnectFour(misere=True)).estimate(centre) == 7


@pytest.mark.parametrize("game", SIZES, ids=spec_of)
def test_what_is_forced_is_read_from_the_rules(game):
    """No move wins, and after all but one the other player wins at once."""
    random, forced, known = Random(5), 0, knowledge_of(game)
    for _ in range(40):
        for position, _ in random_play(game, random):
            expected, plies = position, 0
            while answer := the_only_answer(game, expected):
                expected, plies = answer, plies + 1
            end, told = known.play_forced(known.state(position))
            assert (known.position(end), told) == (expected, plies)
            forced += plies
    assert forced or game.misere or game.k == 1


def the_only_answer(game, position):
    """The position after it; None where there is a choice, or none, or the game is over."""
    after = [game.play(position, move) for move in legal_moves(game, position)]
    if game.misere or any(game.outcome(each) == LOSS for each in after):
        return None
    answers = [each for each in after if not can_win_at_once(game, each)]
    return answers[0] if len(answers) == 1 else None


def can_win_at_once(game, position):
    moves = legal_moves(game, position)
    return any(game.outcome(game.play(position, move)) == LOSS for move in moves)


@each("game", SIZES)
def test_which_row_may_be_the_first_is_read_cell_by_cell(game):
    """Not one that has a row of the other's in the same columns, one cell or more below each."""
    random, known = Random(4), ConnectFourKnowledge(game)
    for _ in range(60):
        share = random.choice((0.3, 0.6, 0.9))
        cells = [[random.random() < share for _ in range(game.rows)] for _ in range(game.columns)]
        columns = ["".join("ox"[mine] for mine in column) for column in cells]
        sets = {"x": 0, "o": 0}
        for x, column in enumerate(columns):
            for y, mark in enumerate(column):
                sets[mark] |= 1 << game.height * x + y
        theirs = naive_rows(columns, game.k, "o")
        first = any(
            not any(lies_below(their, row) for their in theirs)
            for row in naive_rows(columns, game.k, "x")
        )
        assert known.may_be_first(sets["x"], sets["o"]) == first


def lies_below(row: list[tuple[int, int]], other: list[tuple[int, int]]) -> bool:
    """Whether the row has the same columns, the same slope, and is lower."""
    gaps = {(x - u, y - v) for (x, y), (u, v) in zip(sorted(row), sorted(other), strict=True)}
    return len(gaps) == 1 and all(right == 0 and up < 0 for right, up in gaps)


@each("game", SIZES)
def test_no_row_has_both_cells_of_a_pair(game):
    random, known = Random(6), ConnectFourKnowledge(game)
    places = [(x, y) for x in range(game.columns) for y in range(game.rows)]
    for _ in range(30):
        paired = sorted(random.sample(places, min(4, len(places) // 2 * 2)))
        pairs = list(zip(paired[::2], paired[1::2], strict=True))
        theirs = naive_rows(["x" * game.rows] * game.columns, game.k, "x")
        left = any(not any(set(pair) <= set(row) for pair in pairs) for row in theirs)
        bits = sum(1 << game.height * x + y for x, y in paired)
        assert known.may_be_first(game.all_cells, 0, bits) == left


@each("spec", ["connectfour:4,4,3,misere", "connectfour:3,5,3,misere"])
def test_in_misere_play_bounds_hold_everywhere(spec):
    """Against minimax on the rules alone, for all positions and every window."""
    game: Any = find_game(spec)
    known, tight = knowledge_of(game), 0
    scores: dict[Any, int] = {}

    def score(position):
        if position not in scores:
            outcome = game.outcome(position)
            after = [game.play(position, move) for move in legal_moves(game, position)]
            scores[position] = (
                max(one_ply_later(-score(each)) for each in after)
                if outcome == OPEN
                else outcome * BASE
            )
        return scores[position]

    score(game.start())
    for position, exact in scores.items():
        lower, upper = known.bounds(known.state(position), -BASE, BASE)
        assert lower <= exact <= upper
        tight += exact < 0 and upper < 0 and game.outcome(position) == OPEN
    assert tight > len(scores) / 20


def one_ply_later(score: int) -> int:
    """The same outcome, a ply further off."""
    return score - (score > 0) + (score < 0)


@each(
    ("columns", "rows", "k", "outcome"),
    [
        (7, 6, 4, LOSS), (6, 7, 4, LOSS), (7, 7, 4, WIN), (8, 7, 4, LOSS), (13, 13, 4, WIN),
        (4, 4, 4, LOSS), (5, 3, 4, WIN), (6, 5, 4, LOSS), (5, 5, 5, WIN), (7, 3, 3, WIN),
    ],
)  # fmt: skip
def test_misere_boards_of_any_size_are_settled_by_following_up(columns, rows, k, outcome):
    """The second player wins, unless both sides are odd (Steele and Larremore 2025)."""
    game = ConnectFour(columns, rows, k, misere=True)
    known, start = ConnectFourKnowledge(game), game.start()
    ahead = [
        known.bounds(known.state(game.play(start, move)), -BASE, BASE) for move in range(columns)
    ]
    if outcome == LOSS:
        assert known.bounds(known.state(start), -BASE, BASE)[1] < 0
    else:
        assert any(upper < 0 for _, upper in ahead)
