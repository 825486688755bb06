"""Levels that were measured against `greedy` in each game: `beginner`, and `elo:N`.

`greedy` sees wins and threats in one move. The beginner makes just enough mistakes that `greedy`
wins half of the games. Where draws are rare, `greedy` wins half of the games against itself;
elsewhere the level makes mistakes on purpose and, if these are too few, overlooks threats.

`elo:N` is a level of any rating between random play and `hard`. Below the rating of `greedy` it
overlooks threats on some moves; above, it searches on some.
"""

from bisect import bisect_right
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.resources import files
from json import loads
from math import ceil, floor, log10
from threading import Thread
from types import MappingProxyType
from typing import Any, NamedTuple

from noughts.errors import UnsuitedGame
from noughts.game import Game, legal_moves
from noughts.games.registry import spec_of
from noughts.knowledge import knowledge_of
from noughts.native import comes, why_not
from noughts.players.style import (
    ALWAYS,
    Choice,
    GameTally,
    PlayStyle,
    against_greedy,
    play_games,
    sight,
)
from noughts.search.context import SearchContext

# The least share of games that `greedy` should win.
GREEDY_SHARE = 0.47
# Search depth for a mistake, in plies: enough to see a fork coming.
SIGHT = 4
# Up to 100: the percentage of mistakes; above, threats are overlooked in 1 to 95 % of moves, too.
EASES: tuple[int, ...] = (*range(0, 100, 5), *range(100, 196))
# The threads that measure games.
_measuring: dict[Game[Any], Thread] = {}
# Games by which a game is measured that is not in the measured_games, and measurements to remember.
GAMES, KEPT = 400, 64

# The rating of `greedy` in every game.
GREEDY = 1_000
# The measured skills: -100 plays at random, 0 like `greedy`, 100 like `hard`.
SKILLS: tuple[int, ...] = (-ALWAYS, 1 - ALWAYS, *range(-90, 101, 10))
# The unit of stored scores is one part of these.
PARTS = 10_000


class Measured(NamedTuple):
    ease: int  # the frequency of the beginner's mistakes, one of `EASES`
    # The rating of each level, if measured; `greedy` has 1000.
    elo: Mapping[str, int] = MappingProxyType({})
    # The scores of levels of all `SKILLS` against `greedy`, out of 10,000.
    scores: tuple[int, ...] = ()
    plies: int = 5  # of `easy`, `medium` and `hard`


@cache
def measured_games() -> dict[str, Measured]:
    """The results of `python -m benchmarks.levels`, by the text that names the game."""
    contents = loads(files("noughts.players").joinpath("levels.json").read_text(encoding="utf-8"))
    return {spec: Measured(**measured) for spec, measured in contents.items()}


def _measured(spec: str) -> Measured:
    """The measurements of a game; the defaults if there are none."""
    return measured_games().get(spec, Measured(0))


def elo_in(spec: str) -> Mapping[str, int]:
    """The ratings of the levels in a game, where `greedy` has 1000; empty if not measured."""
    return _measured(spec).elo


def plies_in(spec: str) -> int:
    """The plies of `easy`, `medium` and `hard` in a game."""
    return _measured(spec).plies


def scores_in(spec: str) -> tuple[int, ...]:
    return tuple(_measured(spec).scores)


def beginner_of(game: Game[Any]) -> PlayStyle:
    """The beginner's style: from the table, or measured now in a few seconds.

    Measuring takes too long if a game cannot be compiled or has hundreds of moves: such games must
    be in the table, or the level plays like `greedy`.
    """
    rules: Any = game  # a frozen dataclass, so it can be hashed
    return _beginner_of(rules)


def beginner_so_far(game: Game[Any]) -> PlayStyle:
    """The beginner's style as far as known: as `greedy` until the game is measured beside."""
    rules: Any = game
    if spec_of(game) not in measured_games() and not _is_wide(game) and not _is_measured(rules):
        return beginner_style(0)
    return beginner_of(game)


def _is_measured(game: Any) -> bool:
    """Whether the game was measured; if not, begin as soon as compiled code is ready."""
    known, greedy = knowledge_of(game), beginner_style(0)
    example = (known, game.start(), (greedy, greedy), Choice(), SearchContext(), GameTally())
    if game not in _measuring and comes(play_games, known, *example):
        _measuring[game] = Thread(target=beginner_of, args=(game,), daemon=True)
        _measuring[game].start()
    return game in _measuring and not _measuring[game].is_alive()


@lru_cache(KEPT)
def _beginner_of(game: Game[Any]) -> PlayStyle:
    measured, wide = measured_games().get(spec_of(game)), _is_wide(game)
    if measured:
        style = beginner_style(measured.ease)
        return style._replace(errs=0) if wide else style  # too shallow to find mistakes
    return beginner_style(0 if why_not(game) or wide else ease_of(game))


def _is_wide(game: Game[Any]) -> bool:
    return sight(SIGHT, len(legal_moves(game, game.start()))) < SIGHT


def beginner_style(ease: int) -> PlayStyle:
    """The style of a beginner with this ease, one of `EASES`."""
    return PlayStyle(errs=min(ease, 100), overlooks=max(0, ease - 100), plies=SIGHT)


def ease_of(game: Game[Any], games: int = GAMES) -> int:
    """The least ease with which `greedy` wins `GREEDY_SHARE` of the games, by binary search."""
    if greedy_wins(game, 0, games) >= GREEDY_SHARE:
        return 0
    low, high = 0, len(EASES) - 1  # too hard, and easy enough
    while high - low > 1:
        middle = (low + high) // 2
        if greedy_wins(game, EASES[middle], games) >= GREEDY_SHARE:
            high = middle
        else:
            low = middle
    return EASES[high]


def greedy_wins(game: Game[Any], ease: int, games: int) -> float:
    return against_greedy(game, beginner_style(ease), games).second / (2 * (games // 2))


def skill_style(skill: int) -> PlayStyle:
    return PlayStyle(overlooks=-skill) if skill <= 0 else PlayStyle(thinks=skill, plies=5)


def rated_style(elo: int, game: Game[Any]) -> PlayStyle:
    """The style whose score against `greedy` agrees with the rating.

    Raises UnsuitedGame if the game was not measured, or the rating is out of reach there.
    """
    spec = spec_of(game)
    scores = scores_in(spec)
    if not scores:
        raise UnsuitedGame(
            f"No ratings were measured in {spec}: play beginner, easy, medium or hard instead."
        )
    lowest, highest = ceil(_rating(scores[0])), floor(_rating(scores[-1]))
    if not lowest <= elo <= highest:
        raise UnsuitedGame(f"N in elo:N must be {lowest} to {highest} in {spec}, not {elo}.")
    return skill_style(_skill(PARTS * expected(elo, GREEDY), scores))


def expected(elo: float, other: float) -> float:
    """The average score that two ratings predict for the first."""
    return float(1 / (1 + 10 ** ((other - elo) / 400)))


def _rating(score: int) -> float:
    return GREEDY + 400 * log10(score / (PARTS - score))


def _skill(score: float, scores: tuple[int, ...]) -> int:
    above = min(bisect_right(scores, score), len(scores) - 1)
    low, high = scores[above - 1], scores[above]
    share = (score - low) / (high - low) if high > low else 0.0
    return round(SKILLS[above - 1] + share * (SKILLS[above] - SKILLS[above - 1]))
