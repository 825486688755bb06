"""Opening books: the exact scores of all positions of a game's first plies.

A book in a file is one line of ASCII, `noughts book 2 GAME PLIES`, followed by eight-byte words,
compressed by zlib. The words are little-endian and ascending. Each represents a class of symmetric
positions: its lowest byte is 128, plus the plies to a win or minus the plies to a loss; the rest is
the key of the canonical position. Finished positions are left out.
"""

import signal
import zlib
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Generic

from noughts.errors import BadBook, BadParameters
from noughts.files import inflated, little_endian
from noughts.game import Game, P, keeps_turn, legal_moves
from noughts.games.registry import find_game, spec_of
from noughts.knowledge import knowledge_of
from noughts.search.context import ScoreBounds
from noughts.solving.driver import Limits
from noughts.solving.engine import Engine
from noughts.value import BASE, OPEN, to_parent

FORMAT = "noughts book 2"
SCORE_BITS = 8
MIDDLE = 1 << SCORE_BITS - 1
ENTRY_BITS = 63

# The canonical positions of one ply, by key.
Layer = dict[int, Any]
Keyed = tuple[int, Any]  # a position after its key
Scored = tuple[int, int]  # a score after the key
# Searches positions; yields their scores, in any order.
Search = Callable[[Sequence[Keyed]], Iterable[Scored]]
# Called with the number of positions searched and the total.
BookProgress = Callable[[int, int], None]
# Called with the key and score of every searched position.
Keep = Callable[[int, int], None]

# A book with more positions than this in a ply would take years of searching.
MOST_POSITIONS = 1_000_000
# The number of neighbouring positions sent to a process together.
BLOCK = 32


class Book(Generic[P]):
    """The scores of a game's first positions.

    It covers a number of plies from the start; positions and scores are words, as in a file.
    """

    def __init__(self, game: Game[P], plies: int, words: "array[int]") -> None:
        self.game = game
        self.known = knowledge_of(game)
        self.plies = plies
        self.words = words

    def probe(self, position: P) -> int | None:
        key = self.known.key(self.known.canonical(position))
        place = bisect_left(self.words, key << SCORE_BITS)
        if place == len(self.words) or self.words[place] >> SCORE_BITS != key:
            return None
        return score_from_plies((self.words[place] & (1 << SCORE_BITS) - 1) - MIDDLE)

    def __len__(self) -> int:
        return len(self.words)

    def to_bytes(self) -> bytes:
        head = f"{FORMAT} {spec_of(self.game)} {self.plies}\n"
        return head.encode("ascii") + zlib.compress(little_endian(self.words).tobytes(), 9)


def read_book(game: Game[P], content: bytes) -> Book[P]:
    head, _, body = content.partition(b"\n")
    name, _, plies = head.decode("ascii", "replace").rpartition(" ")
    words = array("q")
    try:
        if name != f"{FORMAT} {spec_of(game)}" or not plies.isdecimal():
            raise ValueError
        words.frombytes(inflated(body))
    except ValueError:
        raise BadBook(
            f"Not a book of {spec_of(game)}. Make one: noughts book {spec_of(game)} --plies N "
            f"-o FILE."
        ) from None
    return Book(game, int(plies), little_endian(words))


@cache
def shipped_book(cls: type[Game[Any]], name: str) -> Book[Any] | None:
    file = files("noughts.solving") / "books" / name
    return read_book(cls(), file.read_bytes()) if file.is_file() else None


def book_words(game: Game[Any], scores: Mapping[int, int]) -> "array[int]":
    return array(
        "q", sorted(key << SCORE_BITS | MIDDLE + signed_plies(scores[key]) for key in scores)
    )


def signed_plies(score: int) -> int:
    """The plies to a win, minus the plies to a loss, or 0 for a draw."""
    return score and (BASE - abs(score)) * (1 if score > 0 else -1)


def score_from_plies(plies: int) -> int:
    return plies and (BASE - abs(plies)) * (1 if plies > 0 else -1)


def make_book(
    game: Game[P],
    plies: int,
    search: Search,
    known: Mapping[int, int],
    keep: Keep,
    progress: BookProgress,
) -> Book[P]:
    refuse_unfit(game)
    layers = list(book_layers(game, plies))
    scores = _searched(layers[-1], search, known, keep, progress)
    for layer in reversed(layers[:-1]):
        scores |= {key: best_score(game, layer[key], scores) for key in layer}
    return Book(game, plies, book_words(game, scores))


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


def book_layers(game: Game[P], plies: int) -> Iterator[Layer]:
    """The open positions at ply 0, 1 and so on, one of each symmetry class."""
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


def best_score(game: Game[P], position: P, scores: Mapping[int, int]) -> int:
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
    layer: Layer, search: Search, known: Mapping[int, int], keep: Keep, progress: BookProgress
) -> dict[int, int]:
    scores = {key: known[key] for key in layer if key in known}
    progress(len(scores), len(layer))
    for key, score in search([(key, layer[key]) for key in sorted(layer) if key not in known]):
        keep(key, score)
        scores[key] = score
        progress(len(scores), len(layer))
    return scores


def searcher(game: Game[Any], memory: int, workers: int) -> Search:
    def in_processes(positions: Sequence[Keyed]) -> Iterator[Scored]:
        from multiprocessing import get_context  # slow to import, and only makers of books need it

        blocks = [positions[at : at + BLOCK] for at in range(0, len(positions), BLOCK)]
        begin = _BookWorker.begin, (spec_of(game), memory)
        with get_context("spawn").Pool(min(workers, len(blocks) or 1), *begin) as pool:
            for scores in pool.imap_unordered(_BookWorker.search, blocks):
                yield from scores

    def here(positions: Iterable[Keyed]) -> Iterator[Scored]:
        return searched_scores(Engine(game, memory), positions)

    return here if workers == 1 else in_processes


def searched_scores(engine: Engine[Any], positions: Iterable[Keyed]) -> Iterator[Scored]:
    for key, position in positions:
        bounds = ScoreBounds()
        engine.close_in(position, bounds, Limits())
        yield key, bounds.lower()


class _BookWorker:
    engine: Engine[Any]

    @classmethod
    def begin(cls, spec: str, memory: int) -> None:
        """Make the engine; only the parent process handles Ctrl-C."""
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        cls.engine = Engine(find_game(spec), memory)

    @classmethod
    def search(cls, block: Sequence[Keyed]) -> list[Scored]:
        return list(searched_scores(cls.engine, block))
