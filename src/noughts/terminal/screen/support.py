"""A check whether a game can be played by choosing cells, as on the full screen."""

from typing import Any

from noughts.game import FIRST, Game, legal_moves, turn_after

# The number of plies to check.
PLIES = 12


def by_cells(game: Game[Any]) -> bool:
    """Whether each move in one play from the start belongs to a cell.

    >>> from noughts.games.registry import find_game
    >>> by_cells(find_game("connectfour")), by_cells(find_game("wild"))
    (True, True)
    """
    position, turn = game.start(), FIRST
    for _ in range(PLIES):
        moves = legal_moves(game, position)
        cells = game.board(position, turn).cells
        if {move for cell in cells for move in cell.moves} != set(moves):
            return False
        if not moves:
            return True
        position = game.play(position, moves[0])
        turn = turn_after(game, turn, position)
    return True
