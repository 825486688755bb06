"""Players that search: to a depth limit, or by a textbook search whose nodes they count."""

from collections.abc import Callable
from contextlib import suppress
from itertools import count
from math import inf

from noughts.errors import RepeatingGame, SearchStopped, TooDeep
from noughts.game import Game, P
from noughts.games.given import takes_question
from noughts.knowledge import knowledge_of
from noughts.native.clock import CLOCK
from noughts.players.player import UniformPlayer
from noughts.search.root import ALGORITHMS, AlphaBeta, MoveScore, SearchResult
from noughts.solving.driver import never
from noughts.solving.textbook import textbook_search

# Nodes for one search at most: compiled, a second or two.
TEXTBOOK_BUDGET = 3_000_000


class LimitedPlayer(UniformPlayer):
    """Searches to a fixed depth, with the game's estimate at the horizon.

    Args:
        limit: the search depth in plies, 1 or more.
        seed: makes the choice among equal moves repeatable; None makes a new one each time.
        name: what to call it.

    `nodes` counts the positions visited for its last move. Within `move_seconds` it looks less far
    ahead if need be.
    """

    def __init__(self, limit: int, seed: int | None = None, name: str = "") -> None:
        if limit < 1:
            raise ValueError(f"A player must look at least 1 ply ahead, not {limit}.")
        self.limit = limit
        self.name = name or f"looks {limit} ahead"
        self.nodes = 0
        self.move_seconds: float | None = None
        super().__init__(seed)

    @takes_question
    def choose(self, game: Game[P], position: P) -> int:
        """Any of the moves that look best."""
        return self._random.choice(self.candidates(game, position))

    def candidates(self, game: Game[P], position: P) -> list[int]:
        if self.move_seconds is None:
            scores = self.scores(game, position)
        else:
            end = CLOCK.time() + self.move_seconds
            scores = self.scores_by(game, position, lambda: CLOCK.time() >= end)
        best = max(move.score for move in scores)
        return [move.move for move in scores if move.score == best]

    def scores(
        self, game: Game[P], position: P, late: Callable[[], bool] = never
    ) -> tuple[MoveScore, ...]:
        """The score of every move: exact for the best, an upper bound for the others.

        Raises SearchStopped if the time is up.
        """
        return self._search(game, position, self.limit, late)

    def scores_by(
        self, game: Game[P], position: P, late: Callable[[], bool]
    ) -> tuple[MoveScore, ...]:
        """The scores of the deepest search that time allows, up to the limit; at least one ply."""
        found = self._search(game, position, 1, never)
        with suppress(SearchStopped):
            for limit in range(2, self.limit + 1):
                found = self._search(game, position, limit, late)
        return found

    def _search(
        self, game: Game[P], position: P, limit: int, late: Callable[[], bool]
    ) -> tuple[MoveScore, ...]:
        found = textbook_search(game, position, AlphaBeta[P](), late, limit=limit, equals=True)
        self.nodes = found.nodes
        return found.moves


class TextbookPlayer(UniformPlayer):
    """Plays the first best move that a search finds, as the programs of tutorials do.

    It searches to the end of the game. Where that takes too many nodes, or longer than
    `move_seconds`, it looks ahead as far as it can, one ply after the other. `algorithm` is one of
    `noughts.search.root.ALGORITHMS`; `nodes` counts the positions of its last search.
    """

    def __init__(self, algorithm: str) -> None:
        super().__init__()
        self.name = algorithm.replace("-", "")
        self.algorithm = algorithm
        self.nodes = 0
        self.move_seconds: float | None = None

    def refuse(self, game: Game[P]) -> None:
        """Raise ExtraTurns if a player may move twice in a row: the search has no form for that."""
        ALGORITHMS[self.algorithm]().kernel_for(knowledge_of(game))

    def candidates(self, game: Game[P], position: P) -> list[int]:
        """The first best move, alone."""
        self.nodes = 0
        return [self._found(game, position).move]

    def _found(self, game: Game[P], position: P) -> SearchResult:
        end = inf if self.move_seconds is None else CLOCK.time() + self.move_seconds

        def searched(limit: int | None, ends: float = end) -> SearchResult:
            chosen, budget = ALGORITHMS[self.algorithm](), None if limit == 1 else TEXTBOOK_BUDGET
            found = textbook_search(
                game, position, chosen, lambda: CLOCK.time() >= ends, limit=limit, budget=budget
            )
            self.nodes = found.nodes
            return found

        with suppress(SearchStopped, RepeatingGame, TooDeep):
            return searched(None, CLOCK.time() + (end - CLOCK.time()) / 2)
        found = searched(1, inf)
        with suppress(SearchStopped, TooDeep):
            for limit in count(2):
                found = searched(limit)
        return found
