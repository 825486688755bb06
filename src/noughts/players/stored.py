"""Players that look moves up: in a tablebase, or in a strategy file."""

from typing import Any

from noughts.errors import NoughtsError, UnsuitedGame
from noughts.game import Game, P
from noughts.games.registry import spec_of
from noughts.players.perfect import PerfectPlayer
from noughts.players.player import UniformPlayer
from noughts.strategies.file import StrategyFile, first_position
from noughts.strategies.fold import Fold
from noughts.strategies.stored import FilePlay, strategies_of
from noughts.tablebase.probe import Tablebase


class TablebasePlayer(UniformPlayer):
    """Plays one of the best moves, as `PerfectPlayer` does, without searching."""

    def __init__(self, folder: str, seed: int | None = None) -> None:
        self.name = f"tablebase:{folder}"
        self._table: Tablebase[Any] = Tablebase(folder)
        super().__init__(seed)

    def candidates(self, game: Game[P], position: P) -> list[int]:
        """The best moves; UnsuitedGame if the tablebase is for another game."""
        if game != self._table.game:
            raise UnsuitedGame(
                f"{self.name} is a tablebase of {spec_of(self._table.game)}, "
                f"not of {spec_of(game)}."
            )
        return self._table.best_moves(position)


class StrategyPlayer(UniformPlayer):
    """Plays the strategy's moves; in other positions it plays like `PerfectPlayer`.

    A strategy has no moves for the other side, nor for positions that it avoids. Without a `file`
    it plays shipped strategies and those made by `noughts strategy GAME`. The name says where the
    strategy of a file begins, if that is not the start of the game.
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

    def candidates(self, game: Game[P], position: P) -> list[int]:
        """The strategy's move; UnsuitedGame if it is for another game, or there is none."""
        self.refuse(game)
        for play in self._plays[game]:
            move = play.move(position)
            if move is not None:
                return [move]
        return self._elsewhere.candidates(game, position)

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
    name = spec_of(game)
    try:
        Fold(game)
    except NoughtsError as error:
        return f"No strategy of {name} can be made. {error}"
    return f"No strategy of {name} was found; make one: noughts strategy {name}."
