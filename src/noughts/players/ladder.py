"""Levels that mean something in every game: `greedy`, `beginner`, `easy`, `medium`, `hard`.

`greedy` sees wins and threats in one move, and else plays any safe move: others are measured by it.
`easy`, `medium` and `hard` think out some of their moves or all. `beginner` makes mistakes enough
that `greedy` wins about half of the games; how many these are depends on the game (`measured.py`).
"""

from array import array
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from typing import TypeVar

from noughts.errors import GameOver, SearchStopped
from noughts.game import Game, P, legal_moves
from noughts.games.given import takes_question
from noughts.games.registry import spec_of
from noughts.knowledge import Knowledge, knowledge_of
from noughts.native.clock import CLOCK
from noughts.players.measured import beginner_of, beginner_so_far, plies_in, rated_style
from noughts.players.player import Policy, SamplingPlayer, mixed, uniform
from noughts.players.style import (
    ALWAYS,
    STYLES,
    Choice,
    PlayStyle,
    best_looking_moves,
    choose,
    safe_moves,
    winning_moves,
    worst_moves,
)
from noughts.search.context import SearchContext
from noughts.search.memory import words_of
from noughts.solving.driver import Driver, driver_for, never
from noughts.value import OPEN

# The levels of a menu between random and perfect, the easiest first.
LADDER = ("beginner", "easy", "medium", "hard")

# Seeds of a `Choice` are from 1, less than this.
SEEDS = 2**31 - 1
# Nodes that are sooner searched here than in a thread which the clock can stop.
FEW_NODES = 1_000

Answer = TypeVar("Answer")
# Calls a function of `style`, interpreted or compiled, with this context, to this depth in plies.
Call = Callable[[Callable[..., Answer], SearchContext, int], Answer]


def level_style(level: str, game: Game[P]) -> PlayStyle:
    """The style of a level of the ladder, or of `elo:N`, in a game.

    Raises UnsuitedGame if no such rating was measured in the game.
    """
    if level in STYLES:
        return STYLES[level]._replace(plies=plies_in(spec_of(game)))
    if level.startswith("elo:"):
        return rated_style(int(level.removeprefix("elo:")), game)
    return beginner_of(game)


class LadderPlayer(SamplingPlayer):
    """Plays as a level of the ladder, or `elo:N`; `nodes` counts those searched for its last move.

    Within `move_seconds` it looks less far ahead if need be.
    """

    def __init__(self, name: str, seed: int | None = None) -> None:
        self.name = name
        self.nodes = 0
        self.move_seconds: float | None = None
        super().__init__(seed)
        self._choice = Choice()

    @takes_question
    def choose(self, game: Game[P], position: P) -> int:
        style, known = self._style(game, position), knowledge_of(game)
        seed = self._random.randrange(1, SEEDS)

        def call(form: Callable[..., int], run: SearchContext, plies: int) -> int:
            self._choice.dice = seed  # the same again, if it is begun anew
            return form(known, position, style._replace(plies=plies), self._choice, run)

        return self._search(choose, known, style.plies, call)

    def probabilities(self, game: Game[P], position: P) -> Policy:
        style, known = self._style(game, position), knowledge_of(game)
        wins = self._listed(winning_moves, known, position)
        if wins and style.overlooks < ALWAYS:
            return uniform(wins)
        overlooks = Fraction(style.overlooks, 100)
        thinks = (1 - overlooks) * Fraction(style.thinks, 100)
        errs = (1 - overlooks - thinks) * Fraction(style.errs, 100)
        parts: list[tuple[Fraction, Callable[[], list[int]]]] = [
            (overlooks, lambda: list(legal_moves(game, position))),
            (thinks, lambda: self._looking(best_looking_moves, known, position, style.plies)),
            (errs, lambda: self._looking(worst_moves, known, position, style.plies)),
            (1 - overlooks - thinks - errs, lambda: self._listed(safe_moves, known, position)),
        ]
        return mixed((share, uniform(moves())) for share, moves in parts if share)

    def _style(self, game: Game[P], position: P) -> PlayStyle:
        """Make a table for the game's positions, and return the style."""
        if game.outcome(position) != OPEN:
            raise GameOver("The game is over: there is no move to choose.")
        if self._choice.words != words_of(game, position):
            self._choice = Choice(width=words_of(game, position))
        if self.name == "beginner" and self.move_seconds is not None:
            return beginner_so_far(game)
        return level_style(self.name, game)

    def _listed(self, function: Callable[..., None], known: Knowledge[P], position: P) -> list[int]:
        function(known, position, self._choice)
        return list(self._choice.moves[: self._choice.count])

    def _looking(
        self, function: Callable[..., None], known: Knowledge[P], position: P, plies: int
    ) -> list[int]:
        choice = self._choice

        def call(form: Callable[..., None], run: SearchContext, plies: int) -> None:
            form(known, position, plies, choice, run)

        self._search(function, known, plies, call)
        return list(choice.moves[: choice.count])

    def _search(
        self, function: Callable[..., Answer], known: Knowledge[P], plies: int, call: Call[Answer]
    ) -> Answer:
        """The result of a call at that search depth, or at a smaller one if time runs out."""
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
        self, driver: Driver, call: Call[Answer], plies: int, late: Callable[[], bool]
    ) -> Answer:
        def ahead(form: Callable[..., Answer], live: "array[int]") -> Answer:
            run = SearchContext(live=live)
            return self._counted(run, call(form, run, plies))

        return driver.soonest(ahead, late)

    def _counted(self, run: SearchContext, answer: Answer) -> Answer:
        self.nodes = run.nodes
        return answer
