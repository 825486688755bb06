"""The positions that are measured, by phase of the game and difficulty, with their scores."""

from pathlib import Path
from typing import NamedTuple

from noughts.games.common.cell_game import Marks
from noughts.games.connectfour import ConnectFour

FOLDER = Path(__file__).parent / "positions"
SETS = ("end-easy", "middle-easy", "middle-medium", "begin-easy", "begin-medium", "begin-hard")
GAME = ConnectFour()


class Line(NamedTuple):
    """A play in digits, and its score in Pons's convention."""

    digits: str
    score: int

    def position(self) -> Marks:
        """The position after the play."""
        position = GAME.start()
        for move in GAME.read_moves(self.digits):
            position = GAME.play(position, move)
        return position


def lines(name: str, most: int | None = None) -> list[Line]:
    """The positions of a set, or the first so many."""
    rows = (FOLDER / f"{name}.txt").read_text("utf-8").splitlines()[:most]
    return [Line(digits, int(score)) for digits, score in map(str.split, rows)]
