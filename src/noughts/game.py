"""The protocol of a game: four methods are its rules; the others have defaults.

A game is written once, as plain Python over whole numbers. Its class declares the parameters of its
rules; its positions are `NamedTuple`s of whole numbers, always from the view of the player to move.
Searches call it directly, and `noughts.native` compiles the same source. What a search may use
beyond the rules is in `noughts.knowledge`.

    class Nim(Game[Heap]):              # the player who takes the last counter wins
        size: int = 5                   # a parameter, with its default

        def start(self):                    return Heap(self.size)
        def moves(self, position):          return range(1, min(3, position.left) + 1)
        def play(self, position, move):     return Heap(position.left - move)
        def outcome(self, position):        return LOSS if position.left == 0 else OPEN
"""

import re
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from inspect import getdoc
from operator import index
from types import FunctionType
from typing import Any, ClassVar, Protocol, TypeVar, dataclass_transform

from noughts import errors
from noughts.board import Board, Cell
from noughts.value import LOSS, OPEN, WIN, Value

P = TypeVar("P")

FIRST = 0
SECOND = 1

# The methods of the rules: the needed ones, and all.
NEEDED_RULES = ("start", "moves", "play", "outcome")
RULES = (*NEEDED_RULES, "mover", "margin")

# The sign bit included.
FIELD_BITS = 64

# The most digits of a move's number.
LONGEST_NUMBER = 20


def is_whole(given: Any) -> bool:
    """Whether a value is a whole number, of Python or of NumPy.

    >>> is_whole(3), is_whole(True), is_whole(3.0), is_whole("3")
    (True, True, False, False)
    """
    return hasattr(given, "__index__") and not isinstance(given, type)


# Changes of the methods of noughts' own games, for people who call them (`games/called.py`).
CALLED: dict[str, Callable[[Any], Any]] = {}


def _of_values(hashed: Callable[[Any], int]) -> Callable[[Any], int]:
    """The hash of a game, checked: players and solvers keep games by it."""

    def checked(game: Any) -> int:
        try:
            return hashed(game)
        except TypeError as error:
            raise errors.BrokenLaw(
                f"{type(game).__name__} breaks the law 'parameters_are_values' at the start: "
                f"{error}; the parameters of a game must be values: int, bool or a tuple of them.",
                "parameters_are_values",
            ) from None

    return checked


