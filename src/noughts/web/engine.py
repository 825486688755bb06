"""The engine of a page: a game's rules and searches as WebAssembly, and the texts for people.

The page asks the module for moves, scores and marks; names, lines and pictures come from here.
"""

import random
import zlib
from array import array
from base64 import b64encode
from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

from noughts.analysis.explain.line_reading import line_loses
from noughts.analysis.explain.line_threats import LineThreat, lines_of
from noughts.answers.analyses import Json
from noughts.bits import cells_of
from noughts.board import Board, Cell, Closed, Look
from noughts.errors import SearchStopped
from noughts.game import FIRST, SECOND, Game, fits_words, legal_moves, too_wide
from noughts.games.common.cell_game import CellGame
from noughts.games.registry import game_name, spec_of
from noughts.knowledge import knowledge_of
from noughts.native import why_not
from noughts.native.object_code import kind_of, record_fields
from noughts.pictures.board.annotations import short_name, step
from noughts.pictures.board.geometry import Geometry
from noughts.players.ladder import LADDER, manner_of
from noughts.search.alphabeta import alphabeta
from noughts.search.context import SearchContext
from noughts.search.packed import PackedTable
from noughts.search.page import (
    Told,
    book_key,
    tell_canonical,
    tell_cells,
    tell_marks,
    tell_moves,
    tell_parts,
)
from noughts.search.solver import move_entries, mtd_search
from noughts.solving.book import book_for
from noughts.solving.engine import Engine, crowded
from noughts.solving.retrograde import RetrogradeSolver
from noughts.value import BASE, DRAW, LOSS, OPEN, WIN, Value
from noughts.web.embedded import LOOKS, Spot, TooLarge, refuse_extra_turns

# Sets of more cells do not fit into a word.
MOST_CELLS = 64
NO_CELL = "{} cannot be played by the page itself: a move has no cell of its own."
# The digits of the longest number on a board.
LONGEST = 20
# Room for the moves of a position, and the words of the positions after them.
ROOM = 1 << 16
# The words of an array that may be other than 0 at first; all after them are 0.
FILLED = 4096
# Random games, and their first positions, that check whether the page shows the same as the board.
GAMES, SAMPLES = 40, 5_000
# The most plies of one of them; a game may have no end.
PLIES = 200
# The most positions in a list of values, for games that repeat positions and cannot be searched.
LISTED = 100_000
# MiB of the page's transposition table.
MEMORY = 64

# More boards whose background stays the same, in addition to those of `embedded.py`.
MORE_LOOKS = (Look.RACK, Look.PLAIN, Look.POINTS, Look.HEAPS)

# A mark, and its owner.
Content = tuple[str, int | None]


def engine_of(game: Game[Any]) -> Json:
    """The data with which a page plays the game, whatever its size.

    Raises:
        TooLarge: the page cannot show its board, or the game cannot be compiled.
    """
    refuse_extra_turns(game)
    samples = list(islice(_samples(game), SAMPLES))
    if why := _unfit(game, samples) or why_not(game):
        raise TooLarge(f"{game_name(game)} cannot be played by the page itself: {why}")
    board = game.board(game.start(), FIRST)
    of_board = _of_numbers if _shows_numbers(game) else _of_cells
    return {
        "game": spec_of(game),
        "name": game_name(game),
        "marks": list(game.marks),
        "misere": line_loses(game),
        "repeats": game.repeats,
        "by_number": type(game).name is Game.name,
        **of_board(game, samples),
        "parts": _parts(game, board),
        "lines": [[board.cells[cell].name for cell in line] for line in _lines(game, samples)],
        "lacking": list(threats_of(game)),
        "levels": {level: manner_of(level, game)._asdict() for level in LADDER},
        "module": _module(game),
    }


