"""Whether each level of the menu beats the one before it, in every game of the menu.

Levels that search to a fixed depth play in compiled code, `strong` looks at a number of positions,
so a busy machine changes nothing. In slow games fewer games are played: a pair of levels has some
seconds of the processor, and the note says how many games these were.
"""

from itertools import pairwise
from time import process_time
from typing import Any

from benchmarks.report import Bar, Figure, Section
from benchmarks.strength import Chooser, OfNodes, played
from noughts.game import FIRST, SECOND, Game
from noughts.games.registry import ENTRIES, find_game
from noughts.knowledge import knowledge_of
from noughts.native import fastest
from noughts.players.elo import wilson
from noughts.players.ladder import LADDER, level_style
from noughts.players.levels import player_of
from noughts.players.style import AT_RANDOM, Choice, GameTally, PlayStyle, play_games
from noughts.search.context import SearchContext

# The levels of the menu, the weakest first; then the strong player.
LEVELS = ("random", *LADDER)
WANTED, SECONDS, PART = 0.55, 60.0, 10
# The positions that `strong` looks at for a move: a hundredth of what two seconds allow.
NODES = 20_000


def measure(rounds: int = 200) -> Section:
    """Play each level against the one before it, from both seats, in every game of the menu.

    Args:
        rounds: the games of a match, fewer if they take long.
    """
    figures: list[Figure] = []
    for spec in ENTRIES:
        figures += climb(spec, rounds)
    bars = [Bar(f"{each.name}: share of points", WANTED, each.ratio or 0) for each in figures]
    return Section("Each level against the one before it", "share of points", figures, bars)


def climb(spec: str, rounds: int, seconds: float = SECONDS) -> list[Figure]:
    """The scores of all levels of a game against the one before."""
    game = find_game(spec)
    figures = [
        figure(spec, high, *styled(game, low, high, rounds, seconds))
        for low, high in pairwise(LEVELS)
    ]
    return [*figures, figure(spec, "strong", *strong(game, rounds, seconds))]


def figure(spec: str, level: str, points: float, games: int) -> Figure:
    """One result, with its interval of 95 %."""
    share = points / games
    low, high = wilson(share, games)
    note = f"{share:.1%} of {games} games ({low:.1%} to {high:.1%})"
    return Figure(f"{spec}, {level}", None, share, note)


def styled(game: Game[Any], low: str, high: str, rounds: int, seconds: float) -> tuple[float, int]:
    """The points and games of the higher of two levels that compiled code plays."""
    known = knowledge_of(game)
    play, choice = fastest(play_games, known), Choice(1)
    better, worse = _style(game, high), _style(game, low)
    points, games, begun = 0.0, 0, process_time()
    while games < rounds and (not games or process_time() - begun < seconds):
        half = (min(PART, rounds - games) + 1) // 2
        for styles, seat in (((better, worse), FIRST), ((worse, better), SECOND)):
            tally = GameTally(half)
            play(known, game.start(), styles, choice, SearchContext(), tally)
            points += tally.draws / 2 + (tally.second if seat == SECOND else tally.first)
            games += tally.games
    return points, games


def _style(game: Game[Any], level: str) -> PlayStyle:
    return AT_RANDOM if level == "random" else level_style(level, game)


def strong(game: Game[Any], rounds: int, seconds: float) -> tuple[float, int]:
    """The points and games of the strong player against `hard`."""
    player, hard = Looking(1), player_of("hard", 2)
    points, games, begun = 0.0, 0, process_time()
    while games < rounds and (games < 2 or process_time() - begun < seconds):
        sides: list[Chooser] = [player.choose, hard.choose]
        points += played(game, sides if games % 2 == 0 else sides[::-1], games % 2)
        games += 1
    return points, games


class Looking(OfNodes):
    """The strong player that looks at `NODES` positions a move."""

    nodes_of_a_move = NODES
