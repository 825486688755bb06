"""Games and positions as people give them: by name, as text, as a board."""

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from noughts import errors
from noughts.game import FIRST, NEEDED_RULES, Game, is_whole, play_legal, read_move, read_position
from noughts.game import legal_moves as moves_of
from noughts.games.common.cell_game import CellGame

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

# Kinds of parameters that are checked, in words; the sides.
KINDS = {"int": "a whole number", "str": "a text"}
SIDES = (0, 1)
# The parameters for a position.
PLACES = ("position", "start")
# Arguments to show to a caller that leaves some out, by the names of the parameters.
SHOWN = {
    "game": "'tictactoe'", "position": "'xo.|.x.|..o'", "player": "'perfect'", "first": "'perfect'",
    "second": "'random'", "other": "'random'", "seat": "0", "solver": "Solver('tictactoe')",
    "positions": "100", "match": "State(moves='b2 a1 c3')", "spec": "'perfect'",
    "review": "review(State(moves='b2 a1 c3'))", "strategy": "strategy('tictactoe')",
    "tree": "game_tree('tictactoe')", "name": "'python'",
}  # fmt: skip


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
    place = next((name for name in PLACES if name in known), "")
    needed = place in names[: code.co_argcount - len(call.__defaults__ or ())]

    @wraps(function)
    def taking(*args: Any, **given: Any) -> Any:
        values = dict(zip(names, args, strict=False))
        if len(args) > len(names) or values.keys() & given:
            return call(*args, **given)  # Python names the fault
        values |= given
        _check_given(call, values, place)
        if not place:
            values["game"] = as_game(values["game"])
        elif values.get(place) is None and (needed or _has_position(values["game"])):
            values["game"], values[place], side = as_question(values["game"])
            if "turn" in known:
                values.setdefault("turn", side)
        else:
            game = values["game"] = as_game(values["game"])
            if values.get(place) is not None:
                values[place], turn = as_position(game, values[place])
                if turn is not None and "turn" in known:
                    values.setdefault("turn", turn)
        solved = getattr(values.get("solver"), "game", values["game"])
        if solved != values["game"]:
            raise errors.BadParameters(f"The solver is one of {solved}, not of {values['game']}.")
        return call(**values)

    return taking


def _check_given(function: Any, values: dict[str, Any], place: str = "") -> None:
    """Raise TypeError with a call to write where an argument is missing; check the others.

    A position may be missing.
    """
    code = function.__code__
    names = code.co_varnames[: code.co_argcount - len(function.__defaults__ or ())]
    needed = [one for one in names if one not in ("self", place)]
    if missing := [one for one in needed if one not in values]:
        name = function.__qualname__.removesuffix(".__init__")
        shown = ", ".join(SHOWN.get(one, one) for one in needed)
        board = f", or {name}({SHOWN['position']}) for a position"
        also = board if place and needed == ["game"] else ""
        raise TypeError(f"{name} needs the argument {missing[0]}: write {name}({shown}){also}.")
    _check_numbers(function, values)
    solver = values.get("solver")
    if solver is not None and not hasattr(solver, "best_moves"):
        raise errors.BadParameters(
            f"solver={solver!r} is not a solver: give one, such as Solver('tictactoe')."
        )


