"""The panes of the full screen: the board, the moves of a position, and the story of the game."""

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from itertools import accumulate
from typing import TYPE_CHECKING, Any, ClassVar

from textual.actions import SkipAction
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Container, Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList, Static

from noughts.analysis.explain.text import Explanation, MoveExplanation, few_words, in_full
from noughts.game import Game, legal_moves, turns_of
from noughts.terminal.game.analysis_cache import Spot
from noughts.terminal.game.messages import StoryRow
from noughts.terminal.game.names import Labels
from noughts.terminal.screen.board_view import STYLE_OF_SIDE, STYLE_OF_SIGN, BoardFrame, BoardView

if TYPE_CHECKING:
    from noughts.terminal.game.messages import Known

# The signs of a right and of a wrong move, and the width of its column.
RIGHT, TRIED, SIGN = "✓", "✗", 4
# The blocks on each side of the middle, for the better side.
BLOCKS = 4
# The letters of a move's name for which the narrow pane of the story has room.
MOST_NARROW = 3
NO_ANSWER = "No answer to this move is known."


class Pane(OptionList):
    """A list whose rows are changed only if their text changes; each row has a number."""

    def __init__(self, name: str) -> None:
        super().__init__(id=name, markup=False)
        self.numbers: tuple[int, ...] = ()
        self.rows: tuple[Content, ...] = ()

    def put(self, numbers: Sequence[int], rows: Sequence[Content], chosen: int | None) -> None:
        """Show rows, and highlight the row of the chosen number."""
        self.numbers = tuple(numbers)
        if tuple(rows) != self.rows:
            self.rows = tuple(rows)
            self.set_options(self.rows)
        self.highlighted = self.numbers.index(chosen) if chosen in self.numbers else None

    @property
    def number(self) -> int | None:
        return None if self.highlighted is None else self.numbers[self.highlighted]


