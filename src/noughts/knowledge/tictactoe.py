"""Knowledge of tic-tac-toe: its symmetries, found from its lines."""

from functools import cached_property

from noughts.games.tictactoe import LINES, TicTacToe
from noughts.knowledge import symmetry
from noughts.knowledge.marks import MarksKnowledge


class TicTacToeKnowledge(MarksKnowledge):
    """Knowledge of tic-tac-toe; the game is too small to need more."""

    game: TicTacToe

    @cached_property
    def symmetries(self) -> tuple[symmetry.Symmetry, ...]:
        """Permutations of the cells that map lines to lines."""
        return symmetry.of_lines(LINES, self.game.cells)
