"""An audit as one page of HTML that needs nothing else: no script, no picture, no network.

Boards are tables, drawn by what `Game.board` tells; so every game has them. Colours never
tell anything alone: a wrong move has a cross, a right one a tick, both are in the text.
"""

from typing import Any
from xml.etree import ElementTree as ET

from noughts.auditing.alike import Alike
from noughts.auditing.found import FAULTS, Audit, Finding, Loss, Verdict
from noughts.auditing.words import (
    NAMES,
    end_text,
    heading,
    loss_text,
    no_fault_text,
    play_text,
    side_text,
    verdict_text,
)
from noughts.board import Board, Cell
from noughts.games.registry import spec_of
from noughts.terminal.output.audit_text import Shown, hidden_text, unjudged_text, why

WRONG, RIGHT = "✗", "✓"

SIGNS = {
    Verdict.NEVER_LOSES: RIGHT,
    Verdict.LOSES_WHAT_IS_LOST: RIGHT,
    Verdict.UNDECIDED: "?",
    Verdict.CAN_BE_BEATEN: WRONG,
}

STYLE = """
:root { color-scheme: light dark; --ground: #fff; --ink: #1a1a1a; --soft: #595959; --line: #8c8c8c;
  --good: #0072b2; --bad: #b84a00; --open: #767676; --card: #f5f5f3; }
@media (prefers-color-scheme: dark) { :root { --ground: #161616; --ink: #ececec; --soft: #b3b3b3;
  --line: #7d7d7d; --good: #6cb8ee; --bad: #ff9a52; --open: #a6a6a6; --card: #222; } }
body { margin: 0 auto; max-width: 46rem; padding: 1rem; background: var(--ground);
  color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; line-height: 1.25; } h2 { font-size: 1.2rem; margin-top: 2rem; }
h3 { font-size: 1rem; margin: 0 0 .5rem; }
.verdict { border-left: .4rem solid; padding: .5rem 1rem; font-size: 1.15rem; font-weight: 600;
  background: var(--card); }
.never_loses, .loses_what_is_lost { border-color: var(--good); }
.can_be_beaten { border-color: var(--bad); } .undecided { border-color: var(--open); }
.counts { border-collapse: collapse; }
.counts th, .counts td { padding: .2rem .8rem .2rem 0; text-align: right; }
.counts th:first-child { text-align: left; font-weight: normal; }
.counts tr { border-bottom: 1px solid var(--line); }
article { background: var(--card); border-radius: .5rem; padding: 1rem; margin: 1rem 0; }
.scroll { overflow-x: auto; }
.board { border-collapse: separate; border-spacing: 2px; margin: .5rem 0;
  --side: clamp(1.9rem, calc((100vw - 5rem) / var(--columns)), 3.2rem); }
.board td { width: var(--side); min-width: var(--side); height: var(--side); padding: 0;
  text-align: center; vertical-align: middle; line-height: 1.1; box-sizing: border-box; }
.board .cell { border: 1px solid var(--line); background: var(--ground); }
.board .mark { font-size: 1.4rem; font-weight: 700; }
.board .name { font-size: .7rem; color: var(--soft); display: block; }
.board .wrong { border: 3px solid var(--bad); } .board .wrong .sign { color: var(--bad); }
.board .right { border: 3px dashed var(--good); } .board .right .sign { color: var(--good); }
.board .won { border: 3px double var(--ink); }
.board .sign { font-weight: 700; } .board .gap { padding-left: 1rem; }
.board .below td { padding-top: 1rem; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
p { margin: .4rem 0; } .soft { color: var(--soft); }
@media print { article { break-inside: avoid; } }
"""


def page(audit: Audit, faults: Shown) -> str:
    """The whole page."""
    title = f"Audit of {audit.player}"
    html = _tag("html", _head(title), _body(audit, faults, title), lang="en")
    return "<!DOCTYPE html>\n" + ET.tostring(html, encoding="unicode", method="html") + "\n"


def _tag(tag: str, *inside: "ET.Element | str", cls: str = "", **attributes: str) -> ET.Element:
    """An element with what stands in it; empty texts are left out."""
    element = ET.Element(tag, attributes)
    if cls:
        element.set("class", cls)
    for thing in inside:
        if isinstance(thing, ET.Element):
            element.append(thing)
        elif len(element):
            element[-1].tail = (element[-1].tail or "") + thing
        else:
            element.text = (element.text or "") + thing
    return element


def _head(title: str) -> ET.Element:
    return _tag(
        "head",
        _tag("meta", charset="utf-8"),
        _tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        _tag("title", title),
        _tag("style", STYLE),
    )


