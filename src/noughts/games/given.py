"""Games and positions as people give them: by name, as text, as a board."""

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from noughts import errors
from noughts.game import FIRST, Game, read_position
from noughts.games.common.cell_game import CellGame

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

# The methods that every game has.
RULES = ("start", "moves", "play", "outcome")


def takes_names(function: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """Let a function of a game, and perhaps of a position, be called with names and boards.

    >>> @takes_names
    ... def who(game, position, turn=0):
    ...     return game.marks[turn]
    >>> who("tictactoe", "x2/1o1/2x"), who("tictactoe", [["X", None, None], [None] * 3, [None] * 3])
    ('O', 'O')
    """
    call: Any = function
    code = call.__code__
    names = code.co_varnames[: code.co_argcount]
    known = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]

    @wraps(function)
    def taking(*args: Any, **given: Any) -> Any:
        values = dict(zip(names, args, strict=False))
        if len(args) > len(names) or values.keys() & given or "game" not in values | given:
            return call(*args, **given)  # Python names the fault
        values |= given
        game = values["game"] = as_game(values["game"])
        if values.get("position") is not None:
            values["position"], turn = as_position(game, values["position"])
            if turn is not None and "turn" in known:
                values.setdefault("turn", turn)
        return call(**values)

    return taking


def as_game(given: Any) -> Game[Any]:
    """The game itself, or the one of that name or class.

    Raises:
        NotAGame: it is no game.
        GameError: no game has that name.

    >>> as_game("connectfour"), as_game("tictactoe")
    (ConnectFour(columns=7, rows=6, k=4, misere=False), TicTacToe())
    """
    if isinstance(given, str):
        from noughts.games.registry import find_game  # most callers have the game

        return find_game(given)
    if isinstance(given, type) and Game in given.__mro__:
        given = given()
    if isinstance(given, type) or not all(hasattr(given, rule) for rule in RULES):
        raise errors.NotAGame(
            f"{given!r} is not a game: give one, such as TicTacToe(), or its name, such as "
            f"'tictactoe'."
        )
    game: Game[Any] = given
    return game


def as_position(game: Game[Any], given: Any) -> tuple[Any, int | None]:
    """The position, perhaps from a text or a board; and the turn, if the text contains it.

    Raises:
        PositionError: it is no position of the game.

    >>> as_position(as_game("nim:3,4"), "3,2 o")[1]
    1
    """
    if isinstance(given, str):
        return read_position(game, given)
    if hasattr(given, "_fields"):  # a position, as nearly all games have them
        return given, None
    start = game.start()
    if isinstance(given, type(start)):
        return given, None
    if isinstance(given, tuple) and len(given) == 2 and isinstance(given[0], type(start)):
        return given[0], given[1]  # as `parse` returns them
    if isinstance(game, CellGame):
        return game.from_cells(given)
    if not isinstance(given, list | dict | set):
        return given, None  # perhaps a position of another kind than the start
    raise errors.UnreadablePosition(
        f"{given!r} is not a position of this game: give its text; the start is "
        f"{game.text(start, FIRST)!r}."
    )
