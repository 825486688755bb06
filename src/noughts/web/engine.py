"""The engine of a page: a game's rules and searches as WebAssembly, and the texts for people.

The page asks the module for moves, scores and marks; names, lines and pictures come from here. If a
game has few positions, the reason for every move does, too.
"""

import random
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, NamedTuple

from noughts.analysis.explain.explainer import Explainer
from noughts.analysis.explain.lines import LineThreat, line_loses, lines_as_cells, threat_words
from noughts.analysis.explain.text import VERDICTS, one_line
from noughts.answers.encoder import Json
from noughts.bits import cells_of
from noughts.board import Board, Cell, Closed, Look
from noughts.game import FIRST, SECOND, Game, fits_words, legal_moves, random_play, too_wide
from noughts.games.common.cell_game import CellGame, RowNotation
from noughts.games.registry import game_name, spec_of
from noughts.knowledge import knowledge_of
from noughts.native import why_not
from noughts.pictures.board.geometry import Geometry
from noughts.pictures.board.highlights import short_name, step
from noughts.players.ladder import LADDER, level_style
from noughts.players.measure import reachable
from noughts.players.perfect import perfect_doubt
from noughts.search.page import Told, tell_marks
from noughts.solving.api import BOUNDED, UNFINISHED, UNSOLVED, solver_for
from noughts.value import OPEN, Certainty
from noughts.web.page_module import NoOfflinePage, module_of_page, refused
from noughts.web.view import DRAWN, REPEATED

# Sets of more cells do not fit into a word.
MOST_CELLS = 64
# The digits of the longest number on a board.
LONGEST = 20
# The most positions of a game whose page has the reason for every move.
MOST_POSITIONS = 20_000
# In other games the first positions of random plays show whether the page draws the same board.
GAMES, SAMPLES = 40, 5_000
# The most plies of one of them; a game may have no end.
PLIES = 200

# Boards whose background is the same in every position; the second list needs the signs of cells.
MORE_LOOKS = tuple(look for look in Look if look != Look.TEXT)
LOOKS = tuple(look for look in MORE_LOOKS if look != Look.HEAPS)

# A mark, and its owner.
Content = tuple[str, int | None]


class Spot(NamedTuple):
    position: Any
    turn: int

    @property
    def key(self) -> str:
        return f"{','.join(map(str, self.position))} {self.turn}"


def engine_of(game: Game[Any], *, reasons: bool = False) -> Json:
    """The data with which a page plays the game, with reasons if few; or NoOfflinePage."""
    refuse_double_moves(game)
    if not fits_words(game):
        raise refused(game, f"{too_wide(game, 'a page of one file')}.")
    if why := why_not(game):
        raise refused(game, why)
    every = spots_of(game)
    samples = every or list(islice(_samples(game), SAMPLES))
    board = game.board(game.start(), FIRST)
    data = {
        "game": spec_of(game),
        "name": game_name(game),
        "marks": list(game.marks),
        "misere": line_loses(game),
        "repeats": game.repeats,
        "by_number": type(game).name is Game.name,
        **_shown(game, samples, every),
        "parts": _parts(game, board),
        "places": [(cell.name, cell.column) for cell in board.cells],
        "words": _words(game),
        "levels": {level: level_style(level, game)._asdict() for level in LADDER},
        "module": module_of_page(game, has_signs=_has_signs(game)),
    }
    return {**data, "tables": _tables(game, data, every, reasons=reasons)}


def refuse_double_moves(game: Game[Any]) -> None:
    """Raise NoOfflinePage where a player may move twice: pages count moves to know the turn."""
    if not game.alternates:
        raise NoOfflinePage(
            f"{game_name(game)} cannot be a page in one file: a player may move twice in a row. "
            f"Play it with `noughts serve`."
        )


def spots_of(game: Game[Any]) -> list[Spot]:
    """Every position, the start first; empty if they are too many, or can repeat."""
    if game.repeats:
        return []
    found = [Spot(*each) for each in islice(reachable(game), MOST_POSITIONS + 1)]
    return found if len(found) <= MOST_POSITIONS else []


