"""The class `Knowledge`: a game's rules, and hints for the searches."""

from abc import abstractmethod
from collections.abc import Iterable
from threading import get_ident
from types import MethodType
from typing import Any, Generic

from noughts.bits import WORD_BITS
from noughts.game import FIELD_BITS, RULES, Game, P, outcome_before
from noughts.source import is_own, plain_rule
from noughts.value import BASE, INFINITY, OPEN, SOONEST, WIN

# The most bits of a key in a word of the solver's table.
KEY_BITS = WORD_BITS
# Symmetric positions are folded down to this ply; deeper, folding costs more than it saves.
FOLD = 8
# More plies than any game has.
EVERY_PLY = 1 << 30


class Knowledge(Generic[P]):
    """A game's rules, with hints that save the searches work.

    Every method beyond the rules has a default that is right for every game; a subclass overrides
    some. It reads the parameters of the rules from `self.game`. To be compiled with the rules, it
    uses whole numbers, named tuples of them, loops and conditions, as they do.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> knowledge = Knowledge(TicTacToe())
    >>> start = knowledge.start()
    >>> list(knowledge.candidate_moves(start)) == list(knowledge.moves(start))
    True
    """

    game: Any  # a Game[P]; each subclass annotates its class
    #: Whether the players take turns, as in `Game.alternates`.
    alternates: bool

    def __init__(self, game: Game[P]) -> None:
        self.game = game
        # Searches call the rules at every node. Interpreted, forwarding by the methods below would
        # take a fifth of the time, so the rules' own methods replace them; compiled, forwarding
        # costs nothing.
        rules = {name: plain_rule(getattr(type(game), name)) for name in RULES}
        vars(self).update({name: MethodType(rule, game) for name, rule in rules.items()})
        self.alternates = game.alternates

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.game == vars(other)["game"]

    def __hash__(self) -> int:
        return hash((type(self), self.game))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.game!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the game alone; derived data are computed again."""
        return type(self), (self.game,)

    # The rules.

    def start(self) -> P:
        """The position before the first move."""
        position: P = self.game.start()
        return position

    def moves(self, position: P) -> Iterable[int]:
        """The legal moves."""
        return self.game.moves(position)  # type: ignore[no-any-return]  # Iterable, as in Game

    def play(self, position: P, move: int) -> P:
        """The position after a legal move, from the opponent's view."""
        after: P = self.game.play(position, move)
        return after

    def outcome(self, position: P) -> int:
        """LOSS, DRAW or WIN for the player to move, OPEN while the game goes on."""
        outcome: int = self.game.outcome(position)
        return outcome

    def mover(self, position: P) -> int:
        """The player to move, where a player may move twice in a row."""
        mover: int = self.game.mover(position)
        return mover

    def margin(self, position: P) -> int:
        """The points of the player to move minus the opponent's, in games with points."""
        margin: int = self.game.margin(position)
        return margin

    # Positions that are equal for a search.

    def canonical(self, position: P) -> P:
        """The canonical position of this one's symmetry class."""
        return position

    def orbit(self, position: P) -> int:
        """The number of reachable positions with this canonical position.

        Used only if overridden together with `canonical`; otherwise they are counted.
        """
        return 1

    @property
    def fold_plies(self) -> int:
        """The ply below the root down to which the solver folds symmetric positions.

        Where more than mirror images are folded, override it for all plies. For mirror images,
        folding deeper costs more than it saves.
        """
        return FOLD

    def without_points(self, position: P) -> P:
        """The position without the points so far: all that future play depends on.

        Positions that agree in it have the same remaining margin.
        """
        return position

    def points_left(self, position: P) -> int:
        """The most by which the margin can still change."""
        return BASE

    def final_margins(self, position: P, alpha: int, beta: int) -> tuple[int, int]:
        """Bounds of the margin at the end, without a search.

        Bounds that leave the window from `alpha` to `beta` open save nothing.
        """
        so_far, left = self.margin(position), self.points_left(position)
        return so_far - left, so_far + left

    def orders_slowly(self, position: P) -> bool:
        """Whether putting moves in order takes much longer than looking up where they lead.

        The search for margins then guesses first, and looks up all children before it searches one.
        """
        return False

    def key(self, position: P) -> int:
        """One whole number from 0. Positions with the same key have the same value."""
        key, bits = 0, self.game.field_bits
        for field in position:  # type: ignore[attr-defined]  # positions are tuples of int
            key = key << bits | field & (1 << bits) - 1
        return key

    @property
    def key_bits(self) -> int:
        """The most bits of a key; 0 if it can have more than a field, less two."""
        return 0

    @property
    def field_words(self) -> int:
        """Machine words of a number in a position: one, except on the largest boards."""
        words: int = self.game.field_bits // FIELD_BITS
        return words

    # The length of games.

    @property
    def max_plies(self) -> int:
        """The most plies of a game; 0 if unknown or unlimited."""
        return 0

    def draw_plies(self, position: P) -> int:
        """The remaining plies of every drawn game from here; -1 if unknown."""
        return -1

    @property
    def table_doublings(self) -> int:
        """Doublings of the solver's first table: a larger one pays where a node takes long."""
        return 0

    @property
    def quick_depth(self) -> int:
        """The depth, in plies, of the solver's first search for a win or a loss."""
        return 11

    # States: positions with data that the methods below need.

    def state(self, position: P) -> Any:
        """The position with the data that searches need; all methods below take a state."""
        return position

    def advance(self, state: Any, move: int) -> Any:
        """The state after a move: as `play`, for states."""
        return self.play(state, move)

    def position(self, state: Any) -> Any:
        """The position of a state."""
        return state

    # Knowledge without search.

    def candidate_moves(self, state: Any) -> Iterable[int]:
        """The moves worth searching: all but some that are no better than one of these.

        At least one best move must be among them, best in plies and by points, too. If a move wins
        immediately, it is enough; if the opponent threatens to win, the moves that prevent it are.
        """
        return self.moves(state)

    def play_forced(self, state: Any) -> tuple[Any, int]:
        """The state after all forced moves, and their number.

        A move is forced if the rules show directly that no other move matters.
        """
        return state, 0

    def bounds(self, state: Any, alpha: int, beta: int) -> tuple[int, int]:
        """Lower and upper bound of the score, without search.

        When the game is over, both are its score. Only whether the score is above `alpha` and below
        `beta` matters, so bounds that do not decide this may be left out.
        """
        return over_or_open(self.outcome(state))

    def closer_bounds(self, state: Any, alpha: int, beta: int) -> tuple[int, int]:
        """Bounds of an open state's score that take longer than `bounds`.

        They are computed for each state that is searched, not for each of its children.
        """
        return -SOONEST, SOONEST

    def ways_to_win(self, state: Any, goal: int) -> int:
        """A rough count of the ways to win that the player who wants a draw must still stop.

        The player who wants to win is the one to move if `goal` is a win. At least 1.
        """
        return 1

    def slow_bounds(self, position: P) -> tuple[int, int]:
        """Bounds of an open position's score that take too long to compute inside a search.

        They are computed for single positions, and never compiled. By default the `parts` decide.
        """
        return self.sums.bounds(position) if self.sums else (-INFINITY, INFINITY)

    # Sums of independent parts, in games that a player who cannot move loses.

    def parts(self, position: P) -> Iterable[P]:
        """Positions that are independent parts of this one: its moves are theirs, each in one part.

        The same player is to move. Each has no parts but itself.
        """
        return (position,)

    def passed(self, state: Any) -> Any:
        """The position with the other player to move, as after a pass; `parts` need it.

        By default `mine` and `theirs` change places. Any other position stays: right where both
        players have the same moves.
        """
        swaps = getattr(state, "_fields", ()) == ("mine", "theirs")
        return type(state)(state.theirs, state.mine) if swaps else state

    @property
    def sums(self) -> Any:
        """The values of parts, `Sums`; None if `parts` is not defined."""
        if type(self).parts is Knowledge.parts:
            return None
        from noughts.knowledge.sums import sums_of  # few games need it

        return sums_of(self, get_ident())

    @property
    def knows_forcing_moves(self) -> bool:
        """Whether `forcing` is defined for the game."""
        return type(self).forcing is not Knowledge.forcing

    def forcing(self, state: Any) -> Iterable[int]:
        """The moves that threaten to win in one move.

        After each, `candidate_moves` returns one answer; unless the move has won, or the opponent
        can win in one move.
        """
        return range(0)  # not (), over which Numba cannot iterate

    # Heuristics.

    def move_score(self, state: Any, move: int) -> int:
        """The heuristic score of a move; moves are tried from the highest score down."""
        return 0

    def children(self, state: Any) -> Iterable[tuple[Any, int]]:
        """The states after the candidate moves, each with its move score, for the solver.

        Override it only to save time, where making all of them together is faster.
        """
        for move in self.candidate_moves(state):
            yield self.advance(state, move), self.move_score(state, move)

    def late_score(self, child: Any) -> int:
        """The costly part of a move's score, from the state after it: minus what that promises.

        Searches add it only for children that `bounds` and the table leave open, and with the
        other sign where the player who moved is to move again.
        """
        return 0

    def estimate(self, position: P) -> int:
        """A heuristic score at the horizon, within ±`value.ESTIMATE_LIMIT`.

        Positive if the position looks good for the player to move.
        """
        return 0

    def unsettled(self, state: Any) -> bool:
        """Whether the opponent has a threat, so that the position says little before an answer."""
        return False

    def evaluation(self, position: P) -> int:
        """A better heuristic score than `estimate`, for the search that goes deepest.

        Within ±`value.ESTIMATE_LIMIT`, and positive if the position looks good for the player to
        move. Levels up to `hard`, whose ratings were measured, ask `estimate`.
        """
        return self.estimate(position)

    def likely_moves(self, state: Any) -> Iterable[int]:
        """The moves that are worth a look where not all can be searched; at least one."""
        return self.candidate_moves(state)

    @property
    def proof_share(self) -> float:
        """The share of the time of a proof for proof numbers; a solver has the rest.

        0 where the solver is the quicker one: proof numbers then get only short slices.
        """
        return 0.5

    def natural_moves(self, position: P) -> Iterable[int]:
        """The moves that a beginner thinks of, for a level that does not search."""
        return self.moves(position)

    def can_win_next(self, position: P) -> bool:
        """Whether a move of the player to move ends the game and wins it."""
        for move in self.moves(position):
            after = self.play(position, move)
            outcome = self.outcome(after)
            if outcome != OPEN and outcome_before(self, position, after, outcome) == WIN:
                return True
        return False

    def side(self, position: P) -> int:
        """FIRST or SECOND: the player to move, where the sides have different aims.

        Learners distinguish positions by it. FIRST where both sides have the same aims.
        """
        return self.mover(position)

    # Words about moves.

    def tactics(self, position: P, move: int) -> tuple[str, ...]:
        """Effects of a legal move, in words of this game; each is a clause about the mover.

        Explanations begin with them: ("takes the last counter",). A clause must be true by the
        rules; it need not mention the move's value.
        """
        return ()

    def drawbacks(self, position: P, move: int) -> tuple[str, ...]:
        """Drawbacks of a legal move, as clauses: ("leaves a single heap",)."""
        return ()


