"""Every position of a small game with its exact value, for a page in one file."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from noughts.analysis.explain.explainer import Explainer
from noughts.analysis.explain.line_threats import line_threats, threat_words
from noughts.analysis.explain.text import one_line, verdict
from noughts.answers.analyses import Json
from noughts.board import Board, Cell, Look
from noughts.errors import NoughtsError
from noughts.game import FIRST, Game, legal_moves
from noughts.games.registry import game_name, spec_of
from noughts.knowledge import knowledge_of
from noughts.pictures.board.annotations import short_name
from noughts.players.beginner import table
from noughts.players.ladder import LADDER, manner_of
from noughts.solving.api import solver_for
from noughts.value import OPEN

# The most positions in a page in one file.
MOST_POSITIONS = 20_000
# Boards whose background is the same in every position.
LOOKS = (Look.GRID, Look.HEXAGONS)


class TooLarge(NoughtsError):
    """The game has too many positions for a page of one file, or a board that is not fit for it."""


class Spot(NamedTuple):
    """A position and whose turn it is."""

    position: Any
    turn: int


def spots_of(game: Game[Any]) -> dict[Spot, int]:
    """Every reachable position, numbered, the start first.

    Raises:
        TooLarge: there are too many.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> len(spots_of(TicTacToe()))
    5478
    """
    found = {Spot(game.start(), FIRST): 0}
    todo = list(found)
    for spot in todo:  # the list grows in the loop
        for move in legal_moves(game, spot.position):
            after = Spot(game.play(spot.position, move), 1 - spot.turn)
            if after not in found:
                found[after] = len(found)
                todo.append(after)
        if len(found) > MOST_POSITIONS:
            raise TooLarge(
                f"{game_name(game)} has more than {MOST_POSITIONS:,} positions, too many for a "
                f"page with all of them."
            )
    return found


def refuse_extra_turns(game: Game[Any]) -> None:
    """Raise TooLarge for a game in which a player may move twice in a row.

    Raises:
        TooLarge: pages derive the side to move from the number of moves.
    """
    if not game.alternates:
        raise TooLarge(
            f"{game_name(game)} cannot be a page in one file: a player may move twice in a row. "
            f"Play it with `noughts serve`."
        )


class Numbers:
    """A numbering of things, so that each is written only once."""

    def __init__(self) -> None:
        self.of: dict[Any, int] = {}

    def __call__(self, thing: Any) -> int:
        """The number of a thing."""
        return self.of.setdefault(thing, len(self.of))

    def all(self) -> list[Any]:
        """The things, by number."""
        return list(self.of)


def answers_of(game: Game[Any], *, reasons: bool = True) -> Json:
    """The data with which a page plays the game perfectly without a server.

    Args:
        game: the rules.
        reasons: whether to include the reason for every move of every position.

    Raises:
        TooLarge: the game is not suited to a page in one file.
    """
    refuse_extra_turns(game)
    if game.repeats or game.board(game.start(), FIRST).look not in LOOKS:
        raise TooLarge(
            f"{game_name(game)} cannot be a page with all of its positions: its board changes, or "
            f"they can repeat."
        )
    spots = spots_of(game)
    boards = {spot: game.board(*spot) for spot in spots}
    marks, lines, said = Numbers(), Numbers(), Numbers()
    solver, known = solver_for(game), knowledge_of(game)
    told = _reasons(Explainer(game, solver), spots, said) if reasons else None
    marks(("", None))
    return {
        "game": spec_of(game),
        "name": game_name(game),
        "marks": list(game.marks),
        "digits": bool(getattr(game, "digits", False)),
        "moves": _moves(game, boards),
        "boards": [[marks((c.mark, c.side)) for c in board.cells] for board in boards.values()],
        "texts": [game.text(*spot) for spot in spots],
        "values": [list(solver.value(spot.position)) for spot in spots],
        "over": [int(game.outcome(spot.position) != OPEN) for spot in spots],
        "next": [list(_next(game, spot, spots)) for spot in spots],
        "won": {i: list(map(lines, b.lines)) for i, b in enumerate(boards.values()) if b.lines},
        "contents": marks.all(),
        "lines": lines.all(),
        "estimates": [known.estimate(spot.position) for spot in spots],
        "levels": levels_of(game),
        "why": told,
        **_threats(game, spots, said),
        "sentences": said.all(),
    }


def levels_of(game: Game[Any]) -> Json:
    """The parameters of the ladder's levels; the beginner's if known without measuring."""
    levels = LADDER if spec_of(game) in table() else LADDER[1:]
    return {level: manner_of(level, game)._asdict() for level in levels}


def _threats(game: Game[Any], spots: dict[Spot, int], said: Numbers) -> Json:
    """The lines that lack a mark: each once, and each position's numbers of them.

    The number of the sentence comes first. The result is empty for games without lines.
    """
    found = Numbers()
    numbers = []
    for spot in spots:
        here = line_threats(game, *spot)
        if here is None:
            return {"threats": None, "lacking": []}
        numbers.append([said(threat_words(game, spot.turn, here)), *map(found, here)])
    return {"threats": numbers, "lacking": found.all()}


def _next(game: Game[Any], spot: Spot, spots: dict[Spot, int]) -> Iterator[int]:
    """Each move, and the number of the next position."""
    for move in legal_moves(game, spot.position):
        yield move
        yield spots[Spot(game.play(spot.position, move), 1 - spot.turn)]


def _moves(game: Game[Any], boards: dict[Spot, Board]) -> Json:
    """Every move: its name, its cell, and its distinction from other moves of that cell.

    If moves have no cells, the names of the cells are empty; the page offers the moves by name.

    Raises:
        TooLarge: a move's cell depends on the position.
    """
    found: dict[int, str] = {}
    for spot, board in boards.items():
        cells = {move: cell.name for cell in board.cells for move in cell.moves}
        for move in legal_moves(game, spot.position):
            cell = cells.get(move, "")
            if found.setdefault(move, cell) != cell:
                raise TooLarge(
                    f"{game_name(game)} cannot be a page in one file: a move has no own cell."
                )
    return {
        str(move): [game.name(move), cell, short_name(game, Cell(cell, 0, 0), move)]
        for move, cell in sorted(found.items())
    }


def _reasons(explainer: Explainer[Any], spots: dict[Spot, int], said: Numbers) -> list[list[int]]:
    """The verdict and the reason of each move, for each position, in the order of the moves."""
    told = []
    for spot in spots:
        explanation = explainer.explain(*spot)
        moves = legal_moves(explainer.game, spot.position)
        whys = [said(one_line(explanation.of(move))) for move in moves]
        told.append([said(verdict(explanation)), *whys])
    return told
