"""Games of other libraries, by the states met in this process.

- A move is the number of an action. Where a player moves twice in a row, the other one passes in
  between; a pass counts as a ply.
- The player with more points wins, by any margin.
- A position is a digest of a state: of its text where the text determines what follows, otherwise
  of its history. Then two ways to one position give two positions.
"""

from collections.abc import Callable, Sequence
from functools import cached_property
from hashlib import blake2b
from typing import Any, NamedTuple, Protocol

from noughts.board import Board, Cell, Look
from noughts.errors import ImpossiblePosition, NotAGame, UnreadableMove, UnreadablePosition
from noughts.game import FIRST, SECOND, Game
from noughts.value import OPEN, by_lead

WORD_BITS, DIGEST_BYTES = 62, 16
# The name of the added pass; WAIT if the library has a pass of its own.
PASS, WAIT = "pass", "wait"
# A wider text is shown as one cell.
MOST_COLUMNS = 40


class ForeignState(Protocol):
    def current_player(self) -> int: ...

    def is_terminal(self) -> bool: ...

    def returns(self) -> Sequence[float]: ...

    def legal_actions(self) -> list[int]: ...

    def child(self, action: int) -> "ForeignState": ...


class Seen(NamedTuple):
    """A state that was met: its digest in two words, whose turn it is, and whether to pass."""

    high: int
    low: int
    turn: int
    passing: int


class Foreign(Game[Seen]):
    """A game of another library; a subclass finds its states.

    Args:
        spec: its name in the library.
    """

    spec: str

    either_begins = False
    how_to_move = "your move"

    def __post_init__(self) -> None:
        _ = self.met

    @property
    def met(self) -> "ForeignStates":
        """Its states; each call returns the same object."""
        raise NotImplementedError(f"{type(self).__name__} must define met.")

    @property
    def actions(self) -> int:
        return self._pass + 1

    def start(self) -> Seen:
        return self.met.start

    def moves(self, position: Seen) -> list[int]:
        return [self._pass] if position.passing else self.met.state(position).legal_actions()

    def play(self, position: Seen, move: int) -> Seen:
        return self.met.after(position, move)

    def outcome(self, position: Seen) -> int:
        state = self.met.state(position)
        if not state.is_terminal():
            return OPEN
        return by_lead(state.returns()[self.met.theirs(position.turn)])

    def turn(self, position: Seen) -> int:
        return position.turn

    def board(self, position: Seen, turn: int) -> Board:
        """The text of the state, character by character; a dot is an empty cell."""
        lines = str(self.met.state(position)).splitlines()
        lines = [line.rstrip() for line in lines if line.strip()]
        if max(map(len, lines), default=0) > MOST_COLUMNS:
            return Board((Cell("state", 0, 0, " / ".join(map(str.strip, lines))),), look=Look.TEXT)
        return Board(
            tuple(
                Cell(f"line {y + 1}, sign {x + 1}", x, y, sign.strip("."))
                for y, line in enumerate(lines)
                for x, sign in enumerate(line)
                if sign != " "
            ),
            look=Look.TEXT,
        )

    def name(self, move: int) -> str:
        return self._names.get(move, str(move))

    def read(self, text: str) -> int:
        word = text.strip()
        named = {name: move for move, name in self._names.items()}
        if word not in named and not (word.isdecimal() and int(word) < self._pass):
            raise UnreadableMove(f"{text!r} is not a move of {self.spec}.")
        return named[word] if word in named else int(word)

    def split_moves(self, text: str) -> list[str]:
        return text.split()

    def text(self, position: Seen, turn: int) -> str:
        return f"{','.join(map(str, self.met.history(position))) or '-'} {'xo'[turn]}"

    def parse(self, text: str) -> tuple[Seen, int]:
        body, _, side = text.strip().rpartition(" ")
        words = [] if body == "-" else body.split(",")
        if side not in ("x", "o") or not all(map(str.isdecimal, words)):
            raise UnreadablePosition(
                f"{text!r} is not a position of {self.spec}: write the numbers of the moves that "
                f"lead there with commas between, and the side to move; the start is '- x'."
            )
        position = self.start()
        for word in words:
            over = self.outcome(position) != OPEN
            if over or int(word) not in self.moves(position):
                raise ImpossiblePosition(f"{text!r}: the move {word} cannot be played there.")
            position = self.play(position, int(word))
        if "xo".index(side) != position.turn:
            raise ImpossiblePosition(f"{text!r}: it is the other side's turn there.")
        return position, position.turn

    @property
    def _pass(self) -> int:
        return self.met.passing

    @cached_property
    def _names(self) -> dict[int, str]:
        taken = PASS in self.met.names.values()
        return self.met.names | {self._pass: WAIT if taken else PASS}


class ForeignStates:
    """The states of a game that were met in this process.

    Raises:
        NotAGame: no player is to move at the start.
    """

    def __init__(
        self,
        spec: str,  # the name of the game
        first: ForeignState,  # the state at the start
        actions: int,  # the number of actions
        key: Callable[[Any], str],  # a text of a state; states with equal texts continue alike
        names: dict[int, str] | None = None,  # the actions with one-word names
    ) -> None:
        self.spec, self.passing, self._key = spec, actions, key
        self.names = names or {}
        self._states: dict[tuple[int, int], ForeignState] = {}
        self._after: dict[tuple[Seen, int], Seen] = {}
        self._came: dict[Seen, tuple[Seen, int]] = {}
        self._first = first.current_player()
        if self._first not in (FIRST, SECOND):
            raise NotAGame(f"{spec} begins with player {self._first}, not with 0 or 1.")
        self.start = self._seen(first, FIRST)

    def theirs(self, turn: int) -> int:
        """The library's number of a player: in the library, either player may begin."""
        return turn if self._first == FIRST else 1 - turn

    def state(self, position: Seen) -> ForeignState:
        """The library's state."""
        state = self._states.get(position[:2])
        if state is None:
            raise ImpossiblePosition(
                f"{position} of {self.spec} was not met in this process: give its moves."
            )
        return state

    def after(self, position: Seen, move: int) -> Seen:
        if position.passing:
            after = position._replace(turn=1 - position.turn, passing=0)
        elif (position, move) in self._after:
            return self._after[position, move]
        else:
            after = self._seen(self.state(position).child(move), 1 - position.turn)
            self._after[position, move] = after
        if after != self.start:
            self._came.setdefault(after, (position, move))
        return after

    def history(self, position: Seen) -> list[int]:
        moves = []
        while position != self.start:
            self.state(position)
            position, move = self._came[position]
            moves.append(move)
        return moves[::-1]

    def _seen(self, state: ForeignState, turn: int) -> Seen:
        word = int.from_bytes(
            blake2b(self._key(state).encode(), digest_size=DIGEST_BYTES).digest(), "big"
        )
        digest = (word >> WORD_BITS & (1 << WORD_BITS) - 1, word & (1 << WORD_BITS) - 1)
        self._states.setdefault(digest, state)
        waits = not state.is_terminal() and state.current_player() != self.theirs(turn)
        return Seen(*digest, turn, int(waits))
