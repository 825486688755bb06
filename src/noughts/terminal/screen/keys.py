"""The keys of the full screen, for the footer and for the page of keys."""

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.widgets import Static

from noughts.terminal.screen.dialogs import ClosingPage

KEYS = (
    Binding("question_mark", "keys", "Keys", key_display="?"),
    Binding("q", "leave", "Quit"),  # early, so that a narrow footer shows it
    Binding("h", "hint", "Hint"),
    Binding("v", "values", "Values"),
    Binding("w", "why", "Why"),
    Binding("u", "undo", "Undo"),
    Binding("r", "redo", "Redo"),
    Binding("n", "new", "New"),
    Binding("s", "swap", "Swap"),
    Binding("l", "level", "Level"),
    Binding("o", "opponent", "Opponent", show=False),
    Binding("g", "review", "Review", show=False),
    Binding("m", "learn", "Mistakes", show=False),
    Binding("c", "nodes", "Nodes", show=False),
    Binding("t", "ground", "Theme", show=False),
    Binding("full_stop", "hurry", "Move now", show=False),
    Binding("ctrl+d", "leave", show=False),
    Binding("ctrl+c", "interrupt", show=False, priority=True),
)

PAGE = """\
[b]Keys[/b]

[b]arrows[/b]       move the cursor
[b]Enter, Space[/b] play on the cell, like a click
[b]1 to 9[/b]       play on the cell with that digit
[b]h[/b]  hint: show the best moves
[b]v[/b]  values: show the value of every move
[b]w[/b]  why: explain the moves
[b]u r[/b]  undo, redo
[b]n[/b]  start a new game
[b]s[/b]  swap sides and start a new game
[b]l[/b]  next level   [b]o[/b]  choose an opponent
[b]g[/b]  review the game move by move
[b]m[/b]  retry your mistakes in this game
[b]c[/b]  count the nodes of the computer's moves
[b]t[/b]  light or dark theme
[b].[/b]  make the computer move now
[b]q[/b]  quit

[b]W3[/b] a win on the third move from now, counting
both sides; [b]D[/b] a draw; [b]L4[/b] a loss.

Any key closes this page."""


class KeysPage(ClosingPage):
    """The page of keys, over the board; any key or click closes it."""

    def compose(self) -> ComposeResult:
        """A frame with the text."""
        with VerticalScroll(id="keys"):
            yield Static(PAGE)
