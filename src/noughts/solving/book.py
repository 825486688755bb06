"""Opening books: the exact scores of all positions of a game's first plies.

A book in a file is one line of ASCII, `noughts book 2 GAME PLIES`, followed by eight-byte words,
compressed by zlib. The words are little-endian and ascending. Each represents a class of symmetric
positions: its lowest byte is 128, plus the plies to a win or minus the plies to a loss; the rest is
the key of the canonical position. Finished positions are left out.
"""

import sys
import zlib
from array import array
from bisect import bisect_left
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Generic

from noughts.errors import BadBook
from noughts.files import inflated
from noughts.game import Game, P
from noughts.games.registry import spec_of
from noughts.knowledge import knowledge_of
from noughts.value import BASE

FORMAT = "noughts book 2"
SCORE_BITS = 8
MIDDLE = 1 << SCORE_BITS - 1
ENTRY_BITS = 63
# The books that come with noughts, by the class of the game, with its default parameters.
SHIPPED = {"noughts.games.connectfour.ConnectFour": "connectfour.book"}


class Book(Generic[P]):
    """The scores of a game's first positions.

    Args:
        game: the rules.
        plies: the number of plies from the start that the book covers.
        words: positions and scores, as in a file.

    >>> from noughts.games.connectfour import ConnectFour
    >>> game = ConnectFour(4, 4)
    >>> start_key = knowledge_of(game).key(game.start())
    >>> book = Book(game, 0, words_of(game, {start_key: 0}))
    >>> book.probe(game.start()), book.probe(game.play(game.start(), 0))
    (0, None)
    """

    def __init__(self, game: Game[P], plies: int, words: "array[int]") -> None:
        self.game = game
        self.known = knowledge_of(game)
        self.plies = plies
        self.words = words

    def probe(self, position: P) -> int | None:
        """The position's score; None if it is not in the book."""
        key = self.known.key(self.known.canonical(position))
        place = bisect_left(self.words, key << SCORE_BITS)
        if place == len(self.words) or self.words[place] >> SCORE_BITS != key:
            return None
        return score_of((self.words[place] & (1 << SCORE_BITS) - 1) - MIDDLE)

    def __len__(self) -> int:
        """The number of positions, symmetric ones counted once."""
        return len(self.words)

    def to_bytes(self) -> bytes:
        """The content of a book file."""
        head = f"{FORMAT} {spec_of(self.game)} {self.plies}\n"
        return head.encode("ascii") + zlib.compress(_little_end_first(self.words).tobytes(), 9)


def read_book(game: Game[P], content: bytes) -> Book[P]:
    """The book in a file.

    Raises:
        BadBook: it is not a book, or belongs to another game.
    """
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
    return Book(game, int(plies), _little_end_first(words))


def book_for(game: Game[Any]) -> Book[Any] | None:
    """The book that comes with noughts; None if there is none for this game."""
    cls: Any = type(game)
    name = SHIPPED.get(f"{cls.__module__}.{cls.__qualname__}")
    return _shipped(cls, name) if name and game == cls() else None


@cache
def _shipped(cls: type[Game[Any]], name: str) -> Book[Any] | None:
    """The book of a class with its default parameters, read once."""
    file = files("noughts.solving") / "books" / name
    return read_book(cls(), file.read_bytes()) if file.is_file() else None


def words_of(game: Game[Any], scores: Mapping[int, int]) -> "array[int]":
    """A book's words, from the scores of canonical positions by their keys."""
    return array(
        "q", sorted(key << SCORE_BITS | MIDDLE + signed_plies(scores[key]) for key in scores)
    )


def signed_plies(score: int) -> int:
    """The plies to a win, minus the plies to a loss, or 0 for a draw.

    >>> signed_plies(9_999_997), signed_plies(-9_999_996), signed_plies(0)
    (3, -4, 0)
    """
    return score and (BASE - abs(score)) * (1 if score > 0 else -1)


def score_of(plies: int) -> int:
    """The score for these signed plies.

    >>> score_of(3), score_of(-4), score_of(0)
    (9999997, -9999996, 0)
    """
    return plies and (BASE - abs(plies)) * (1 if plies > 0 else -1)


def _little_end_first(words: "array[int]") -> "array[int]":
    """A little-endian copy of the words, or words decoded from one; possibly the same array."""
    if sys.byteorder == "big":
        words = words[:]
        words.byteswap()
    return words
