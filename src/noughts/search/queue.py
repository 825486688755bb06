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

    Args:
        words: the positions' whole numbers, one position after the other.
        width: the number of words of a position.

    >>> queue = Queue(array("q", [1, 2, 3, 4]), width=2)
    >>> queue.done, queue.place()
    (0, 0)
    >>> queue.answer(9_999_999)
    >>> queue.done, queue.place(), list(queue.scores)
    (1, 2, [9999999, 0])
    """

    __slots__ = ("done", "scores", "size", "width", "words")

    words: "array[int]"  # of all positions
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
        """The place in `words` of the next position."""
        return self.done * self.width

    def answer(self, score: int) -> None:
        """Record the score of the next position and advance."""
        self.scores[self.done] = score
        self.done += 1


class Plays:
    """Plays from the start, and the positions they lead to.

    Args:
        plays: the moves of each, as whole numbers; they need not be legal.
        width: the number of words of a position.

    After `follow`, `words` contains the last position of each, and `kept` the number of its moves
    that could be played.

    >>> from noughts.games.connectfour import ConnectFour
    >>> game = ConnectFour(2, 3, 2)
    >>> plays = Plays([bytes([0, 0]), bytes([1, 9]), b""], width=2)
    >>> follow(game, game.start(), plays)
    >>> list(plays.kept), list(plays.words)
    ([2, 1, 0], [1, 2, 0, 16, 0, 0])
    """

    __slots__ = ("kept", "lengths", "moves", "size", "width", "words")

    moves: "array[int]"  # of all plays
    lengths: "array[int]"
    kept: "array[int]"
    words: "array[int]"
    size: int
    width: int

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
    """Whether a move is legal."""
    if game.outcome(position) != OPEN:
        return False
    for legal in game.moves(position):
        if legal == move:
            return True
    return False
