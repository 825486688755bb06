"""The class `Knowledge`: a game's rules, and hints for the searches."""

from abc import abstractmethod
from collections.abc import Iterable
from typing import Any, Generic

from noughts.bits import WORD_BITS
from noughts.game import FIELD_BITS, RULES, Game, P
from noughts.value import BASE, INFINITY, OPEN, SOONEST

# The most bits of a key that fits into a word of the solver's table.
KEY_BITS = WORD_BITS
# Symmetric positions are folded up to this ply below the root; deeper it costs more than it saves.
FOLD = 8
# More plies than any game lasts.
EVERY_PLY = 1 << 30


class Knowledge(Generic[P]):
    """A game as the searches see it: its rules, and hints that save work.

    Every method beyond the four rules has a default that is right for every game. A subclass
    overrides what it knows better. It reads the parameters of the rules from `self.game`, and
    it may use whole numbers, named tuples of them, loops and conditions, as the rules do, so
    that it can be compiled with them.

    Args:
        game: the rules.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> knowledge = Knowledge(TicTacToe())
    >>> start = knowledge.start()
    >>> list(knowledge.candidate_moves(start)) == list(knowledge.moves(start))
    True
    """

    game: Any  # a Game[P]; each subclass says which, and reads its parameters
    #: Whether the players take turns, as `Game.alternates` says.
    alternates: bool

    def __init__(self, game: Game[P]) -> None:
        """Bind the rules."""
        self.game = game
        # Searches ask the rules at every node. Interpreted, a call of the methods below costs a
        # fifth of the time, so the rules' own take their places; compiled, it costs nothing.
        vars(self).update({name: getattr(game, name) for name in RULES})
        self.alternates = game.alternates

    def __eq__(self, other: object) -> bool:
        """The same class of knowledge of equal games."""
        return type(self) is type(other) and self.game == vars(other)["game"]

    def __hash__(self) -> int:
        """As for any value."""
        return hash((type(self), self.game))

    def __repr__(self) -> str:
        """The kind of knowledge, and the game."""
        return f"{type(self).__name__}({self.game!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled by its game: what is worked out from it is worked out again."""
        return type(self), (self.game,)

    # The rules.

    def start(self) -> P:
        """The position before the first move."""
        position: P = self.game.start()
        return position

    def moves(self, position: P) -> Iterable[int]:
        """The legal moves."""
        return self.game.moves(position)  # type: ignore[no-any-return]  # Iterable, as Game says

    def play(self, position: P, move: int) -> P:
        """The position after a legal move, seen by the other player."""
        after: P = self.game.play(position, move)
        return after

    def outcome(self, position: P) -> int:
        """LOSS, DRAW or WIN for the player to move, OPEN while the game goes on."""
        outcome: int = self.game.outcome(position)
        return outcome

    def mover(self, position: P) -> int:
        """Who is to move, where a player may move twice in a row."""
        mover: int = self.game.mover(position)
        return mover

    def margin(self, position: P) -> int:
        """The points of the player to move, less those of the other, where points are counted."""
        margin: int = self.game.margin(position)
        return margin

    # What tells positions apart, or takes them together.

    def canonical(self, position: P) -> P:
        """The canonical position of this one's symmetry class."""
        return position

    def orbit(self, position: P) -> int:
        """How many positions of its class can arise: those with the same canonical one.

        It counts only where it is written beside `canonical`; elsewhere they are counted.
        """
        return 1

    @property
    def fold_plies(self) -> int:
        """To which ply below the root the solver takes positions together by `canonical`.

        Where that is more than a mirror image, as far as play goes; of mirror images, it costs more
        than it saves deeper.
        """
        return FOLD

    def without_points(self, position: P) -> P:
        """The position as far as what is still to come depends on it, without points so far.

        Positions with the same one have the same margin to come.
        """
        return position

    def points_left(self, position: P) -> int:
        """The most by which the margin can still change."""
        return BASE

    def key(self, position: P) -> int:
        """One whole number from 0, different for different positions."""
        key, bits = 0, self.game.field_bits
        for field in position:  # type: ignore[attr-defined]  # positions are tuples of int
            key = key << bits | field & (1 << bits) - 1
        return key

    @property
    def key_bits(self) -> int:
        """How many bits a key has at most; 0 when it can be more than a field has, less two."""
        return 0

    @property
    def field_words(self) -> int:
        """How many machine words a number of a position takes: one, but on the largest boards."""
        words: int = self.game.field_bits // FIELD_BITS
        return words

    # How long a game lasts.

    @property
    def max_plies(self) -> int:
        """The most plies a game can last; 0 when that is not known, or has no limit."""
        return 0

    def draw_plies(self, position: P) -> int:
        """How long every drawn game from here still lasts, in plies; -1: not known."""
        return -1

    @property
    def quick_depth(self) -> int:
        """The depth, in plies, within which the solver first looks for a win or a loss."""
        return 11

    # States: positions with data that the methods below need.

    def state(self, position: P) -> Any:
        """The position with the data that the searches need; all methods below get this."""
        return position

    def advance(self, state: Any, move: int) -> Any:
        """The state after a move: as `play`, for states."""
        return self.play(state, move)

    def position(self, state: Any) -> Any:
        """The position that a state belongs to."""
        return state

    # What is known without search.

    def candidate_moves(self, state: Any) -> Iterable[int]:
        """The moves worth searching: leave out what is no better than one that stays.

        At least one best move must stay, best in plies, too. Where a move wins at once, that
        one is enough; where the other player threatens to, the moves that prevent it.
        """
        return self.moves(state)

    def play_forced(self, state: Any) -> tuple[Any, int]:
        """The state after the moves that are forced, and how many they are.

        A move is forced if the rules show at once that no other matters.
        """
        return state, 0

    def bounds(self, state: Any, alpha: int, beta: int) -> tuple[int, int]:
        """Lower and upper bound of the score, without search.

        When the game is over both are its score. Asked is whether the score is above `alpha`
        and below `beta`; what does not help to tell may be left out.
        """
        return over_or_open(self.outcome(state))

    def ways_to_win(self, state: Any, goal: int) -> int:
        """About how many ways to win must still be stopped by the player who wants a draw.

        The other one wants to win: the player to move, if that is the goal. At least 1.
        """
        return 1

    def slow_bounds(self, position: P) -> tuple[int, int]:
        """Bounds of an open position's score that take too long to find in a search.

        They are for whoever asks about this one position, and are never compiled.
        """
        return -INFINITY, INFINITY

    def forcing(self, state: Any) -> Iterable[int]:
        """The moves that threaten to win at once.

        After each of them there is one answer, which `candidate_moves` gives; unless it has won,
        or the other player can win at once.
        """
        return range(0)  # not (), which Numba cannot go through

    # What looks good.

    def move_score(self, state: Any, move: int) -> int:
        """How promising a move looks; moves are tried from the highest down."""
        return 0

    def children(self, state: Any) -> Iterable[tuple[Any, int]]:
        """The states after the candidate moves, each with its score: what the solver searches.

        To override it saves time only, where all of them are quicker made together.
        """
        for move in self.candidate_moves(state):
            yield self.advance(state, move), self.move_score(state, move)

    def estimate(self, position: P) -> int:
        """A guess at the score where a search stops, within ±`value.ESTIMATE_LIMIT`.

        Positive when it looks well for the player to move.
        """
        return 0

    # What to say of a move.

    def tactics(self, position: P, move: int) -> tuple[str, ...]:
        """What a legal move does, in the words of this game; each a clause about the mover.

        Explanations of moves say these first: ("takes the last counter",). A clause must be
        true by the rules; what a move is worth need not be told.
        """
        return ()

    def drawbacks(self, position: P, move: int) -> tuple[str, ...]:
        """What speaks against a legal move, likewise: ("leaves a single heap",)."""
        return ()


class Attackable(Knowledge[P]):
    """Knowledge of a game whose wins can be proved by attack (`search/attack.py`).

    Its players could pass, and one more mark of one's own does no harm.
    """

    @abstractmethod
    def passed(self, state: Any) -> Any:
        """The state with the other player to move, as if the player to move had passed."""

    @abstractmethod
    def spoilers(self, state: Any, line: list[int]) -> list[int]:
        """The replies that could spoil a sequence of threats; all others lose to it.

        Args:
            state: the player who defends is to move; nothing threatens to win at once.
            line: moves that win if this player passes: threats, the forced answers in between.
        """


def over_or_open(outcome: int) -> tuple[int, int]:
    """Bounds of the score that follow from the outcome alone.

    >>> from noughts.value import OPEN, WIN
    >>> over_or_open(WIN), over_or_open(OPEN)
    ((10000000, 10000000), (-9999999, 9999999))
    """
    if outcome == OPEN:
        return -SOONEST, SOONEST
    return outcome * BASE, outcome * BASE


def rules_behind(game: Any) -> Any:
    """The game itself, given the game or its knowledge.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> rules_behind(Knowledge(TicTacToe())) == rules_behind(TicTacToe())
    True
    """
    return game.game if isinstance(game, Knowledge) else game