def _samples(game: Game[Any]) -> Iterator[Spot]:
    """The positions of random games, each with its side to move."""
    choose = random.Random(1).choice
    for _ in range(GAMES):
        for position, turn, _ in islice(random_play(game, choose), PLIES + 1):
            yield Spot(position, turn)


# The board: the contents of its cells, and their moves.


def _shown(game: Game[Any], samples: list[Spot], every: list[Spot]) -> Json:
    """The board as the page draws it: of numbers, of cells, or as a table of all positions."""
    if _shows_numbers(game):
        return {**_of_numbers(game, samples), **_with_lines(game, ())}
    why = _unlike(game, samples)
    if not why:
        return {**_of_cells(game, samples), **_with_lines(game, _lines(game, samples))}
    if not every or game.board(game.start(), FIRST).look not in LOOKS:
        raise refused(game, why)
    return {**_of_table(game, every), "lines": [], "lacking": []}


def _with_lines(game: Game[Any], lines: tuple[tuple[int, ...], ...]) -> Json:
    cells = game.board(game.start(), FIRST).cells
    named = [[cells[cell].name for cell in line] for line in lines]
    return {"lines": named, "lacking": possible_threats(game)}


def _shows_numbers(game: Game[Any]) -> bool:
    cls: Any = type(game)
    return bool(cls.board is Game.board and cls.text is Game.text)


def _has_signs(game: Game[Any]) -> bool:
    return hasattr(game, "sign") and hasattr(game, "cells") and not _shows_numbers(game)


def _of_numbers(game: Game[Any], samples: list[Spot]) -> Json:
    """A board that shows the numbers of the position, and moves that are offered by name."""
    return {
        "numbers": True,
        "digits": False,
        "moves": _by_name(game, samples),
        "contents": [["8" * length, None] for length in range(1, LONGEST + 1)],
    }


def _by_name(game: Game[Any], samples: Iterable[Spot]) -> Json:
    moves = {move for position, _ in samples for move in legal_moves(game, position)}
    return {str(move): [game.name(move), "", ""] for move in sorted(moves)}


def _of_table(game: Game[Any], every: list[Spot]) -> Json:
    """Each position's text and the contents of its cells, for a game that draws its own board."""
    contents: dict[Content, int] = {("", None): 0}
    boards = {spot: game.board(*spot) for spot in every}
    shown = {
        spot.key: [contents.setdefault((c.mark, c.side), len(contents)) for c in board.cells]
        for spot, board in boards.items()
    }
    return {
        "digits": bool(getattr(game, "digits", False)),
        "moves": _moves(game, every),
        "boards": shown,
        "texts": {spot.key: game.text(*spot) for spot in every},
        "contents": list(contents),
    }


def _of_cells(game: Any, samples: list[Spot]) -> Json:
    """The contents of cells, and their moves."""
    cells = game.board(game.start(), FIRST).cells
    notation = notation_of(game)
    columns = getattr(game, "columns", 1 + max(cell.column for cell in cells))
    rows = getattr(game, "rows", 1 + max(cell.row for cell in cells))
    wanders = hasattr(game, "cell_of")  # a move's cell depends on the position
    return {
        "digits": bool(getattr(game, "digits", False)),
        "falls": bool(getattr(game, "falls", False)),
        "columns": columns,
        "lengths": list(getattr(game, "row_lengths", (columns,) * rows)),
        "notation": notation and notation._asdict(),
        "wanders": wanders and [cell.name for cell in _bare(game, samples).cells],
        "moves": _by_name(game, samples) if wanders else _moves(game, samples),
        "contents": _contents(game, samples),
    }


def notation_of(game: Any) -> RowNotation | None:
    """The notation of positions in rows; None if a subclass of its class overrides `text`."""
    classes = type(game).__mro__
    said = next((i for i, cls in enumerate(classes) if "row_notation" in vars(cls)), len(classes))
    written = next(i for i, cls in enumerate(classes) if "text" in vars(cls))
    return getattr(game, "row_notation", None) if said <= written else None


