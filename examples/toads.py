"""Toads and Frogs, in lanes. A game of your own that is a sum of independent parts.

    noughts prove examples/toads.py
    noughts explain examples/toads.py:2,1,1,3

By Richard Guy; Elwyn Berlekamp, John Conway and Richard Guy, "Winning Ways", chapter 1.
"""

from typing import NamedTuple

from noughts import LOSS, OPEN, CellGame, Knowledge


class Lanes(NamedTuple):
    toads: int  # sets of cells
    frogs: int
    side: int  # to move: 0 for the toads, 1 for the frogs


class Toads(CellGame[Lanes]):
    """Toads (X) go right, frogs (O) left: one step, or over one of the others; who cannot loses."""

    toads: int = 3
    space: int = 2
    frogs: int = 2
    rows: int = 7
    steps = True
    either_begins = False

    @property
    def columns(self):
        return self.toads + self.space + self.frogs

    def start(self):
        lanes = sum(1 << row * self.columns for row in range(self.rows))
        toads, frogs = (1 << self.toads) - 1, (1 << self.frogs) - 1 << self.toads + self.space
        return Lanes(lanes * toads, lanes * frogs, 0)

    def moves(self, position):
        mine, theirs, ahead = position.toads, position.frogs, 1
        if position.side == 1:
            mine, theirs, ahead = position.frogs, position.toads, -1
        for cell in range(self.cells):
            column = cell % self.columns
            room = column if position.side == 1 else self.columns - 1 - column
            if mine >> cell & 1 == 1 and room >= 1:
                goal = cell + ahead
                if theirs >> goal & 1 == 1 and room >= 2:
                    goal += ahead
                if (mine | theirs) >> goal & 1 == 0:
                    yield cell * self.cells + goal

    def play(self, position, move):
        moved = 1 << move // self.cells | 1 << move % self.cells
        if position.side == 0:
            return Lanes(position.toads ^ moved, position.frogs, 1)
        return Lanes(position.toads, position.frogs ^ moved, 0)

    def outcome(self, position):
        for _ in self.moves(position):
            return OPEN
        return LOSS

    def shown(self, position, turn):
        return position.toads, position.frogs

    def showing(self, crosses, noughts, turn):
        return Lanes(crosses, noughts, turn)


class ToadsKnowledge(Knowledge[Lanes]):
    """No move leaves its lane. Equal lanes are the same part: each is moved to the top."""

    game: Toads

    def parts(self, position):
        lane = (1 << self.game.columns) - 1
        for shift in range(0, self.game.cells, self.game.columns):
            toads, frogs = position.toads >> shift & lane, position.frogs >> shift & lane
            if toads or frogs:
                yield Lanes(toads, frogs, position.side)

    def passed(self, position):
        return Lanes(position.toads, position.frogs, 1 - position.side)


Toads.knowledge = ToadsKnowledge
