"""Games of OpenSpiel as games of ours: `openspiel:hex(board_size=3)`.

Any deterministic game of perfect information for two players can be played, solved and explained
(Lanctot et al., "OpenSpiel: A Framework for Reinforcement Learning in Games", 2019). It runs
interpreted. It needs OpenSpiel: `pip install "noughts[openspiel]"`.

- A move is the number of an action. Where a player moves twice in a row, the other one passes in
  between; a pass counts as a ply.
- Who gets more points wins, however many.
- A position is a digest of what OpenSpiel says of the state. For games in `MERGED` that is the
  state's text; for all others the whole history, so that two ways to a position are two positions:
  right whatever the rules remember, and slow.
"""

from functools import cached_property, lru_cache
from hashlib import blake2b
from typing import Any, NamedTuple

from noughts.board import Board, Cell, Look
from noughts.errors import ImpossiblePosition, NotAGame, UnknownGame, UnreadableMove, to_install
from noughts.errors import UnreadablePosition as Unreadable
from noughts.game import FIRST, Game
from noughts.value import OPEN, by_lead

PREFIX = "openspiel:"
# The games whose text tells everything that matters. A test goes through small ones.
MERGED = {
    "breakthrough",
    "clobber",
    "connect_four",
    "dots_and_boxes",
    "hex",
    "mnk",
    "nim",
    "tic_tac_toe",
    "y",
}
# A parameter by which a player may take over the first move, which a text need not tell.
SWAP = "swap"
WORD_BITS, DIGEST_BYTES = 62, 16
# Letters for the columns of a drawn text.
MOST_COLUMNS = 26


class Seen(NamedTuple):
    """A state that was met: a digest of it in two words, whose turn it is, and whether to pass."""

    high: int
    low: int
    turn: int
    passing: int


