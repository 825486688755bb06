"""Which way a game's tablebase is made, by what the game tells about itself."""

from typing import Any

from noughts.game import Game, P
from noughts.tablebase.either_way import EitherWay
from noughts.tablebase.eithermarking import either_marking_of
from noughts.tablebase.indexed_way import IndexedWay
from noughts.tablebase.keyed_way import KeyedWay
from noughts.tablebase.layered_way import LayeredWay, is_layered
from noughts.tablebase.marking import marking_of
from noughts.tablebase.one_way import OneWay
from noughts.tablebase.onemarking import one_marking_of
from noughts.tablebase.way import Way


def way_for(game: Game[P]) -> Way[P]:
    """The quickest way that takes the game.

    Games of marks are indexed: m,n,k games with their variants, Connect Four, the cube, those in
    which both players may put either mark, and Notakto, in which both put the same. Of the others
    those are layered whose positions tell how many plies were played; the rest is keyed.

    Raises:
        UnsuitedGame: its positions are not tuples of whole numbers.

    >>> from noughts.games.catalogue import find_game
    >>> [way_for(find_game(name)).name for name in ("connectfour", "notakto", "hex", "morris")]
    ['indexed', 'indexed', 'layered', 'keyed']
    """
    marking: Any = marking_of(game)
    if marking:
        return IndexedWay(game, marking)
    either: Any = either_marking_of(game)
    if either:
        return EitherWay(game, either)
    one: Any = one_marking_of(game)
    if one:
        return OneWay(game, one)
    return LayeredWay(game) if is_layered(game) else KeyedWay(game)