class Panes(Horizontal):
    """The board of a position, possibly after some moves that are only tried, and its moves.

    Moving along the moves tries them on the board; Space adds the best answers one by one.
    """

    BINDINGS: ClassVar = [
        Binding("space", "answer", show=False),
        Binding("escape", "settle", show=False),
    ]

    class Played(Message):
        """A move of the list was chosen."""

        def __init__(self, move: int) -> None:
            super().__init__()
            self.move = move

    class Walked(Message):
        """A row of the story was reached."""

        def __init__(self, ply: int) -> None:
            super().__init__()
            self.ply = ply

    def __init__(self, game: Game[Any], labels: Labels, story: str) -> None:
        names = map(labels.of, legal_moves(game, game.start()))
        longest = max(map(len, names), default=0)
        super().__init__(classes="long" if longest > MOST_NARROW else "")
        self.game = game
        self.labels = labels
        self.story_title = story
        self.spot: Spot = (game.start(), 0)
        self.line: tuple[int, ...] = ()  # moves tried on the board
        self.known: Known | None = None
        self.shown: Collection[int] = ()  # the moves whose values are shown
        self.signs: Mapping[int, str] = {}

    def compose(self) -> ComposeResult:
        with BoardFrame(id="table"):
            yield BoardView(self.game.board(*self.spot), self.labels)
        with Container(id="beside"):
            with Vertical(id="side"):
                yield Static(id="message", markup=False)
                yield Static(id="verdict", markup=False)
                yield Pane("values")
                with VerticalScroll(id="why-frame", can_focus=False):
                    yield Static(id="why", markup=False)
            with Vertical(id="past"):
                yield Static(self.story_title, id="score", markup=False)
                yield Pane("moves")

    # Texts.

    def say(self, place: str, text: str) -> None:
        """Show a text, or hide its place if it is empty."""
        for shown in self.query(place).results(Static):  # none while the screen closes
            shown.update(text)
            shown.set_class(not text, "empty")

    def tell(self, text: str) -> None:
        self.say("#message", text)
        for beside in self.query("#beside"):
            beside.scroll_home(animate=False)

    def explain(self, text: str) -> None:
        self.say("#why", text)
        self.set_class(bool(text), "reading")
        frame = self.query_one("#why-frame")
        frame.display = bool(text)
        frame.scroll_home(animate=False)

    # The board and its moves.

    def look_at(
        self,
        spot: Spot,
        known: "Known | None",
        shown: Collection[int],
        signs: Mapping[int, str],
    ) -> None:
        """Show a position, the values of the `shown` moves, and `signs` on the board."""
        if spot != self.spot:
            self.line = ()
            self.explain("")
        self.spot, self.known, self.shown, self.signs = spot, known, shown, signs
        self.draw()
        moves = self.ordered()
        width = max((len(self.labels.with_arrow(move)) for move in moves), default=0)
        chosen = self.line[0] if self.line else None
        self.query_one("#values", Pane).put(
            moves, [self._row(move, width) for move in moves], chosen
        )

    def spots(self) -> list[Spot]:
        """The position, and the one after each move that is tried."""
        positions = list(accumulate(self.line, self.game.play, initial=self.spot[0]))
        return list(zip(positions, turns_of(self.game, self.spot[1], positions), strict=True))

    def draw(self) -> None:
        """Show the board; while moves are tried, only wrong answers have signs."""
        signs = {
            move: sign
            for move, sign in self.signs.items()
            if not self.line or (sign == TRIED and move not in self.line)
        }
        self.query_one(BoardView).show(self.game.board(*self.spots()[-1]), signs)

    def ordered(self) -> list[int]:
        """The moves: best first if all values are shown, otherwise in the game's order."""
        legal = legal_moves(self.game, self.spot[0])
        if self.known and {*legal} <= {*self.shown}:
            return [move.move for move in self.known.moves]
        return list(legal)

    def explained(self, move: int) -> MoveExplanation | None:
        """The explanation of a move whose value is shown."""
        if isinstance(self.known, Explanation) and move in self.shown:
            with suppress(KeyError):
                return self.known.of(move)
        return None

    def _row(self, move: int, width: int) -> Content:
        sign, why = self.signs.get(move, ""), ""
        if self.known and move in self.shown:
            value = next((each.value for each in self.known.moves if each.move == move), None)
            sign = f"{TRIED if sign == TRIED else ''}{value.sign() if value else '?'}"
        if explained := self.explained(move):
            why = few_words(explained, self.labels.of)
        style = STYLE_OF_SIGN.get(sign.lstrip(TRIED)[:1], "$faint")
        name = self.labels.with_arrow(move).ljust(width)
        return Content.assemble((sign.rjust(SIGN), style), "  ", (name, "bold"), "  ", why)

    def try_line(self, line: tuple[int, ...]) -> None:
        """Show moves on the board without playing them; the cursor goes to the last one."""
        self.line = line
        if line:
            cells = self.game.board(*self.spots()[-2]).cells
            cell = next((cell for cell in cells if line[-1] in cell.moves), None)
            if cell:
                self.query_one(BoardView).pick(cell.column, cell.row)
        self.draw()

    def settle(self) -> None:
        if self.line:
            self.try_line(())

    def answers(self, move: int) -> tuple[int, ...]:
        """The best play after a move whose value is shown."""
        explained = self.explained(move)
        if explained is None or explained.reply is None:
            return ()
        return explained.line or (explained.reply.move,)

    def action_answer(self) -> None:
        """Try the best answer to the move, then the next move of this line, and so on."""
        move = self.line[0] if self.line else self.query_one("#values", Pane).number
        if move is None:
            raise SkipAction
        line = (move, *self.answers(move))
        self.try_line(line[: len(self.line) % len(line) + 1] if self.line else line[:2])
        self.explain(self.line_text() if len(line) > 1 else NO_ANSWER)

    def line_text(self) -> str:
        return ", ".join(
            f"{self.game.marks[turn]} {self.labels.of(move)}"
            for move, (_, turn) in zip(self.line, self.spots(), strict=False)
        )

    def action_settle(self) -> None:
        if not self.line:
            raise SkipAction
        self.settle()
        self.query_one(BoardView).focus()

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        pane = event.option_list
        if not isinstance(pane, Pane) or not pane.has_focus or pane.number is None:
            return
        if pane.id == "moves":
            self.post_message(self.Walked(pane.number))
        elif self.line[:1] != (pane.number,):
            self.try_line((pane.number,))
            explained = self.explained(pane.number)
            self.explain(in_full(explained, name=self.labels.of) if explained else "")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        pane = event.option_list
        if isinstance(pane, Pane) and pane.id == "values" and pane.number is not None:
            self.post_message(self.Played(pane.number))

    # The story.

    def tell_story(self, rows: Sequence[StoryRow], ply: int) -> None:
        """Show the moves of a game, each with its value and a bar for the better side."""
        width = max((len(row.text) for row in rows), default=0)
        shown = [_story_row(row, width) for row in rows]
        self.query_one("#moves", Pane).put(range(len(rows)), shown, ply)

    def tell_log(self, rows: Sequence[str]) -> None:
        shown = [Content(row) for row in rows]
        self.query_one("#moves", Pane).put(range(len(rows)), shown, len(rows) - 1)


def _story_row(row: StoryRow, width: int) -> Content:
    sign = (row.sign.rjust(SIGN), STYLE_OF_SIGN.get(row.sign[:1], "$faint"))
    return Content.assemble(*bar(row.lead), f" {row.text:{width}}", sign, f" {row.fault}")


def bar(lead: int | None) -> list[tuple[str, str]]:
    """A bar to the left for the first player's lead, to the right for the second's.

    >>> "".join(text for text, _ in bar(2)), "".join(text for text, _ in bar(-1))
    ('  ██│    ', '    │█   ')
    """
    known, block = lead or 0, "█"
    left, right = block * max(known, 0), block * max(-known, 0)
    return [
        (left.rjust(BLOCKS), str(STYLE_OF_SIDE[0])),
        ("?" if lead is None else "│", "$faint"),
        (right.ljust(BLOCKS), str(STYLE_OF_SIDE[1])),
    ]