def _of_cells(game: Any, samples: list[Spot]) -> Json:
    """The contents of cells, and the moves that they represent."""
    cells = game.board(game.start(), FIRST).cells
    writing = _writing(game, samples)
    columns = getattr(game, "columns", 1 + max(cell.column for cell in cells))
    rows = getattr(game, "rows", 1 + max(cell.row for cell in cells))
    return {
        "digits": bool(getattr(game, "digits", False)),
        "falls": bool(getattr(game, "falls", False)),
        "columns": columns,
        "lengths": list(getattr(game, "row_lengths", (columns,) * rows)),
        "letters": writing and writing.letters,
        "runs": bool(writing and writing.runs),
        "between": writing and writing.between,
        "counts": _writes_counts(game, samples),
        "wanders": _wanders(game) and [cell.name for cell in _bare(game, samples).cells],
        "moves": _moves(game, samples),
        "contents": _contents(game, samples),
    }


def _lines(game: Any, samples: list[Spot]) -> tuple[tuple[int, ...], ...]:
    """The lines that decide; if the game explains none, the board's lines, where they suffice."""
    if hasattr(game, "closing"):
        return tuple(_lines_of_parts(game))
    explained = lines_of(game)
    lines = tuple(map(cells_of, getattr(game, "board_lines", ())))
    if explained or not all(_shows_lines(game, spot, lines) for spot in samples):
        return explained
    return lines


def _lines_of_parts(game: Any) -> Iterator[tuple[int, ...]]:
    """The lines on each part of the board; the page highlights those on the parts that decided."""
    board = game.board(game.start(), FIRST)
    numbers = {cell.name: number for number, cell in enumerate(board.cells)}
    for names in _parts(game, board):
        for line in game.part_lines:
            yield tuple(numbers[names[place]] for place in cells_of(line))


def _parts(game: Game[Any], board: Board) -> list[list[str]]:
    """The names of the cells of each part that can be closed; empty if there are none."""
    if not hasattr(game, "closing"):
        return []
    return [[c.name for c in board.cells if part.holds(c)] for part in Geometry(board).parts]


def _closed(game: Any, spot: Spot, board: Board) -> Iterator[Closed]:
    """The parts that are closed, by `closing`."""
    for part, names in enumerate(_parts(game, board)):
        kind = game.closing(*spot, part) % 4
        if kind == 1:
            yield Closed(tuple(names))
        elif kind:
            yield Closed(tuple(names), game.marks[kind - 2], kind - 2)


def _shows_lines(game: Any, spot: Spot, lines: tuple[tuple[int, ...], ...]) -> bool:
    """Whether a finished board highlights exactly the lines of one side's marks."""
    board = game.board(*spot)
    sides = [cell.side for cell in board.cells]
    over = game.outcome(spot.position) != OPEN
    whole = (line for line in lines if over and {sides[c] for c in line} in ({FIRST}, {SECOND}))
    return [tuple(board.cells[cell].name for cell in line) for line in whole] == list(board.lines)


class Writing(NamedTuple):
    """The notation of a position in rows, with the side to move at the end.

    Args:
        letters: the letter of each sign.
        runs: whether a number represents a run of empty cells.
        between: the text before the side to move, by a word of the position and its meaning.
    """

    letters: str
    runs: bool
    between: tuple[int, dict[str, str]] | None = None


def _writing(game: Any, samples: list[Spot]) -> Writing | None:
    """The game's notation of positions; None if it is not rows of letters."""
    if isinstance(game, CellGame):
        if any(max(_signs(game, *spot)) > len("xo") for spot in samples):
            return None
        return _writing_of_cells(game, samples)
    plain = Writing(".123456789", runs=False)
    columns = 1 + max(cell.column for cell in game.board(game.start(), FIRST).cells)
    for position, turn in samples:
        signs = _signs(game, position, turn)
        if max(signs) >= len(plain.letters):
            return None
        letters = "".join(plain.letters[sign] for sign in signs)
        rows = [letters[at : at + columns] for at in range(0, len(letters), columns)]
        if game.text(position, turn) != f"{'/'.join(rows)} {'xo'[turn]}":
            return None
    return plain


