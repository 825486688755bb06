"""Levels that mean something in every game: `greedy`, `beginner`, `easy`, `medium`, `hard`.

`greedy` sees wins and threats in one move, and else plays any safe move: others are measured by it.
`easy`, `medium` and `hard` think out some of their moves or all. `beginner` makes mistakes enough
that `greedy` wins about half of the games; how many these are depends on the game (`beginner.py`).
"""

from array import array
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from typing import TypeVar

from noughts.errors import GameOver, SearchStopped
from noughts.game import Game, P, legal_moves
from noughts.knowledge import Knowledge, knowledge_of
from noughts.native.clock import CLOCK
from noughts.players.limited import driver_for, never
from noughts.players.manner import (
    ALWAYS,
    Choice,
    Manner,
    best_moves,
    choose,
    safe_moves,
    wins_at_once,
    worst_moves,
)
from noughts.players.player import Policy, SamplingPlayer, mixed, uniform
from noughts.search.context import SearchContext
from noughts.solving.driver import Driver
from noughts.value import OPEN

# The levels whose manner is the same in every game.
MANNERS = {
    "greedy": Manner(),
    "easy": Manner(thinks=30, plies=5),
    "medium": Manner(thinks=65, plies=5),
    "hard": Manner(thinks=100, plies=5),
}
# How `RandomPlayer` plays, where games are played by compiled code.
AT_RANDOM = Manner(overlooks=ALWAYS)
# The levels of a menu between random and perfect, the easiest first.
LADDER = ("beginner", "easy", "medium", "hard")

# Seeds of a `Choice` are from 1, less than this.
SEEDS = 2**31 - 1
# Nodes that are sooner searched here than in a thread which the clock can stop.
FEW_NODES = 1_000

Answer = TypeVar("Answer")
# Calls a function of `manner`, interpreted or compiled, with this context, so many plies ahead.
Call = Callable[[Callable[..., Answer], SearchContext, int], Answer]


def manner_of(level: str, game: Game[P]) -> Manner:
    """How a level of the ladder, or `elo:N`, plays a game.

    Raises:
        UnsuitedGame: no such rating was measured in the game.

    >>> from noughts.games.hex import Hex
    >>> manner_of("easy", Hex())
    Manner(thinks=30, errs=0, overlooks=0, plies=5)
    """
    if level in MANNERS:
        return MANNERS[level]
    if level.startswith("elo:"):
        from noughts.players.rated import manner_rated  # it reads what was measured

        return manner_rated(int(level.removeprefix("elo:")), game)
    from noughts.players.beginner import beginner_of  # it may measure games between levels

    return beginner_of(game)


class LadderPlayer(SamplingPlayer):
    """Plays as a level of the ladder.

    Args:
        name: the level.
        seed: makes its choices repeatable; None makes new ones each time.

    Attributes:
        nodes: how many positions it searched for its last move.
        move_seconds: the most seconds for a move, in which it looks less far ahead if need be; None
            for no limit.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> game = TicTacToe()
    >>> position, _ = game.parse("xx1/1o1/3 o")
    >>> game.name(LadderPlayer("easy").choose(game, position))
    'c3'
    """

    def __init__(self, name: str, seed: int | None = None) -> None:
        self.name = name
        self.nodes = 0
        self.move_seconds: float | None = None
        super().__init__(seed)
        self._choice = Choice()

    def choose(self, game: Game[P], position: P) -> int:
        """A move drawn from the policy; only the part of it that is needed is searched."""
        manner, known = self._manner(game, position), knowledge_of(game)
        seed = self._random.randrange(1, SEEDS)

        def call(form: Callable[..., int], run: SearchContext, plies: int) -> int:
            self._choice.dice = seed  # the same again, if it is begun anew
            return form(known, position, manner._replace(plies=plies), self._choice, run)

        return self._search(choose, known, manner.plies, call)

    def probabilities(self, game: Game[P], position: P) -> Policy:
        """Its moves, by the parts of its manner."""
        manner, known = self._manner(game, position), knowledge_of(game)
        wins = self._listed(wins_at_once, known, position)
        if wins and manner.overlooks < ALWAYS:
            return uniform(wins)
        overlooks = Fraction(manner.overlooks, 100)
        thinks = (1 - overlooks) * Fraction(manner.thinks, 100)
        errs = (1 - overlooks - thinks) * Fraction(manner.errs, 100)
        parts: list[tuple[Fraction, Callable[[], list[int]]]] = [
            (overlooks, lambda: list(legal_moves(game, position))),
            (thinks, lambda: self._looking(best_moves, known, position, manner.plies)),
            (errs, lambda: self._looking(worst_moves, known, position, manner.plies)),
            (1 - overlooks - thinks - errs, lambda: self._listed(safe_moves, known, position)),
        ]
        return mixed((share, uniform(moves())) for share, moves in parts if share)

    def _manner(self, game: Game[P], position: P) -> Manner:
        if game.outcome(position) != OPEN:
            raise GameOver("The game is over: there is no move to choose.")
        if self.name == "beginner" and self.move_seconds is not None:
            from noughts.players.beginner import beginner_by_now

            return beginner_by_now(game)
        return manner_of(self.name, game)

    def _listed(self, function: Callable[..., None], known: Knowledge[P], position: P) -> list[int]:
        """The moves from which a function of `manner` lets it choose."""
        function(known, position, self._choice)
        return list(self._choice.moves[: self._choice.count])

    def _looking(
        self, function: Callable[..., None], known: Knowledge[P], position: P, plies: int
    ) -> list[int]:
        """Candidate moves of a searching function of `manner`."""
        choice = self._choice

        def call(form: Callable[..., None], run: SearchContext, plies: int) -> None:
            form(known, position, plies, choice, run)

        self._search(function, known, plies, call)
        return list(choice.moves[: choice.count])

    def _search(
        self,
        function: Callable[..., Answer],
        known: Knowledge[P],
        plies: int,
        call: Call[Answer],
    ) -> Answer:
        """What a call gives, that many plies ahead, or fewer if the time does not suffice."""
        driver, limited = driver_for(function, known), self.move_seconds is not None
        if not limited and driver.form() is None:
            run = SearchContext(budget=FEW_NODES)
            with suppress(SearchStopped), driver.interpreting():
                answer: Answer = self._counted(run, call(driver.plain, run, plies))
                return answer
        end = CLOCK.time() + (self.move_seconds or 0)
        answer = self._ahead(driver, call, 1 if limited else plies, never)
        with suppress(SearchStopped):
            for each in range(2, plies + 1) if limited else ():
                answer = self._ahead(driver, call, each, lambda: CLOCK.time() >= end)
        return answer

    def _ahead(
        self,
        driver: Driver,
        call: Call[Answer],
        plies: int,
        late: Callable[[], bool],
    ) -> Answer:
        """What a call gives, that many plies ahead.

        Raises:
            SearchStopped: the time is up.
        """

        def ahead(form: Callable[..., Answer], live: "array[int]") -> Answer:
            run = SearchContext(live=live)
            return self._counted(run, call(form, run, plies))

        return driver.soonest(ahead, late)

    def _counted(self, run: SearchContext, answer: Answer) -> Answer:
        """The answer; its nodes are counted."""
        self.nodes = run.nodes
        return answer
