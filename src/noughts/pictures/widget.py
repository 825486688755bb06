"""A notebook widget: a board to play on, with the values of all moves.

It needs anywidget, the extra `notebook`. Without scripts, for example on a page exported from the
notebook, it is a still picture of the position.
"""

from pathlib import Path
from typing import Any

from noughts.analysis.analyse import Analysis, analyse
from noughts.errors import MoveError, PictureError, requiring
from noughts.game import Game
from noughts.pictures.board.draw import draw_match, worths
from noughts.pictures.notebook import plain_text
from noughts.players.match import Match
from noughts.solving.api import solver_for

with requiring("notebook", "The board widget needs anywidget", PictureError):
    import anywidget
    import traitlets

HERE = Path(__file__).parent

# The node limit per position; beyond it, values stay unknown.
NODES = 2_000_000


class BoardWidget(anywidget.AnyWidget):
    """A board to play by clicking, with values and best play.

    Args:
        match: a game for two people, or a match, for example against a player.
        values: show the values of all moves from the beginning.
        nodes: the node limit per position; beyond it, values stay unknown.

    Other cells can change the attribute `match`; call `refresh` afterwards.
    """

    _esm = HERE / "widget.js"
    _css = HERE / "widget.css"

    svg = traitlets.Unicode().tag(sync=True)
    status = traitlets.Unicode().tag(sync=True)
    names = traitlets.Dict().tag(sync=True)
    values = traitlets.Bool(False).tag(sync=True)
    line = traitlets.Bool(False).tag(sync=True)

    def __init__(
        self, match: Match[Any] | Game[Any], *, values: bool = False, nodes: int = NODES
    ) -> None:
        self.match = match if isinstance(match, Match) else Match(match)
        self._solver = solver_for(self.match.game, nodes)
        super().__init__(values=values)
        self.on_msg(lambda _, content, buffers: self.do(content))
        self.observe(lambda change: self.refresh(), names=["values", "line"])
        self._let_the_other_play()
        self.refresh()

    def do(self, what: dict[str, Any]) -> None:
        """Handle a click: play a move, undo, start over, show values or best play."""
        action = what.get("do")
        if action in ("values", "line"):
            setattr(self, action, not getattr(self, action))
        elif action in ("play", "undo", "new"):
            try:
                self._change(action, what.get("move"))
            except MoveError as error:
                self.status = str(error)
            else:
                self._let_the_other_play()
                self.refresh()

    def _change(self, action: str, move: Any) -> None:
        if action == "play":
            self.match.play(move)
        elif action == "new":
            self.match.undo(self.match.ply)
        else:
            for _ in range(self.match.ply):
                self.match.undo()
                if self.match.player is None:
                    break

    def refresh(self) -> None:
        analysis = self.analysis
        self.names = {str(move): self._name(move, analysis) for move in self.match.legal_moves}
        self.status = self._status(analysis)
        self.svg = self._picture(analysis, playable=not self.match.over)

    @property
    def analysis(self) -> Analysis | None:
        """The analysis of the position, if it is shown."""
        if not (self.values or self.line) or self.match.over:
            return None
        now = self.match.game, self.match.position, self.match.turn
        return analyse(*now, self._solver, whole_line=bool(self.line))

    def _let_the_other_play(self) -> None:
        while self.match.player is not None and not self.match.over:
            self.match.step()

    def _picture(self, analysis: Analysis | None, *, playable: bool) -> str:
        ghosts = analysis.principal_variation if analysis and self.line else ()
        values = analysis if self.values else None
        return draw_match(self.match, values=values, ghosts=ghosts, playable=playable).svg

    def _name(self, move: int, analysis: Analysis | None) -> str:
        """The move's name, with its value if known and shown."""
        value = worths(analysis if self.values else None).get(move)
        return f"{self.match.game.name(move)}{f': {value}' if value else ''}"

    def _status(self, analysis: Analysis | None) -> str:
        mark = self.match.game.marks[self.match.turn]
        status = self.match.result or f"{mark} to move"
        if analysis is None:
            return f"{status}."
        known = analysis.value or "not solved within the node limit"
        return f"{status}: {known}."

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """The widget, with a picture and a text as fallbacks."""
        living = super()._repr_mimebundle_(**options)
        bundle, metadata = living if isinstance(living, tuple) else (living or {}, {})
        return {
            **bundle,
            "image/svg+xml": self._picture(self.analysis, playable=False),
            "text/plain": plain_text(self.match),
        }, metadata
