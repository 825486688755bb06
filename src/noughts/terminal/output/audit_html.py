"""Audits and grades as self-contained HTML pages: no script, no other file, no network.

Colours never carry meaning alone: boards show the values, and the text names the moves.
"""

from collections.abc import Sequence
from urllib.parse import quote

from noughts.analysis.game_record import Record
from noughts.classroom import words
from noughts.classroom.findings import Audit, AuditVerdict, Finding, Loss
from noughts.classroom.grading import Graded
from noughts.classroom.rubric import ITEMS
from noughts.errors import many
from noughts.games.registry import spec_of
from noughts.pictures.board.draw import board_description, draw
from noughts.pictures.svg import Svg, joined, tag
from noughts.terminal.output import audit_text
from noughts.value import Value
from noughts.web.view import PAGE, colours

SIGNS = {
    AuditVerdict.NEVER_LOSES: "✓",
    AuditVerdict.LOSES_WHAT_IS_LOST: "✓",
    AuditVerdict.UNDECIDED: "?",
    AuditVerdict.CAN_BE_BEATEN: "✗",
}

LEGEND = "The mark numbered 1 is the move played. A value on a coloured ground marks a right move."

STYLE = """
body { margin: 0 auto; max-width: 46rem; padding: 1rem; background: var(--ground);
  color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; line-height: 1.25; } h2 { font-size: 1.2rem; margin-top: 2rem; }
h3 { font-size: 1rem; margin: 0 0 .5rem; }
.verdict { border-left: .4rem solid var(--win); padding: .5rem 1rem; font-size: 1.15rem;
  font-weight: 600; background: var(--plate); }
.can_be_beaten { border-color: var(--loss); } .undecided { border-color: var(--draw); }
table { border-collapse: collapse; }
th, td { padding: .2rem .8rem .2rem 0; text-align: right; border-bottom: 1px solid var(--rule); }
th:first-child { text-align: left; font-weight: normal; }
article { border: 1px solid var(--rule); border-radius: .5rem; padding: 1rem; margin: 1rem 0; }
svg { display: block; max-width: 100%; height: auto; }
p { margin: .4rem 0; } .faint { color: var(--faint); }
.wide { max-width: none; } .wide table { font-size: .9rem; } .wide thead { vertical-align: bottom; }
td.words { text-align: left; }
@media print { article { break-inside: avoid; } }
"""


def audit_page(audit: Audit, faults: audit_text.Shown) -> str:
    return document(f"Audit of {audit.player}", audit_parts(audit, faults))


def document(title: str, *parts: Svg, wide: bool = False) -> str:
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("title", title),
        tag("style", Svg(colours() + STYLE)),
    )
    body = tag("body", tag("main", tag("h1", title), *parts), class_="wide" if wide else None)
    return f"<!DOCTYPE html>\n{tag('html', head, body, lang='en')}\n"


def audit_parts(audit: Audit, faults: audit_text.Shown) -> Svg:
    return joined(_verdict(audit), _faults(audit, faults))


def _verdict(audit: Audit) -> Svg:
    state, bug = words.state_text(audit), words.bug_text(audit)
    sign = f"{SIGNS[audit.verdict]} {words.verdict_text(audit)}"
    return joined(
        tag("p", spec_of(audit.game), class_="faint"),
        tag("p", state) if state else "",
        tag("p", sign, class_=f"verdict {audit.verdict}"),
        tag("p", bug) if bug else "",
        tag("ul", *(tag("li", words.side_text(audit, side)) for side in audit.sides)),
        *(_lost_game(audit, loss) for loss in audit.losses),
    )


def _lost_game(audit: Audit, loss: Loss) -> Svg:
    game, last = audit.game, Record.of(audit.game, loss.moves)
    return tag(
        "section",
        tag("h2", f"The shortest game lost as {game.marks[loss.seat]}"),
        draw(game, last.positions[-1], last.turn, theme=PAGE).svg,
        tag("p", words.loss_text(audit, loss)),
    )


