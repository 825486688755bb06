"""An audit in sentences, which claim no more than was proved."""

from collections.abc import Hashable, Sequence
from typing import Any, NamedTuple

from noughts.analysis.game_record import Record
from noughts.analysis.review import Grade
from noughts.analysis.voice import join_with
from noughts.classroom.findings import Audit, AuditVerdict, Fault, Finding, Loss, Side
from noughts.classroom.query import Forfeit, PlayerAnswer
from noughts.errors import many
from noughts.game import FIRST, Game, turns_of
from noughts.knowledge import knowledge_of
from noughts.value import DRAW, LOSS, WIN

# One fault of a kind, and several.
NAMES: dict[Fault, tuple[str, str]] = {
    Forfeit.CRASH: ("crash", "crashes"),
    Forfeit.ILLEGAL_MOVE: ("illegal move", "illegal moves"),
    Forfeit.TOO_SLOW: ("answer too late", "answers too late"),
    Forfeit.NOT_UNDERSTOOD: ("answer not understood", "answers not understood"),
    Grade.WIN_TO_LOSS: ("win turned into a loss", "wins turned into losses"),
    Grade.DRAW_TO_LOSS: ("draw thrown away", "draws thrown away"),
    Grade.WIN_TO_DRAW: ("win thrown away", "wins thrown away"),
    Grade.SLOW_WIN: ("slow win", "slow wins"),
    Grade.EARLY_LOSS: ("early loss", "early losses"),
}

SIDE_VERDICTS = {
    AuditVerdict.NEVER_LOSES: "never loses",
    AuditVerdict.LOSES_WHAT_IS_LOST: "loses only what is lost from the start",
    AuditVerdict.UNDECIDED: "not decided",
    AuditVerdict.CAN_BE_BEATEN: "can be beaten",
}

ENDS = {
    WIN: "with best play it can be won",
    DRAW: "with best play it is a draw",
    LOSS: "against best play it is lost",
}


def verdict_text(audit: Audit) -> str:
    """The verdict on a player in one sentence."""
    return f"{audit.player} {_verdict(audit)}."


def _verdict(audit: Audit) -> str:
    if audit.verdict == AuditVerdict.CAN_BE_BEATEN:
        marks = [audit.game.marks[side.seat] for side in audit.sides if side.loss]
        return f"can be beaten as {join_with(marks, 'and')}"
    asked = many(audit.asked, "position")
    if audit.verdict == AuditVerdict.UNDECIDED:
        return _undecided(audit, asked)
    if audit.varied:
        never = audit.verdict == AuditVerdict.NEVER_LOSES
        lost = "never lost" if never else "lost only what is lost anyway"
        return (
            f"{lost} in {asked}, each asked {audit.terms.times} times. In "
            f"{audit.varied:,} of them it did not always answer the same, so this is no proof"
        )
    return f"{SIDE_VERDICTS[audit.verdict]}{_proof(audit, asked)}"


def _proof(audit: Audit, asked: str) -> str:
    if audit.known:
        return f": proved over {asked}, with every move that it may choose"
    if audit.terms.deterministic:
        return f": proved over {asked}, as it is declared that it always answers the same"
    times = "once" if audit.terms.times == 1 else f"{audit.terms.times} times with one answer"
    return f", if it always answers the same: proved over {asked}, each asked {times}"


def _undecided(audit: Audit, asked: str) -> str:
    odd = [one for one in audit.findings if one.fault == Forfeit.NOT_UNDERSTOOD]
    if odd:
        reason = odd[0].reason.removeprefix(f"{audit.player} ").rstrip(".")
        return f"is not decided: in {len(odd):,} of {asked} it {reason}"
    if audit.state:
        lost = "some game" if any(side.loses for side in audit.sides) else "no game"
        return (
            f"is not decided: its answers do not follow from the position alone. It lost {lost} in "
            f"which it was asked, from the start and each in a new process ({asked})"
        )
    if audit.stopped:
        reason = audit.stopped.removeprefix(f"{audit.player} ").rstrip(".")
        return f"is not decided: it {reason} after answers in {asked}"
    if audit.complete:
        return (
            f"is not decided: it loses games, and in {audit.unjudged:,} of {asked} it is not "
            f"known whether it need have (--nodes allows more)"
        )
    what = "lost no game" if audit.findings else "made no fault"
    if any(side.loses for side in audit.sides):
        what = "lost only what is lost from the start"
    return f"{what} among {asked}; not proved: there are more (--positions allows more)"


def state_text(audit: Audit) -> str:
    """A sentence with the evidence that answers do not depend on the position alone; or empty."""
    state = audit.state
    if state is None:
        return ""
    game, changes = audit.game, join_with(state.changes, "and")
    between = f" From answer to answer it changes {changes}." if changes else ""
    before, after = (_given(game, answer) for answer in (state.before, state.after))
    where = f"After {play_text(game, state.played)}" if state.played else "At the start"
    return (
        f"{audit.player} does not answer by the position alone. {where} it {before}, and, asked "
        f"again in a new process, it {after}.{between} An answer must follow from the board that "
        f"is given."
    )


