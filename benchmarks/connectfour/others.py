"""Searches of other Python packages, which reach the end of a game near its end only.

Each is asked for the outcome of the same positions: OpenSpiel's alpha-beta over its own Connect
Four in C++, and easyAI's negamax with its transposition table over a game written as its
documentation writes games.
"""

from collections.abc import Callable, Sequence
from typing import Any

from benchmarks.connectfour.sets import Line

# How many cells may be left.
REACH = 9
COLUMNS, ROWS = 7, 6
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
LARGE = 100

Outcomes = Callable[[Sequence[Line]], list[int]]


def openspiel() -> Outcomes | None:
    """The outcomes by OpenSpiel, for the player to move; None where it is not installed."""
    try:
        import pyspiel
        from open_spiel.python.algorithms import minimax
    except ImportError:
        return None
    game = pyspiel.load_game("connect_four")

    def outcome(line: Line) -> int:
        state = game.new_initial_state()
        for digit in line.digits:
            state.apply_action(int(digit) - 1)
        mover = state.current_player()
        value, _ = minimax.alpha_beta_search(
            game, state, maximum_depth=REACH, maximizing_player_id=mover
        )
        return int(value)

    return lambda lines: [outcome(line) for line in lines]


def easyai() -> Outcomes | None:
    """The outcomes by easyAI, for the player to move; None where it is not installed."""
    try:
        from easyAI import Negamax, TranspositionTable, TwoPlayerGame
    except ImportError:
        return None

    class ConnectFour(TwoPlayerGame):  # type: ignore[misc]  # easyAI has no types
        def __init__(self, digits: str) -> None:
            self.players = [None, None]
            self.current_player = 1
            self.columns: list[list[int]] = [[] for _ in range(COLUMNS)]
            for digit in digits:
                self.make_move(int(digit) - 1)
                self.switch_player()

        def possible_moves(self) -> list[int]:
            return [column for column in range(COLUMNS) if len(self.columns[column]) < ROWS]

        def make_move(self, move: int) -> None:
            self.columns[move].append(self.current_player)

        def unmake_move(self, move: int) -> None:
            self.columns[move].pop()

        def lose(self) -> bool:
            return has_four(self.columns, 3 - self.current_player)

        def is_over(self) -> bool:
            return self.lose() or not self.possible_moves()

        def scoring(self) -> int:
            return -LARGE if self.lose() else 0

        def ttentry(self) -> object:
            return tuple(map(tuple, self.columns))

    def outcome(line: Line) -> int:
        search = Negamax(REACH, win_score=LARGE, tt=TranspositionTable())
        search(ConnectFour(line.digits))
        return int((search.alpha > 0) - (search.alpha < 0))

    return lambda lines: [outcome(line) for line in lines]


def has_four(columns: list[list[int]], player: int) -> bool:
    """Whether the player has four in a row, looking at each row of the board."""
    return any(
        all(_mark(columns, x + i * right, y + i * up) == player for i in range(4))
        for x in range(COLUMNS)
        for y in range(ROWS)
        for right, up in DIRECTIONS
    )


def _mark(columns: list[list[int]], x: int, y: int) -> Any:
    return columns[x][y] if 0 <= x < COLUMNS and 0 <= y < len(columns[x]) else None
