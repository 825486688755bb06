"""The WebAssembly module with which a page plays a game, and the words in its memory."""

import zlib
from array import array
from base64 import b64encode
from typing import Any, NamedTuple

from noughts.answers.encoder import Json
from noughts.errors import NoughtsError, SearchStopped
from noughts.game import Game
from noughts.games.registry import game_name
from noughts.knowledge import knowledge_of
from noughts.native.object_code import kind_of, record_fields
from noughts.players.style import Choice, PlayStyle, choose
from noughts.search import page
from noughts.search.context import SearchContext
from noughts.search.memory import words_of
from noughts.search.packed import PackedTable
from noughts.search.solver import move_entries, mtd_search
from noughts.solving.api import book_for
from noughts.solving.engine import Engine, crowded
from noughts.solving.retrograde import RetrogradeSolver
from noughts.value import DRAW, OPEN

# Room for the moves of a position, and the words of the positions after them.
ROOM = 1 << 16
# The words of an array that may be other than 0 at first; all after them are 0.
FILLED = 4096
# The most positions in a list of values, for games that repeat positions and cannot be searched.
LISTED = 100_000
# MiB of the page's transposition table.
MEMORY = 64


class NoOfflinePage(NoughtsError):
    """The game cannot have a page that needs no server."""


def refused(game: Game[Any], why: str) -> NoOfflinePage:
    return NoOfflinePage(
        f"{game_name(game)} cannot be played by the page itself: {why} "
        f"Play it with `noughts serve`."
    )


class _Search(NamedTuple):
    """The part of a module that values positions: functions with arguments, records, and more."""

    functions: dict[str, Any]
    records: dict[str, Any]
    more: Json


def module_of_page(game: Game[Any], *, has_signs: bool) -> Json:
    """The module, the records that its functions take, and the opening book or all values."""
    from noughts.native.wasm import module_of

    known, start = knowledge_of(game), game.start()
    run, told, choice = SearchContext(), page.Told(ROOM), Choice(width=words_of(known, start))
    search = _list_of_values(game, told) if game.repeats else _search(game)
    called = {**_rules(game, told, has_signs), **search.functions}
    called["choose"] = choose, (known, start, PlayStyle(), choice, run)
    functions = {
        name: (function, tuple(kind_of(thing, known) for thing in arguments))
        for name, (function, arguments) in called.items()
    }
    linked = module_of(known, functions)
    records = {**search.records, "run": run, "told": told, "choice": choice}
    return {
        "code": packed(linked.content),
        "free": linked.free,
        "start": [str(word) for word in start],
        "records": {name: _record(record) for name, record in records.items()},
        **search.more,
    }


def _rules(game: Game[Any], told: page.Told, has_signs: bool) -> dict[str, Any]:
    """The functions that every page needs, with their arguments."""
    known, start = knowledge_of(game), game.start()
    functions: dict[str, Any] = {"tell_moves": (page.tell_moves, (known, start, told))}
    if has_signs:
        functions["tell_marks"] = (page.tell_marks, (known, start, 0, told))
    if hasattr(game, "closing"):
        functions["tell_parts"] = (page.tell_parts, (known, start, 0, told))
    if hasattr(game, "cell_of"):
        functions["tell_cells"] = (page.tell_cells, (known, start, told))
    return functions


def _search(game: Game[Any]) -> _Search:
    """The solver's search, its tables, and the opening book."""
    known, start = knowledge_of(game), game.start()
    engine = Engine(game, memory=MEMORY)
    tables = engine.tables.all_sizes(start)
    if not tables:
        raise refused(game, "its positions are not made of whole numbers.")
    asked = engine.first_call(start, tables[0])
    _, _, aim, _, watch, _, ordering = asked
    functions: dict[str, Any] = {"mtd_search": (mtd_search, asked)}
    if isinstance(tables[0], PackedTable):
        functions["move_entries"] = (move_entries, (known, tables[0], tables[-1]))
    book = book_for(game)
    if book:
        functions["book_key"] = (page.book_key, (known, start))
    more = {
        # After this many nodes of one question the next table is used.
        "crowds": [crowded(one.size) for one in tables[:-1] if isinstance(one, PackedTable)],
        "book": None if book is None else {"plies": book.plies, "words": packed(book.words)},
    }
    records = {"aim": aim, "watch": watch, "ordering": ordering}
    records.update({f"table{number}": table for number, table in enumerate(tables)})
    return _Search(functions, records, more)


def _list_of_values(game: Game[Any], told: page.Told) -> _Search:
    """Every value, for a game whose positions repeat, so that a search cannot find them."""
    known, start = knowledge_of(game), game.start()
    functions = {"tell_canonical": (page.tell_canonical, (known, start, told))}
    return _Search(functions, {}, {"book": None, "listed": packed(_every_value(game))})


def _every_value(game: Game[Any]) -> "array[int]":
    """The words, outcome and plies of each position; symmetric positions count once."""
    solver, start = RetrogradeSolver(game, LISTED), game.start()
    try:
        solver.value(start)
    except SearchStopped as error:
        raise refused(game, str(error)) from None
    register, outcomes, plies = solver.known()
    words = array("q")
    for number in range(register.count):
        outcome = outcomes[number]
        words.extend(register.at(number, start))
        words.extend((0, 0) if outcome in (OPEN, DRAW) else (outcome, plies[number]))
    return words


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
    return b64encode(zlib.compress(bytes(content), 9)).decode("ascii")
