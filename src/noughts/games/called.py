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
from noughts.game import is_whole, legal_moves, play_legal, read_move


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


def _of_position(rule: Callable[..., Any]) -> Callable[..., Any]:
    """Let people call a method with a text, a board or a match for the position."""

    @wraps(rule)
    def asked(game: Any, position: Any = None) -> Any:
        return rule(game, position if hasattr(position, "_fields") else _as(game, position))

    @wraps(rule)
    def asked_more(game: Any, position: Any = None, *more: Any, **named: Any) -> Any:
        fits = hasattr(position, "_fields")
        return rule(game, position if fits else _as(game, position), *more, **named)

    chosen = asked if rule.__code__.co_argcount == 2 else asked_more
    chosen.plain_rule = rule  # type: ignore[attr-defined]
    return chosen


def _of_move(play: Callable[..., Any]) -> Callable[..., Any]:
    """Let people play a move by its name, in a position as for `_of_position`."""

    @wraps(play)
    def asked(game: Any, position: Any = None, move: Any = None) -> Any:
        if hasattr(position, "_fields"):
            try:
                return play(game, position, move)
            except (TypeError, ValueError):
                if is_whole(move) and move >= 0:
                    raise
        if move is None:
            example = game.name(legal_moves(game, game.start())[0])
            move = position if isinstance(position, str) else example
            raise TypeError(
                f"play needs a position and a move: write game.play(game.start(), {move!r}), or "
                f"State(game).play({move!r})."
            )
        move = read_move(game, move) if isinstance(move, str) else move
        return play_legal(game, _as(game, position), move)

    asked.plain_rule = play  # type: ignore[attr-defined]
    return asked


def _as(game: Any, given: Any) -> Any:
    from noughts.games.given import as_position  # it imports games

    return as_position(game, given)[0]


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
        "__post_init__": _after_numbers,
        **dict.fromkeys(OF_POSITION, _of_position),
        "play": _of_move,
        **dict.fromkeys(OF_TEXT, _of_text),
        "name": _of_number,
    }
)
