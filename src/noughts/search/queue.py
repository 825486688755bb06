"""Many positions to score, and many plays to follow, in one compiled call."""

from array import array
from collections.abc import Iterable
from typing import Any

from noughts.game import Game, P
from noughts.search.memory import write_position, zeros
from noughts.value import OPEN


class Queue:
    """Positions to score, and the scores so far.

    A single call from Python would take longer than scoring a position, so a whole queue is passed
    in one call.
    """

    __slots__ = ("done", "scores", "size", "width", "words")

    words: "array[int]"  # of all positions, one after the other
    scores: "array[int]"
    size: int
    width: int  # the words of a position
    done: int

    def __init__(self, words: "array[int]", width: int) -> None:
        self.words = words
        self.width = width
        self.size = len(words) // width
        self.scores = zeros(self.size)
        self.done = 0

    def place(self) -> int:
        return self.done * self.width

    def answer(self, score: int) -> None:
        """Record the score of the next position and advance."""
        self.scores[self.done] = score
        self.done += 1


class Plays:
    """Plays from the start, and the positions they lead to.

    The moves need not be legal. After `follow`, `words` contains the last position of each play,
    and `kept` the number of its moves that could be played.
    """

    __slots__ = ("kept", "lengths", "moves", "size", "width", "words")

    moves: "array[int]"  # of all plays
    lengths: "array[int]"
    kept: "array[int]"
    words: "array[int]"
    size: int
    width: int  # the words of a position

    def __init__(self, plays: Iterable[bytes], width: int) -> None:
        self.moves = array("q")
        self.lengths = array("q")
        for play in plays:
            self.moves.extend(play)
            self.lengths.append(len(play))
        self.size = len(self.lengths)
        self.width = width
        self.kept = zeros(self.size)
        self.words = zeros(self.size * width)


def follow(game: Game[P], start: P, plays: Plays) -> None:
    """Play each of the plays from the start, up to the first move that cannot be played."""
    begin = 0
    for number in range(plays.size):
        position, place = start, begin
        end = begin + plays.lengths[number]
        while place < end and playable(game, position, plays.moves[place]):
            position = game.play(position, plays.moves[place])
            place += 1
        plays.kept[number] = place - begin
        begin = end
        words: Any = position
        write_position(plays.words, number * plays.width, words, plays.width)


def playable(game: Game[P], position: P, move: int) -> bool:
    if game.outcome(position) != OPEN:
        return False
    for legal in game.moves(position):
        if legal == move:
            return True
    return False