def _moves(game: Any, samples: Iterable[Spot]) -> Json:
    """Each move's name, its cell (the column's, where marks fall), and its word there.

    A step also has the cell that it leaves.
    """
    found: dict[int, list[str]] = {}
    for position, turn in samples:
        board = game.board(position, turn)
        cells = {move: cell.name for cell in board.cells for move in cell.moves}
        for move in legal_moves(game, position):
            cell = cells.get(move, "")
            left = step(game, board, move)
            word = short_name(game, Cell(cell, 0, 0), move)
            told = [game.name(move), cell, word, *(left or ())[:1]]
            if found.setdefault(move, told) != told and not getattr(game, "falls", False):
                raise refused(game, "a move has no cell of its own.")
    return {str(move): told for move, told in sorted(found.items())}


def _contents(game: Any, samples: Iterable[Spot]) -> list[Content]:
    """The mark and the side of a cell, by its sign; a sign without a sample represents itself."""
    found: dict[int, Content] = {0: ("", None)}
    for spot in samples:
        for sign, cell in zip(_signs(game, *spot), game.board(*spot).cells, strict=False):
            found.setdefault(sign, (cell.mark, cell.side))
    return [found.get(sign, (str(sign), None)) for sign in range(1 + max(found))]


def _signs(game: Any, position: Any, turn: int) -> list[int]:
    told = Told(game.cells)
    tell_marks(knowledge_of(game), position, turn, told)
    return list(told.words)


# Whether the page shows the game's own board, made from the signs of its cells.


def _unlike(game: Game[Any], samples: list[Spot]) -> str:
    """The reason why the page cannot show the game; empty if it can."""
    if not _has_signs(game):
        return "its rules do not tell what a cell shows (`cells` and `sign`)."
    tells_signs = isinstance(game, CellGame) and type(game).sign is not CellGame.sign
    if isinstance(game, CellGame) and game.cells > MOST_CELLS and not tells_signs:
        return f"it has more than {MOST_CELLS} cells."
    if game.board(game.start(), FIRST).look not in MORE_LOOKS:
        return "its board changes."
    contents, bare = _contents(game, samples), _bare(game, samples)
    alike = all(_is_as_shown(game, spot, contents, bare) for spot in samples)
    many = f"it draws its own board, and positions may repeat or are more than {MOST_POSITIONS:,}."
    return "" if alike else many


def _bare(game: Game[Any], samples: Iterable[Spot]) -> Board:
    """The board whose cells have the names they have without a move."""
    start = Spot(game.start(), FIRST)
    if not hasattr(game, "cell_of"):
        return game.board(*start)
    ends = (spot for spot in samples if game.outcome(spot.position) != OPEN)
    return game.board(*next(ends, start))  # long games may have no end among the samples


def _is_as_shown(game: Any, spot: Spot, contents: list[Content], empty: Board) -> bool:
    """Whether the board is the one that the page makes from the signs of the cells."""
    board = game.board(*spot)
    signs = _signs(game, *spot)
    if len(signs) != len(board.cells):
        return False
    cells = tuple(
        cell._replace(mark=contents[sign][0], side=contents[sign][1], moves=shown.moves)
        for sign, cell, shown in zip(signs, empty.cells, board.cells, strict=True)
    )
    if hasattr(game, "cell_of"):
        cells = tuple(_named_by_move(game, spot.position, cells))
    closed = tuple(_closed(game, spot, empty))
    return bool(board == empty._replace(cells=cells, lines=board.lines, closed=closed))


def _named_by_move(game: Any, position: Any, cells: tuple[Cell, ...]) -> Iterator[Cell]:
    """The cells; a cell of a move gets the move's name."""
    moves = {game.cell_of(position, move): move for move in legal_moves(game, position)}
    for place, cell in enumerate(cells):
        name = game.name(moves[place]) if place in moves else cell.name
        yield cell._replace(name=name, moves=(moves[place],) if place in moves else ())


# Lines, threats, and parts of the board.


def _lines(game: Any, samples: Iterable[Spot]) -> tuple[tuple[int, ...], ...]:
    """The lines that decide; if the game explains none, the board's lines, where they suffice."""
    if hasattr(game, "closing"):
        return tuple(_lines_of_parts(game))
    explained = lines_as_cells(game)
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


