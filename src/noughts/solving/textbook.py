"""The textbook searches of `search/root.py`, interpreted at first, and compiled when that pays."""

from array import array
from collections.abc import Callable
from typing import Any

from noughts.game import Game, P
from noughts.knowledge import knowledge_of
from noughts.search.root import Algorithm, Kernel, SearchResult, search
from noughts.solving.driver import driver_for, never


def textbook_search(
    game: Game[P],
    position: P,
    algorithm: Algorithm[P],
    late: Callable[[], bool] = never,
    **settings: Any,  # as of `search`
) -> SearchResult:
    """The result of a search, which starts again when its compiled form is ready.

    Raises:
        SearchStopped: the time is up, as `late` says, or the budget of `settings` is used up.
    """
    known = knowledge_of(game)

    def ahead(form: Kernel, live: "array[int]") -> SearchResult:
        return search(game, position, algorithm, prepare=lambda *_: form, live=live, **settings)

    return driver_for(algorithm.kernel_for(known), known).soonest(ahead, late)