def _writes_counts(game: Any, samples: list[Spot]) -> bool:
    """Whether a position is written as the number of marks in each column."""
    for position, turn in samples:
        marked = [cell.column for cell in game.board(position, turn).cells if cell.mark]
        counts = (str(marked.count(c)) for c in range(game.board(position, turn).columns))
        if game.text(position, turn) != f"{','.join(counts)} {'xo'[turn]}":
            return False
    return True


def _wanders(game: Game[Any]) -> bool:
    """Whether the cell of a move depends on the position, as with `cell_of`."""
    return hasattr(game, "cell_of")


def _bare(game: Game[Any], samples: list[Spot]) -> Board:
    """The board whose cells have the names they have without a move."""
    start = Spot(game.start(), FIRST)
    if not _wanders(game):
        return game.board(*start)
    ends = (spot for spot in samples if game.outcome(spot.position) != OPEN)
    return game.board(*next(ends, start))  # long games may have no end among the samples


def _writing_of_cells(game: CellGame[Any], samples: list[Spot]) -> Writing | None:
    """Rows of X and O, perhaps with one word of the position between them and the side to move."""
    told: list[str] = []
    for spot in samples:
        rows = game.rows_text([".xo"[sign] for sign in _signs(game, *spot)])
        text, side = game.text(*spot), " xo"[1 + spot.turn]
        if not (text.startswith(f"{rows} ") and text.endswith(f" {side}")):
            return None
        told.append(text[len(rows) : -len(side)].strip())
    if not any(told):
        return Writing(".xo", runs=True)
    for word in range(len(samples[0].position)):
        found = {str(s.position[word]): text for s, text in zip(samples, told, strict=True)}
        if all(found[str(s.position[word])] == t for s, t in zip(samples, told, strict=True)):
            return Writing(".xo", runs=True, between=(word, found))
    return None


def _of_numbers(game: Game[Any], samples: list[Spot]) -> Json:
    """A board that shows the numbers of the position, and moves that are offered by name."""
    moves = {move for position, _ in samples for move in legal_moves(game, position)}
    return {
        "numbers": True,
        "digits": False,
        "moves": {str(move): [game.name(move), "", ""] for move in sorted(moves)},
        "contents": [["8" * length, None] for length in range(1, LONGEST + 1)],
    }


def _shows_numbers(game: Game[Any]) -> bool:
    """Whether the game has the default board."""
    cls: Any = type(game)
    return bool(cls.board is Game.board and cls.text is Game.text)


def _unfit(game: Game[Any], samples: list[Spot]) -> str:
    """The reason why the page cannot show the game; empty if it can."""
    if not fits_words(game):
        return f"{too_wide(game, 'a page of one file')}."
    if _shows_numbers(game):
        return ""
    if not hasattr(game, "sign") or not hasattr(game, "cells"):
        return "its rules do not tell what a cell shows (`cells` and `sign`)."
    if isinstance(game, CellGame) and game.cells > MOST_CELLS and not _tells_signs(game):
        return f"it has more than {MOST_CELLS} cells."
    if game.board(game.start(), FIRST).look not in (*LOOKS, *MORE_LOOKS):
        return "its board changes."
    contents, bare = _contents(game, samples), _bare(game, samples)
    alike = all(_is_as_shown(game, spot, contents, bare) for spot in samples)
    return "" if alike else "it draws its own board."


def _named_by_move(game: Any, position: Any, cells: tuple[Cell, ...]) -> Iterator[Cell]:
    """The cells; a cell of a move gets the move's name."""
    moves = {game.cell_of(position, move): move for move in legal_moves(game, position)}
    for place, cell in enumerate(cells):
        name = game.name(moves[place]) if place in moves else cell.name
        yield cell._replace(name=name, moves=(moves[place],) if place in moves else ())


def _tells_signs(game: CellGame[Any]) -> bool:
    """Whether the game itself computes the content of a cell, without sets of cells."""
    return type(game).sign is not CellGame.sign