def bug_text(audit: Audit) -> str:
    """A sentence that names the bug, and an advice; empty if no bug is known."""
    bug = audit.bug
    return f"{audit.player} {bug.text}. {bug.mend}" if bug else ""


def steps_text(audit: Audit) -> str:
    """A sentence with the number of steps; empty if they were not counted."""
    if audit.steps is None:
        return ""
    if audit.verdict != AuditVerdict.NEVER_LOSES:
        return "Golf: no score. Only a player that is proved never to lose has one."
    return f"Golf: {audit.steps:,} steps to load it and to answer in {audit.asked:,} positions."


def _given(game: Game[Any], answer: PlayerAnswer) -> str:
    if answer.falls:
        return {
            Forfeit.CRASH: "failed",
            Forfeit.ILLEGAL_MOVE: "gave an illegal move",
            Forfeit.TOO_SLOW: "was too late",
            Forfeit.NOT_UNDERSTOOD: "was not understood",
        }[answer.falls[0].forfeit]
    return f"played {join_with([game.name(move) for move in answer.moves], 'or')}"


def side_text(audit: Audit, side: Side) -> str:
    end = f"; {ENDS[side.worth.outcome]}" if side.worth else ""
    asked = many(side.asked, "position")
    return f"as {audit.game.marks[side.seat]}: {SIDE_VERDICTS[side.verdict]} ({asked}{end})"


def play_text(game: Game[Any], moves: Sequence[int]) -> str:
    """Moves from the start, each with the side that plays it.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> play_text(TicTacToe(), [4, 0])
    'X b2, O a3'
    """
    return ", ".join(_named(game, moves)) or "no move yet"


def _named(game: Game[Any], moves: Sequence[int]) -> list[str]:
    turns = turns_of(game, FIRST, Record.of(game, moves).positions)
    return [
        f"{game.marks[turn]} {game.name(move)}" for turn, move in zip(turns, moves, strict=False)
    ]


def loss_text(audit: Audit, loss: Loss) -> str:
    game, mark = audit.game, audit.game.marks[loss.seat]
    if not loss.moves:
        return f"The shortest game lost as {mark}: {mark} forfeits at once: {loss.reason}"
    plies = many(len(loss.moves), "ply", "plies")
    head = f"The shortest game lost as {mark}, {plies}: {play_text(game, loss.moves)}"
    if loss.reason:
        return f"{head}; then {mark} forfeits: {loss.reason}"
    return f"{head}. {game.marks[1 - loss.seat]} wins."


def no_loss_text(audit: Audit, side: Side) -> str:
    asked = many(side.asked, "position")
    odd = [one for one in audit.findings if one.fault == Forfeit.NOT_UNDERSTOOD]
    if odd:
        return f"Not decided: {odd[0].reason}"
    if side.varied:
        return f"Not decided: no game lost in {asked}, but its answers vary."
    if audit.state:
        return f"Not decided: {state_text(audit)}"
    if side.verdict == AuditVerdict.UNDECIDED:
        return f"Not decided: no game lost through a fault is known after {asked}."
    same = "" if audit.known else " if it always answers the same"
    end = f"; {ENDS[side.worth.outcome]}" if side.worth else ""
    return f"Proved over {asked}, all that it can meet{same}{end}."


def no_fault_text(audit: Audit) -> str:
    everything = audit.complete and not (audit.unjudged or audit.varied or audit.state)
    return "No fault of any kind." if everything else "No fault was found."


def fault_heading(audit: Audit, finding: Finding, number: int) -> str:
    more = f" ({number} alike by symmetry)" if number > 1 else ""
    return f"As {audit.game.marks[finding.seat]}, {NAMES[finding.fault][0]}{more}"


def finding_text(game: Game[Any], finding: Finding) -> str:
    right = join_with([game.name(move) for move in finding.right], "or")
    if finding.reason or finding.move is None:
        return finding.reason + (f" Right: {right}." if right else "")
    name = game.name(finding.move)
    return f"{name}: {finding.left}, where {finding.value} was possible by {right}."


def end_text(game: Game[Any], finding: Finding) -> str:
    """A continuation that loses through the fault; empty if there is none."""
    if not finding.then:
        return ""
    on = ", ".join(_named(game, finding.game_lost)[-len(finding.then) :])
    return f"It may continue {on}, and {game.marks[finding.seat]} has lost."


class Alike(NamedTuple):
    """Findings that are symmetric: the first of them, and their number.

    Each was found by calling the player, which may answer differently in symmetric positions.
    """

    finding: Finding
    number: int


def alike(game: Game[Any], findings: Sequence[Finding]) -> list[Alike]:
    """The findings, grouped if their positions and moves are images of each other."""
    together: dict[Hashable, list[Finding]] = {}
    for finding in findings:
        together.setdefault(_kind(game, finding), []).append(finding)
    return [Alike(group[0], len(group)) for group in together.values()]


def _kind(game: Game[Any], finding: Finding) -> Hashable:
    known, after = knowledge_of(game), None
    if finding.move is not None:
        after = known.canonical(game.play(finding.position, finding.move))
    return finding.fault, finding.seat, known.canonical(finding.position), after
