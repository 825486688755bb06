"""What a game is: four methods, and optional ones with defaults that work.

A game is written once, as plain Python over whole numbers. Its class names the
parameters of its rules; its positions are `NamedTuple`s of whole numbers, always seen
by the player to move. Everything else in this package follows from that: the searches
read it as it stands, and `noughts.native` compiles the very same source.

    class Nim(Game[Heap]):              # the player who takes the last counter wins
        size: int = 5                   # a parameter, with its default

        def start(self):                    return Heap(self.size)
        def moves(self, position):          return range(1, min(3, position.left) + 1)
        def play(self, position, move):     return Heap(position.left - move)
        def outcome(self, position):        return LOSS if position.left == 0 else OPEN
"""

from abc import abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass, fields
from operator import index
from typing import Any, ClassVar, Protocol, TypeVar, dataclass_transform

from noughts.board import Board, Cell
from noughts.errors import GameOver, IllegalMove, MoveError, UnreadableMove, UnreadablePosition
from noughts.value import BASE, OPEN, SOONEST

P = TypeVar("P")

FIRST = 0
SECOND = 1

# A key of at most so many bits fits into a word of the solver's table.
KEY_BITS = 62

# No move's number has more digits than this.
LONGEST_NUMBER = 20


@dataclass_transform(frozen_default=True)
class Game(Protocol[P]):
    """The rules of a game for two players who take turns and see everything.

    Subclass it and write `start`, `moves`, `play` and `outcome`. The annotated
    attributes of the subclass become its parameters: it is made a frozen dataclass.
    Two games are equal when their class and parameters are.

    To be compiled, the methods use whole numbers, `NamedTuple`s of them, loops and
    conditions; attributes of `self`, properties included, are constants there.
    """

    #: What the first and the second player are called: by what they put on the board, unless
    #: that does not tell them apart.
    marks: ClassVar[tuple[str, str]] = ("X", "O")
    #: Whether play can come back to a position. Depth-first searches refuse such games.
    repeats: ClassVar[bool] = False

    def __init_subclass__(cls) -> None:
        """Make a frozen dataclass of every game, so that games are values too."""
        super().__init_subclass__()
        dataclass(frozen=True)(cls)

    # The four methods that every game writes.

    @abstractmethod
    def start(self) -> P:
        """The position before the first move."""

    @abstractmethod
    def moves(self, position: P) -> Iterable[int]:
        """The legal moves: whole numbers from 0, each once, in a fixed order.

        Asked only while the outcome is OPEN; there is at least one move then.
        """

    @abstractmethod
    def play(self, position: P, move: int) -> P:
        """The position after a legal move, seen by the other player."""

    @abstractmethod
    def outcome(self, position: P) -> int:
        """LOSS, DRAW or WIN for the player to move, OPEN while the game goes on."""

    @property
    def longest(self) -> int:
        """The most plies a game can last; 0 when that is not known, or has no limit."""
        return 0

    # For the searches. A game adds speed or knowledge by overriding these.

    @property
    def quick(self) -> int:
        """The solver first looks for a win or a loss within so many plies."""
        return 11

    def canonical(self, position: P) -> P:
        """The one position that stands for all that are symmetric to this one."""
        return position

    def key(self, position: P) -> int:
        """One whole number, different for different positions."""
        key = 0
        for field in position:  # type: ignore[attr-defined]  # positions are tuples of int
            key = key << 64 | field & 0xFFFF_FFFF_FFFF_FFFF
        return key

    def state(self, position: P) -> Any:
        """The position with what the searches want at hand: all hooks below get this."""
        return position

    def advance(self, state: Any, move: int) -> Any:
        """The state after a move: as `play`, for states."""
        return self.play(state, move)

    def position(self, state: Any) -> Any:
        """The position that a state belongs to."""
        return state

    @property
    def key_bits(self) -> int:
        """How many bits a key has at most; 0 when it can be more than KEY_BITS."""
        return 0

    def safe(self, state: Any) -> Iterable[int]:
        """The moves worth searching: leave out what is no better than one that stays.

        At least one best move must stay, best in plies, too. Where a move wins at once, that
        one is enough; where the other player threatens to, the moves that prevent it.
        """
        return self.moves(state)

    def played_out(self, state: Any) -> tuple[Any, int]:
        """The state after the moves that are forced, and how many they are.

        A move is forced where the rules see at once that no other need be looked at.
        """
        return state, 0

    def bounds(self, state: Any, alpha: int, beta: int) -> tuple[int, int]:
        """What the rules tell of the score without looking ahead: a lower and an upper bound.

        When the game is over both are its score. Asked is whether the score is above `alpha`
        and below `beta`; what does not help to tell may be left out.
        """
        return over_or_open(self.outcome(state))

    def forcing(self, state: Any) -> Iterable[int]:
        """The moves that threaten to win at once.

        After each of them there is one answer, which `safe` gives; unless it has won, or the
        other player can win at once.
        """
        return range(0)  # not (), which Numba cannot go through

    def promise(self, state: Any, move: int) -> int:
        """How promising a move looks; moves are tried from the highest down."""
        return 0

    def children(self, state: Any) -> Iterable[tuple[Any, int]]:
        """The states after the safe moves, and the promise of each: what the solver goes through.

        To override it saves time only, where all of them are quicker made together.
        """
        for move in self.safe(state):
            yield self.advance(state, move), self.promise(state, move)

    def estimate(self, position: P) -> int:
        """A guess at the score where a search stops, within ±`value.ESTIMATE_LIMIT`.

        Positive when it looks well for the player to move.
        """
        return 0

    def draw_plies(self, position: P) -> int:
        """How long every drawn game from here still lasts, in plies; -1: not known."""
        return -1

    # For people.

    def turn(self, position: P) -> int | None:
        """Whose turn it is, FIRST or SECOND, if the position tells; else None."""
        return None

    def lines(self, position: P) -> tuple[tuple[int, ...], ...]:
        """The lines that decided the game, as indices into `board().cells`."""
        return ()

    def board(self, position: P, turn: int) -> Board:
        """What the position looks like. By default, a row with the numbers it is made of."""
        names = getattr(position, "_fields", None)
        numbers = position if isinstance(position, tuple) else (position,)
        cells = (
            Cell(names[i] if names else str(i), i, 0, str(number))
            for i, number in enumerate(numbers)
        )
        return Board(tuple(cells))

    def name(self, move: int) -> str:
        """What people call the move."""
        return str(move)

    def read(self, text: str) -> int:
        """The move that people call by that name.

        Raises:
            UnreadableMove: no move has that name.
        """
        if not text.strip().isdecimal() or len(text) > LONGEST_NUMBER:
            raise UnreadableMove(f"{text!r} is not a move: this game's moves are whole numbers.")
        return int(text)

    def read_moves(self, text: str) -> list[int]:
        """The moves of a play, written one after the other.

        Raises:
            UnreadableMove: one of them is not the name of a move.
        """
        return [self.read(name) for name in self.split_moves(text)]

    def split_moves(self, text: str) -> list[str]:
        """The names of the moves in such a text: what spaces or commas separate."""
        return text.replace(",", " ").split()

    def tactics(self, position: P, move: int) -> tuple[str, ...]:
        """What a legal move does, in the words of this game; each a clause about the mover.

        Explanations of moves say these first: ("takes the last counter",). A clause must be
        true by the rules; what a move is worth need not be told.
        """
        return ()

    def drawbacks(self, position: P, move: int) -> tuple[str, ...]:
        """What speaks against a legal move, likewise: ("leaves a single heap",)."""
        return ()

    def text(self, position: P, turn: int) -> str:
        """The position in one line of text, the side to move at the end."""
        numbers = position if isinstance(position, tuple) else (position,)
        return f"{','.join(map(str, numbers))} {'xo'[turn]}"

    def parse(self, text: str) -> tuple[P, int]:
        """The position and the turn that `text` wrote.

        Raises:
            UnreadablePosition: the text is not the text of a position.
            ImpossiblePosition: it is, but of one that cannot arise.
        """
        body, _, side = text.strip().rpartition(" ")
        start: Any = self.start()
        try:
            numbers = [int(word) for word in body.split(",")]
            position: P = type(start)(*numbers)
            turn = ("x", "o").index(side)
        except (TypeError, ValueError):
            example = self.text(start, FIRST)
            raise UnreadablePosition(
                f"{text!r} is not a position of this game; the start is {example!r}."
            ) from None
        return position, turn

    def refusal(self, position: P, move: int) -> MoveError:
        """Why the move, which is not a legal one, cannot be played here."""
        legal = ", ".join(self.name(move) for move in self.moves(position))
        return IllegalMove(f"{self.name(move)} cannot be played here; choose from {legal}.")

    def validate(self, position: P, turn: int) -> None:
        """Raise ImpossiblePosition, or a kind of it, when no game can reach the position."""
        return  # without it, type checkers take a method of a protocol for an abstract one


