"""All that the rules and the knowledge say of one position, in one compiled call."""

from array import array
from typing import Any

from noughts.game import P
from noughts.knowledge import Knowledge
from noughts.search.memory import write_position, zeros
from noughts.value import BASE, INFINITY, OPEN

# outcome, canonical, draw_plies, estimate, mover.
Answers = tuple[int, Any, int, int, int]
# These; and of every move: itself, the position after it, its score.
Snapshot = tuple[Answers, list[tuple[int, Any, int]]]

# How many numbers are noted of one position.
ROOM = 1 << 14


class Transcript:
    """Numbers noted one after the other, for comparing what two forms of a function say.

    >>> transcript = Transcript()
    >>> transcript.note(5)
    >>> transcript.note_position((1, 2), 2)
    >>> transcript.noted()
    [5, 1, 2]
    """

    __slots__ = ("size", "words")

    words: "array[int]"
    size: int

    def __init__(self) -> None:
        self.words = zeros(ROOM)
        self.size = 0

    def note(self, number: int) -> None:
        """Note a number, if there is room."""
        if self.size < ROOM:
            self.words[self.size] = number
            self.size += 1

    def note_position(self, position: Any, words: int) -> None:
        """Note the numbers of a position, which take that many words in all, if there is room."""
        if self.size + words <= ROOM:
            write_position(self.words, self.size, position, words)
            self.size += words

    def noted(self) -> list[int]:
        """The numbers."""
        return list(self.words[: self.size])


def answers(game: Knowledge[P], position: P) -> Answers:
    """What the methods return that take only a position."""
    return (
        game.outcome(position),
        game.canonical(position),
        game.draw_plies(position),
        game.estimate(position),
        game.mover(position),
    )


def snapshot(game: Knowledge[P], position: P) -> Snapshot:
    """What the methods return; a finished position has no moves."""
    told, moves = answers(game, position), []
    if told[0] == OPEN:
        for move in game.moves(position):
            moves.append(
                (move, game.play(position, move), game.move_score(game.state(position), move))
            )
    return told, moves


def transcribe(game: Knowledge[P], position: P, transcript: Transcript) -> Answers:
    """The answers, and a transcript of the moves: compiled code returns no lists."""
    told = answers(game, position)
    if told[0] == OPEN:
        for move in game.moves(position):
            transcript.note(move)
            note(game, game.play(position, move), transcript)
            transcript.note(game.move_score(game.state(position), move))
    return told


def note(game: Knowledge[P], position: Any, transcript: Transcript) -> None:
    """Note a position of the game."""
    transcript.note_position(position, len(position) * game.field_words)


def own_key(game: Knowledge[P], position: P) -> int:
    """The key, of a game whose keys fit into a word."""
    return game.key(position)


# The windows `bounds` is asked about: full, a win, a loss, a late win, a late loss.
WINDOWS = (
    (-INFINITY, INFINITY),
    (0, 1),
    (-1, 0),
    (BASE - 30, BASE - 29),
    (29 - BASE, 30 - BASE),
)


def transcribe_hints(game: Knowledge[P], position: P, transcript: Transcript) -> None:
    """A transcript of the hints that the searches get, from states made by `advance`.

    Bounds, one pair for each window; every candidate move, the position after it and the lower
    bound there; every child and its score; the forcing moves; the position after what is forced,
    and how many plies that is.
    """
    state = game.state(position)
    for alpha, beta in WINDOWS:
        transcript.note_position(game.bounds(state, alpha, beta), 2)
    if game.outcome(position) == OPEN:
        for move in game.candidate_moves(state):
            after = game.advance(state, move)
            transcript.note(move)
            note(game, game.position(after), transcript)
            transcript.note(game.bounds(after, -INFINITY, INFINITY)[0])
        for child, score in game.children(state):
            note(game, game.position(child), transcript)
            transcript.note(score)
        for move in game.forcing(state):
            transcript.note(move)
    after, plies = game.play_forced(state)
    note(game, game.position(after), transcript)
    transcript.note(plies)
