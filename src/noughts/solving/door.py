"""One door for who wants the exact value of a position: the right solver for any game."""

from noughts.game import Game, P
from noughts.solving.exact_solver import ExactSolver
from noughts.solving.retrograde import RetrogradeSolver
from noughts.solving.solver import Solver
from noughts.value import Value


def solver_for(game: Game[P], budget: int | None = None) -> ExactSolver[P]:
    """A solver that takes the game: by retrograde analysis if play can come back to a position.

    Args:
        game: the rules.
        budget: how many positions it may look at for one question; None for any number.

    >>> from noughts.games.catalogue import find_game
    >>> type(solver_for(find_game("tictactoe"))).__name__
    'Solver'
    >>> type(solver_for(find_game("morris"))).__name__
    'RetrogradeSolver'
    """
    return RetrogradeSolver(game, budget) if game.repeats else Solver(game, budget)


def solve(game: Game[P], position: P | None = None, budget: int | None = None) -> Value:
    """The exact value of a position; of the start when none is given.

    Raises:
        SearchStopped: a budget was given, and is used up.

    >>> from noughts.games.mnk import MNK
    >>> print(solve(MNK(4, 3, 3)))
    win in 7
    """
    return solver_for(game, budget).value(game.start() if position is None else position)


def best_moves(game: Game[P], position: P) -> list[int]:
    """The moves of the best value: the fastest win, a draw, the longest defence.

    Raises:
        GameOver: there is no move.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> game = TicTacToe()
    >>> [game.name(move) for move in best_moves(game, game.parse("3/3/2x o")[0])]
    ['b2']
    """
    return solver_for(game).best_moves(position)
