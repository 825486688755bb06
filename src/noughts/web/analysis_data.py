"""The search page and the strategy map of a table's position."""

from collections.abc import Iterator
from typing import Any

from noughts.analysis.record_search import WATCHED
from noughts.analysis.strategy_tree import Strategy, strategies
from noughts.analysis.trace import SearchRecord
from noughts.answers.encoder import Json
from noughts.errors import GameOver, PictureError, SearchStopped
from noughts.game import FIRST, SECOND, Game
from noughts.pictures.search_page import page
from noughts.pictures.theme import Theme
from noughts.pictures.trees.nested import boards_within, refuse_without_grid
from noughts.pictures.trees.strategy_map import strategy_map, title_of
from noughts.solving.exact_solver import ExactSolver
from noughts.web.url_state import Table

# A search that visits more nodes is not shown: its page would be too large to send.
MOST_NODES = 2_000
UNFINISHED = "The whole strategy is too large: this is its beginning."
# A map is drawn to the deepest level that has at most this many boards: about 5 MB.
MOST_BOARDS = 5_000


def search_page(table: Table) -> Json:
    """The page that steps through searches of the position.

    Raises:
        GameOver: there is nothing to search.
        SearchStopped: every search sees too many nodes.
        RepeatingGame: play can come back to a position.

    >>> from noughts.web.url_state import Settings
    >>> told = search_page(Table(Settings(position="xxo/oox/x2 o")))
    >>> told["searches"]
    ['minimax', 'alphabeta', 'alphabeta-table', 'pns']
    """
    if table.match.over:
        raise GameOver("The game is over, so there is no search to watch.")
    records = [found for name in WATCHED if (found := _recorded(table, name))]
    if not records:
        raise SearchStopped(
            f"From this position every search visits more than {MOST_NODES:,} nodes, too many to "
            f"step through. Try again later in the game."
        )
    return {"html": page(records), "searches": [record.algorithm for record in records]}


def _recorded(table: Table, algorithm: str) -> SearchRecord | None:
    """The record of a search; None if it visits too many nodes."""
    try:
        return WATCHED[algorithm].record(*table.question, MOST_NODES)
    except SearchStopped:
        return None


def maps_of(
    table: Table, solver: ExactSolver[Any], theme: Theme, levels: int | None = None
) -> Iterator[Json]:
    """The strategy map for a side: the person's, or the side to move if people play both.

    If the whole map takes long, its beginning comes first; if it cannot be computed, the beginning
    is all. The beginning has `unfinished`.

    Raises:
        PictureError: the game has no grid on which marks stay.
        GameOver: there is no move left.
        SearchStopped: the game is too large.
    """
    question = table.question
    refuse_without_grid(question.game, question.game.board(*question[1:]))
    for found in strategies(question.game, side_of(table), *question[1:], solver):
        drawn = min(levels or found.depth, levels_to_draw(found))
        picture = strategy_map(found, levels=drawn, theme=theme)
        told = {"svg": picture.svg, "title": title_of(found)}
        yield told if found.whole else {**told, "unfinished": UNFINISHED}


def side_of(table: Table) -> int:
    """The side whose strategy is drawn."""
    return {"x": FIRST, "o": SECOND}.get(table.settings.side, table.match.turn)


def levels_to_draw(found: Strategy) -> int:
    """The number of levels of a map that can be drawn."""
    levels = found.depth
    while levels > 1 and boards_within(found.root, levels) > MOST_BOARDS:
        levels -= 1
    return levels


def can_be_mapped(game: Game[Any]) -> bool:
    """Whether the game has strategy maps, judged by its board and rules.

    >>> from noughts.games.registry import find_game
    >>> [can_be_mapped(find_game(name)) for name in ("tictactoe", "hex", "threemarks")]
    [True, False, False]
    """
    try:
        refuse_without_grid(game, game.board(game.start(), FIRST))
    except PictureError:
        return False
    return not game.repeats