def _faults(audit: Audit, faults: audit_text.Shown) -> Svg:
    marked = any(one.finding.right or one.finding.move is not None for one in faults.findings)
    hidden, unjudged = audit_text.hidden_text(faults), audit_text.unjudged_text(audit)
    notes = (LEGEND if marked else "", hidden, unjudged)
    legend, *after = (tag("p", note, class_="faint") if note else "" for note in notes)
    return joined(
        tag("h2", "Faults"),
        _counts(audit) if audit.findings else tag("p", words.no_fault_text(audit)),
        legend,
        *(_fault(audit, one, faults) for one in faults.findings),
        *after,
    )


def _counts(audit: Audit) -> Svg:
    head, *rows = audit_text.count_rows(audit)
    lines = [
        tag("tr", tag("th", kind, scope="row"), *(tag("td", number) for number in numbers))
        for kind, *numbers in rows
    ]
    return _table(head, lines)


def _fault(audit: Audit, one: words.Alike, faults: audit_text.Shown) -> Svg:
    game, finding = audit.game, one.finding
    end = words.end_text(game, finding)
    return tag(
        "article",
        tag("h3", words.fault_heading(audit, finding, one.number)),
        tag("p", audit_text.reached_text(game, finding)),
        _board(audit, finding),
        tag("p", f"{game.marks[finding.seat]} {audit_text.why(finding, faults.explainer)}"),
        tag("p", end) if end else "",
    )


def _board(audit: Audit, finding: Finding) -> Svg:
    """The position, with the move played, its value and the values of the right moves."""
    game, position, seat = audit.game, finding.position, finding.seat
    values: dict[int, Value | None] = dict.fromkeys(finding.right, finding.value)
    parts = [board_description(game.board(position, seat))]
    played: list[int] = []
    if finding.move is not None:
        values[finding.move] = finding.left
        parts.append(f"Played: {game.name(finding.move)}.")
        played.append(finding.move)
    if finding.right:
        parts.append(f"Right: {', '.join(map(game.name, finding.right))}.")
    proved = {move: value for move, value in values.items() if value is not None}
    picture = draw(game, position, seat, values=proved, ghosts=played, theme=PAGE)
    return picture._replace(description=" ".join(parts)).svg


PASSED = {True: "✓", False: "✗", None: "?"}
TITLES = {True: "passed", False: "not passed", None: "not decided, or not tested"}


def overview(graded: Sequence[Graded]) -> str:
    items = [mark.item for mark in graded[0].marks]
    head = ["Submission", "Points", *(ITEMS[item][0] for item in items)]
    mean = sum(one.points for one in graded) / len(graded)
    about = f"{many(len(graded), 'submission')}, {mean:.4g} of {graded[0].of:g} points on average."
    rows = list(map(_row, graded))
    return document("Grades", tag("p", about), _table(head, rows), wide=True)


def _row(one: Graded) -> Svg:
    link = tag("a", one.name, href=f"submissions/{quote(one.name)}/audit.html")
    earned = (
        tag("td", f"{PASSED[mark.passed]} {mark.points:g}", title=mark.text) for mark in one.marks
    )
    return tag("tr", tag("th", link, scope="row"), tag("td", f"{one.points:g}/{one.of:g}"), *earned)


def _table(head: Sequence[str], rows: Sequence[Svg]) -> Svg:
    columns = tag("tr", *(tag("th", name, scope="col") for name in head))
    return tag("table", tag("thead", columns), tag("tbody", *rows))


def own_page(graded: Graded, audit: Audit | None, faults: audit_text.Shown | None) -> str:
    marks = [
        tag(
            "tr",
            tag("th", f"{PASSED[mark.passed]} {ITEMS[mark.item][0]}", scope="row"),
            tag("td", f"{mark.points:g}/{mark.of:g}", title=TITLES[mark.passed]),
            tag("td", mark.text, class_="words"),
        )
        for mark in graded.marks
    ]
    points = f"{graded.points:g} of {graded.of:g} points"
    earned = joined(tag("h2", points), _table(["Item", "Points", "Why"], marks))
    if audit is None or faults is None:
        return document(graded.name, tag("p", graded.text, class_="verdict can_be_beaten"), earned)
    return document(graded.name, earned, audit_parts(audit, faults))
