"""Searches side by side on the full screen, each as a tree of text that grows step by step."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Static

from noughts.analysis import trace
from noughts.errors import many
from noughts.terminal.screen.app import ThemedApp
from noughts.terminal.screen.keys import Foot, FootKey

# Seconds between two steps while the searches run.
PACE = 0.4
SIGNS = (
    FootKey("q", "quit", "app.quit"), FootKey("→", "step", "app.step(1)"), FootKey("←", "back"),
    FootKey("Space", "run, stop", "app.run"),
    FootKey("PgDn", "ten steps", "app.step(10)"), FootKey("End", "to the end", "app.step(1000000)"),
)  # fmt: skip


class TextTree:
    """The tree of a search after some of its steps; old finished nodes hide what is below them."""

    def __init__(self, record: trace.SearchRecord) -> None:
        self.record = record
        self.steps: Sequence[trace.SearchStep] = tuple(trace.steps(record))
        self.done = 0
        self.open: list[int] = []  # the numbers of the nodes that are always shown
        self.closed: dict[int, list[int]] = {}  # finished nodes, the latest last: their children
        self.notes: dict[int, str] = {}

    def go_to(self, step: int) -> None:
        """Show the tree after `step` steps; beyond the last one it stays as it is."""
        step = min(step, len(self.steps))
        if step < self.done:
            self.done, self.open, self.closed, self.notes = 0, [], {}, {}
        for each in self.steps[self.done : step]:
            self._take(each)
        self.done = step

    def _take(self, step: trace.SearchStep) -> None:
        for event in step.events:
            if isinstance(event, trace.Enter | trace.Ask):
                self.open.append(event.node)
            elif isinstance(event, trace.Expand):
                at = self.open.index(event.node) + 1 if event.node in self.open else 0
                self.open[at:at] = event.children
            if isinstance(event, trace.Ask | trace.Expand):
                numbers = (event.numbers,) if isinstance(event, trace.Ask) else event.numbers
                for one in numbers:
                    proof, disproof = (
                        "∞" if each is None else each for each in (one.proof, one.disproof)
                    )
                    self.notes[one.node] = f"{proof}/{disproof}"
            elif isinstance(event, trace.Leave):
                self._leave(event, step.cut)

    def _leave(self, event: trace.Leave, cut: bool) -> None:
        first = self.open.index(event.node) + 1
        self.closed[event.node] = self.open[first:]
        del self.open[first:]
        mark = self.record.game.marks[self.record.nodes[event.node].turn]
        note = trace.bounded_value(event.value, event.bound, mark)
        if cut:
            skipped = ", ".join(map(self.record.game.name, event.unseen))
            note = f"{note}  ✂ {skipped}".rstrip()
        self.notes[event.node] = note

    def lines(self, height: int) -> Content:
        """The last lines of the tree, each a node with its move and what is known of it."""
        shown = list(self.open)
        for node, children in reversed(self.closed.items()):
            if len(shown) + len(children) > height:
                break
            if node in shown:
                below = shown.index(node) + 1
                shown[below:below] = children
        return Content("\n").join(map(self._line, shown[-max(height, 1) :]))

    def _line(self, number: int) -> Content:
        record, node = self.record, self.record.nodes[number]
        move = "root" if node.move is None else record.game.name(node.move)
        mover = record.game.marks[node.turn if node.move is None else 1 - node.turn]
        note = self.notes.get(number, "...")
        here = self.done and number == self.steps[self.done - 1].node
        style = "bold $loss" if "✂" in note else "bold $primary" if here else ""
        guide = "  " * node.ply + ("> " if here else "  ")
        return Content.assemble((f"{guide}{mover} {move}", style or "$foreground"), f"  {note}")

    @property
    def heading(self) -> str:
        total = len(self.steps)
        cuts = sum(step.cut for step in self.steps[: self.done])
        cut = f", {many(cuts, 'cut')}" if cuts else ""
        step = f"step {self.done} of {total}"
        done = f"done, {many(total, 'step')}"
        return f"{self.record.algorithm}: {done if self.done == total else step}{cut}"

    @property
    def sentence(self) -> str:
        return self.steps[self.done - 1].text if self.done else "The search has not begun."


class WatchApp(ThemedApp):
    CSS = """
    .search { width: 1fr; padding: 0 1; border-right: solid $panel; }
    .heading { text-style: bold; height: 1; }
    .tree { height: 1fr; text-wrap: nowrap; text-overflow: ellipsis; }
    .said { height: 4; }
    #foot { height: 1; padding: 0 1; background: $panel; link-style: none;
            link-color: $foreground; }
    #board { height: auto; padding: 0 1; }
    .-one Horizontal { layout: vertical; }
    .-one .search { width: 100%; height: 1fr; border: none; }
    .-low .said { height: 2; }
    .-lowest #board, .-lowest .said { display: none; }
    """
    BINDINGS: ClassVar = [
        Binding("right", "step(1)", show=False),
        Binding("left", "step(-1)", show=False),
        Binding("pagedown", "step(10)", show=False),
        Binding("pageup", "step(-10)", show=False),
        Binding("home", "step(-1000000)", show=False),
        Binding("end", "step(1000000)", show=False),
        Binding("space", "run", show=False),
        Binding("q,escape,ctrl+c,ctrl+d", "quit", show=False, priority=True),
    ]

    def __init__(self, records: Sequence[trace.SearchRecord]) -> None:
        super().__init__()
        self.trees = [TextTree(record) for record in records]
        self.step = 0

    def compose(self) -> ComposeResult:
        root = self.trees[0].record.root
        yield Static(str(self.trees[0].record.game.board(root.position, root.turn)), id="board")
        with Horizontal():
            for _ in self.trees:
                with Vertical(classes="search"):
                    yield Static(classes="heading", markup=False)
                    yield Static(classes="tree")
                    yield Static(classes="said", markup=False)
        yield Foot(SIGNS)

    def on_mount(self) -> None:
        self.clock = self.set_interval(PACE, lambda: self.action_step(1), pause=True)
        self.running = False
        self.call_after_refresh(self.action_step, 1)

    def on_resize(self) -> None:
        self.call_after_refresh(self.action_step, 0)

    def action_run(self) -> None:
        self.running = not self.running
        (self.clock.resume if self.running else self.clock.pause)()

    def action_step(self, steps: int) -> None:
        most = max(len(tree.steps) for tree in self.trees)
        self.step = min(max(self.step + steps, 0), most)
        for tree, shown in zip(self.trees, self.query(".search"), strict=True):
            tree.go_to(self.step)
            shown.query_one(".heading", Static).update(tree.heading)
            place = shown.query_one(".tree", Static)
            place.update(tree.lines(place.size.height))
            shown.query_one(".said", Static).update(tree.sentence)
