"""The kind of a text: a game, a board, a record, a list of moves, a file, a function.

>>> identify("xo.|.x.|..o")
Identified(kind='board', game='tictactoe', text='xo.|.x.|..o')
>>> identify("1. e5 f6 2. e6").game, identify("4455").game, identify("kalah").kind
('mnk:15,15,5', 'connectfour', 'game')
"""

import re
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from noughts import errors
from noughts.game import read_position
from noughts.games.common.boards import read_board
from noughts.games.common.cell_game import CellGame
from noughts.games.common.move_tables import moves_of_table
from noughts.games.common.moves import TWO_A_LINE
from noughts.games.registry import find_game
from noughts.games.spec import is_file
from noughts.players.function import usual_function
from noughts.records.json_logs import has_logs, read_json
from noughts.records.record_text import GOMOCUP, HEADER, PSQ, ReadGame, read_text
from noughts.records.sgf import HEXWORLD, read_hexworld, read_sgf

# The games of which a board without a name may be one, the likeliest first.
GAMES = ("tictactoe", "connectfour", "othello:8", "mnk:4,4,4", "mnk:5,5,4", "mnk:6,6,5",
         "mnk:7,7,5", "mnk:15,15,5", "mnk:19,19,5", "othello:4", "othello:6")  # fmt: skip
LONGEST = 100_000
# The beginning of SGF, which a number may precede.
SGF = re.compile(r"(?:[0-9]+\s+)?\(\s*;")


class Identified(NamedTuple):
    """A text, recognized."""

    kind: str  # "game", "board", "moves", "record" or "function"
    game: str  # as the commands name it; empty for a function
    text: str  # the board, the moves, the record's text, or the function


def identify(text: str, *, files: bool = True) -> Identified | None:
    """The kind of a text and its game; None if it is unknown.

    Args:
        text: the text. It may be the name of a file, which is then read; a Python file with a game
            is one.
        files: whether it may be that.

    Raises:
        TwoPlays, TwoReadings: it can be two lists of moves, or two boards.
        UnreadableMove: one side makes two moves in a row.
    """
    named = files and len(text) < LONGEST and "\n" not in text.strip()
    path = Path(text.strip())
    content = _content(path) if named else None
    if content is not None:
        if path.suffix.lower() == ".py":
            return _in_python(path)
        if found := _record(content) or _board(content) or _moves(content):
            return found
    with suppress(errors.UnknownGame):
        find_game(text, files=files)
        return Identified("game", text.strip(), "")
    if files and is_file(text):
        return Identified("function", "", text)
    found = _record(text) or _board(text) or _moves(text, files)
    if found is None:
        _refuse_a_board(text)
    return found


def _content(path: Path) -> str | None:
    """The text of a file; None if there is none."""
    with suppress(OSError, ValueError):  # no such file, its name is too long, or it is no text
        if path.is_file():
            return path.read_text("utf-8-sig")[:LONGEST]
    return None


def _refuse_a_board(text: str) -> None:
    """Raise an error for a board of tic-tac-toe that can be two positions, or none."""
    try:
        read_board(find_game("tictactoe"), text, usual=True)
    except (errors.ImpossiblePosition, errors.TwoReadings):
        raise
    except errors.NoughtsError:
        pass


def _in_python(path: Path) -> Identified:
    """The first function that may be a player, otherwise the game in the file."""
    if player := usual_function(path):
        return Identified("function", "", f"{path}:{player}")
    find_game(str(path))  # an error says what is wrong with it
    return Identified("game", str(path), "")


def looks_like_record(text: str) -> bool:
    """Whether a text begins as a record does: JSON, SGF, PGN, Gomocup's, or a link to HexWorld."""
    begin = text.lstrip("\ufeff \n\r\t")
    forms = (SGF, HEADER, PSQ, GOMOCUP)
    return has_logs(begin) or bool(
        any(form.match(begin) for form in forms) or HEXWORLD.fullmatch(begin.rstrip())
    )


def read_any(text: str) -> list[ReadGame]:
    """The games of a text in SGF or any other form; RecordError if there is none."""
    text = text.lstrip("\ufeff")
    if has_logs(text):
        games = read_json(text)
    elif HEXWORLD.fullmatch(text.strip()):
        games = read_hexworld(text)
    else:
        games = read_sgf(text) if SGF.match(text.strip()) else read_text(text)
    if not games:
        raise errors.RecordError("There is no game in it.")
    return games


def _record(text: str) -> Identified | None:
    return Identified("record", "", text) if looks_like_record(text) else None


def game_of_board(text: str) -> str:
    """The likeliest game of which a text is a board; empty if there is none."""
    found = _board(text)
    return found.game if found else ""


def _board(text: str) -> Identified | None:
    # Pairs, or cells and their marks? Nor are numbers below heads a board.
    if TWO_A_LINE.fullmatch(text) or moves_of_table(text):
        return None
    for game in GAMES:
        with suppress(errors.NoughtsError):
            rules = find_game(game)
            if isinstance(rules, CellGame):
                read_board(rules, text, usual=True)
            else:
                read_position(rules, text)
            return Identified("board", game, text)
    return None


def _moves(text: str, files: bool = True) -> Identified | None:
    with suppress(errors.RecordError):
        for kept, _, _ in read_text(text):
            game = find_game(kept.game, files=files)
            try:
                for word in game.split_moves(text):
                    game.read(word)
                return Identified("moves", kept.game, text)
            except errors.TwoPlays:
                raise
            except errors.NoughtsError:
                pass
    return None