def takes_position(method: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """Let a method of an object with a `game` be called with a text or a board as its position.

    >>> from noughts.solving.solver import Solver
    >>> print(Solver("tictactoe").value("xo.|.x.|..o"))
    win in 3
    """
    call: Any = method

    @wraps(method)
    def taking(self: Any, position: Any = None, *args: Any, **given: Any) -> Any:
        # Nearly all positions have fields; a user's game may have positions of any kind.
        if not hasattr(position, "_fields") and not isinstance(position, type(self.game.start())):
            position, _ = as_position(self.game, position)
        return call(self, position, *args, **given)

    return taking  # type: ignore[return-value]  # it takes more than the method


def takes_question(method: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """Let a method of a game and a position be called with a name, a text, a board or a `State`.

    >>> from noughts.players.perfect import PerfectPlayer
    >>> PerfectPlayer().choose("tictactoe", "xx.|oo.|...")
    2
    """
    call: Any = method

    @wraps(method)
    def taking(self: Any, game: Any = None, position: Any = None) -> Any:
        if isinstance(game, type | str) or not hasattr(position, "_fields"):
            game, position, _ = as_question(game, position)
        return call(self, game, position)

    return taking  # type: ignore[return-value]  # it takes more than the method


def checks_numbers(function: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """Let a function name the argument that is missing, or no whole number or text as it should be.

    >>> from noughts.players.player import RandomPlayer
    >>> RandomPlayer("now")
    Traceback (most recent call last):
    noughts.errors.BadParameters: seed='now' is not a whole number.
    """
    call: Any = function
    names = call.__code__.co_varnames[: call.__code__.co_argcount]

    @wraps(function)
    def checking(*args: Any, **given: Any) -> Any:
        if len(args) <= len(names):
            _check_given(call, {**dict(zip(names, args, strict=False)), **given})
        return call(*args, **given)

    return checking


def _check_numbers(function: Any, values: dict[str, Any]) -> None:
    """Raise BadParameters where a whole number or a text is wanted, and something else given."""
    for name, kind in function.__annotations__.items():
        wanted = KINDS.get(str(getattr(kind, "__name__", kind)).removesuffix(" | None"))
        given = values.get(name)
        if not wanted or name not in values or (given is None and "None" in str(kind)):
            continue
        if not (is_whole(given) if wanted == KINDS["int"] else isinstance(given, str)):
            raise errors.BadParameters(f"{name}={given!r} is not {wanted}.")
        if name in ("turn", "seat") and given not in SIDES:
            raise errors.BadParameters(
                f"{name}={given!r}: give 0 for the player who moves first, or 1 for the other."
            )


def as_question(given: Any, position: Any = None) -> tuple[Game[Any], Any, int]:
    """The game, the position and the turn: of a game and a position, a match, or a board alone.

    A board without a game is one of tic-tac-toe.

    Raises:
        GameError, PositionError: they are none.

    >>> as_question("xo.|.x.|..o")
    (TicTacToe(), Marks(mine=17, theirs=258), 0)
    """
    if position is None and _has_position(given):
        if hasattr(given, "position"):
            return given.game, given.position, given.turn
        given, position = "tictactoe", given
    game = as_game(given)
    turn: int | None = FIRST
    if position is None:
        position = game.start()
    else:
        position, turn = as_position(game, position)
    own = game.turn(position)
    return game, position, turn if turn is not None else FIRST if own is None else own


def _has_position(given: Any) -> bool:
    """Whether this is no game but a match, or a board of tic-tac-toe."""
    if hasattr(given, "game") and hasattr(given, "position") and hasattr(given, "turn"):
        return True
    if isinstance(given, str):
        try:
            as_game(given)
        except errors.UnknownGame:
            return _is_board(given)
        return False
    return isinstance(given, list | tuple | dict) or hasattr(given, "tolist")


def _is_board(text: str) -> bool:
    """Whether a text is a board of tic-tac-toe, even one with a fault that its reader names."""
    try:
        read_position(as_game("tictactoe"), text)
    except errors.UnreadablePosition as error:
        return isinstance(error, errors.TwoReadings) or any(sign in text for sign in "\n[({|")
    except errors.PositionError:
        pass
    return True


legal_moves = takes_names(moves_of)


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
    if isinstance(given, type) or not all(hasattr(given, rule) for rule in NEEDED_RULES):
        raise errors.NotAGame(
            f"{given!r} is not a game: give one, such as TicTacToe(), or its name, such as "
            f"'tictactoe'."
        )
    game: Game[Any] = given
    return game


def are_moves(game: Game[Any], text: str, least: int = 1) -> bool:
    """Whether the text is a list of moves from the start, and of no fewer than `least`."""
    position = game.start()
    try:
        names = game.names_from_start(game.split_moves(text))
        for name in names:
            position = play_legal(game, position, read_move(game, name))
    except errors.MoveError:
        return False
    return len(names) >= least


def is_game(given: Any) -> bool:
    try:
        return bool(as_game(given))
    except errors.NoughtsError:
        return False


def as_position(game: Game[Any], given: Any) -> tuple[Any, int | None]:
    """The position, perhaps from a text or a board; and the turn, if the text contains it.

    Raises:
        PositionError: it is no position of the game.

    >>> as_position(as_game("nim:3,4"), "3,2 o")[1]
    1
    """
    if isinstance(given, str):
        try:
            return read_position(game, given)
        except errors.UnreadablePosition as error:
            if isinstance(error, errors.TwoReadings) or not are_moves(game, given):
                raise
            from noughts.games.registry import spec_of  # for this error alone

            raise errors.UnreadablePosition(
                f"{given!r} are moves, not a position: give State({spec_of(game)!r})."
                f"play({given!r})."
            ) from error
    if hasattr(given, "_fields") and not isinstance(given, type):  # as nearly all positions
        return given, None
    if getattr(given, "game", None) == game and hasattr(given, "position"):
        return given.position, given.turn
    start = game.start()
    if isinstance(given, type(start)):
        return given, None
    if isinstance(given, tuple) and len(given) == 2 and isinstance(given[0], type(start)):
        return given[0], given[1]  # as `parse` returns them
    if isinstance(given, list | tuple | dict) or hasattr(given, "tolist"):
        if isinstance(game, CellGame):
            return game.from_cells(given)
        try:
            return read_position(game, str(getattr(given, "tolist", lambda: given)()))
        except errors.TwoReadings:
            raise
        except errors.UnreadablePosition:  # it is named below, as it is given
            pass
    if not isinstance(given, list | dict | set | int | float | type) and not hasattr(
        start, "_fields"
    ):
        return given, None  # perhaps a position of another kind than the start
    raise errors.UnreadablePosition(
        f"{given!r} is not a position of this game: give its text; the start is "
        f"{game.text(start, FIRST)!r}."
    )
