"""A sitting: game after game between the same two, whatever face shows it.

It holds all that changes while people play, and prints nothing. What there is to say of
it stands in `words`.
"""

from collections import Counter
from collections.abc import Set
from threading import Lock
from typing import TYPE_CHECKING, Any

from noughts.errors import MatchError, MoveError
from noughts.game import FIRST, SECOND, Game
from noughts.players.levels import LEVEL_NAMES, player_of
from noughts.players.match import Match
from noughts.players.perfect import BUDGET, PerfectPlayer
from noughts.players.player import Player
from noughts.terminal.labels import Labels

if TYPE_CHECKING:
    from noughts.analysis.analyse import Analysis

# Which sides people play, by what `--as` is called.
SIDES = {"x": {FIRST}, "o": {SECOND}, "both": {FIRST, SECOND}, "none": set[int]()}
LEVELS = (*LEVEL_NAMES, "random")


class Session:
    """Games between people and the computer, one after the other.

    Args:
        game: the rules.
        people: the sides that people play; the computer plays the others.
        level: how the computer plays.
        seed: settles every choice of the computer; None settles them anew each time.
        numpad: the digits of a 3×3 board lie as on a numeric keypad.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> session = Session(TicTacToe(), people=SIDES["both"])
    >>> for digit in "15263":
    ...     session.play(session.labels.read(digit))
    >>> session.match.result, session.score["X"]
    ('X wins', 1)
    """

    def __init__(
        self,
        game: Game[Any],
        people: Set[int] = frozenset({FIRST}),
        level: str = "perfect",
        seed: int | None = None,
        numpad: bool = False,
    ) -> None:
        """Begin the first game."""
        self.game = game
        self.people = people
        self.labels = Labels(game, numpad)
        self.level = level
        self._seed = seed
        self._computers = self._make_computers()
        self._finished: Counter[str] = Counter()
        self._asking = Lock()
        self._solver: Any = None
        self._analyses: dict[Any, Analysis] = {}
        self.match = Match(game, *self._players())

    # Who plays.

    @property
    def alone(self) -> bool:
        """Whether one person plays against the computer."""
        return len(self.people) == 1

    @property
    def has_computer(self) -> bool:
        """Whether the computer plays at all."""
        return len(self.people) < 2

    @property
    def computer_to_move(self) -> bool:
        """Whether the game waits for the computer."""
        return not self.match.over and self.match.player is not None

    def owner(self, turn: int) -> str:
        """Who plays the side: "you" or "computer" where these two play, else its mark."""
        if self.alone:
            return "you" if turn in self.people else "computer"
        return self.game.marks[turn]

    @property
    def looks_ahead_only(self) -> bool:
        """Whether a perfect computer found the game too large, and only looked ahead."""
        return any(isinstance(one, PerfectPlayer) and not one.sure for one in self._computers)

    def set_level(self, level: str) -> None:
        """Let the computer play at another level from now on."""
        self.level = level
        self._computers = self._make_computers()
        self.match.players = self._players()

    def next_level(self) -> str:
        """The level after this one, the first one after the last."""
        return LEVELS[(LEVELS.index(self.level) + 1) % len(LEVELS)]

    def _make_computers(self) -> tuple[Player, Player]:
        """Two, for the case that they play each other; they choose independently."""
        second = None if self._seed is None else self._seed + 1
        return player_of(self.level, self._seed), player_of(self.level, second)

    def _players(self) -> tuple[Player | None, Player | None]:
        """Who sits where. Against a person it is always the same computer."""
        first, second = self._computers
        return (
            None if FIRST in self.people else first,
            None if SECOND in self.people else (first if self.alone else second),
        )

    # Playing.

    def play(self, move: int) -> None:
        """Play a move for the side whose turn it is.

        Raises:
            MoveError: it cannot be played; the message uses the names on the board.
        """
        try:
            self.match.play(move)
        except MoveError as error:
            reason = self.labels.refusal(self.match.position, move, error)
            raise type(error)(reason) from None

    def choose(self) -> int:
        """The move that the computer wants to play. It may take seconds to find."""
        player, position = self.match.player, self.match.position
        if player is None:
            raise MatchError("It is not the computer's turn.")
        with self._asking:
            return player.choose(self.game, position)

    def undo(self) -> list[int]:
        """Take back moves until it is a person's turn again; the moves, the last one first.

        Raises:
            MatchError: no person has moved yet.
        """
        turn, ply = self.match.turn, self.match.ply
        for plies in range(1, ply + 1):
            if (turn + plies) % 2 in self.people:
                taken = self.match.moves[ply - plies :]
                self.match.undo(plies)
                return list(reversed(taken))
        raise MatchError("There is no move of yours to take back.")

    def redo(self) -> list[int]:
        """Play again what was taken back, until it is a person's turn; the moves.

        Raises:
            MatchError: nothing was taken back.
        """
        ply = self.match.ply
        self.match.redo()
        while self.match.can_redo and self.match.turn not in self.people:
            self.match.redo()
        return list(self.match.moves[ply:])

    # Game after game.

    def new(self) -> None:
        """Begin another game. One that is not finished counts for nothing."""
        self._finished = self.score
        self.match = Match(self.game, *self._players())

    def swap(self) -> None:
        """Change sides and begin another game.

        Raises:
            MatchError: it is not one person against the computer.
        """
        if not self.alone:
            who = "People play" if self.people else "The computer plays"
            raise MatchError(f"{who} both sides, so there is nothing to swap.")
        self.new()
        self.people = {FIRST, SECOND} - self.people
        self.match.players = self._players()

    @property
    def score(self) -> Counter[str]:
        """How many games each owner has won, and "draws"; the game on the board included."""
        score = Counter(self._finished)
        if self.match.over:
            winner = self.match.winner
            score["draws" if winner is None else self.owner(winner)] += 1
        return score

    # Knowing.

    def analysis(self) -> "Analysis":
        """What the position and its moves are worth. It may take seconds to find."""
        from noughts.analysis.analyse import analyse
        from noughts.solving.door import solver_for

        position, turn = self.match.position, self.match.turn
        with self._asking:
            self._solver = self._solver or solver_for(self.game, BUDGET)
            if (position, turn) not in self._analyses:
                self._analyses[position, turn] = analyse(self.game, position, turn, self._solver)
            return self._analyses[position, turn]
