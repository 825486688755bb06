"""A match: two players, one game, and the moves so far. The only mutable object."""

from collections.abc import Callable
from operator import index
from typing import Generic

from noughts import errors, notebook_repr
from noughts.board import Board
from noughts.game import (
    FIRST,
    Game,
    P,
    by_points,
    legal_moves,
    play_legal,
    turn_at,
    turns_of,
    winner_of,
)
from noughts.games.registry import spec_of
from noughts.players.player import Player, takes_players
from noughts.search.depth import refuse_endless
from noughts.value import LOSS, OPEN

# Occurrences of a position, with the same player to move, that draw the match.
REPETITIONS = 3


@notebook_repr.in_notebooks
class Match(Generic[P]):
    """A game between two players, with its moves so far.

    A method that fails raises a NoughtsError and changes nothing.

    If positions can repeat (`Game.repeats`), the match is a draw when a position occurs for the
    third time with the same player to move, so that it ends for people too. Only the match has this
    rule: the game's rules and solved values ignore it, and it costs no win when the winner plays on
    perfectly.

    Args:
        game: the rules.
        first: the first player (X); None for a person, who moves by `play`.
        second: the second player (O); None for a person.
        start: the first position; by default the game's start.
        turn: the player to move at `start`.
        on_move: called with the match after every move that is played.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> match = Match(TicTacToe())
    >>> for name in "a1 b2 b1 c3 c1".split():
    ...     match.play(match.game.read(name))
    >>> match.result
    'X wins'
    >>> match.lines, match.line_numbers
    ((('a1', 'b1', 'c1'),), (0,))
    >>> print(match)
      a b c
    3 . . O
    2 . O .
    1 X X X
    X wins.
    """

    @takes_players
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

    # Reading the match.

    @property
    def position(self) -> P:
        """The current position."""
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
        """The number of moves played."""
        return len(self._moves)

    @property
    def turn(self) -> int:
        """The player to move: FIRST or SECOND."""
        return turn_at(self.game, self.position, self.ply, self.first_turn)

    @property
    def turns(self) -> list[int]:
        """The player to move in each position so far."""
        return turns_of(self.game, self.first_turn, self._positions)

    @property
    def player(self) -> Player | None:
        """The player to move; None for a person."""
        return self.players[self.turn]

    @property
    def over(self) -> bool:
        """Whether the game has ended: by its rules, by repetition or by forfeit."""
        ended = self.game.outcome(self.position) != OPEN
        return ended or self.repeated or bool(self._forfeited)

    @property
    def forfeited(self) -> str:
        """Why the side to move forfeited the game; empty if it did not."""
        return self._forfeited

    @property
    def repeated(self) -> bool:
        """Whether the position has occurred for the third time with the same player to move."""
        with_same_turn = self._positions[:: -2 if self.game.alternates else -1]
        return self.game.repeats and with_same_turn.count(self.position) >= REPETITIONS

    @property
    def winner(self) -> int | None:
        """FIRST or SECOND; None for a draw, or while the game goes on."""
        outcome = LOSS if self._forfeited else self.game.outcome(self.position)
        return winner_of(outcome, self.turn)

    @property
    def result(self) -> str:
        """The result in words; empty while the game goes on."""
        if not self.over:
            return ""
        if self._forfeited:
            return f"{self.game.marks[1 - self.turn]} wins: {self._forfeited}"
        if self.game.outcome(self.position) == OPEN:
            return "draw by repetition"
        if self.winner is None:
            return "draw"
        return f"{self.game.marks[self.winner]} wins{by_points(self.game, self.position)}"

    def __repr__(self) -> str:
        moves = " ".join(map(self.game.name, self.moves))
        return f"<Match of {spec_of(self.game)}: {moves or 'no move yet'}>"

    def __str__(self) -> str:
        state = self.result or f"{self.game.marks[self.turn]} to move"
        return f"{self.board}\n{state}."

    @property
    def lines(self) -> tuple[tuple[str, ...], ...]:
        """The cells of each line that won."""
        return self.board.lines

    @property
    def line_numbers(self) -> tuple[int, ...]:
        """The numbers of the lines that won, among the `board_lines` of the game; or none."""
        masks = [sum(1 << cell for cell in line) for line in self.game.lines(self.position)]
        known = getattr(self.game, "board_lines", ())
        return tuple(known.index(mask) for mask in masks if mask in known)

    @property
    def board(self) -> Board:
        """The board of the current position."""
        return self.game.board(self.position, self.turn)

    @property
    def legal_moves(self) -> list[int]:
        """The legal moves of the current position."""
        return [] if self.over else legal_moves(self.game, self.position)

    # Changing the match.

    def play(self, move: int, turn: int | None = None) -> None:
        """Play a move.

        Args:
            move: a legal move.
            turn: the side that makes the move, if it is to be checked.

        Raises:
            GameOver, IllegalMove, OutOfTurn: the move cannot be played.
            RepeatingGame: a position repeats, and the game does not set `repeats`.
        """
        if turn not in (None, self.turn) and not self.over:
            raise errors.OutOfTurn(f"It is {self.game.marks[self.turn]}'s turn to move.")
        self._advance(move)
        self._undone.clear()

    def step(self) -> int:
        """Let the player to move choose and play a move; return the move.

        Raises:
            GameOver: there is no move to choose.
            OutOfTurn: a person is to move; people move by `play`.
            PlayerError: the player chose a move that cannot be played.
        """
        if self.over:
            raise errors.GameOver("The game is over: there is no move to play.")
        if self.player is None:
            raise errors.OutOfTurn("A person is to move; use play().")
        move = self.player.choose(self.game, self.position)
        try:
            self.play(move)
        except errors.MoveError as error:
            raise errors.PlayerError(f"{self.player.name} chose {move!r}: {error}") from None
        return move

    def run(self) -> str:
        """Let two computer players play to the end; return the result in words.

        A player that fails to give a legal move forfeits the game.

        Raises:
            UnsuitedGame: a player does not play this game.
        """
        while not self.over:
            try:
                self.step()
            except errors.UnsuitedGame:
                raise
            except errors.PlayerError as error:
                self.forfeit(str(error))
        return self.result

    def forfeit(self, reason: str) -> None:
        """Let the side to move forfeit the game, for this reason.

        Raises:
            GameOver: the game has ended already.
        """
        if self.over:
            raise errors.GameOver("The game is over: it cannot be forfeited.")
        self._forfeited = reason

    def undo(self, plies: int = 1) -> None:
        """Take back the last plies; `redo` plays them again.

        Raises:
            MatchError: fewer have been played.
        """
        if not 0 <= plies <= self.ply:
            raise errors.MatchError("There is no move to undo.")
        self._forfeited = ""
        for _ in range(plies):
            self._undone.append(self._moves.pop())
            self._positions.pop()

    def redo(self, plies: int = 1) -> None:
        """Redo undone plies.

        Raises:
            MatchError: fewer were taken back.
        """
        if not 0 <= plies <= len(self._undone):
            raise errors.MatchError("There is no move to redo.")
        for _ in range(plies):
            self._advance(self._undone.pop())

    @property
    def can_redo(self) -> int:
        """The number of plies that can be redone."""
        return len(self._undone)

    def _advance(self, move: int) -> None:
        if self._forfeited:
            raise errors.GameOver(f"The game is over, {self.result}")
        if self.repeated:
            name = self.game.name(move)
            raise errors.GameOver(
                f"The game is over, a draw by repetition; {name} cannot be played."
            )
        after = play_legal(self.game, self.position, move)
        refuse_endless(self.game, after, self.ply + 1)
        self._positions.append(after)
        self._moves.append(index(move))
        if self.on_move:
            self.on_move(self)