def _shows_lines(game: Any, spot: Spot, lines: Iterable[tuple[int, ...]]) -> bool:
    """Whether a finished board highlights exactly the lines of one side's marks."""
    board = game.board(*spot)
    sides = [cell.side for cell in board.cells]
    over = game.outcome(spot.position) != OPEN
    whole = (line for line in lines if over and {sides[c] for c in line} in ({FIRST}, {SECOND}))
    return [tuple(board.cells[cell].name for cell in line) for line in whole] == list(board.lines)


def possible_threats(game: Game[Any]) -> list[LineThreat]:
    """Every threat that can arise, by side and cell, in the order of `line_threats`."""
    times = (True, False) if getattr(game, "falls", False) else (True,)
    found = [
        LineThreat(turn, cell, line, now)
        for line in lines_as_cells(game)
        for cell in line
        for turn in (FIRST, SECOND)
        for now in times
    ]
    return sorted(found, key=lambda threat: (threat.turn, threat.cell))


def _parts(game: Game[Any], board: Board) -> list[list[str]]:
    """The names of the cells of each part that can be closed; empty if there are none."""
    if not hasattr(game, "closing"):
        return []
    return [[c.name for c in board.cells if part.holds(c)] for part in Geometry(board).parts]


def _closed(game: Any, spot: Spot, board: Board) -> Iterator[Closed]:
    for part, names in enumerate(_parts(game, board)):
        kind = game.closing(*spot, part) % 4
        if kind == 1:
            yield Closed(tuple(names))
        elif kind:
            yield Closed(tuple(names), game.marks[kind - 2], kind - 2)


def _words(game: Game[Any]) -> Json:
    """The sentences that the page fills in, where they have names in braces."""
    threats = {}
    if lines := lines_as_cells(game):
        threat = LineThreat(FIRST, lines[0][0], lines[0])
        name = game.board(game.start(), FIRST).cells[threat.cell].name
        for turn, who, now in ((t, w, n) for t in (0, 1) for w in (0, 1) for n in (0, 1)):
            told = threat_words(game, turn, [threat._replace(turn=who, now=bool(now))])
            threats[f"{turn}{who}{now}"] = told.replace(f" at {name}", " at {cells}")
    return {
        "threats": threats,
        "no_threat": threat_words(game, FIRST, ()),
        "slow_win": perfect_doubt(Certainty.BOUND),
        "unsure": perfect_doubt(Certainty.UNKNOWN),
        "drawn": DRAWN,
        "repeated": REPEATED,
        "verdicts": VERDICTS,
        "bounded": {f"{lower},{upper}": told for (lower, upper), told in BOUNDED.items()},
        "unsolved": UNSOLVED,
        "unfinished": UNFINISHED,
    }


def _tables(game: Game[Any], data: Json, every: list[Spot], *, reasons: bool) -> Json:
    """By position: the reasons for its moves, and the lines that decided it, if they vary.

    They are numbers of sentences and lines. Lines that no table has follow from the marks.
    """
    sentences: dict[str, int] = {}
    tables: Json = {"boards": data.pop("boards", None), "texts": data.pop("texts", None)}
    if every and reasons:
        explainer = Explainer(game, solver_for(game))
        tables["why"] = {
            spot.key: [
                sentences.setdefault(told, len(sentences)) for told in _whys(explainer, spot)
            ]
            for spot in every
        }
    tables["sentences"] = list(sentences)
    numbers = {cell.name: i for i, cell in enumerate(game.board(game.start(), FIRST).cells)}
    lines = [tuple(numbers[name] for name in line) for line in data["lines"]]
    if not all(_shows_lines(game, spot, lines) for spot in every):
        tables["won"] = _won(game, data["lines"], every)
    return tables


def _whys(explainer: Explainer[Any], spot: Spot) -> Iterator[str]:
    explanation = explainer.explain(*spot, lines=False)
    for move in legal_moves(explainer.game, spot.position):
        yield one_line(explanation.of(move))


def _won(game: Game[Any], lines: list[list[str]], every: Iterable[Spot]) -> Json:
    """The numbers of the lines that decided each finished position; new lines are added."""
    known = {tuple(line): number for number, line in enumerate(lines)}
    found = {}
    for spot in every:
        decided = game.board(*spot).lines
        if decided:
            found[spot.key] = [known.setdefault(line, len(known)) for line in decided]
    lines[:] = map(list, known)
    return found
