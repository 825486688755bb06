"""All that the rules and the knowledge say of one position, in one compiled call."""

from typing import Any

from noughts.game import P
from noughts.knowledge import Knowledge
from noughts.value import BASE, INFINITY, OPEN

# outcome, canonical, draw_plies, estimate; and of every move: itself, the position after
# it, its score.
Snapshot = tuple[tuple[int, Any, int, int], list[tuple[int, Any, int]]]


def snapshot(game: Knowledge[P], position: P) -> Snapshot:
    """What the methods return; a finished position has no moves."""
    outcome = game.outcome(position)
    answers = (
        outcome,
        game.canonical(position),
        game.draw_plies(position),
        game.estimate(position),
    )
    moves = []
    if outcome == OPEN:
        for move in game.moves(position):
            moves.append(
                (move, game.play(position, move), game.move_score(game.state(position), move))
            )
    return answers, moves


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


# Bounds, one pair for each window; of every candidate move itself, the position after it and the
# lower bound there; of every child its position and its score; the forcing moves; the position
# after what is forced, and how many plies that is.
Hints = tuple[
    list[tuple[int, int]],
    list[tuple[int, Any, int]],
    list[tuple[Any, int]],
    list[int],
    tuple[Any, int],
]


def hints(game: Knowledge[P], position: P) -> Hints:
    """The hints that the searches get, from states made by `advance`."""
    state = game.state(position)
    bounds = [game.bounds(state, alpha, beta) for alpha, beta in WINDOWS]
    safe, children, forcing = [], [], []
    if game.outcome(position) == OPEN:
        for move in game.candidate_moves(state):
            after = game.advance(state, move)
            safe.append((move, game.position(after), game.bounds(after, -INFINITY, INFINITY)[0]))
        for child, score in game.children(state):
            children.append((game.position(child), score))
        for move in game.forcing(state):
            forcing.append(move)
    after, plies = game.play_forced(state)
    return bounds, safe, children, forcing, (game.position(after), plies)
