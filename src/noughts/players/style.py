"""Move choice of the levels, and whole games between two levels, in code that can be compiled.

A level always plays a winning move. Otherwise it searches to a depth limit on some moves, and plays
any safe move on the rest; a move is safe if the opponent cannot win with the next one. So its
mistakes lie deeper than one move. A beginner makes mistakes on purpose on some moves. In games that
are almost always drawn this is not enough, and it overlooks threats, too.

People also see wins before threats, and threats before forks: Kevin Crowley and Robert Siegler,
"Flexible strategy use in young children's tic-tac-toe", Cognitive Science 17 (1993).
"""

from array import array
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from noughts.game import SECOND, Game, keeps_turn, outcome_before, turn_after
from noughts.knowledge import Knowledge, knowledge_of
from noughts.native import fastest
from noughts.search.context import SearchContext
from noughts.search.deepening import (
    DEPTH_MASK,
    bound_of,
    entry_depth,
    entry_move,
    entry_score,
    entry_settles,
    packed_entry,
)
from noughts.search.memory import words_of, write_position, zeros
from noughts.search.table import ArrayTable, word_within
from noughts.value import DRAW, INFINITY, OPEN, WIN, as_estimate

# The most lines of play that a level may search, before cutoffs.
MOST_LINES = 4_000_000_000
# With more legal moves, a level looks at the likely moves only, at every ply.
MANY_MOVES = 100
# The capacity for a position's moves; further moves are never chosen.
MOST_MOVES = 4096
# A game is a draw after this many plies, or, as in a match, when a position occurs for the third
# time with the same player to move.
MOST_PLIES, REPETITIONS = 400, 3
# The most words of a position whose repetitions are found.
MOST_WORDS = 16
# The log2 size of the table of a search, and the mask of the numbers of searches.
SIZE_BITS, STAMPS = 13, (1 << 22) - 1
# The value of `overlooks` with which a level overlooks even its own wins.
ALWAYS = 100


class PlayStyle(NamedTuple):
    """A level's choice where it has no winning move."""

    thinks: int = 0  # the percentage of moves that look best after a search
    errs: int = 0  # the percentage of the other moves that are safe and look worst
    # The percentage of moves that are random instead. With 100 it overlooks its own wins, too, and
    # so plays at random.
    overlooks: int = 0
    plies: int = 1  # the search depth


# The levels that play every game in the same style; `greedy` is the measure of the others.
STYLES = {
    "greedy": PlayStyle(),
    "easy": PlayStyle(thinks=30, plies=5),
    "medium": PlayStyle(thinks=65, plies=5),
    "hard": PlayStyle(thinks=100, plies=5),
}
# The style of `RandomPlayer`, where games are played by compiled code.
AT_RANDOM = PlayStyle(overlooks=ALWAYS)


class Choice(ArrayTable):
    """Moves to choose from, random numbers that agree in compiled and plain code, and a table.

        Stephen Park and Keith Miller, "Random number generators: good ones are hard to find",
        Communications of the ACM 31 (1988), with the multiplier that they gave in 1993.

    Args:
        seed: from 1 to 2^31 - 2.
        width: the machine words of a position, for a search with a table; 0 for one without.
    """

    __slots__ = ("count", "dice", "killers", "many", "moves", "stamp")

    count: int
    dice: int
    moves: "array[int]"
    many: int  # whether a search looks at the likely moves only
    stamp: int  # the number of the search, in place of a move in its entries
    killers: "array[int]"  # by ply, the move that refuted last; -1 if there is none

    def __init__(self, seed: int = 1, width: int = 0) -> None:
        super().__init__(width, SIZE_BITS if width else 0, large_pages=False)
        self.count = self.many = self.stamp = 0
        self.dice = seed
        self.moves = zeros(MOST_MOVES)
        self.killers = zeros(DEPTH_MASK + 1)

    def roll(self, sides: int) -> int:
        self.dice = self.dice * 48_271 % 2_147_483_647
        return self.dice % sides

    def add(self, move: int) -> None:
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

    def begin(self, plies: int, many: bool) -> int:
        """Begin a search, with an empty table; the plies that it looks ahead."""
        self.many, self.stamp = int(many), self.stamp + 1 & STAMPS
        for ply in range(DEPTH_MASK + 1):
            self.killers[ply] = -1
        return sight(plies, self.count)


