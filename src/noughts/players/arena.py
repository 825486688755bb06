"""A round robin: every player meets every other from both seats.

If both policies are known and the game is small, the result is computed exactly. Otherwise games
are played, and the result has a confidence interval.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from fractions import Fraction
from itertools import permutations
from random import Random
from typing import Any, NamedTuple

from noughts.errors import ProgramEnded, ProgramTooSlow, SearchStopped
from noughts.game import FIRST, SECOND, Game
from noughts.games.given import as_game, checks_numbers
from noughts.players.elo import Interval, Rating, ratings, wilson
from noughts.players.ladder import SEEDS, LadderPlayer, level_style
from noughts.players.levels import player_of
from noughts.players.match import Match
from noughts.players.measure import (
    MOST_POSITIONS,
    ExpectedResult,
    average,
    has_few_positions,
    measure,
)
from noughts.players.player import KnownPolicy, Player, RandomPlayer, start
from noughts.players.style import AT_RANDOM, PlayStyle, contest
from noughts.sandbox.process import SECONDS, ChildPlayer

# In a large game a result is computed only if play hardly branches: two deterministic players.
POSITIONS_OF_A_LINE = 200

# Called after each game with the games played and their total; an exact result counts as its games.
Progress = Callable[[int, int], None]


class Rules(NamedTuple):
    game: Game[Any]  # the game that is played
    games: int = 100  # the number of games of each pair and seat, if sampled
    seed: int = 0  # the same seed plays the same games
    seconds: float = SECONDS  # a program's time limit for one move


class Meeting(NamedTuple):
    """The result of two players in their seats."""

    first: int  # the index of the player who moved first
    second: int  # the index of the player who moved second
    result: ExpectedResult  # the probability of each outcome, exact or sampled
    games: int  # the number of games played; 0 if the result is exact
    # For each player and reason, the number of games lost by forfeit.
    forfeits: tuple[tuple[int, str, int], ...] = ()

    @property
    def exact(self) -> bool:
        return self.games == 0


@checks_numbers
def arena(
    rules: Rules | str, players: Sequence[str], progress: Progress = lambda done, total: None
) -> Iterator[Meeting]:
    """Play a round robin, each pair from both seats.

    Args:
        rules: the settings of every game; or a game, or its name.
        players: the players, by names that `player_of` reads.
        progress: called after each game.

    Raises:
        UnknownPlayer: a name is unknown.
        UnsuitedGame: one does not play this game.
        FunctionFailed: a function cannot be called.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> for meeting in arena(Rules(TicTacToe()), ["rules", "random"]):
    ...     print(meeting.first, meeting.second, *meeting.result)
    0 1 23/24 1/24 0
    1 0 0 269/2835 2566/2835
    """
    if not isinstance(rules, Rules):
        rules = Rules(as_game(rules))
    with seated_players(rules, players, 0) as tried:  # errors come before the first game
        for player in tried:
            with suppress(ProgramEnded, ProgramTooSlow):  # it forfeits its games
                start(player)
    few = has_few_positions(rules.game)
    pairs = list(permutations(range(len(players)), 2))
    total = len(pairs) * rules.games
    for number, pair in enumerate(pairs):

        def played(games: int, before: int = number * rules.games) -> None:
            progress(before + games, total)

        with seated_players(rules, [players[who] for who in pair], number) as seats:
            yield (
                _exact(rules, seats, pair, few)
                or _compiled(rules, seats, pair, number, played)
                or _sampled(rules, seats, pair, played)
            )
        played(rules.games)


@contextmanager
def seated_players(rules: Rules, names: Sequence[str], number: int) -> Iterator[Sequence[Player]]:
    random = Random(f"{rules.seed} {number}")
    players = [player_of(name, random.randrange(2**32)) for name in names]
    programs = [player for player in players if isinstance(player, ChildPlayer)]
    for program in programs:
        program.seconds = rules.seconds
    try:
        yield players
    finally:
        for program in programs:
            program.close()


def _exact(
    rules: Rules, seats: Sequence[Player], pair: tuple[int, int], few: bool
) -> Meeting | None:
    first, second = seats
    if not (isinstance(first, KnownPolicy) and isinstance(second, KnownPolicy)):
        return None
    positions = MOST_POSITIONS if few else POSITIONS_OF_A_LINE
    try:
        result = measure(rules.game, first, second, positions=positions)
    except SearchStopped:
        return None
    return Meeting(*pair, result, games=0)


def _compiled(
    rules: Rules,
    seats: Sequence[Player],
    pair: tuple[int, int],
    number: int,
    played: Callable[[int], None],
) -> Meeting | None:
    first, second = (compiled_style(player, rules.game) for player in seats)
    if first is None or second is None:
        return None
    seed = Random(f"{rules.seed} {number}").randrange(1, SEEDS)
    tally = contest(rules.game, (first, second), rules.games, seed, played)
    ends = (tally.first, tally.draws, tally.second)
    return Meeting(
        *pair, ExpectedResult(*(Fraction(end, rules.games) for end in ends)), rules.games
    )


def _sampled(
    rules: Rules, seats: Sequence[Player], pair: tuple[int, int], played: Callable[[int], None]
) -> Meeting:
    winners: Counter[int | None] = Counter()
    forfeits: Counter[tuple[int, str]] = Counter()
    for number in range(rules.games):
        match = Match(rules.game, seats[FIRST], seats[SECOND])
        match.run()
        winners[match.winner] += 1
        if match.forfeited:
            forfeits[pair[match.turn], match.forfeited] += 1
        played(number + 1)
    shares = (Fraction(winners[winner], rules.games) for winner in (FIRST, None, SECOND))
    reasons = tuple((who, reason, count) for (who, reason), count in forfeits.most_common())
    return Meeting(*pair, ExpectedResult(*shares), rules.games, reasons)


class Score(NamedTuple):
    """A player's average score: 1 for a win, one half for a draw."""

    share: Fraction
    games: int

    @property
    def interval(self) -> Interval | None:
        """The 95 % confidence interval; None if exact."""
        return wilson(float(self.share), self.games) if self.games else None


def score_against(meetings: Sequence[Meeting], player: int, other: int | None = None) -> Score:
    theirs = [
        meeting
        for meeting in meetings
        if player in (meeting.first, meeting.second)
        and (other is None or other in (meeting.first, meeting.second))
    ]
    results = [
        meeting.result if meeting.first == player else meeting.result.turned() for meeting in theirs
    ]
    return Score(average(results).score, sum(meeting.games for meeting in theirs))


def elo_of(players: int, meetings: Sequence[Meeting]) -> list[Rating]:
    pairs = {(meeting.first, meeting.second): meeting for meeting in meetings}
    scores = {pair: float(meeting.result.score) for pair, meeting in pairs.items()}
    games = {pair: meeting.games for pair, meeting in pairs.items()}
    return ratings(players, scores, games)


def compiled_style(player: Player, game: Game[Any]) -> PlayStyle | None:
    """The player's style, if compiled code can play for it; otherwise None."""
    if isinstance(player, LadderPlayer):
        return level_style(player.name, game)
    return AT_RANDOM if isinstance(player, RandomPlayer) else None
