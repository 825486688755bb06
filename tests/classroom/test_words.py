"""What an audit says: as much as was proved, and no more."""

from noughts.classroom.audit import audit
from noughts.classroom.findings import Terms
from noughts.classroom.words import loss_text, no_fault_text, side_text, verdict_text
from noughts.games.mnk import MNK
from noughts.games.nim import Nim
from noughts.games.tictactoe import TicTacToe
from noughts.players.perfect import PerfectPlayer
from noughts.players.weights import WeightsPlayer
from tests.each import each

GAME = TicTacToe()


class Asked:
    """A perfect player who keeps its chances for itself, and may take the first or any move."""

    name = "bot"

    def __init__(self, first=True):
        self._player = PerfectPlayer(seed=1, always_first=first)

    def choose(self, game, position):
        return self._player.choose(game, position)


class Mute:
    name = "mute"

    def choose(self, game, position):
        return None


@each(
    "game, player, terms, text",
    [
        (GAME, Asked(), Terms(seats=(1,)), ("bot never loses, if it always answers the same: "
         "proved over {} positions, each asked once.")),
        (GAME, Asked(), Terms(seats=(1,), deterministic=True), ("bot never loses: proved over {} "
         "positions, as it is declared that it always answers the same.")),
        (Nim(3, 4, 5), PerfectPlayer(), Terms(), ("perfect loses only what is lost from the start: "
         "proved over {} positions, with every move that it may choose.")),
        (GAME, WeightsPlayer(), Terms(), "weights can be beaten as O."),
        (GAME, Mute(), Terms(), "mute can be beaten as X and O."),
    ],
    large=[
        (GAME, PerfectPlayer(), Terms(), ("perfect never loses: proved over {} positions, with "
         "every move that it may choose.")),
        (GAME, Asked(), Terms(seats=(1,), times=3), ("bot never loses, if it always answers the "
         "same: proved over {} positions, each asked 3 times with one answer.")),
        (MNK(4, 4, 4), PerfectPlayer(always_first=True), Terms(positions=2), ("perfect made no "
         "fault among {} positions; not proved: there are more (--positions allows more).")),
    ],
)  # fmt: skip
def test_the_verdict(game, player, terms, text):
    found = audit(game, player, terms)
    assert verdict_text(found) == text.format(f"{found.asked:,}")


def test_a_player_seen_to_vary_is_not_said_to_be_proved():
    found = audit(GAME, Asked(first=False), Terms(times=4, deterministic=True))
    text = verdict_text(found)
    assert text.startswith("bot never lost in ")
    assert text.endswith("it did not always answer the same, so this is no proof.")
    assert no_fault_text(found) == "No fault was found."


def test_what_is_said_of_a_seat_says_what_could_be_had():
    found = audit(Nim(1), PerfectPlayer())
    assert [side_text(found, side) for side in found.sides] == [
        "as X: never loses (1 position; with best play it can be won)",
        "as O: loses only what is lost from the start (0 positions; against best play it is lost)",
    ]


def test_a_game_lost_is_told_with_its_end():
    found = audit(GAME, WeightsPlayer())
    assert loss_text(found, found.losses[0]) == (
        "The shortest game lost as O, 7 plies: X a3, O b2, X c2, O a1, X c3, O b3, X c1. X wins."
    )
    first, second = audit(GAME, Mute()).losses
    reason = "mute chose None: None is not a move: moves are whole numbers."
    assert loss_text(found, first) == f"The shortest game lost as X: X forfeits at once: {reason}"
    assert loss_text(found, second) == (
        f"The shortest game lost as O, 1 ply: X a3; then O forfeits: {reason}"
    )
