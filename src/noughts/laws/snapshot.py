"""All results of the rules and the knowledge for one position, in one compiled call."""

from array import array
from typing import Any

from noughts.game import P
from noughts.knowledge import Knowledge
from noughts.search.memory import write_position, zeros
from noughts.value import BASE, INFINITY, OPEN

# outcome, canonical, draw_plies, estimate, mover.
Answers = tuple[int, Any, int, int, int]
# The answers; and for every move: the move, the position after it, its score.
Snapshot = tuple[Answers, list[tuple[int, Any, int]]]

# The most numbers recorded for one position.
ROOM = 1 << 14


class Transcript:
    """A record of numbers, to compare the results of two forms of a function.

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
        if self.size < ROOM:
            self.words[self.size] = number
            self.size += 1

    def note_position(self, position: Any, words: int) -> None:
        """Record a position of `words` machine words, if there is room."""
        if self.size + words <= ROOM:
            write_position(self.words, self.size, position, words)
            self.size += words

    def noted(self) -> list[int]:
        return list(self.words[: self.size])


def answers_for(game: Knowledge[P], position: P) -> Answers:
    return (
        game.outcome(position),
        game.canonical(position),
        game.draw_plies(position),
        game.estimate(position),
        game.mover(position),
    )


def snapshot(game: Knowledge[P], position: P) -> Snapshot:
    """The results of all methods; a finished position has no moves."""
    returned, moves = answers_for(game, position), []
    if returned[0] == OPEN:
        for move in game.moves(position):
            moves.append(
                (move, game.play(position, move), game.move_score(game.state(position), move))
            )
    return returned, moves


def transcribe(game: Knowledge[P], position: P, transcript: Transcript) -> Answers:
    """The answers, with a transcript of the moves: compiled code returns no lists."""
    returned = answers_for(game, position)
    if returned[0] == OPEN:
        for move in game.moves(position):
            transcript.note(move)
            note(game, game.play(position, move), transcript)
            transcript.note(game.move_score(game.state(position), move))
    return returned


def note(game: Knowledge[P], position: Any, transcript: Transcript) -> None:
    transcript.note_position(position, len(position) * game.field_words)


def own_key(game: Knowledge[P], position: P) -> int:
    return game.key(position)


# The windows for `bounds`: full, a win, a loss, a late win, a late loss.
WINDOWS = (
    (-INFINITY, INFINITY),
    (0, 1),
    (-1, 0),
    (BASE - 30, BASE - 29),
    (29 - BASE, 30 - BASE),
)


def transcribe_hints(game: Knowledge[P], position: P, transcript: Transcript) -> None:
    """A transcript of the hints to the searches, from states made by `advance`.

    Bounds, one pair for each window; every candidate move, the position after it and its lower
    bound; every child and its score; the forcing moves; the position after the forced moves,
    and their number.
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
