"""Kayles: a row of pins; a ball knocks down one, or two that stand side by side."""

from typing import NamedTuple

from noughts import LOSS, OPEN, Game
from noughts.board import Board, Cell
from noughts.errors import UnreadableMove
from noughts.knowledge import Knowledge


class Row(NamedTuple):
    standing: int  # bit i is set while pin i stands


class Kayles(Game[Row]):
    """Knock down one pin, or two neighbours; who knocks down the last one wins."""

    pins: int = 7

    def start(self):
        return Row((1 << self.pins) - 1)

    def moves(self, position):
        for pin in range(self.pins):
            if position.standing >> pin & 1 == 1:
                yield 2 * pin
            if position.standing >> pin & 3 == 3:
                yield 2 * pin + 1

    def play(self, position, move):
        ball = 3 if move % 2 == 1 else 1
        return Row(position.standing & ~(ball << move // 2))

    def outcome(self, position):
        return LOSS if position.standing == 0 else OPEN

    def board(self, position, turn):
        cells = []
        for pin in range(self.pins):
            moves = tuple(move for move in self.moves(position) if move // 2 == pin)
            cells.append(Cell(str(pin + 1), pin, 0, "|" if moves else "", moves))
        return Board(tuple(cells))

    def name(self, move):
        pin = move // 2 + 1
        return f"{pin}-{pin + 1}" if move % 2 == 1 else f"{pin}"

    def read(self, text):
        for move in range(2 * self.pins - 1):
            if self.name(move) == text.strip():
                return move
        raise UnreadableMove(f"{text!r} is not a move: name a pin, or two neighbours as in 2-3.")


class KaylesKnowledge(Knowledge[Row]):
    """What is known of Kayles: a row and its mirror image are worth the same."""

    game: Kayles

    @property
    def max_plies(self):
        return self.game.pins

    def canonical(self, position):
        mirrored = 0
        for pin in range(self.game.pins):
            mirrored = mirrored << 1 | position.standing >> pin & 1
        return Row(min(position.standing, mirrored))

    def key(self, position):
        return position.standing

    def move_score(self, position, move):
        return -abs(move - self.game.pins + 1)


Kayles.knowledge = KaylesKnowledge
