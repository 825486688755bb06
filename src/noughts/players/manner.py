"""Move choice of the levels, and whole games between two levels, in code that can be compiled.

A level always plays a winning move. Otherwise it searches to a depth limit on some moves, and plays
any safe move on the rest; a move is safe if the opponent cannot win with the next one. So its
mistakes lie deeper than one move. A beginner makes mistakes on purpose on some moves. In games that
are almost always drawn this is not enough, and it overlooks threats, too.

People also see wins before threats, and threats before forks: Kevin Crowley and Robert Siegler,
"Flexible strategy use in young children's tic-tac-toe", Cognitive Science 17 (1993).
"""

from array import array
from typing import Any, NamedTuple

from noughts.game import keeps_turn, outcome_before, turn_after
from noughts.knowledge import Knowledge
from noughts.search.alphabeta import alphabeta_with_turns
from noughts.search.context import SearchContext
from noughts.search.memory import write_position, zeros
from noughts.value import DRAW, INFINITY, OPEN, WIN

# The most lines of play that a level may search, before cutoffs.
MOST_LINES = 4_000_000_000
# The capacity for a position's moves; further moves are never chosen.
MOST_MOVES = 4096
# A game is a draw after this many plies, or, as in a match, when a position occurs for the third
# time with the same player to move.
MOST_PLIES, REPETITIONS = 400, 3
# The most words of a position whose repetitions are found.
MOST_WORDS = 16
# The value of `overlooks` with which a level overlooks even its own wins.
ALWAYS = 100


class Manner(NamedTuple):
    """A level's choice where it has no winning move.

    Args:
        thinks: the percentage of moves that look best after a search.
        errs: the percentage of the other moves that are safe and look worst.
        overlooks: the percentage of moves that are random instead. With 100 it overlooks its own
            wins, too, and so plays at random.
        plies: the search depth.
    """

    thinks: int = 0
    errs: int = 0
    overlooks: int = 0
    plies: int = 1


class Choice:
    """Moves to choose from, and random numbers that agree in compiled and plain code.

        Stephen Park and Keith Miller, "Random number generators: good ones are hard to find",
        Communications of the ACM 31 (1988), with the multiplier that they gave in 1993.

    Args:
        seed: from 1 to 2^31 - 2.

    >>> choice = Choice(1)
    >>> [choice.roll(6) for _ in range(5)]
    [1, 0, 0, 1, 1]
    """

    __slots__ = ("count", "dice", "moves")

    count: int
    dice: int
    moves: "array[int]"

    def __init__(self, seed: int = 1) -> None:
        self.count = 0
        self.dice = seed
        self.moves = zeros(MOST_MOVES)

    def roll(self, sides: int) -> int:
        """A whole number from 0, less than `sides`."""
        self.dice = self.dice * 48_271 % 2_147_483_647
        return self.dice % sides

    def add(self, move: int) -> None:
        """Add a move, if there is room."""
        if self.count < MOST_MOVES:
            self.moves[self.count] = move
            self.count += 1

    def consider(self, move: int, score: int, best: int) -> int:
        """Add a move as good as the best one, drop worse ones, and return the best score."""
        if score > best:
            self.count = 0
        if score >= best:
            self.add(move)
        return max(score, best)


class Tally:
    """The number of games, their outcomes, and the positions of the current game.

    Args:
        games: the number of games to play.
    """

    __slots__ = ("draws", "first", "games", "positions", "second", "words")

    games: int
    first: int
    draws: int
    second: int
    positions: int
    words: "array[int]"

    def __init__(self, games: int = 0) -> None:
        self.games = games
        self.first = self.draws = self.second = self.positions = 0
        self.words = zeros(MOST_WORDS * (MOST_PLIES + 1))

    def add(self, outcome: int, turn: int) -> None:
        """Count a finished game, by its outcome for the player whose turn it is."""
        if outcome == DRAW:
            self.draws += 1
        elif (outcome == WIN) == (turn == 0):
            self.first += 1
        else:
            self.second += 1

    def met(self, position: Any, width: int) -> int:
        """Add a position of `width` words; return how often it occurred with the same turn."""
        if width > MOST_WORDS:
            return 0
        last = self.positions * width
        write_position(self.words, last, position, width)
        self.positions += 1
        times = 0
        for place in range(last % (2 * width), last + 1, 2 * width):
            same = True
            for word in range(width):
                same = same and self.words[place + word] == self.words[last + word]
            times += same
        return times


def any_moves(game: Knowledge[Any], position: Any, choice: Choice) -> None:
    """Choose from all legal moves."""
    choice.count = 0
    for move in game.moves(position):
        choice.add(move)