@dataclass_transform(frozen_default=True)
class Game(Protocol[P]):
    """The rules of a game for two players who see everything and, as a rule, take turns.

    Subclass it and write `start`, `moves`, `play` and `outcome`. The annotated attributes of the
    subclass become its parameters: it is made a frozen dataclass. Two games are equal when their
    classes and parameters are.

    To be compiled, the methods may use whole numbers, `NamedTuple`s of them, loops and
    conditions; attributes of `self`, properties included, become constants.
    """

    #: Names of the first and the second player: their marks, unless both have the same.
    marks: ClassVar[tuple[str, str]] = ("X", "O")
    #: Whether either side may begin: False if the sides have different aims, or names that show who
    #: moves first.
    either_begins: ClassVar[bool] = True
    #: Whether positions can repeat. Depth-first searches refuse such games.
    repeats: ClassVar[bool] = False
    #: How to write a move, after the word "type".
    how_to_move: ClassVar[str] = "your move"
    #: What a search may use beyond the rules: a subclass of `noughts.Knowledge`, or None.
    #: Subclasses that change the rules do not inherit it.
    knowledge: ClassVar[Any] = None
    #: Attributes that a subclass may set without changing the rules, such as `board_lines`.
    left_open: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        """Turn each game into a frozen dataclass, so that games are values."""
        super().__init_subclass__()
        if cls.mover is not Game.mover:
            cls.either_begins = False
        written = "__hash__" in vars(cls)
        dataclass(frozen=True)(cls)
        if not written:
            cls.__hash__ = _of_values(cls.__hash__)  # type: ignore[assignment, method-assign]
        # Users' classes stay as written; the modules of their files are named `….file_…`.
        own = cls.__module__.startswith("noughts.") and ".file_" not in cls.__module__
        for name, change in CALLED.items() if own else ():
            if isinstance(method := vars(cls).get(name), FunctionType):
                setattr(cls, name, change(method))

    # Facts about the game: texts, or properties that compute them from the parameters. `described`
    # reads them. Subclasses do not inherit them, since they may have other rules.

    @property
    def title(self) -> str:
        """The game's name, with its size; by default the name of its class."""
        return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", type(self).__name__)

    @property
    def about(self) -> str:
        """One line about the game; by default the first line of the class's docstring."""
        return rules_in_words(self).partition("\n")[0].removesuffix(".")

    @property
    def other_names(self) -> tuple[str, ...]:
        """Other names by which `find_game` finds it, if it is registered."""
        return ()

    @property
    def size_in_words(self) -> str:
        """The possible sizes, in a few words."""
        return ""

    @property
    def known_results(self) -> str:
        """Known results, in one line."""
        return ""

    @property
    def examples(self) -> tuple[str, ...]:
        """Famous cases, each as a text for `find_game`."""
        return ()

    @property
    def status(self) -> str:
        """`solved`: all positions can be solved; `proved`: only the winner is known; or `open`."""
        return ""

    # The four methods that every game writes.

    @abstractmethod
    def start(self) -> P:
        """The position before the first move."""

    @abstractmethod
    def moves(self, position: P) -> Iterable[int]:
        """The legal moves: whole numbers from 0, each once, in a fixed order.

        Called only while the outcome is OPEN; there is at least one move then.
        """

    @abstractmethod
    def play(self, position: P, move: int) -> P:
        """The position after a legal move, from the view of the player who is then to move."""

    @abstractmethod
    def outcome(self, position: P) -> int:
        """LOSS, DRAW or WIN for the player to move, OPEN while the game goes on."""

    # The fifth, for games in which a player may move twice in a row.

    def mover(self, position: P) -> int:
        """FIRST or SECOND: the player to move, or after the end the one whose `outcome` is given.

        Leave it out where the players take turns. The first player moves at the start.
        """
        return FIRST

    @property
    def alternates(self) -> bool:
        """Whether the players take turns: the game defines no `mover`."""
        return type(self).mover is Game.mover

    # The sixth, for games that count points.

    def margin(self, position: P) -> int:
        """The points of the player to move minus the opponent's, so far.

        Only for games that end in a score, where its sign is the outcome.
        """
        return 0

    @property
    def counts_points(self) -> bool:
        """Whether the game ends in a score: it defines a `margin`."""
        return type(self).margin is not Game.margin

    # The seventh, for numbers that need more than a machine word.

    @property
    def field_bits(self) -> int:
        """Bits of the largest field of a position, the sign bit included.

        Larger than a machine word, `FIELD_BITS`, only where sets of cells need it, and then a
        multiple of it (`bits.bits_for`): all fields are wide.
        """
        return FIELD_BITS

    # Names, text and picture.

    def turn(self, position: P) -> int | None:
        """Whose turn it is, FIRST or SECOND, if the position shows it; otherwise None."""
        return None if self.alternates else self.mover(position)

    def lines(self, position: P) -> tuple[tuple[int, ...], ...]:
        """The lines that decided the game, as indices into `board().cells`."""
        return ()

    def board(self, position: P, turn: int) -> Board:
        """The position as it is shown; by default, a row of its numbers."""
        names = getattr(position, "_fields", None)
        numbers = position if isinstance(position, tuple) else (position,)
        cells = (
            Cell(names[i] if names else str(i), i, 0, str(number))
            for i, number in enumerate(numbers)
        )
        return Board(tuple(cells))

    def name(self, move: int) -> str:
        """The name of a move, as people write it."""
        return str(move)

    def read(self, text: str) -> int:
        """The move of that name.

        Raises:
            UnreadableMove: no move has that name.
        """
        if not text.strip().isdecimal() or len(text) > LONGEST_NUMBER:
            raise errors.UnreadableMove(
                f"{text!r} is not a move: this game's moves are whole numbers."
            )
        return int(text)

    def read_moves(self, text: str) -> list[int]:
        """The moves of a play, from their names.

        Raises:
            UnreadableMove: a part is not the name of a move.
        """
        return [self.read(name) for name in self.split_moves(text)]

    def split_moves(self, text: str) -> list[str]:
        """The names of the moves in a text, which spaces or commas separate."""
        return text.replace(",", " ").split()

    def names_from_start(self, names: list[str]) -> list[str]:
        """The names of all moves of a game, where its usual records name cells in another way."""
        return names

    def remark_on_moves(self, text: str, from_start: bool) -> str:
        """A remark for people on how a list of moves was read; empty if there is only one way.

        Args:
            text: the list, as for `split_moves`.
            from_start: whether these are all moves of a game, as for `names_from_start`.
        """
        return ""

    def text(self, position: P, turn: int) -> str:
        """The position in one line of text, the side to move at the end."""
        numbers = position if isinstance(position, tuple) else (position,)
        return f"{','.join(map(str, numbers))} {'xo'[turn]}"

    def parse(self, text: str) -> tuple[P, int]:
        """The position and the turn from a text written by `text`.

        Raises:
            UnreadablePosition: the text is not the text of a position.
            ImpossiblePosition: the position cannot arise.
        """
        body, _, side = text.strip().rpartition(" ")
        start: Any = self.start()
        try:
            numbers = [int(word) for word in body.split(",")]
            if not all(fits_field(self, number) for number in numbers):
                raise ValueError
            position: P = type(start)(*numbers)
            turn = ("x", "o").index(side)
        except (TypeError, ValueError):
            example = self.text(start, FIRST)
            raise errors.UnreadablePosition(
                f"{text!r} is not a position of this game; the start is {example!r}."
            ) from None
        return position, turn

    # For programs that learn to play (`players/observation.py`).

    @property
    def actions(self) -> int:
        """One more than the largest number of a move; 0 if it must be found by playing."""
        return 0

    def planes(self, position: P) -> Sequence[Any]:
        """A learner's observation: whole numbers from -128 to 127 in nested lists of one shape.

        From the view of the player to move. Empty: the marks, or the position's numbers as bits.
        """
        return ()

    def explain_illegal(self, position: P, move: int) -> errors.MoveError:
        """An error that says why this illegal move cannot be played here."""
        legal = ", ".join(self.name(move) for move in self.moves(position))
        return errors.IllegalMove(f"{self.name(move)} cannot be played here; choose from {legal}.")

    def validate(self, position: P, turn: int) -> None:
        """Raise ImpossiblePosition, or a subclass of it, if no game can reach the position."""
        return  # without it, type checkers take the method for an abstract one


