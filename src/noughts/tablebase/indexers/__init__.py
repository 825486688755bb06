"""Selects the indexer for a game."""

from noughts.game import Game, P
from noughts.search.depth import refuse_wide
from noughts.tablebase.combinatorial.marking import marking_of
from noughts.tablebase.combinatorial.marks_indexer import CombinatorialIndexer
from noughts.tablebase.indexer import Indexer
from noughts.tablebase.indexers.either_mark import SharedMarksIndexer, either_marking_of
from noughts.tablebase.indexers.one_mark import ImpartialIndexer, one_marking_of


def indexer_for(game: Game[P]) -> Indexer[P]:
    """The fastest indexer for the game.

    Games of marks are indexed: m,n,k games with their variants, Connect Four, the cube, games in
    which both players may put either mark, and Notakto, in which both put the same. Other games are
    layered if positions determine the ply, and keyed otherwise.

    Raises:
        UnsuitedGame: its positions are not tuples of machine words.
    """
    refuse_wide(game, "A tablebase")
    if marking := marking_of(game):
        return CombinatorialIndexer(game, marking)
    if either := either_marking_of(game):
        return SharedMarksIndexer(game, either)
    if one := one_marking_of(game):
        return ImpartialIndexer(game, one)
    # Load only the modules that the game needs.
    from noughts.tablebase.indexers.by_ply import ByPlyIndexer, is_layered

    if is_layered(game):
        return ByPlyIndexer(game)
    from noughts.tablebase.indexers.keyed import RetrogradeIndexer

    return RetrogradeIndexer(game)
