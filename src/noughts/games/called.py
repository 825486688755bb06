"""Calls of the methods of noughts' own games by people: with texts and boards, or a sentence.

Searches call the methods as they are written (`source.plain_rule`), so this costs them nothing.
Users' classes stay as written.
"""

from collections.abc import Callable
from dataclasses import fields
from functools import wraps
from typing import Any

from noughts import errors
from noughts import game as protocol
from noughts.game import FIRST, is_whole, legal_moves, play_legal, read_move


def _form_of(rule: Callable[..., Any]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Like `wraps`, but `source.plain_rule` finds the method as it is written."""

    def keeping(form: Callable[..., Any]) -> Callable[..., Any]:
        form = wraps(rule)(form)
        vars(form)["plain_rule"] = rule
        return form

    return keeping


def _after_numbers(check: Callable[[Any], None]) -> Callable[[Any], None]:
    """First check that a game's parameters of type int are whole numbers, then call `check`."""

    @wraps(check)
    def checking(game: Any) -> None:
        for field in fields(game):
            given = getattr(game, field.name)
            if field.type in (int, "int") and not is_whole(given):
                raise errors.BadParameters(f"{field.name}={given!r} is not a whole number.")
        check(game)

    return checking


def _of_parameters(init: Callable[..., None]) -> Callable[..., None]:
    """Name the parameters of a game to people who give others."""

    @_form_of(init)
    def made(game: Any, *given: Any, **named: Any) -> None:
        try:
            init(game, *given, **named)
        except TypeError as error:
            if "__init__()" not in str(error):
                raise
            names = ", ".join(field.name for field in fields(game)) or "no parameters"
            raise errors.BadParameters(f"{type(game).__name__} takes {names}.") from error

    return made


def _of_position(rule: Callable[..., Any]) -> Callable[..., Any]:
    """Let people call a method with a text, a board or a match for the position."""

    @_form_of(rule)
    def asked(game: Any, position: Any = None) -> Any:
        return rule(game, position if hasattr(position, "_fields") else _as(game, position)[0])

    @_form_of(rule)
    def asked_more(game: Any, position: Any = None, *more: Any, **named: Any) -> Any:
        turn = None
        if not hasattr(position, "_fields"):
            position, turn = _as(game, position)
        if not (more or named):
            more = (turn or game.turn(position) or FIRST,)
        return rule(game, position, *more, **named)

    return asked_more if rule.__code__.co_argcount > 2 else asked  # `game`, `position`, `turn`


def _of_move(play: Callable[..., Any]) -> Callable[..., Any]:
    """Let people play a legal move, or its name, in a position as for `_of_position`."""
    last: tuple[Any, ...] = None, None, ()  # a game, a position and its moves: many play them all

    @_form_of(play)
    def asked(game: Any, position: Any = None, move: Any = None) -> Any:
        nonlocal last
        if hasattr(position, "_fields"):
            known = last
            if known[1] is not position or known[0] is not game:
                known = last = game, position, tuple(legal_moves(game, position))
            if move in known[2] and is_whole(move):
                return play(game, position, move)
        if move is None:
            example = game.name(legal_moves(game, game.start())[0])
            move = position if isinstance(position, str) else example
            raise TypeError(
                f"play needs a position and a move: write game.play(game.start(), {move!r}), or "
                f"State(game).play({move!r})."
            )
        move = read_move(game, move) if isinstance(move, str) else move
        return play_legal(game, _as(game, position)[0], move)

    return asked


def _as(game: Any, given: Any) -> tuple[Any, int | None]:
    from noughts.games.given import as_position  # it imports games

    return as_position(game, given)


def _of_text(method: Callable[..., Any]) -> Callable[..., Any]:
    """Let `parse`, `read` and others refuse anything but a text; `parse` takes boards, too."""

    @wraps(method)
    def asked(game: Any, text: Any = None, *others: Any) -> Any:
        if isinstance(text, list | tuple) and method.__name__ == "parse":
            text = str(text)
        if not isinstance(text, str):
            raise errors.BadParameters(f"{method.__name__}({text!r}): give a text.")
        return method(game, text, *others)

    return asked


def _of_number(name: Callable[..., str]) -> Callable[..., str]:
    """Let `name` refuse anything but the number of a move."""

    @wraps(name)
    def asked(game: Any, move: Any = None) -> str:
        if not is_whole(move) or not 0 <= move < (game.actions or move + 1):
            last = f" from 0 to {game.actions - 1}" if game.actions else ""
            raise errors.IllegalMove(f"{move!r} is not a move: moves are whole numbers{last}.")
        return name(game, move)

    return asked


OF_POSITION = ["moves", "outcome", "margin", "mover", "turn", "lines", "text", "board", "validate"]
OF_TEXT = ["parse", "read", "read_moves", "split_moves"]
protocol.CALLED.update(
    {
        "__init__": _of_parameters,
        "__post_init__": _after_numbers,
        **dict.fromkeys(OF_POSITION, _of_position),
        "play": _of_move,
        **dict.fromkeys(OF_TEXT, _of_text),
        "name": _of_number,
    }
)
