"""Plays that are followed at once lead where they lead one by one, compiled or not."""

from random import Random

import pytest

from noughts.game import legal_moves
from noughts.games.connectfour import ConnectFour
from noughts.games.tictactoe import TicTacToe
from noughts.native import compiled
from noughts.search.queue import Plays, follow


def one_by_one(game, play):
    position, kept = game.start(), 0
    for move in play:
        if move not in legal_moves(game, position):
            break
        position, kept = game.play(position, move), kept + 1
    return kept, tuple(position)


@pytest.mark.parametrize("game", [ConnectFour(), ConnectFour(4, 3, 3), TicTacToe()], ids=str)
@pytest.mark.parametrize("form", [lambda function, _: function, compiled], ids=["plain", "fast"])
def test_they_lead_where_they_lead_one_by_one(game, form):
    random = Random(4)
    given = [bytes(random.choices(range(10), k=random.randrange(30))) for _ in range(300)]
    given += [bytes(random.choices(range(4), k=6)) for _ in range(100)]
    plays = Plays(given, width=2)
    form(follow, game)(game, game.start(), plays)
    words = list(plays.words)
    found = [(kept, (words[2 * i], words[2 * i + 1])) for i, kept in enumerate(plays.kept)]
    assert found == [one_by_one(game, play) for play in given]
    assert len({kept for kept, _ in found}) > 5  # some far, some not
