"""Call a player for its moves in one position, or the reason why it gives none."""

from enum import StrEnum
from typing import Any, NamedTuple

from noughts.errors import (
    AnswerNotUnderstood,
    BadAnswer,
    MoveError,
    OutOfTime,
    PlayerError,
    ProgramTooSlow,
    UnsuitedGame,
)
from noughts.errors import NoughtsError as Refusal
from noughts.game import Game, play_legal
from noughts.players.player import KnownPolicy, Player
from noughts.sandbox.process import ChildPlayer


class Forfeit(StrEnum):
    """A way to give no move, or none in time, in any position."""

    CRASH = "crash"
    ILLEGAL_MOVE = "illegal_move"
    TOO_SLOW = "too_slow"
    NOT_UNDERSTOOD = "not_understood"


class Fall(NamedTuple):
    """A forfeit, with a description in words."""

    forfeit: Forfeit
    reason: str


class Answer(NamedTuple):
    """A player's possible moves in a position.

    Args:
        moves: its legal moves, each once: all with a positive probability, or those it chose.
        falls: the forfeits in place of moves; several if it was called several times.
        late: if the moves came too late, how late, in words.
    """

    moves: tuple[int, ...]
    falls: tuple[Fall, ...] = ()
    late: str = ""

    @property
    def settled(self) -> bool:
        """Whether there is only one answer."""
        return len(self.moves) + len(self.falls) == 1

    @property
    def understood(self) -> bool:
        """Whether the answer had the form of a move."""
        return Forfeit.NOT_UNDERSTOOD not in self.kinds

    @property
    def lost(self) -> str:
        """Why the game is forfeited; empty if it is not, or if the answer is not understood."""
        falls = [fall for fall in self.falls if fall.forfeit != Forfeit.NOT_UNDERSTOOD]
        return falls[0].reason if falls else ""

    @property
    def slow(self) -> bool:
        """Whether the answer came too late, or never."""
        return bool(self.late) or Forfeit.TOO_SLOW in self.kinds

    @property
    def kinds(self) -> set[Forfeit]:
        """The kinds of forfeits."""
        return {fall.forfeit for fall in self.falls}

    def agrees(self, other: "Answer") -> bool:
        """Whether this answer is possible for a player with the other answer."""
        same = set(self.moves) <= set(other.moves) and self.kinds <= other.kinds
        return same or (self.slow and other.slow)


def ask(player: Player, game: Game[Any], position: Any, times: int = 1) -> Answer:
    """A player's answer; with a known policy, every move that it may play.

    Args:
        player: the player to call.
        game: the rules.
        position: a position that is not over.
        times: the number of calls to a player without a known policy. A forfeit ends them.

    Raises:
        UnsuitedGame: the player does not play this game.
        OutOfTime: the player has no time left.
        SearchError: the game is too large for the player to be set up.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> from noughts.players.player import RandomPlayer
    >>> game = TicTacToe()
    >>> ask(RandomPlayer(), game, game.parse("xxo/ox1/o2 x")[0])
    Answer(moves=(5, 7, 8), falls=(), late='')
    """
    if isinstance(player, KnownPolicy):
        return _in_time(player, _every_choice(player, game, position))
    moves: dict[int, None] = {}
    late = ""
    for _ in range(times):
        one = _in_time(player, _asked_once(player, game, position))
        moves |= dict.fromkeys(one.moves)
        late = late or one.late
        if one.falls:
            return Answer(tuple(moves), one.falls, late)
    return Answer(tuple(moves), late=late)


def _in_time(player: Player, answer: Answer) -> Answer:
    """The answer, with a note if it is late: the auditor waited longer than the time allowed."""
    if not isinstance(player, ChildPlayer) or player.patience <= 1 or player.took <= player.seconds:
        return answer
    took = f"answered only after {player.took:.2g} seconds; {player.seconds:g} are allowed"
    return answer._replace(late=f"{player.name} {took}.") if answer.moves else answer


def _every_choice(player: KnownPolicy, game: Game[Any], position: Any) -> Answer:
    """All moves with a positive probability."""
    try:
        chances = player.probabilities(game, position)
    except Exception as error:  # noqa: BLE001  # a user's player can raise anything
        return Answer((), (_fall(player, error),))
    checked = [_checked(player, game, position, move) for move in chances if chances[move]]
    moves = (move for one in checked for move in one.moves)
    return Answer(tuple(moves), tuple(fall for one in checked for fall in one.falls))


def _asked_once(player: Player, game: Game[Any], position: Any) -> Answer:
    """One move, or one forfeit."""
    try:
        move = player.choose(game, position)
    except Exception as error:  # noqa: BLE001  # a user's player can raise anything
        return Answer((), (_fall(player, error),))
    return _checked(player, game, position, move)


def _checked(player: Player, game: Game[Any], position: Any, move: int) -> Answer:
    """The move, if it is legal."""
    try:
        play_legal(game, position, move)
    except MoveError as error:
        odd = move is not None and not hasattr(move, "__index__")
        kind = Forfeit.NOT_UNDERSTOOD if odd else Forfeit.ILLEGAL_MOVE
        return Answer((), (Fall(kind, f"{player.name} chose {move!r}: {error}"),))
    return Answer((int(move),))


def _fall(player: Player, error: Exception) -> Fall:
    """The forfeit for an error; errors that are not the player's fault are raised again."""
    if isinstance(error, OutOfTime):
        raise error
    if isinstance(error, AnswerNotUnderstood):
        return Fall(Forfeit.NOT_UNDERSTOOD, str(error))
    if isinstance(error, BadAnswer):
        return Fall(Forfeit.ILLEGAL_MOVE, str(error))
    if isinstance(error, ProgramTooSlow):
        return Fall(Forfeit.TOO_SLOW, str(error))
    if isinstance(error, PlayerError) and not isinstance(error, UnsuitedGame):
        return Fall(Forfeit.CRASH, str(error))
    if isinstance(error, Refusal):
        raise error
    return Fall(Forfeit.CRASH, f"{player.name} failed: {type(error).__name__}: {error}")