class GameTally:
    """The number of games to play, their outcomes, and the positions of the current game."""

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
    choice.count = 0
    for move in game.moves(position):
        choice.add(move)


def winning_moves(game: Knowledge[Any], position: Any, choice: Choice) -> None:
    choice.count = 0
    for move in game.moves(position):
        if wins(game, position, game.play(position, move)):
            choice.add(move)


def wins(game: Knowledge[Any], position: Any, after: Any) -> bool:
    outcome = game.outcome(after)
    return outcome != OPEN and outcome_before(game, position, after, outcome) == WIN


def safe_moves(game: Knowledge[Any], position: Any, choice: Choice) -> None:
    """Choose from the natural moves that do not lose immediately; if none, from all of them."""
    choice.count = 0
    for move in game.natural_moves(position):
        after = game.play(position, move)
        outcome = game.outcome(after)
        if outcome == DRAW or (outcome == OPEN and not endangers(game, position, after)):
            choice.add(move)
    if choice.count == 0:
        for move in game.natural_moves(position):
            choice.add(move)


def endangers(game: Knowledge[Any], position: Any, after: Any) -> bool:
    """Whether the move that led to an open position lets the opponent win with the next one."""
    return not keeps_turn(game, position, after) and game.can_win_next(after)


def best_looking_moves(
    game: Knowledge[Any], position: Any, plies: int, choice: Choice, run: SearchContext
) -> None:
    any_moves(game, position, choice)
    many = choice.count > MANY_MOVES
    if many:
        choice.count = 0
        for move in game.likely_moves(game.state(position)):
            choice.add(move)
    run.limit = choice.begin(plies, many)
    looked, choice.count, best, top = choice.count, 0, -INFINITY, INFINITY
    for number in range(looked):
        move = choice.moves[number]
        score = move_score(game, position, move, best - 1, top, 1, choice, run)
        if top <= score < INFINITY:  # it is better than the best so far
            score = move_score(game, position, move, best, INFINITY, 1, choice, run)
        best = choice.consider(move, score, best)
        top = best + 1 if run.limit > 1 else INFINITY


def worst_moves(
    game: Knowledge[Any], position: Any, plies: int, choice: Choice, run: SearchContext
) -> None:
    safe_moves(game, position, choice)
    run.limit = choice.begin(plies, many=False)
    safe, choice.count, best = choice.count, 0, -INFINITY
    for number in range(safe):
        move = choice.moves[number]
        score = -move_score(game, position, move, -INFINITY, 1 - best, 1, choice, run)
        best = choice.consider(move, score, best)


def sight(plies: int, moves: int) -> int:
    """The search depth, reduced where a level would take minutes."""
    lines, reach = moves, 1  # a product, since WebAssembly has no powers
    while reach < plies and lines * moves <= MOST_LINES:
        lines *= moves
        reach += 1
    return reach


def move_score(  # noqa: PLR0913  # shared by all nodes of a search
    game: Knowledge[Any],
    position: Any,
    move: int,
    alpha: int,
    beta: int,
    ply: int,
    choice: Choice,
    run: SearchContext,
) -> int:
    """The score, for the player who makes it, of a move to a position `ply` plies ahead."""
    run.visit()
    after = game.play(position, move)
    outcome = game.outcome(after)
    if keeps_turn(game, position, after):
        turn, low, high = 1, alpha, beta
    else:
        turn, low, high = -1, -beta, -alpha
    if outcome != OPEN:
        return turn * run.score(outcome, ply)
    if not run.horizon(ply):
        return turn * position_score(game, after, low, high, ply, choice, run)
    return turn * as_estimate(game.evaluation(after) if choice.many else game.estimate(after))


