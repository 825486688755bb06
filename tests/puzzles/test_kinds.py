"""The kinds of puzzles, in many positions of tic-tac-toe, against brute force on strings."""

from itertools import islice

from noughts.games.tictactoe import TicTacToe
from noughts.puzzles.make import AT_ONCE, FEWEST_MOVES, UNSEEN, puzzle_in
from noughts.puzzles.pack import PuzzleKind
from noughts.solving.api import solver_for
from tests import reference

GAME = TicTacToe()


def moves_of(board):
    return {cell: reference.after_to_mine(reference.worth(after))
            for cell, after in reference.children(board)}  # fmt: skip


def is_trap(board, cell):
    outcomes = [worth[0] for worth in moves_of(dict(reference.children(board))[cell]).values()]
    return len(outcomes) > 1 and outcomes.count(max(outcomes)) == 1


def expected(board):
    """The puzzle of a board by the definitions, written once more."""
    moves = moves_of(board)
    best = max(moves.values(), key=reference.rank)
    if len(moves) < FEWEST_MOVES or best == (1, 1):
        return None
    kept = [cell for cell, worth in moves.items() if worth[0] == best[0]]
    soonest = [cell for cell in kept if moves[cell][1] == best[1]]
    traps = [cell for cell in kept if is_trap(board, cell)]
    kind, right = (
        (PuzzleKind.WIN, kept) if best[0] == 1 and len(kept) == 1
        else (PuzzleKind.SOONEST, soonest) if best[0] == 1
        else (PuzzleKind.SAVE, kept) if best[0] == 0 and len(kept) == 1
        else (PuzzleKind.TRAP, traps)
    )  # fmt: skip
    wrong = [worth for cell, worth in moves.items() if cell not in right]
    deceives = any(outcome != -1 or plies > AT_ONCE for outcome, plies in wrong)
    return (kind, right[0], ahead(board, kind, right[0])) if len(right) == 1 and deceives else None


def ahead(board, kind, right):
    """The plies to look ahead: to the win, to the last loss by a wrong move or reply."""
    moves = moves_of(board)
    if kind in (PuzzleKind.WIN, PuzzleKind.SOONEST):
        return moves[right][1]
    if kind == PuzzleKind.SAVE:
        return max(plies for outcome, plies in moves.values() if outcome == -1)
    replies = moves_of(dict(reference.children(board))[right]).values()
    best = max(outcome for outcome, _ in replies)
    wrong = [worth for worth in replies if worth[0] < best]
    return max(plies + 1 if outcome == -1 else UNSEEN for outcome, plies in wrong)


def test_a_position_has_the_puzzle_that_brute_force_finds():
    solver, kinds = solver_for(GAME), set()
    for board in islice(reference.unfinished(), 0, None, 5):
        found = puzzle_in(solver, GAME.parse(reference.text(board))[0])
        assert (found and (found.kind, found.move, found.plies)) == expected(board), board
        kinds.add(found and found.kind)
    assert kinds == {None, PuzzleKind.WIN, PuzzleKind.SAVE, PuzzleKind.TRAP}


def test_several_moves_win_and_one_wins_soonest():
    from noughts.games.mnk import MNK
    from noughts.puzzles.make import made_puzzles

    made = list(made_puzzles(MNK(4, 3, 3), 8))
    assert PuzzleKind.SOONEST in {puzzle.kind for puzzle in made}