def _is_as_shown(game: Any, spot: Spot, contents: list[Content], empty: Board) -> bool:
    """Whether board and text are the same as the page derives from the signs of the cells."""
    board = game.board(*spot)
    signs = _signs(game, *spot)
    if len(signs) != len(board.cells):
        return False
    cells = tuple(
        cell._replace(mark=contents[sign][0], side=contents[sign][1], moves=shown.moves)
        for sign, cell, shown in zip(signs, empty.cells, board.cells, strict=True)
    )
    if _wanders(game):
        cells = tuple(_named_by_move(game, spot.position, cells))
    closed = tuple(_closed(game, spot, empty))
    return bool(board == empty._replace(cells=cells, lines=board.lines, closed=closed))


def _moves(game: Any, samples: list[Spot]) -> Json:
    """Each move's name, its cell (the column's, where marks fall), and its word there.

    A step also has the cell that it leaves.

    Raises:
        TooLarge: a move has no cell of its own.
    """
    if _wanders(game):  # its page asks for the cell, and its moves are words
        every = {move for position, _ in samples for move in legal_moves(game, position)}
        return {str(move): [game.name(move), "", ""] for move in sorted(every)}
    found: dict[int, list[str]] = {}
    for position, turn in samples:
        board = game.board(position, turn)
        cells = {move: cell for cell in board.cells for move in cell.moves}
        for move in legal_moves(game, position):
            if move not in cells:
                raise TooLarge(NO_CELL.format(game_name(game)))
            cell = Cell(cells[move].name, 0, 0)
            left = step(game, board, move)
            told = [game.name(move), cell.name, short_name(game, cell, move), *(left or ())[:1]]
            if found.setdefault(move, told) != told and not getattr(game, "falls", False):
                raise TooLarge(NO_CELL.format(game_name(game)))
    return {str(move): told for move, told in sorted(found.items())}


def _signs(game: Any, position: Any, turn: int) -> list[int]:
    """The content of each cell, 0 for nothing."""
    told = Told(game.cells)
    tell_marks(knowledge_of(game), position, turn, told)
    return list(told.words)


def _contents(game: Any, samples: list[Spot]) -> list[Content]:
    """The mark and the side of a cell, by its sign; a sign without a sample represents itself."""
    found: dict[int, Content] = {0: ("", None)}
    for spot in samples:
        for sign, cell in zip(_signs(game, *spot), game.board(*spot).cells, strict=False):
            found.setdefault(sign, (cell.mark, cell.side))
    return [found.get(sign, (str(sign), None)) for sign in range(1 + max(found))]


def _samples(game: Game[Any]) -> Iterator[Spot]:
    """The positions of random games, each with its side to move."""
    rng = random.Random(1)
    for _ in range(GAMES):
        spot = Spot(game.start(), FIRST)
        for _ in range(PLIES):
            if not (moves := legal_moves(game, spot.position)):
                break
            yield spot
            spot = Spot(game.play(spot.position, rng.choice(moves)), 1 - spot.turn)
        yield spot


def threats_of(game: Game[Any]) -> Iterator[LineThreat]:
    """Every possible threat of the game."""
    falls = bool(getattr(game, "falls", False))
    for line in lines_of(game):
        for cell in line:
            for turn in (FIRST, SECOND):
                for now in (True, False) if falls else (True,):
                    yield LineThreat(turn, cell, line, now)


def values_of() -> Iterator[Value]:
    """A draw, and a win and a loss of each number of digits: the page writes its own plies."""
    yield Value(DRAW, 0)
    for digits in range(1, len(str(BASE))):
        for outcome in (WIN, LOSS):
            yield Value(outcome, int("8" * digits))


