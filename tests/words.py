"""A game whose moves have names that files of games must write with care."""

from typing import NamedTuple

from noughts.errors import UnreadableMove
from noughts.game import Game
from noughts.value import LOSS, OPEN

NAMES = ("1. a", "1-0", "[x]", "{y}", 'a "b" \\ c', "2.3", "*", '"', "d,e")


class Said(NamedTuple):
    said: int


class Words(Game[Said]):
    """Say a word that was not said; the last one wins."""

    def start(self):
        return Said(0)

    def moves(self, position):
        return [move for move in range(len(NAMES)) if not position.said >> move & 1]

    def play(self, position, move):
        return Said(position.said | 1 << move)

    def outcome(self, position):
        return LOSS if position.said == (1 << len(NAMES)) - 1 else OPEN

    def name(self, move):
        return NAMES[move]

    def read(self, text):
        if text not in NAMES:
            raise UnreadableMove(f"{text!r} is no word.")
        return NAMES.index(text)
