"""Making an opening book: the deepest ply is searched, what comes before it follows."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from noughts.errors import BadParameters
from noughts.game import Game, P, legal_moves
from noughts.games.registry import spec_of
from noughts.knowledge import knowledge_of
from noughts.solving.book import SCORE_BITS, WORD_BITS, Book, words_of
from noughts.value import BASE, OPEN, to_parent

# The positions of one ply, by the keys of those that stand for symmetric ones.
Layer = dict[int, Any]
# Searches positions, given with their keys; gives keys and scores, in any order.
Search = Callable[[Sequence[tuple[int, Any]]], Iterable[tuple[int, int]]]
# Told how many positions have been searched, of how many.
Progress = Callable[[int, int], None]
# Told the key and the score of every position that has been searched.
Keep = Callable[[int, int], None]


def make_book(
    game: Game[P],
    plies: int,
    search: Search,
    known: Mapping[int, int],
    keep: Keep,
    progress: Progress,
) -> Book[P]:
    """The book of all positions up to so many plies from the start.

    Args:
        game: the rules.
        plies: how far the book goes.
        search: finds the scores of the last ply's positions, which come sorted by their keys.
        known: the scores that an earlier run has found, by key.
        keep: told every new one at once, so that a later run need not search it again.
        progress: told how far it is.

    Raises:
        BadParameters: the game's positions do not fit into a book's words.
    """
    refuse_unfit(game)
    layers = list(layers_of(game, plies))
    scores = _searched(layers[-1], search, known, keep, progress)
    for layer in reversed(layers[:-1]):
        scores |= {key: minimax(game, layer[key], scores) for key in layer}
    return Book(game, plies, words_of(game, scores))


def refuse_unfit(game: Game[Any]) -> None:
    """Raise BadParameters if the game's positions do not fit into a book's words."""
    known = knowledge_of(game)
    if (
        not 0 < known.key_bits <= WORD_BITS - SCORE_BITS
        or not known.max_plies < 1 << SCORE_BITS - 1
    ):
        raise BadParameters(
            f"{spec_of(game)}: a book takes games whose positions have a key of at most "
            f"{WORD_BITS - SCORE_BITS} bits, as Connect Four's on 7×6."
        )


def layers_of(game: Game[P], plies: int) -> Iterator[Layer]:
    """The open positions after no ply, after one, and so on; of symmetric ones, one.

    >>> from noughts.games.connectfour import ConnectFour
    >>> [len(layer) for layer in layers_of(ConnectFour(), 4)]
    [1, 4, 25, 121, 568]
    """
    known = knowledge_of(game)
    start = known.canonical(game.start())
    layer: Layer = {known.key(start): start}
    yield layer
    for _ in range(plies):
        after = (
            known.canonical(game.play(position, move))
            for position in layer.values()
            for move in game.moves(position)
        )
        layer = {
            known.key(position): position for position in after if game.outcome(position) == OPEN
        }
        yield layer


def minimax(game: Game[P], position: P, scores: Mapping[int, int]) -> int:
    """The score of a position, from those of the positions after it."""
    return max(
        to_parent(-_score_after(game, game.play(position, move), scores))
        for move in legal_moves(game, position)
    )


def _score_after(game: Game[P], position: P, scores: Mapping[int, int]) -> int:
    outcome = game.outcome(position)
    if outcome != OPEN:
        return outcome * BASE
    known = knowledge_of(game)
    return scores[known.key(known.canonical(position))]


def _searched(
    layer: Layer, search: Search, known: Mapping[int, int], keep: Keep, progress: Progress
) -> dict[int, int]:
    """The scores of all positions of the layer."""
    scores = {key: known[key] for key in layer if key in known}
    progress(len(scores), len(layer))
    for key, score in search([(key, layer[key]) for key in sorted(layer) if key not in known]):
        keep(key, score)
        scores[key] = score
        progress(len(scores), len(layer))
    return scores
