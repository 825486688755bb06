"""What every player with known chances must keep: they are chances, and it plays by them."""

from collections import Counter
from fractions import Fraction

from noughts.games.tictactoe import TicTacToe
from noughts.players.levels import player_of
from noughts.players.player import KnownPolicy
from tests.each import each
from tests.players import oracle

GAME = TicTacToe()
TIMES = 240
KNOWN = [
    "random", "greedy", "beginner", "easy", "medium", "perfect", "weights", "rules",
    "rules:literal",
]  # fmt: skip
SLOW = ["trickster", "trickster:random", "draws:60"]


@each("name", KNOWN, large=SLOW)
def test_chances_are_of_legal_moves_and_make_one(name):
    player = player_of(name)
    assert isinstance(player, KnownPolicy)
    for board in oracle.boards()[::60]:
        chances = player.probabilities(GAME, oracle.marks(board))
        assert sum(chances.values()) == 1
        assert all(chance > 0 for chance in chances.values())
        assert set(chances) <= set(oracle.moves(board))


@each("name", KNOWN, large=SLOW)
def test_it_chooses_by_its_chances(name):
    """Each comes as often as it should, within five standard deviations."""
    player = player_of(name, seed=5)
    assert isinstance(player, KnownPolicy)
    position = GAME.play(GAME.start(), 4)
    chances = player.probabilities(GAME, position)
    chosen = Counter(player.choose(GAME, position) for _ in range(TIMES))
    assert set(chosen) <= set(chances)
    for move, chance in chances.items():
        spread = 5 * (TIMES * chance * (1 - chance)) ** Fraction(1, 2)
        assert abs(chosen[move] - TIMES * chance) <= spread
