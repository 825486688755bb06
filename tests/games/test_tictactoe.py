"""The famous case: the rules as spelled out, and the facts that everybody knows of them."""

from noughts.games.mnk import MNK
from noughts.games.tictactoe import TicTacToe


def test_the_spelled_out_rules_are_those_of_three_in_a_row_on_three_by_three():
    spelled, general = TicTacToe(), MNK(3, 3, 3)
    seen = {spelled.start()}
    todo = [spelled.start()]
    while todo:
        position = todo.pop()
        outcome = spelled.outcome(position)
        assert outcome == general.outcome(position)
        assert spelled.lines(position) == general.lines(position)
        if outcome == 2:
            moves = list(spelled.moves(position))
            assert moves == list(general.moves(position))
            for move in moves:
                after = spelled.play(position, move)
                assert after == general.play(position, move)
                if after not in seen:
                    seen.add(after)
                    todo.append(after)
    # 5,478 reachable positions: see section 6 of the design, counted by another program.
    assert len(seen) == 5478