def wins_at_once(game: Knowledge[Any], position: Any, choice: Choice) -> None:
    """Choose from the winning moves."""
    choice.count = 0
    for move in game.moves(position):
        if wins(game, position, game.play(position, move)):
            choice.add(move)


def wins(game: Knowledge[Any], position: Any, after: Any) -> bool:
    """Whether the move that led to a position has won."""
    outcome = game.outcome(after)
    return outcome != OPEN and outcome_before(game, position, after, outcome) == WIN


def can_win_at_once(game: Knowledge[Any], position: Any) -> bool:
    """Whether there is a winning move."""
    for move in game.moves(position):  # noqa: SIM110  # `any` cannot be compiled
        if wins(game, position, game.play(position, move)):
            return True
    return False


def safe_moves(game: Knowledge[Any], position: Any, choice: Choice) -> None:
    """Choose from the moves that neither lose nor let the opponent win next; if none, from all.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> from noughts.knowledge import knowledge_of
    >>> game, choice = TicTacToe(), Choice()
    >>> safe_moves(knowledge_of(game), game.parse("xx1/1o1/3 o")[0], choice)
    >>> list(choice.moves[: choice.count])
    [2]
    """
    choice.count = 0
    for move in game.moves(position):
        after = game.play(position, move)
        outcome = game.outcome(after)
        if outcome == DRAW or (outcome == OPEN and not endangers(game, position, after)):
            choice.add(move)
    if choice.count == 0:
        any_moves(game, position, choice)


def endangers(game: Knowledge[Any], position: Any, after: Any) -> bool:
    """Whether the move that led to an open position lets the opponent win with the next one."""
    return not keeps_turn(game, position, after) and can_win_at_once(game, after)


def best_moves(
    game: Knowledge[Any], position: Any, plies: int, choice: Choice, run: SearchContext
) -> None:
    """Choose from the moves that look best `plies` ahead."""
    any_moves(game, position, choice)
    run.limit, choice.count, best = sight(plies, choice.count), 0, -INFINITY
    for move in game.moves(position):
        score = score_of(game, position, game.play(position, move), best - 1, INFINITY, run)
        best = choice.consider(move, score, best)


def worst_moves(
    game: Knowledge[Any], position: Any, plies: int, choice: Choice, run: SearchContext
) -> None:
    """Choose from the safe moves that look worst `plies` ahead."""
    safe_moves(game, position, choice)
    safe = choice.count
    run.limit, choice.count, best = sight(plies, safe), 0, -INFINITY
    for number in range(safe):
        move = choice.moves[number]
        score = -score_of(game, position, game.play(position, move), -INFINITY, 1 - best, run)
        best = choice.consider(move, score, best)


def sight(plies: int, moves: int) -> int:
    """The search depth, reduced where a level would take minutes.

    >>> sight(5, 7), sight(5, 288)
    (5, 3)
    """
    while plies > 1 and moves**plies > MOST_LINES:
        plies -= 1
    return plies


def score_of(
    game: Knowledge[Any], position: Any, after: Any, alpha: int, beta: int, run: SearchContext
) -> int:
    """The score of the move that led to `after`, for the player who made it."""
    if keeps_turn(game, position, after):
        return alphabeta_with_turns(game, after, alpha, beta, 1, run)
    return -alphabeta_with_turns(game, after, -beta, -alpha, 1, run)


def choose(
    game: Knowledge[Any], position: Any, manner: Manner, choice: Choice, run: SearchContext
) -> int:
    """The move that a level plays."""
    wins_at_once(game, position, choice)
    if manner.overlooks and choice.roll(100) < manner.overlooks:
        if choice.count == 0 or manner.overlooks == ALWAYS:
            any_moves(game, position, choice)
    elif choice.count == 0:
        if choice.roll(100) < manner.thinks:
            best_moves(game, position, manner.plies, choice, run)
        elif choice.roll(100) < manner.errs:
            worst_moves(game, position, manner.plies, choice, run)
        else:
            safe_moves(game, position, choice)
    return choice.moves[choice.roll(choice.count)]


def play_games(
    game: Knowledge[Any],
    start: Any,
    manners: tuple[Manner, Manner],
    choice: Choice,
    run: SearchContext,
    tally: Tally,
) -> None:
    """Play games between two levels from the start, and count the outcomes."""
    for _ in range(tally.games):
        position, turn, plies, times, tally.positions = start, 0, 0, 0, 0
        outcome = game.outcome(position)
        while outcome == OPEN and plies < MOST_PLIES and times < REPETITIONS:
            position = game.play(position, choose(game, position, manners[turn], choice, run))
            outcome, plies = game.outcome(position), plies + 1
            turn = turn_after(game, turn, position)
            if game.game.repeats:
                times = tally.met(position, len(position) * game.field_words)
        tally.add(DRAW if outcome == OPEN else outcome, turn)
