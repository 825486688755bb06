"""An unfinished line game, as the drawing page has it: perhaps without a line yet."""

from typing import Any, NamedTuple

from noughts.answers.encoder import line_game_answer
from noughts.errors import BadParameters
from noughts.games.common.notation import cell_name
from noughts.games.line_files import game_of
from noughts.games.lines import (
    PREFIX,
    Lines,
    Parts,
    line_game,
    names_in,
    parts_from,
    parts_from_text,
)
from noughts.web.url_state import LONGEST_LINES, BadRequest, game_called

# The most columns and rows of the grid: its cells can still be tapped on a phone.
MOST = 15
# The actions of a click on the board, by their names in the form.
PUTS = {"line": "choose the cells of a line", "cell": "put or take a cell"}


class Drawing(NamedTuple):
    """A board, its lines, and the cells that are chosen for the next line.

    Args:
        parts: the board and the lines so far.
        chosen: the names of the chosen cells.

    >>> drawn = Drawing(Parts()).clicked("a1", "line").clicked("b2", "line").added()
    >>> drawn.spec, drawn.without(0).spec
    ('lines:3,3,b2a1', 'lines:3,3')
    """

    parts: Parts
    chosen: tuple[str, ...] = ()

    @property
    def spec(self) -> str:
        """The text that names the game."""
        return f"{PREFIX}:{self.parts.text}"

    @property
    def places(self) -> list[str]:
        """The names of all places of the grid, in reading order."""
        columns, rows = self.parts.columns, self.parts.rows
        return [cell_name(place, columns, rows) for place in range(columns * rows)]

    @property
    def game(self) -> Lines:
        """The game.

        Raises:
            BadParameters: the drawing is not a game yet.
        """
        return line_game(*self.parts)

    @property
    def why_not(self) -> str:
        """The reason why it is not a game, a missing line included; empty if it is one."""
        cells = [name for name in self.places if name not in self.parts.holes]
        try:
            line_game(*self.parts._replace(lines=self.parts.lines or (tuple(cells),)))
        except BadParameters as error:
            return str(error)
        return ""

    def clicked(self, name: str, put: str) -> "Drawing":
        """The drawing after a click on a place: a second one undoes the first.

        Lines through a removed cell are removed too.

        Raises:
            BadRequest: the place or cell does not exist.
        """
        if name not in self.places or put not in PUTS:
            raise BadRequest("This grid has no such place.")
        if put == "cell":
            return self._with(holes=_toggled(self.parts.holes, name))
        if name in self.parts.holes:
            raise BadRequest(f"{name} is no cell. Choose 'put or take a cell' to make it one.")
        return self._replace(chosen=_toggled(self.chosen, name))

    def added(self) -> "Drawing":
        """The drawing with the chosen cells as a line.

        Raises:
            BadRequest: no cells are chosen, or the line exists already.
        """
        line = tuple(name for name in self.places if name in self.chosen)
        if len(line) < 2:
            raise BadRequest("A line needs at least two cells: choose them on the board first.")
        if set(line) in map(set, self.parts.lines):
            raise BadRequest(f"The line {' '.join(line)} is there already.")
        return Drawing(self.parts._replace(lines=(*self.parts.lines, line)))

    def without(self, number: int) -> "Drawing":
        """The drawing without a line, by its number from 0."""
        lines = self.parts.lines
        return self._with(lines=lines[:number] + lines[number + 1 :])

    def of_size(self, columns: int, rows: int) -> "Drawing":
        """The drawing on another grid, without the parts outside.

        Raises:
            BadRequest: the grid is too large, or empty.
        """
        if not (1 <= columns <= MOST and 1 <= rows <= MOST):
            raise BadRequest(f"The page draws boards of 1 to {MOST} columns and rows.")
        return self._with(columns=columns, rows=rows)

    def called(self, title: str, misere: bool) -> "Drawing":
        """The drawing with another name, in normal or misère play.

        Raises:
            BadParameters: the name is not allowed.
        """
        Lines(title=title)
        return self._with(title=title, misere=misere)

    def _with(self, **changes: Any) -> "Drawing":
        """The drawing with other parts, where they fit together."""
        made = self._replace(parts=self.parts._replace(**changes))
        places = made.places
        holes = tuple(name for name in places if name in made.parts.holes)
        cells = set(places) - set(holes)
        lines = tuple(line for line in made.parts.lines if cells.issuperset(line))
        chosen = tuple(name for name in self.chosen if name in cells)
        return Drawing(made.parts._replace(holes=holes, lines=lines), chosen)


def _toggled(names: tuple[str, ...], name: str) -> tuple[str, ...]:
    return tuple(each for each in names if each != name) if name in names else (*names, name)


def drawing_of(spec: str, chosen: str = "") -> Drawing:
    """The drawing of an address: the text of a line game, or a line game of noughts.

    Raises:
        NoughtsError: the game is not a line game, or does not fit on the page.

    >>> drawing_of("lines:3,3,a1b1c1,-b2", "a2").chosen
    ('a2',)
    >>> len(drawing_of("mnk:3,3,3").parts.lines)
    8
    """
    prefix, _, text = spec.partition(":")
    if prefix == PREFIX:
        fits(spec)
        parts = parts_from_text(text)
    else:
        parts = parts_from(game_of(line_game_answer(game_called(spec), "noughts")))
    names = tuple(names_in(chosen)) if chosen else ()
    made = Drawing(parts, names).of_size(parts.columns, parts.rows)
    if (len(made.parts.holes), made.parts.lines) != (len(set(parts.holes)), parts.lines):
        raise BadRequest("This game has lines or holes outside of its board.")
    fits(made.spec)
    return made


def fits(spec: str) -> None:
    """Check that the text is not too long for an address.

    Raises:
        BadRequest: it is too long.
    """
    if len(spec) > LONGEST_LINES:
        raise BadRequest(
            f"This game is too large for the page, whose addresses hold {LONGEST_LINES:,} "
            f"characters: write its file by hand, and play it with `noughts play lines:FILE.json`."
        )
