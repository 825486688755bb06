"""An audit of tic-tac-toe once more, on strings: what the auditor is compared with.

A chooser gives for a board and a side the cells that it may take.
"""

from typing import NamedTuple

from tests.players import oracle


class Seen(NamedTuple):
    """What comes to light in one seat."""

    asked: set[str]  # the boards on which the player is to move
    faults: set[tuple[str, str, int]]  # kind, board, cell
    lost: int | None  # the plies of the shortest game lost


def kind(before, after):
    """What is wrong with a move, by outcome and plies before and after it."""
    if after[0] < before[0]:
        return {(1, 0): "win_to_draw", (1, -1): "win_to_loss", (0, -1): "draw_to_loss"}[
            before[0], after[0]
        ]
    if after[1] != before[1] and after[0]:
        return "slow_win" if after[0] > 0 else "early_loss"
    return ""


def seen(chooser, seat):
    """All that the player meets as `seat`, layer by layer."""
    asked, faults, lost = set(), set(), None
    layer, side = {"." * 9}, "X"
    for ply in range(10):
        if lost is None and any(oracle.has_won(board, oracle.other(seat)) for board in layer):
            lost = ply
        following = set()
        for board in layer:
            if oracle.over(board, side):
                continue
            cells = oracle.moves(board)
            if side == seat:
                asked.add(board)
                cells = chooser(board, side)
                for cell in cells:
                    fault = kind(oracle.worth(board, side), oracle.after(board, side, cell))
                    if fault:
                        faults.add((fault, board, cell))
            following |= {oracle.play(board, side, cell) for cell in cells}
        layer, side = following, oracle.other(side)
    return Seen(asked, faults, lost)
