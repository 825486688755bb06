"""Whether a game can be played by choosing cells alone, as on the full screen."""

from typing import Any

from noughts.game import FIRST, Game, legal_moves

# So many plies of a game are looked at.
PLIES = 12


def by_cells_alone(game: Game[Any]) -> bool:
    """Whether each move is the only one of some cell, along one play from the start.

    >>> from noughts.games.catalogue import find_game
    >>> by_cells_alone(find_game("connectfour")), by_cells_alone(find_game("wild"))
    (True, False)
    """
    position, turn = game.start(), FIRST
    for _ in range(PLIES):
        moves = legal_moves(game, position)
        cells = game.board(position, turn).cells
        if {cell.moves[0] for cell in cells if len(cell.moves) == 1} != set(moves):
            return False
        if not moves:
            return True
        position, turn = game.play(position, moves[0]), 1 - turn
    return True
