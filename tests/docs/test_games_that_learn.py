"""The examples that learn: Breakthrough, Konane and Spread, by their rules."""

from pathlib import Path

from noughts.game import legal_moves
from noughts.games.registry import find_game
from noughts.laws.examiner import check
from noughts.value import LOSS, OPEN

EXAMPLES = Path(__file__).parents[2] / "examples"


def example(spec):
    return find_game(f"{EXAMPLES}/{spec}")


def after(game, *names):
    position = game.start()
    for name in names:
        move = game.read(name)
        assert move in legal_moves(game, position)
        position = game.play(position, move)
    return position


def plays(game, position, plies):
    if plies == 0:
        return 1
    moves = legal_moves(game, position)
    return sum(plays(game, game.play(position, move), plies - 1) for move in moves)


def test_the_first_moves_are_as_many_as_counted_by_hand():
    """Breakthrough: five ahead, four to the left, four to the right; ahead, one is stopped later.

    Konane: three jumps to the empty cell; then six replies to the one along the row, seven to each
    other. Spread: three cells at each of two corners.
    """
    for spec, first, second in (
        ("breakthrough.py:Breakthrough:5", 13, 13 * 12),
        ("konane.py", 3, 6 + 7 + 7),
        ("spread.py", 6, 6 * 6),
    ):
        game = example(spec)
        assert [plays(game, game.start(), plies) for plies in (1, 2)] == [first, second]


def test_moves_take_what_the_rules_say():
    game = example("breakthrough.py:Breakthrough:5")
    position = after(game, "c2-ahead", "b4-right")
    assert (position.whites.bit_count(), position.blacks.bit_count()) == (9, 10)
    assert game.read("b1-ahead") not in legal_moves(game, position)
    assert game.outcome(position._replace(whites=1, side=1)) == LOSS

    game = example("konane.py")
    assert game.text(after(game, "f3-d3", "a3-e3"), 0) == (
        "xoxoxo/oxoxox/xoxoxo/4o1/xoxoxo/oxoxox x"
    )

    game = example("spread.py:Spread:3,3")
    position = after(game, "b2")
    assert position.mine == 0
    assert (game.outcome(game.start()), game.outcome(position)) == (OPEN, LOSS)


def test_their_laws_hold():
    for spec in ("breakthrough.py:Breakthrough:5", "konane.py:Konane:5,4", "spread.py:Spread:4,3"):
        assert check(example(spec), positions=50, plays=5).positions > 50