class Attackable(Knowledge[P]):
    """Knowledge of a game whose wins can be proved by attack (`search/attack.py`).

    In such a game, passing would be possible, and an additional own mark does no harm.
    """

    @abstractmethod
    def passed(self, state: Any) -> Any:
        """The state with the other player to move, as after a pass."""

    def attacking(self, state: Any) -> Iterable[int]:
        """The moves that could begin a threat to win by threats, and perhaps others."""
        return self.candidate_moves(state)

    @abstractmethod
    def spoilers(self, state: Any, line: list[int]) -> list[int]:
        """The replies that could refute a sequence of threats; all others lose to it.

        Args:
            state: the defender is to move; there is no threat to win in one move.
            line: moves that win if the defender passes: threats, with the forced answers between
                them.
        """


def over_or_open(outcome: int) -> tuple[int, int]:
    """Bounds of the score from the outcome alone."""
    if outcome == OPEN:
        return -SOONEST, SOONEST
    return outcome * BASE, outcome * BASE


# A game, or its knowledge.
AnyGame = Game[Any] | Knowledge[Any]


def rules_behind(game: Any) -> Any:
    """The game of a knowledge; a game itself is returned unchanged."""
    return game.game if isinstance(game, Knowledge) else game


def is_own_game(game: Any) -> bool:
    """Whether the class of a game is noughts' own; of knowledge, also the class of its game."""
    return is_own(type(game)) and is_own(type(rules_behind(game)))
