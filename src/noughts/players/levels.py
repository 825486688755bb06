"""The opponents by name."""

from noughts.players.limited import LEVELS, LimitedPlayer
from noughts.players.perfect import PerfectPlayer
from noughts.players.player import Player
from noughts.players.random_player import RandomPlayer

LEVEL_NAMES = (*LEVELS, "perfect")


def player_of(level: str, seed: int | None = None) -> Player:
    """The computer at one of its levels, or playing at random.

    >>> player_of("hard").name
    'hard'
    """
    if level == "perfect":
        return PerfectPlayer(seed)
    if level == "random":
        return RandomPlayer(seed)
    if level not in LEVELS:
        raise ValueError(f"No level {level!r}; there are {', '.join(LEVEL_NAMES)} and random.")
    return LimitedPlayer(LEVELS[level], seed, level)
