"""Thousands of games between two levels, played in one call of compiled code."""

from collections.abc import Callable
from typing import Any

from noughts.game import Game
from noughts.knowledge import knowledge_of
from noughts.native import fastest
from noughts.players.ladder import AT_RANDOM, MANNERS, LadderPlayer, manner_of
from noughts.players.manner import Choice, Manner, Tally, play_games
from noughts.players.player import Player
from noughts.players.random_player import RandomPlayer
from noughts.search.context import SearchContext

# Playing fewer games interpreted is faster than compiling.
FEW_GAMES = 200
# Games of one compiled call; between calls Ctrl-C works, and progress is shown.
PART = 500


def manner_in(player: Player, game: Game[Any]) -> Manner | None:
    """The player's manner, if compiled code can play for it; otherwise None.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> manner_in(RandomPlayer(), TicTacToe())
    Manner(thinks=0, errs=0, overlooks=100, plies=1)
    """
    if isinstance(player, LadderPlayer):
        return manner_of(player.name, game)
    return AT_RANDOM if isinstance(player, RandomPlayer) else None


def contest(
    game: Game[Any],
    manners: tuple[Manner, Manner],
    games: int,
    seed: int = 1,
    progress: Callable[[int], object] = lambda played: None,
) -> Tally:
    """Play games between two levels; the first one begins each game.

    Args:
        game: the rules.
        manners: those of the two levels.
        games: the number of games.
        seed: from 1 to 2^31 - 2; the same seed plays the same games.
        progress: called from time to time with the number of games so far.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> tally = contest(TicTacToe(), (Manner(thinks=100, plies=9), AT_RANDOM), 20)
    >>> tally.second, tally.first + tally.draws
    (0, 20)
    """
    known, tally = knowledge_of(game), Tally()
    play = play_games if games < FEW_GAMES else fastest(play_games, known)
    choice, run, start = Choice(seed), SearchContext(), game.start()
    for begin in range(0, games, PART):
        tally.games = min(PART, games - begin)
        play(known, start, manners, choice, run, tally)
        progress(begin + tally.games)
    return tally


def against_greedy(game: Game[Any], manner: Manner, games: int, seed: int = 1) -> Tally:
    """Play a level, `first`, against `greedy`, `second`; each begins half of the games.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> tally = against_greedy(TicTacToe(), Manner(thinks=100, plies=9), 20)
    >>> tally.first > tally.second
    True
    """
    greedy = MANNERS["greedy"]
    begins = contest(game, (manner, greedy), games // 2, seed)
    follows = contest(game, (greedy, manner), games // 2, seed + 1)
    begins.first += follows.second
    begins.second += follows.first
    begins.draws += follows.draws
    return begins
