"""Which way a game's tablebase is made, by what the game tells about itself."""

from typing import Any

from noughts.game import Game, P
from noughts.tablebase.indexed_way import IndexedWay
from noughts.tablebase.keyed_way import KeyedWay
from noughts.tablebase.marking import marking_of
from noughts.tablebase.way import Way


def way_for(game: Game[P]) -> Way[P]:
    """The quickest way that takes the game.

    Games of marks are indexed: m,n,k games with their variants, Connect Four, the cube. All
    others are keyed.

    Raises:
        UnsuitedGame: its positions are not tuples of whole numbers.

    >>> from noughts.games.catalogue import find_game
    >>> way_for(find_game("connectfour")).name, way_for(find_game("morris")).name
    ('indexed', 'keyed')
    """
    marking: Any = marking_of(game)
    return IndexedWay(game, marking) if marking else KeyedWay(game)
