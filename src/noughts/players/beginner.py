"""Mistakes of the level `beginner`: in each game just enough that `greedy` wins half of the games.

`greedy` sees wins and threats in one move. Where draws are rare, it wins half of the games against
itself. Elsewhere the level makes mistakes on purpose and, if these are too few, overlooks threats.
"""

from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.resources import files
from json import loads
from threading import Thread
from types import MappingProxyType
from typing import Any, NamedTuple

from noughts.game import Game, legal_moves
from noughts.games.registry import spec_of
from noughts.knowledge import knowledge_of
from noughts.native import comes, why_not
from noughts.players.contest import against_greedy
from noughts.players.manner import Choice, Manner, Tally, play_games, sight
from noughts.search.context import SearchContext

# The least share of games that `greedy` should win.
AIM = 0.47
# Search depth for a mistake, in plies: enough to see a fork coming.
SIGHT = 4
# Up to 100: the percentage of mistakes; above, threats are overlooked in 1 to 95 % of moves, too.
EASES: tuple[int, ...] = (*range(0, 100, 5), *range(100, 196))
# The threads that measure games.
_measuring: dict[Game[Any], Thread] = {}
# Games by which a game is measured that is not in the table, and measurements to remember.
GAMES, KEPT = 400, 64


class Measured(NamedTuple):
    """Measurements of a game.

    Args:
        ease: the frequency of the beginner's mistakes, one of `EASES`.
        elo: the rating of each level, if measured; `greedy` has 1000.
        scores: the scores of ever more skilled levels against `greedy` (`rated.py`), out of 10,000.
    """

    ease: int
    elo: Mapping[str, int] = MappingProxyType({})
    scores: tuple[int, ...] = ()


@cache
def table() -> dict[str, Measured]:
    """The results of `python -m benchmarks.levels`, by the text that names the game."""
    contents = loads(files("noughts.players").joinpath("levels.json").read_text(encoding="utf-8"))
    return {spec: Measured(**measured) for spec, measured in contents.items()}


def elo_in(spec: str) -> Mapping[str, int]:
    """The ratings of the levels in a game, where `greedy` has 1000; empty if not measured.

    >>> elo_in("tictactoe")["greedy"]
    1000
    """
    return table()[spec].elo if spec in table() else {}


def scores_in(spec: str) -> tuple[int, ...]:
    """The scores of ever more skilled levels against `greedy`; empty if not measured.

    >>> len(scores_in("tictactoe")), scores_in("hex")
    (22, ())
    """
    return tuple(table()[spec].scores) if spec in table() else ()


def beginner_of(game: Game[Any]) -> Manner:
    """The beginner's manner: from the table, or measured now in a few seconds.

    Measuring takes too long if a game cannot be compiled or has hundreds of moves: such games must
    be in the table, or the level plays like `greedy`.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> beginner_of(TicTacToe()).errs
    100
    """
    rules: Any = game  # a frozen dataclass, so it can be hashed
    return _beginner_of(rules)


def beginner_by_now(game: Game[Any]) -> Manner:
    """How the level plays as far as is known: as `greedy` until the game is measured beside.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> beginner_by_now(TicTacToe()) == beginner_of(TicTacToe())
    True
    """
    rules: Any = game
    if spec_of(game) not in table() and not _is_wide(game) and not _is_measured(rules):
        return manner_at(0)
    return beginner_of(game)


def _is_measured(game: Any) -> bool:
    """Whether the game was measured; else that is begun, once it can be done compiled."""
    known, greedy = knowledge_of(game), manner_at(0)
    example = (known, game.start(), (greedy, greedy), Choice(), SearchContext(), Tally())
    if game not in _measuring and comes(play_games, known, *example):
        _measuring[game] = Thread(target=beginner_of, args=(game,), daemon=True)
        _measuring[game].start()
    return game in _measuring and not _measuring[game].is_alive()


@lru_cache(KEPT)
def _beginner_of(game: Game[Any]) -> Manner:
    measured, wide = table().get(spec_of(game)), _is_wide(game)
    if measured:
        manner = manner_at(measured.ease)
        return manner._replace(errs=0) if wide else manner  # too shallow to find mistakes
    return manner_at(0 if why_not(game) or wide else ease_of(game))


def _is_wide(game: Game[Any]) -> bool:
    """Whether the start has too many moves for a level to look `SIGHT` plies ahead."""
    return sight(SIGHT, len(legal_moves(game, game.start()))) < SIGHT


def manner_at(ease: int) -> Manner:
    """The level's manner at this ease.

    >>> manner_at(40)
    Manner(thinks=0, errs=40, overlooks=0, plies=4)
    >>> manner_at(120)
    Manner(thinks=0, errs=100, overlooks=20, plies=4)
    """
    return Manner(errs=min(ease, 100), overlooks=max(0, ease - 100), plies=SIGHT)


def ease_of(game: Game[Any], games: int = GAMES) -> int:
    """The least ease with which `greedy` wins the share `AIM` of the games, by binary search."""
    if greedy_wins(game, 0, games) >= AIM:
        return 0
    low, high = 0, len(EASES) - 1  # too hard, and easy enough
    while high - low > 1:
        middle = (low + high) // 2
        if greedy_wins(game, EASES[middle], games) >= AIM:
            high = middle
        else:
            low = middle
    return EASES[high]


def greedy_wins(game: Game[Any], ease: int, games: int) -> float:
    """The share of games, in both seats, that `greedy` wins against a level of this ease."""
    return against_greedy(game, manner_at(ease), games).second / (2 * (games // 2))