def fits_field(game: Any, number: int) -> bool:
    """Whether a number fits into a field of the game's positions.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> fits_field(TicTacToe(), -(1 << 63)), fits_field(TicTacToe(), 1 << 63)
    (True, False)
    """
    return number >> game.field_bits - 1 in (0, -1)


def fits_words(game: Any) -> bool:
    """Whether positions fit into machine words, as compiled code and tables require.

    >>> from noughts.games.mnk import MNK
    >>> fits_words(MNK(7, 7, 5)), fits_words(MNK(15, 15, 5))
    (True, False)
    """
    return bool(game.field_bits <= FIELD_BITS)


def too_wide(game: Game[Any], what: str) -> str:
    """A sentence that says why something needs positions of machine words.

    >>> from noughts.games.connectfour import ConnectFour
    >>> print(too_wide(ConnectFour(9, 9), "It"))
    It needs positions of 64 bits a number; on this board of ConnectFour they have up to 128
    """
    return (
        f"{what} needs positions of {FIELD_BITS} bits a number; on this board of "
        f"{type(game).__name__} they have up to {game.field_bits}"
    )


def winner_of(outcome: int, turn: int) -> int | None:
    """The winner, from the outcome for the player to move; None for a draw or an open game.

    >>> winner_of(WIN, FIRST), winner_of(LOSS, FIRST), winner_of(OPEN, FIRST)
    (0, 1, None)
    """
    return turn if outcome == WIN else 1 - turn if outcome == LOSS else None


