"""Whether each level beats the one before it: in every game of the menu, and in larger sizes.

Levels that search to a fixed depth play in compiled code. `strong` has a tenth of a second of the
processor for a move, in Pentago 6×6 a second, of the two that a person gives it. So a busy machine
changes nothing. In slow games fewer games are played: a pair of levels has some minutes of the
processor, and the note says how many games these were.
"""

from itertools import pairwise
from time import process_time
from typing import Any

from benchmarks.report import Bar, Figure, Section
from benchmarks.strength import Chooser, played
from noughts.game import FIRST, SECOND, Game
from noughts.games.registry import ENTRIES, find_game
from noughts.knowledge import knowledge_of
from noughts.native import fastest
from noughts.native.clock import CLOCK
from noughts.players.elo import wilson
from noughts.players.ladder import LADDER, level_style
from noughts.players.levels import player_of
from noughts.players.strong import StrongPlayer
from noughts.players.style import AT_RANDOM, Choice, GameTally, PlayStyle, play_games
from noughts.search.context import SearchContext
from noughts.search.memory import words_of

# The levels of the menu, the weakest first; then the strong player.
LEVELS = ("random", *LADDER)
WANTED, SECONDS, PART = 0.55, 600.0, 10
# The sizes that people play, where the menu's are smaller.
LARGER = ("domineering:8,8", "kalah:6,4", "kalah:6,6", "dots:5,5", "othello:8", "pentago:6",
          "hex:11,swap")  # fmt: skip
# The processor's seconds of a move of `strong`, more where `hard` takes longer; and its most games.
MOVE_SECONDS, MORE_SECONDS, STRONG_GAMES = 0.1, {"pentago:6": 1.0}, 40


def measure(rounds: int = 200) -> Section:
    """Play each level against the one before it, from both seats.

    Args:
        rounds: the games of a match, fewer if they take long.
    """
    figures: list[Figure] = []
    for spec in (*ENTRIES, *LARGER):
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
    move_seconds = MORE_SECONDS.get(spec, MOVE_SECONDS)
    return [*figures, figure(spec, "strong", *strong(game, rounds, seconds, move_seconds))]


def figure(spec: str, level: str, points: float, games: int) -> Figure:
    """One result, with its interval of 95 %."""
    share = points / games
    low, high = wilson(share, games)
    note = f"{share:.1%} of {games} games ({low:.1%} to {high:.1%})"
    return Figure(f"{spec}, {level}", None, share, note)


def styled(game: Game[Any], low: str, high: str, rounds: int, seconds: float) -> tuple[float, int]:
    """The points and games of the higher of two levels that compiled code plays."""
    known = knowledge_of(game)
    play, choice = fastest(play_games, known), Choice(1, words_of(known, game.start()))
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


def strong(
    game: Game[Any], rounds: int, seconds: float, move_seconds: float = MOVE_SECONDS
) -> tuple[float, int]:
    """The points and games of the strong player against `hard`, after one in which code comes."""
    player, hard = StrongPlayer(1), player_of("hard", 2)
    player.move_seconds, player.threads = move_seconds, 1
    sides: list[Chooser] = [player.choose, hard.choose]
    clock, CLOCK.time = CLOCK.time, process_time
    try:
        played(game, sides, FIRST)
        points, games, begun = 0.0, 0, process_time()
        while games < min(rounds, STRONG_GAMES) and (games < 2 or process_time() - begun < seconds):
            points += played(game, sides if games % 2 == 0 else sides[::-1], games % 2)
            games += 1
    finally:
        CLOCK.time = clock
    return points, games