def _body(audit: Audit, faults: Shown, title: str) -> ET.Element:
    main = _tag(
        "main",
        _tag("h1", title),
        _tag("p", spec_of(audit.game), cls="soft"),
        _tag("p", f"{SIGNS[audit.verdict]} {verdict_text(audit)}", cls=f"verdict {audit.verdict}"),
        _tag("ul", *(_tag("li", side_text(audit, side)) for side in audit.sides)),
    )
    main.extend(_lost_game(audit, loss) for loss in audit.losses)
    main.append(_tag("h2", "Faults"))
    main.append(_counts(audit) if audit.findings else _tag("p", no_fault_text(audit)))
    if any(one.finding.right or one.finding.move is not None for one in faults.findings):
        main.append(_legend())
    main.extend(_fault(audit, one, faults) for one in faults.findings)
    notes = (hidden_text(faults), unjudged_text(audit))
    main.extend(_tag("p", note, cls="soft") for note in notes if note)
    return _tag("body", main)


def _lost_game(audit: Audit, loss: Loss) -> ET.Element:
    """The shortest game lost in a seat, with the board at its end."""
    game, position = audit.game, audit.game.start()
    for move in loss.moves:
        position = game.play(position, move)
    board = game.board(position, len(loss.moves) % 2)
    mark = game.marks[loss.seat]
    return _tag(
        "section",
        _tag("h2", f"The shortest game lost as {mark}"),
        _drawn(board, f"The board at the end of the game lost as {mark}"),
        _tag("p", loss_text(audit, loss)),
    )


def _counts(audit: Audit) -> ET.Element:
    """How many faults there are of each kind, in each seat."""
    seats = [side.seat for side in audit.sides]
    marks = (f"as {audit.game.marks[seat]}" for seat in seats)
    head = _tag("tr", _tag("td"), *(_tag("th", mark, scope="col") for mark in marks))
    rows = [
        _tag(
            "tr",
            _tag("th", NAMES[fault][1], scope="row"),
            *(_tag("td", f"{audit.number_of(fault, seat):,}") for seat in seats),
        )
        for fault in FAULTS
    ]
    return _tag("table", _tag("thead", head), _tag("tbody", *rows), cls="counts")


def _legend() -> ET.Element:
    return _tag("p", f"{WRONG} the move played, {RIGHT} a right move", cls="soft")


def _fault(audit: Audit, one: Alike, faults: Shown) -> ET.Element:
    """One fault with its board."""
    game, finding = audit.game, one.finding
    name = heading(audit, finding, one.number)
    board = game.board(finding.position, finding.seat)
    played = f"After {play_text(game, finding.played)}:" if finding.played else "At the start:"
    end = end_text(game, finding)
    return _tag(
        "article",
        _tag("h3", name),
        _tag("p", played),
        _drawn(board, f"The board: {game.text(finding.position, finding.seat)}", finding),
        _tag("p", f"{game.marks[finding.seat]} {why(finding, faults.explainer)}"),
        *([_tag("p", end)] if end else []),
    )


def _drawn(board: Board, caption: str, finding: Finding | None = None) -> ET.Element:
    """A board as a table."""
    cells = {(cell.row, cell.column): cell for cell in board.cells}
    rows = [
        _tag(
            "tr",
            *(_place(cells.get((row, column)), column, board, finding)
              for column in range(board.columns)),
            cls="below" if row in board.row_gaps else "",
            **_moved(board, row),
        )
        for row in range(board.rows)
    ]  # fmt: skip
    hidden = _tag("caption", caption, cls="hidden")
    columns = str(board.columns + (board.slant * board.rows + 1) // 2)
    table = _tag("table", hidden, *rows, cls="board", style=f"--columns: {columns}")
    return _tag("div", table, cls="scroll")


def _moved(board: Board, row: int) -> dict[str, str]:
    """How far a row of a slanting board lies to the right."""
    if not board.slant:
        return {}
    return {"style": f"transform: translateX(calc((var(--side) + 2px) * {board.slant * row / 2}))"}


def _place(cell: Cell | None, column: int, board: Board, finding: Finding | None) -> ET.Element:
    """A cell of the table; an empty one where the board has no cell."""
    if cell is None:
        return _tag("td")
    kind, sign, said = _judgement(cell, finding)
    won = "won" if any(cell.name in line for line in board.lines) else ""
    gap = "gap" if column in board.column_gaps else ""
    inside: list[Any] = [_tag("span", cell.name, cls="name")]
    if cell.mark:
        inside.append(_tag("span", cell.mark, cls="mark"))
    if sign:
        inside += [_tag("span", sign, cls="sign"), _tag("span", said, cls="hidden")]
    classes = " ".join(filter(None, ("cell", kind, won, gap)))
    return _tag("td", *inside, cls=classes)


def _judgement(cell: Cell, finding: Finding | None) -> tuple[str, str, str]:
    """Whether the cell stands for the wrong move, or for a right one: class, sign and words."""
    if finding and finding.move in cell.moves:
        return "wrong", WRONG, "played"
    if finding and set(finding.right) & set(cell.moves):
        return "right", RIGHT, "right"
    return "", "", ""
