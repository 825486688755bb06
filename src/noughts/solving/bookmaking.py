"""Makes an opening book: searches the deepest ply, and backs up to the earlier ones."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from noughts.errors import BadParameters
from noughts.game import Game, P, keeps_turn, legal_moves
from noughts.games.registry import spec_of
from noughts.knowledge import knowledge_of
from noughts.solving.book import ENTRY_BITS, SCORE_BITS, Book, words_of
from noughts.value import BASE, OPEN, to_parent

# The canonical positions of one ply, by key.
Layer = dict[int, Any]
# Searches positions, given with their keys; yields keys and scores, in any order.
Search = Callable[[Sequence[tuple[int, Any]]], Iterable[tuple[int, int]]]
# Called with the number of positions searched and the total.
Progress = Callable[[int, int], None]
# Called with the key and score of every searched position.
Keep = Callable[[int, int], None]

# A book with more positions than this in a ply would take years of searching.
MOST_POSITIONS = 1_000_000


def make_book(
    game: Game[P],
    plies: int,
    search: Search,
    known: Mapping[int, int],
    keep: Keep,
    progress: Progress,
) -> Book[P]:
    """The book of all positions up to `plies` plies from the start.

    Args:
        game: the rules.
        plies: the depth of the book.
        search: finds the scores of the last ply's positions, which come sorted by their keys.
        known: the scores from an earlier run, by key.
        keep: called with every new score, so that a later run need not repeat the search.
        progress: called after each position.

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
        not 0 < known.key_bits <= ENTRY_BITS - SCORE_BITS
        or not known.max_plies < 1 << SCORE_BITS - 1
    ):
        raise BadParameters(
            f"{spec_of(game)}: a book needs positions with a key of at most "
            f"{ENTRY_BITS - SCORE_BITS} bits, like Connect Four's on 7×6."
        )


def layers_of(game: Game[P], plies: int) -> Iterator[Layer]:
    """The open positions at ply 0, 1 and so on, one of each symmetry class.

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
        if len(layer) > MOST_POSITIONS:
            raise BadParameters(
                f"{spec_of(game)} has more than {MOST_POSITIONS:,} positions within {plies} plies: "
                f"include fewer plies."
            )
        yield layer


def minimax(game: Game[P], position: P, scores: Mapping[int, int]) -> int:
    """The score of a position, computed from its children's scores."""
    found = []
    for move in legal_moves(game, position):
        after = game.play(position, move)
        score = _score_after(game, after, scores)
        found.append(to_parent(score if keeps_turn(game, position, after) else -score))
    return max(found)


def _score_after(game: Game[P], position: P, scores: Mapping[int, int]) -> int:
    outcome = game.outcome(position)
    if outcome != OPEN:
        return outcome * BASE
    known = knowledge_of(game)
    return scores[known.key(known.canonical(position))]


def _searched(
    layer: Layer, search: Search, known: Mapping[int, int], keep: Keep, progress: Progress
) -> dict[int, int]:
    scores = {key: known[key] for key in layer if key in known}
    progress(len(scores), len(layer))
    for key, score in search([(key, layer[key]) for key in sorted(layer) if key not in known]):
        keep(key, score)
        scores[key] = score
        progress(len(scores), len(layer))
    return scores