def keeps_turn(game: Any, position: P, after: P) -> bool:
    """Whether the player who made a move moves again after it.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> game = TicTacToe()
    >>> keeps_turn(game, game.start(), game.play(game.start(), 4))
    False
    """
    return not game.alternates and game.mover(position) == game.mover(after)


def turn_at(game: Game[P], position: P, ply: int, first_turn: int = FIRST) -> int:
    """Whose turn it is after `ply` plies, given who moved first.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> turn_at(TicTacToe(), TicTacToe().start(), 3)
    1
    """
    return (first_turn + ply) % 2 if game.alternates else game.mover(position)


def turn_after(game: Any, turn: int, after: P) -> int:
    """Whose turn it is after a move that led to the position `after`."""
    mover: int = 1 - turn if game.alternates else game.mover(after)
    return mover


def turns_of(game: Game[P], first_turn: int, positions: Iterable[P]) -> list[int]:
    """Whose turn it is in each position of a play, given who moved first.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> turns_of(TicTacToe(), SECOND, [TicTacToe().start()] * 3)
    [1, 0, 1]
    """
    return [turn_at(game, position, ply, first_turn) for ply, position in enumerate(positions)]


def value_before(game: Game[P], position: P, after: P, value: Value) -> Value:
    """The value of a move for the player who makes it, from the value of the position after it.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> game = TicTacToe()
    >>> print(value_before(game, game.start(), game.play(game.start(), 4), Value(LOSS, 2)))
    win in 3
    """
    return (-value if keeps_turn(game, position, after) else value).before()


def outcome_before(game: Any, position: P, after: P, outcome: int) -> int:
    """The outcome for the player whose move ended the game, from the outcome after it.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> game = TicTacToe()
    >>> before, _ = game.parse("xx1/oo1/3 x")
    >>> outcome_before(game, before, game.play(before, game.read("c3")), LOSS) == WIN
    True
    """
    return outcome if keeps_turn(game, position, after) else -outcome


def described(game: Game[Any], name: str) -> Any:
    """An attribute that describes the game, such as `title` or `known_results`.

    The default, if the class does not define it, or defines a method of that name.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> described(TicTacToe(), "title")
    'Tic-tac-toe'
    """
    usual = vars(Game)[name].fget(game)
    said = getattr(game, name) if name in vars(type(game)) else usual
    return said if isinstance(said, type(usual)) else usual


def parameters(game: Game[Any]) -> dict[str, Any]:
    """The parameters of a game's rules, by name.

    >>> from noughts.games.mnk import MNK
    >>> parameters(MNK(4, 4, 3))
    {'m': 4, 'n': 4, 'k': 3, 'misere': False, 'cylinder': False, 'torus': False}
    """
    return {field.name: getattr(game, field.name) for field in fields(game)}  # type: ignore[arg-type]


