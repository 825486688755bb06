"""One HTML page that steps through searches, side by side.

The page contains its style and its script; its Content-Security-Policy allows no others and no
requests. Boards are drawn by `board.draw`, in colours that contrast with light and dark grounds.
"""

import json
import re
from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Any

from noughts.analysis import trace
from noughts.analysis.record_search import WATCHED
from noughts.game import Game, legal_moves
from noughts.pictures.board.draw import board_title, draw
from noughts.value import DRAW, OUTCOME_NAMES, WIN, Value

HERE = Path(__file__).parent

SIGNS = {trace.Bound.EXACT: "", trace.Bound.AT_LEAST: "≥", trace.Bound.AT_MOST: "≤"}
OTHER_WAY = {
    trace.Bound.EXACT: trace.Bound.EXACT,
    trace.Bound.AT_LEAST: trace.Bound.AT_MOST,
    trace.Bound.AT_MOST: trace.Bound.AT_LEAST,
}

LEGEND = (
    ("W3, D, L4", "a win in 3 plies, a draw, a loss in 4, for the player to move"),
    ("≥, ≤", "a lower bound, an upper bound"),
    ("α", "alpha: what the player to move already has elsewhere"),  # noqa: RUF001
    ("β", "beta: the opponent, who has better elsewhere, will not allow more"),
    ("2 : 5", "proof numbers: the fewest positions still to prove for a yes, and for a no"),
    ("✂", "cut: not searched"),
)

Json = dict[str, Any]


class DrawnBoards:
    """The positions of all searches, each drawn once."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.numbers: dict[tuple[Any, int], int] = {}
        self.drawn: list[Json] = []

    def number(self, position: Any, turn: int) -> int:
        """The number of a position, which is drawn if it is new."""
        key = (position, turn)
        if key not in self.numbers:
            self.numbers[key] = len(self.drawn)
            picture = draw(self.game, position, turn, coordinates=False, theme="currentColor")
            moves = [self.game.name(move) for move in legal_moves(self.game, position)]
            self.drawn.append({"svg": picture.svg, "moves": moves})
        return self.numbers[key]


def page(records: Sequence[trace.SearchRecord]) -> str:
    """Make the HTML page that steps through searches of one position."""
    root = records[0].root
    game = records[0].game
    boards = DrawnBoards(game)
    data = {
        "searches": [search_data(record, boards) for record in records],
        "boards": boards.drawn,
        "marks": list(game.marks),
    }
    title = f"Watch the search: {board_title(game, root.position, root.turn)}"
    board = draw(game, root.position, root.turn, theme="currentColor", size=150)
    style, script = style_and_script()
    legend = (f"<dt>{escape(sign)}</dt><dd>{escape(text)}</dd>" for sign, text in LEGEND)
    parts = {
        "policy": policy(),
        "title": escape(title),
        "style": style,
        "script": script,
        "board": board.svg,
        "table": summary_rows(records),
        "legend": "".join(legend),
        "data": json.dumps(data, separators=(",", ":"), ensure_ascii=False).replace("<", "\\u003c"),
    }
    template = (HERE / "search_page.html").read_text("utf-8")
    return re.sub(r"{{(\w+)}}", lambda name: parts[name[1]], template)


def style_and_script() -> Iterator[str]:
    return ((HERE / f"search_page.{kind}").read_text("utf-8") for kind in ("css", "js"))


def policy() -> str:
    """The page's Content-Security-Policy, with hashes, for servers to send."""
    style, script = map(policy_hash, style_and_script())
    return (
        f"default-src 'none'; style-src '{style}'; script-src '{script}'; "
        f"base-uri 'none'; form-action 'none'"
    )


def policy_hash(text: str) -> str:
    """The hash of a text, as a Content-Security-Policy writes it.

    >>> policy_hash("")
    'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='
    """
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def summary_rows(records: Iterable[trace.SearchRecord]) -> str:
    return "".join(
        f"<tr><th scope='row'>{escape(WATCHED[record.algorithm].label)}</th>"
        f"<td>{len(record.nodes):,}</td><td>{_spared(record)}</td>"
        f"<td>{escape(search_result(record))}</td></tr>"
        for record in records
    )


def _spared(record: trace.SearchRecord) -> str:
    depth_first = record.value is not None
    return f"{record.whole - len(record.nodes):,}" if record.whole and depth_first else "–"


def search_result(record: trace.SearchRecord) -> str:
    """The result of the search, for example "X wins in 3: b2"."""
    mark = record.game.marks[record.root.turn]
    if record.value is None:
        won = "wins" if record.outcome == WIN else "loses"
        return "a draw" if record.outcome == DRAW else f"{mark} {won}"
    value = trace.bounded_value(record.value, trace.Bound.EXACT, mark)
    return value if record.best is None else f"{value}: {record.game.name(record.best)}"


def search_data(record: trace.SearchRecord, boards: DrawnBoards) -> Json:
    game = record.game
    return {
        "name": WATCHED[record.algorithm].label,
        "about": WATCHED[record.algorithm].about,
        "whole": record.whole,
        "found": search_result(record),
        "nodes": [
            [
                -1 if node.parent is None else node.parent,
                "" if node.move is None else game.name(node.move),
                boards.number(node.position, node.turn),
                node.turn,
                node.ply,
            ]
            for node in record.nodes
        ],
        "steps": [step_data(step) for step in trace.steps(record)],
    }


def step_data(step: trace.SearchStep) -> list[Any]:
    """A step for the script: the node, the sentence, whether it cuts, and the changes."""
    changes = [change for event in step.events for change in changes_of(event)]
    return [step.node, step.text, int(step.cut), changes]


def changes_of(event: trace.Event) -> Iterable[list[Any]]:
    """The changes of an event, as lists that begin with a letter for their kind.

    e: a node is entered, with alpha and beta. l: it is left, with its value for its own player,
    its value and outcome for the parent's player, and the nodes spared. q: a proof-number search
    begins, with its goal. p: a node has these proof and disproof numbers.
    """
    if isinstance(event, trace.Enter):
        yield ["e", event.node, bound_sign(event.alpha), bound_sign(event.beta)]
    elif isinstance(event, trace.Leave):
        before = event.value.before()
        yield ["l", event.node, bound_sign(event.value, event.bound),
               bound_sign(before, OTHER_WAY[event.bound]), OUTCOME_NAMES[before.outcome],
               event.spared]  # fmt: skip
    elif isinstance(event, trace.Ask):
        yield ["q", event.node, event.goal]
        yield ["p", *event.numbers]
    else:
        yield from (["p", *numbers] for numbers in event.numbers)


def bound_sign(value: Value | None, bound: trace.Bound = trace.Bound.EXACT) -> str:
    """A value or bound as a short sign.

    >>> bound_sign(Value(1, 3), trace.Bound.AT_MOST), bound_sign(None)
    ('≤W3', '')
    """
    return "" if value is None else f"{SIGNS[bound]}{value.sign()}"