def over_or_open(outcome: int) -> tuple[int, int]:
    """Bounds of the score that follow from the outcome alone.

    >>> from noughts.value import OPEN, WIN
    >>> over_or_open(WIN), over_or_open(OPEN)
    ((10000000, 10000000), (-9999999, 9999999))
    """
    if outcome == OPEN:
        return -SOONEST, SOONEST
    return outcome * BASE, outcome * BASE


def parameters(game: Game[Any]) -> dict[str, Any]:
    """The parameters of a game's rules, by name.

    >>> from noughts.games.mnk import MNK
    >>> parameters(MNK(4, 4, 3))
    {'m': 4, 'n': 4, 'k': 3, 'misere': False, 'cylinder': False, 'torus': False}
    """
    return {field.name: getattr(game, field.name) for field in fields(game)}  # type: ignore[arg-type]


def legal_moves(game: Game[P], position: P) -> list[int]:
    """The legal moves as a list; empty when the game is over.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> legal_moves(TicTacToe(), TicTacToe().start())
    [0, 1, 2, 3, 4, 5, 6, 7, 8]
    """
    return list(game.moves(position)) if game.outcome(position) == OPEN else []


def play_legal(game: Game[P], position: P, move: int) -> P:
    """The position after the move, which is checked first.

    Raises:
        GameOver: nothing can be played any more.
        IllegalMove: the rules do not allow the move, or the kind of it that the game names.
    """
    try:
        move = index(move)
    except TypeError:
        raise IllegalMove(f"{move!r} is not a move: moves are whole numbers.") from None
    if game.outcome(position) != OPEN:
        raise GameOver(f"The game is over, so {game.name(move)} cannot be played.")
    if move not in game.moves(position):
        raise game.refusal(position, move)
    return game.play(position, move)