def _module(game: Game[Any]) -> Json:
    """The module, the records that its functions take, and the opening book."""
    from noughts.native.wasm import module_of

    if game.repeats:
        return _module_with_values(game)
    known, start = knowledge_of(game), game.start()
    engine = Engine(game, memory=MEMORY)
    tables = engine.tables(start)
    if not tables:
        raise TooLarge(f"{game_name(game)}: its positions are not made of whole numbers.")
    asked = engine.first_call(start, tables[0])
    run, told = SearchContext(), Told(ROOM)
    functions: dict[str, Any] = {
        "mtd_search": (mtd_search, asked),
        **_rules(game, run, told),
    }
    if isinstance(tables[0], PackedTable):
        functions["move_entries"] = (move_entries, (known, tables[0], tables[-1]))
    book = book_for(game)
    if book:
        functions["book_key"] = (book_key, (known, start))
    linked = module_of(known, _with_kinds(functions, known))
    _, _, aim, _, watch, _, ordering = asked
    records = {"aim": aim, "watch": watch, "ordering": ordering, "run": run, "told": told}
    records.update({f"table{number}": table for number, table in enumerate(tables)})
    return {
        "code": packed(linked.content),
        "free": linked.free,
        "start": [str(word) for word in start],
        "records": {name: _record(record) for name, record in records.items()},
        # After this many nodes of one question the next table is used.
        "crowds": [crowded(one.size) for one in tables[:-1] if isinstance(one, PackedTable)],
        "book": None if book is None else {"plies": book.plies, "words": packed(book.words)},
    }


def _rules(game: Game[Any], run: SearchContext, told: Told) -> dict[str, Any]:
    """The functions that every page needs, with their arguments."""
    known, start = knowledge_of(game), game.start()
    marks = {"tell_marks": (tell_marks, (known, start, 0, told))}
    cells = {"tell_cells": (tell_cells, (known, start, told))}
    parts = {"tell_parts": (tell_parts, (known, start, 0, told))}
    return {
        "alphabeta": (alphabeta, (known, start, 0, 0, 0, run)),
        "tell_moves": (tell_moves, (known, start, told)),
        **({} if _shows_numbers(game) else marks),
        **(parts if hasattr(game, "closing") else {}),
        **(cells if _wanders(game) else {}),
    }


def _module_with_values(game: Game[Any]) -> Json:
    """The module of a game whose positions repeat: without a search, but with every value."""
    from noughts.native.wasm import module_of

    known, start = knowledge_of(game), game.start()
    values = _every_value(game)
    run, told = SearchContext(), Told(ROOM)
    functions = {
        **_rules(game, run, told),
        "tell_canonical": (tell_canonical, (known, start, told)),
    }
    linked = module_of(known, _with_kinds(functions, known))
    return {
        "code": packed(linked.content),
        "free": linked.free,
        "start": [str(word) for word in start],
        "records": {"run": _record(run), "told": _record(told)},
        "book": None,
        "listed": packed(values),
    }


def _every_value(game: Game[Any]) -> "array[int]":
    """The words, outcome and plies of each position; symmetric positions count once.

    Raises:
        TooLarge: there are too many.
    """
    solver, start = RetrogradeSolver(game, LISTED), game.start()
    try:
        solver.value(start)
    except SearchStopped as error:
        raise TooLarge(f"{game_name(game)} cannot be played by the page itself: {error}") from None
    register, outcomes, plies = solver.known()
    words = array("q")
    for number in range(register.count):
        outcome = outcomes[number]
        words.extend(register.at(number, start))
        words.extend((0, 0) if outcome in (OPEN, DRAW) else (outcome, plies[number]))
    return words


def _with_kinds(functions: dict[str, Any], game: Any) -> dict[str, Any]:
    """The functions, with the kinds of their arguments in place of the arguments."""
    return {
        name: (function, tuple(kind_of(thing, game) for thing in arguments))
        for name, (function, arguments) in functions.items()
    }


def _record(record: Any) -> list[list[Any]]:
    """Each field of a record: its name, and its number or its length and the words other than 0."""
    told: list[list[Any]] = []
    cls: Any = type(record)
    for name, is_array in record_fields(cls).items():
        content = getattr(record, name)
        if is_array:
            filled = {str(i): str(word) for i, word in enumerate(content[:FILLED]) if word}
            told.append([name, len(content), filled])
        else:
            told.append([name, str(content)])
    return told


def packed(content: Any) -> str:
    """Bytes, compressed, as text."""
    return b64encode(zlib.compress(bytes(content), 9)).decode("ascii")