def rules_in_words(game: Game[Any]) -> str:
    """The rules from the docstring of the game's class: the text before its arguments and examples.

    Empty if there is none. Paragraphs are on one line each, separated by empty lines.

    >>> from noughts.games.chomp import Chomp
    >>> print(rules_in_words(Chomp()))
    Eat a square and all above and to the right of it; do not eat the poison at a1.
    <BLANKLINE>
    The players take turns. Whoever must eat the poison loses.
    """
    cls = type(game)
    words = getdoc(cls) or ""
    if words.startswith(f"{cls.__name__}("):  # written by `dataclass`, since the class has none
        return ""
    told = []
    for paragraph in words.replace("`", "").split("\n\n"):
        if paragraph.startswith((">>>", "Args:")):
            break
        told.append(" ".join(paragraph.split()))
    return "\n\n".join(told)


def by_points(game: Game[P], position: P) -> str:
    """The winning margin, as ` by 3`; empty in a draw, or without points.

    >>> from noughts.games.dots import Dots
    >>> game = Dots(1, 1)
    >>> by_points(game, game.parse("-/|o|/- o")[0])
    ' by 1'
    """
    points = abs(game.margin(position))
    return f" by {points}" if points else ""


def legal_moves(game: Game[P], position: P) -> list[int]:
    """The legal moves as a list; empty when the game is over.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> legal_moves(TicTacToe(), TicTacToe().start())
    [0, 1, 2, 3, 4, 5, 6, 7, 8]
    """
    return list(game.moves(position)) if game.outcome(position) == OPEN else []


def random_play(
    game: Game[P], choose: Callable[[list[int]], int]
) -> Iterator[tuple[P, int, list[int]]]:
    """The positions of one game, each with the side to move and its moves; the last has none.

    `choose` is called with the moves, and chooses one, as `Random.choice` does.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> [len(moves) for _, _, moves in random_play(TicTacToe(), min)]
    [9, 8, 7, 6, 5, 4, 3, 0]
    """
    position, turn = game.start(), FIRST
    while moves := legal_moves(game, position):
        yield position, turn, moves
        position = game.play(position, choose(moves))
        turn = turn_after(game, turn, position)
    yield position, turn, moves


def read_move(game: Game[Any], text: str) -> int:
    """The move of that name. Any other error of the game's `read` becomes UnreadableMove.

    Raises:
        MoveError: no move has that name.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> read_move(TicTacToe(), "b2")
    4
    """
    try:
        move = game.read(text)
        return index(move)
    except errors.NoughtsError:
        raise
    except Exception as error:  # `read` may be a user's code
        raise errors.UnreadableMove(f"{text!r} is not the name of a move.") from error


def read_position(game: Game[P], text: str) -> tuple[P, int]:
    """The position and the turn of a text. Any other error of `parse` becomes UnreadablePosition.

    Raises:
        PositionError: the text is not a position, or the position cannot arise.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> read_position(TicTacToe(), "3/1x1/3 o")
    (Marks(mine=0, theirs=16), 1)
    """
    try:
        position, turn = game.parse(text)
    except errors.NoughtsError:
        raise
    except Exception as error:  # `parse` may be a user's code
        raise errors.UnreadablePosition(f"{text!r} is not a position of this game.") from error
    if not game.alternates and turn != game.mover(position):
        mover = game.marks[game.mover(position)]
        raise errors.WrongTurn(f"{text!r} cannot arise: it is {mover}'s turn to move there.")
    if game.outcome(position) == OPEN and not any(True for _ in game.moves(position)):
        raise errors.ImpossiblePosition(
            f"{text!r} cannot arise: the game is open, but has no move there."
        )
    return position, turn


def play_legal(game: Game[P], position: P, move: int) -> P:
    """The position after a move that is first checked.

    Raises:
        GameOver: the game has ended.
        IllegalMove: the rules do not allow the move; or a subclass of it, chosen by the game.
    """
    try:
        move = index(move)
    except TypeError:
        raise errors.IllegalMove(f"{move!r} is not a move: moves are whole numbers.") from None
    if game.outcome(position) != OPEN:
        raise errors.GameOver(f"The game is over, so {game.name(move)} cannot be played.")
    if move not in game.moves(position):
        raise game.explain_illegal(position, move)
    return game.play(position, move)
