"""A player that plays from a strategy file."""

from typing import Any

from noughts.errors import NoughtsError, UnsuitedGame
from noughts.game import Game, P
from noughts.games.registry import spec_of
from noughts.players.perfect import PerfectPlayer
from noughts.players.player import Policy, SamplingPlayer, uniform
from noughts.strategies.file import StrategyFile, first_position
from noughts.strategies.fold import Fold
from noughts.strategies.stored import FilePlay, strategies_of


class StrategyPlayer(SamplingPlayer):
    """Plays the strategy's moves; in other positions it plays like `PerfectPlayer`.

    A strategy has no moves for the other side, nor for positions that it avoids.

    Args:
        file: the strategy; empty for shipped ones and those made by `noughts strategy GAME`.
        seed: makes the choice among equal moves repeatable, where the strategy has no move.

    The name says where the strategy of a file begins, if that is not the start of the game.

    Raises:
        BadStrategy: the file contains no strategy.

    >>> import tempfile, pathlib
    >>> from noughts.games.tictactoe import TicTacToe
    >>> from noughts.strategies.make import make_strategy
    >>> game, file = TicTacToe(), pathlib.Path(tempfile.mkdtemp(), "o.strategy")
    >>> _ = file.write_bytes(make_strategy(game, side=1).file.to_bytes())
    >>> game.name(StrategyPlayer(str(file)).choose(game, game.parse("2x/3/3 o")[0]))
    'b2'
    """

    def __init__(self, file: str = "", seed: int | None = None) -> None:
        self.name = f"strategy:{file}" if file else "strategy"
        self._read = StrategyFile.read(file) if file else None
        self._plays: dict[Any, list[FilePlay[Any]]] = {}
        self._elsewhere = PerfectPlayer(seed)
        super().__init__(seed)

    def refuse(self, game: Game[Any]) -> None:
        """Raise UnsuitedGame if the strategy is of another game, or there is none."""
        if game not in self._plays:
            self._plays[game] = [FilePlay(game, file) for file in self._suited(game)]

    def probabilities(self, game: Game[P], position: P) -> Policy:
        """The strategy's move.

        Raises:
            UnsuitedGame: the strategy is for another game, or there is none.
        """
        self.refuse(game)
        for play in self._plays[game]:
            move = play.move(position)
            if move is not None:
                return uniform([move])
        return self._elsewhere.probabilities(game, position)

    def _suited(self, game: Game[Any]) -> list[StrategyFile]:
        found = [self._read] if self._read else list(strategies_of(game))
        suited = [file for file in found if file.suits(game)]
        if not suited and self._read and self._read.resembles(game):
            raise UnsuitedGame(
                f"The text of the rules of {spec_of(game)} has changed since {self.name} was made. "
                f"Check it by the rules as they are: noughts strategy --check FILE {spec_of(game)}"
            )
        if not suited and self._read:
            raise UnsuitedGame(
                f"{self.name} is for {self._read.claim.game}, not for {spec_of(game)}."
            )
        if not suited:
            raise UnsuitedGame(_none_of(game))
        if self._read and (begins := first_position(game, self._read.claim)):
            self.name += f" from {begins}"
        return suited


def _none_of(game: Game[Any]) -> str:
    """The message that a game has no strategy: the way to make one, or why it is impossible."""
    name = spec_of(game)
    try:
        Fold(game)
    except NoughtsError as error:
        return f"No strategy of {name} can be made. {error}"
    return f"No strategy of {name} was found; make one: noughts strategy {name}."