class OpenSpiel(Game[Seen]):
    """A game of OpenSpiel.

    Args:
        spec: what OpenSpiel calls it, `hex(board_size=3)`.

    Raises:
        UnknownGame: OpenSpiel is not installed, or has no such game.
        NotAGame: it has chance, hidden information, or not two players.
    """

    spec: str

    either_begins = False
    how_to_move = "a move"

    def __post_init__(self) -> None:
        """Load the game."""
        _met(self.spec)

    @property
    def actions(self) -> int:
        """Those of OpenSpiel, and the pass."""
        return self._pass + 1

    # The rules.

    def start(self) -> Seen:
        """The initial state."""
        return self._met.start

    def moves(self, position: Seen) -> list[int]:
        """The legal actions; only the pass, where the other player moves twice."""
        return [self._pass] if position.passing else self._met.state(position).legal_actions()

    def play(self, position: Seen, move: int) -> Seen:
        """The state after the action."""
        return self._met.after(position, move)

    def outcome(self, position: Seen) -> int:
        """Who has more points, once the game is over."""
        state = self._met.state(position)
        if not state.is_terminal():
            return OPEN
        return by_lead(state.returns()[position.turn])

    # For people.

    def turn(self, position: Seen) -> int:
        """Whose turn it is."""
        return position.turn

    def board(self, position: Seen, turn: int) -> Board:
        """The text of OpenSpiel, sign by sign; columns that are always blank are left out."""
        lines = str(self._met.state(position)).splitlines()
        lines = [line for line in lines if line.strip()]
        width = max(map(len, lines), default=0)
        lines = [line.ljust(width) for line in lines]
        columns = [i for i in range(width) if any(line[i] != " " for line in lines)]
        if len(columns) > MOST_COLUMNS:
            return Board((Cell("state", 0, 0, " / ".join(map(str.strip, lines))),), look=Look.PLAIN)
        return Board(
            tuple(
                Cell(f"{chr(97 + x)}{len(lines) - y}", x, y, line[column].strip(" ."))
                for y, line in enumerate(lines)
                for x, column in enumerate(columns)
            ),
            look=Look.PLAIN,
        )

    def name(self, move: int) -> str:
        """OpenSpiel's name of the action, if it is the same for both players; else its number."""
        return self._names.get(move, str(move))

    def read(self, text: str) -> int:
        """The action of that name or number."""
        word = text.strip()
        named = {name: move for move, name in self._names.items()}
        if word not in named and not (word.isdecimal() and int(word) < self.actions):
            raise UnreadableMove(f"{text!r} is not a move of {self.spec}.")
        return named[word] if word in named else int(word)

    def split_moves(self, text: str) -> list[str]:
        """The names of moves, between spaces."""
        return text.split()

    def text(self, position: Seen, turn: int) -> str:
        """The numbers of the moves that led here, then the side to move."""
        return f"{','.join(map(str, self._met.history(position))) or '-'} {'xo'[turn]}"

    def parse(self, text: str) -> tuple[Seen, int]:
        """The position after these moves."""
        body, _, side = text.strip().rpartition(" ")
        words = [] if body == "-" else body.split(",")
        if side not in ("x", "o") or not all(map(str.isdecimal, words)):
            raise Unreadable(
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
        """The number of the pass."""
        return self._met.passing

    @property
    def _met(self) -> "_Met":
        return _met(self.spec)

    @cached_property
    def _names(self) -> dict[int, str]:
        """The actions whose names serve: without blanks, and each once."""
        names = self._met.names()
        usable = len(set(names.values())) == len(names)
        return (names if usable else {}) | {self._pass: "pass"}


class _Met:
    """The states of a game that were met in this process."""

    def __init__(self, spec: str) -> None:
        self.spec = spec
        self.game = _loaded(spec)
        self.passing: int = self.game.num_distinct_actions()
        name = self.game.get_type().short_name
        self._merged = name in MERGED and not self.game.get_parameters().get(SWAP)
        self._states: dict[tuple[int, int], Any] = {}
        self._came: dict[Seen, tuple[Seen, int]] = {}
        first = self.game.new_initial_state()
        self.start = self._seen(first, FIRST)
        if first.current_player() != FIRST:
            raise NotAGame(f"{spec} begins with player {first.current_player()}, not with 0.")

    def state(self, position: Seen) -> Any:
        """OpenSpiel's state.

        Raises:
            ImpossiblePosition: it was not met in this process.
        """
        state = self._states.get(position[:2])
        if state is None:
            raise ImpossiblePosition(
                f"{position} of {self.spec} was not met in this process: give its moves."
            )
        return state

    def after(self, position: Seen, move: int) -> Seen:
        """The position after a legal move."""
        if position.passing:
            after = position._replace(turn=1 - position.turn, passing=0)
        else:
            after = self._seen(self.state(position).child(move), 1 - position.turn)
        if after != self.start:
            self._came.setdefault(after, (position, move))
        return after

    def history(self, position: Seen) -> list[int]:
        """Moves that lead to a position that was met."""
        moves = []
        while position != self.start:
            self.state(position)
            position, move = self._came[position]
            moves.append(move)
        return moves[::-1]

    def names(self) -> dict[int, str]:
        """The names of the actions that both players share and that are one word."""
        state = self.game.new_initial_state()
        names = {}
        for move in range(self.passing):
            try:
                mine, theirs = (state.action_to_string(player, move) for player in (0, 1))
            except Exception:  # noqa: BLE001  # some games name only what is legal
                return {}
            if mine == theirs and len(mine.split()) == 1:
                names[move] = mine
        return names

    def _seen(self, state: Any, turn: int) -> Seen:
        """The position of a state in which it is that player's turn."""
        text = f"{state}\n{state.move_number()} {state.current_player()}"
        key = text if self._merged else state.history_str()
        word = int.from_bytes(blake2b(key.encode(), digest_size=DIGEST_BYTES).digest(), "big")
        digest = (word >> WORD_BITS & (1 << WORD_BITS) - 1, word & (1 << WORD_BITS) - 1)
        self._states.setdefault(digest, state)
        waits = not state.is_terminal() and state.current_player() != turn
        return Seen(*digest, turn, int(waits))


@lru_cache(maxsize=16)
def _met(spec: str) -> _Met:
    return _Met(spec)


def _loaded(spec: str) -> Any:
    """The game as OpenSpiel has it, if it is one of ours."""
    try:
        import pyspiel
    except ImportError:
        raise UnknownGame(f"{PREFIX}{spec} needs OpenSpiel: {to_install('openspiel')}.") from None
    if spec.partition("(")[0] not in pyspiel.registered_names():
        raise UnknownGame(f"OpenSpiel has no game {spec!r}: pyspiel.registered_names() lists them.")
    try:
        game = pyspiel.load_game(spec)
    except pyspiel.SpielError as error:
        raise UnknownGame(f"OpenSpiel refuses {spec!r}: {error}") from None
    wrong = _wrong(pyspiel.GameType, game)
    if wrong:
        raise NotAGame(f"{PREFIX}{spec} {wrong}: noughts solves games of two who see everything.")
    return game


def _wrong(kinds: Any, game: Any) -> str:
    """Why it is not a deterministic game of perfect information for two; empty if it is."""
    kind = game.get_type()
    if game.num_players() != 2:
        return f"has {game.num_players()} players"
    if kind.chance_mode != kinds.ChanceMode.DETERMINISTIC:
        return "has chance"
    if kind.dynamics != kinds.Dynamics.SEQUENTIAL:
        return "has moves at the same time"
    if kind.information != kinds.Information.PERFECT_INFORMATION:
        return "has hidden information"
    if kind.utility not in (kinds.Utility.ZERO_SUM, kinds.Utility.CONSTANT_SUM):
        return "is not won by one and lost by the other"
    return ""
