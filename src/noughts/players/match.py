"""A match: two players, one game, and what has been played. The one thing that changes."""

from collections.abc import Callable
from operator import index
from typing import Generic

from noughts import notebook_repr
from noughts.board import Board
from noughts.errors import (
    GameOver,
    MatchError,
    MoveError,
    OutOfTurn,
    PlayerError,
    UnsuitedGame,
)
from noughts.game import FIRST, SECOND, Game, P, legal_moves, play_legal
from noughts.players.player import Player
from noughts.search.depth import refuse_endless
from noughts.value import DRAW, OPEN, WIN

# A position that occurs so often with the same player to move ends the match.
REPETITIONS = 3


@notebook_repr.in_notebooks
class Match(Generic[P]):
    """A game under way between two players.

    Every method that refuses raises a kind of NoughtsError and changes nothing.

    Where play can come back to a position (`Game.repeats`), the match is a draw when a
    position occurs for the third time with the same player to move, so that it ends for
    people too. That is an agreement of the match: the rules, and the values that solvers
    give, know nothing of it, and no won game is lost by it when the winner plays on well.

    Args:
        game: the rules.
        first: who plays first (X); None for a person whose moves come through `play`.
        second: who plays second (O); None likewise.
        start: where to begin; the game's own start unless told otherwise.
        turn: whose turn it is at `start`.
        on_move: called with the match after every move that is played.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> match = Match(TicTacToe())
    >>> for name in "a1 b2 b1 c3 c1".split():
    ...     match.play(match.game.read(name))
    >>> match.result
    'X wins'
    >>> match.lines
    (('a1', 'b1', 'c1'),)
    """

    def __init__(
        self,
        game: Game[P],
        first: Player | None = None,
        second: Player | None = None,
        *,
        start: P | None = None,
        turn: int = FIRST,
        on_move: "Callable[[Match[P]], None] | None" = None,
    ) -> None:
        self.game = game
        self.players = (first, second)
        self.first_turn = turn
        self.on_move = on_move
        self._positions: list[P] = [game.start() if start is None else start]
        self._moves: list[int] = []
        self._undone: list[int] = []
        self._forfeited = ""

    # What is to be seen.

    @property
    def position(self) -> P:
        """The position now."""
        return self._positions[-1]

    @property
    def positions(self) -> tuple[P, ...]:
        """Every position so far, the start first."""
        return tuple(self._positions)

    @property
    def moves(self) -> tuple[int, ...]:
        """The moves played so far."""
        return tuple(self._moves)

    @property
    def ply(self) -> int:
        """How many moves have been played."""
        return len(self._moves)

    @property
    def turn(self) -> int:
        """Whose turn it is: FIRST or SECOND."""
        return (self.first_turn + self.ply) % 2

    @property
    def player(self) -> Player | None:
        """Who is to move."""
        return self.players[self.turn]

    @property
    def over(self) -> bool:
        """Whether the game has ended: by its rules, by repetition or by forfeit."""
        ended = self.game.outcome(self.position) != OPEN
        return ended or self.repeated or bool(self._forfeited)

    @property
    def forfeited(self) -> str:
        """Why the player whose turn it is has lost, though the game goes on; else empty."""
        return self._forfeited

    @property
    def repeated(self) -> bool:
        """Whether the position has occurred for the third time with the same player to move."""
        with_same_turn = self._positions[::-2]
        return self.game.repeats and with_same_turn.count(self.position) >= REPETITIONS

    @property
    def winner(self) -> int | None:
        """FIRST or SECOND; None for a draw, or while the game goes on."""
        outcome = self.game.outcome(self.position)
        if self._forfeited:
            return opponent(self.turn)
        if outcome in (OPEN, DRAW):
            return None
        return self.turn if outcome == WIN else 1 - self.turn

    @property
    def result(self) -> str:
        """How the game ended, in words; empty while it goes on."""
        if not self.over:
            return ""
        if self._forfeited:
            return f"{self.game.marks[opponent(self.turn)]} wins: {self._forfeited}"
        if self.game.outcome(self.position) == OPEN:
            return "draw by repetition"
        return "draw" if self.winner is None else f"{self.game.marks[self.winner]} wins"

    @property
    def lines(self) -> tuple[tuple[str, ...], ...]:
        """The cells of each line that won."""
        return self.board.lines

    @property
    def board(self) -> Board:
        """What the position looks like."""
        return self.game.board(self.position, self.turn)

    @property
    def legal_moves(self) -> list[int]:
        """What may be played now."""
        return [] if self.over else legal_moves(self.game, self.position)

    # What can be done.

    def play(self, move: int, turn: int | None = None) -> None:
        """Play a move.

        Args:
            move: a legal move.
            turn: who makes it, if that is to be checked.

        Raises:
            GameOver, IllegalMove, OutOfTurn: why it cannot be played.
            RepeatingGame: play goes round in a loop, and the game does not say that it may.
        """
        if turn not in (None, self.turn) and not self.over:
            raise OutOfTurn(f"It is {self.game.marks[self.turn]}'s turn to move.")
        self._advance(move)
        self._undone.clear()

    def step(self) -> int:
        """Let the player whose turn it is choose and play a move, and return it.

        Raises:
            GameOver: there is nothing to choose.
            OutOfTurn: a person is to move, and persons move by `play`.
            PlayerError: the player chose a move that cannot be played.
        """
        if self.over:
            raise GameOver("The game is over, so nobody is to move.")
        if self.player is None:
            raise OutOfTurn("It is a person's turn to move.")
        move = self.player.choose(self.game, self.position)
        try:
            self.play(move)
        except MoveError as error:
            raise PlayerError(f"{self.player.name} chose {move!r}: {error}") from None
        return move

    def run(self) -> str:
        """Let two players that need nobody play to the end; the result in words.

        A player that gives no move, or an illegal one, forfeits the game.

        Raises:
            UnsuitedGame: a player does not play this game.
        """
        while not self.over:
            try:
                self.step()
            except UnsuitedGame:
                raise
            except PlayerError as error:
                self.forfeit(str(error))
        return self.result

    def forfeit(self, reason: str) -> None:
        """Let the player whose turn it is lose the game, for this reason.

        Raises:
            GameOver: the game has ended already.
        """
        if self.over:
            raise GameOver("The game is over, so nobody can forfeit it.")
        self._forfeited = reason

    def undo(self, plies: int = 1) -> None:
        """Take back the last plies; `redo` plays them again.

        Raises:
            MatchError: not so many have been played.
        """
        if not 0 <= plies <= self.ply:
            raise MatchError("There is no move to take back.")
        self._forfeited = ""
        for _ in range(plies):
            self._undone.append(self._moves.pop())
            self._positions.pop()

    def redo(self, plies: int = 1) -> None:
        """Play again what was taken back.

        Raises:
            MatchError: not so many were taken back.
        """
        if not 0 <= plies <= len(self._undone):
            raise MatchError("There is no move to play again.")
        for _ in range(plies):
            self._advance(self._undone.pop())

    @property
    def can_undo(self) -> int:
        """How many plies can be taken back."""
        return self.ply

    @property
    def can_redo(self) -> int:
        """How many plies can be played again."""
        return len(self._undone)

    def _advance(self, move: int) -> None:
        if self._forfeited:
            raise GameOver(f"The game is over, {self.result}")
        if self.repeated:
            name = self.game.name(move)
            raise GameOver(f"The game is over, a draw by repetition; {name} cannot be played.")
        after = play_legal(self.game, self.position, move)
        refuse_endless(self.game, after, self.ply + 1)
        self._positions.append(after)
        self._moves.append(index(move))
        if self.on_move:
            self.on_move(self)


def opponent(turn: int) -> int:
    """The other side.

    >>> opponent(FIRST) == SECOND
    True
    """
    return SECOND if turn == FIRST else FIRST