def position_score(  # noqa: PLR0913  # as `move_score`
    game: Knowledge[Any],
    position: Any,
    alpha: int,
    beta: int,
    ply: int,
    choice: Choice,
    run: SearchContext,
) -> int:
    """The score that `alphabeta` finds: with a table, null windows and the move that last refuted.

    If there are many moves, it searches the likely ones, by the game's best evaluation.
    """
    depth, best = run.limit - ply, -INFINITY
    if choice.words:
        entry = choice.find(position)
        same = entry_move(entry) == choice.stamp and entry_depth(entry) == depth
        if same and entry_settles(entry, depth, alpha, beta):
            return entry_score(entry)
    # Where a move takes no longer than it takes to list the others, their order does not matter.
    first = choice.killers[ply] if depth > 1 else -1
    for move in with_move_first(game, position, choice.many, first):
        floor = max(alpha, best)
        top = beta if best == -INFINITY or depth == 1 else floor + 1
        score = move_score(game, position, move, floor, top, ply + 1, choice, run)
        if top <= score < beta:
            score = move_score(game, position, move, floor, beta, ply + 1, choice, run)
        best = max(best, score)
        if best >= beta:
            choice.killers[ply] = move
            break
    if choice.words:
        bound = bound_of(best, alpha, beta)
        choice.store(position, packed_entry(best, bound, depth, choice.stamp))
    return best


def with_move_first(game: Knowledge[Any], position: Any, many: int, first: int) -> Iterator[int]:
    """The moves that a level looks at, with a certain one before the others."""
    for others in range(first < 0, 2):
        if many:
            for move in game.likely_moves(game.state(position)):
                if (move != first) == others:
                    yield move
        else:
            for move in game.moves(position):
                if (move != first) == others:
                    yield move


def choose(
    game: Knowledge[Any], position: Any, style: PlayStyle, choice: Choice, run: SearchContext
) -> int:
    winning_moves(game, position, choice)
    if style.overlooks and choice.roll(100) < style.overlooks:
        if choice.count == 0 or style.overlooks == ALWAYS:
            any_moves(game, position, choice)
    elif choice.count == 0:
        if choice.roll(100) < style.thinks:
            best_looking_moves(game, position, style.plies, choice, run)
        elif choice.roll(100) < style.errs:
            worst_moves(game, position, style.plies, choice, run)
        else:
            safe_moves(game, position, choice)
    return choice.moves[choice.roll(choice.count)]


def play_games(
    game: Knowledge[Any],
    start: Any,
    styles: tuple[PlayStyle, PlayStyle],
    choice: Choice,
    run: SearchContext,
    tally: GameTally,
) -> None:
    for _ in range(tally.games):
        position, turn, plies, times, tally.positions = start, 0, 0, 0, 0
        outcome = game.outcome(position)
        while outcome == OPEN and plies < MOST_PLIES and times < REPETITIONS:
            position = game.play(position, choose(game, position, styles[turn], choice, run))
            outcome, plies = game.outcome(position), plies + 1
            turn = word_within(turn_after(game, turn, position), SECOND)
            if game.game.repeats:
                times = tally.met(position, len(position) * game.field_words)
        tally.add(DRAW if outcome == OPEN else outcome, turn)


# Playing fewer games interpreted is faster than compiling.
FEW_GAMES = 200
# Games of one compiled call; between calls Ctrl-C works, and progress is shown.
PART = 500


def contest(
    game: Game[Any],
    styles: tuple[PlayStyle, PlayStyle],
    games: int,
    seed: int = 1,
    progress: Callable[[int], object] = lambda played: None,
) -> GameTally:
    """Play games between two levels; the first one begins each game.

    The seed is from 1 to 2^31 - 2. `progress` is called with the number of games so far.
    """
    known, tally = knowledge_of(game), GameTally()
    play = play_games if games < FEW_GAMES else fastest(play_games, known)
    start = game.start()
    choice, run = Choice(seed, words_of(known, start)), SearchContext()
    for begin in range(0, games, PART):
        tally.games = min(PART, games - begin)
        play(known, start, styles, choice, run, tally)
        progress(begin + tally.games)
    return tally


def against_greedy(game: Game[Any], style: PlayStyle, games: int, seed: int = 1) -> GameTally:
    greedy = STYLES["greedy"]
    begins = contest(game, (style, greedy), games // 2, seed)
    follows = contest(game, (greedy, style), games // 2, seed + 1)
    begins.first += follows.second
    begins.second += follows.first
    begins.draws += follows.draws
    return begins
