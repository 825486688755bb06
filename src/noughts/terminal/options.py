"""What the commands' options have in common."""

from typing import Any

import click

from noughts.errors import NoughtsError
from noughts.game import Game
from noughts.games.catalogue import find_game


class GameType(click.ParamType):  # type: ignore[type-arg]  # generic from Click 8.4 on
    """A game by name, with parameters after a colon: `tictactoe`, `mnk:4,4,3`."""

    name = "game"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Game[Any]:
        """The game of that name; a usage error when there is none."""
        try:
            return find_game(value) if isinstance(value, str) else value
        except NoughtsError as error:
            self.fail(str(error), param, ctx)
