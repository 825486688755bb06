"""Audits a function of a program of the course, in the browser's Python; `worker.js` calls it."""

import io
import json
import re
from contextlib import redirect_stderr, redirect_stdout
from functools import lru_cache

import running
from remembering import KeepsState, Results

from noughts import audit, find_game
from noughts.analysis.game_record import Record
from noughts.classroom import words
from noughts.classroom.findings import FAULTS, Audit, AuditVerdict, Loss
from noughts.game import turns_of
from noughts.pictures.board.draw import draw
from noughts.players.function import Called
from noughts.players.observation import plain_turn
from noughts.players.shapes import Caller, Signature
from noughts.sandbox.steps import COUNTER, Counter, counted
from noughts.solving.api import solver_for

IMPORT = re.compile(r"^\s*(import|from)\s+noughts\b", re.MULTILINE)


class Watched(Called):
    """A function that announces each position before it is asked."""

    def __init__(self, function, announce: running.Announce, results=None) -> None:
        super().__init__(function)
        self.announce = announce
        self.results = results

    def _ask(self, caller, position):
        turn = plain_turn(caller.game, position)
        self.announce(f"no answer to the position {caller.game.text(position, turn)}")
        answer = super()._ask(caller, position)
        self.announce("")
        if self.results and self.results.wrong:
            raise KeepsState
        return answer


class Counted(Watched):
    """A function whose steps are counted, so that it is not called to find its shape."""

    def __init__(self, function, announce: running.Announce, game, counter: Counter) -> None:
        super().__init__(function, announce)
        self.counter = counter
        self._caller = Caller(game, Signature(*self._callee.parameters()))

    @property
    def steps(self) -> int:
        """The number of steps so far."""
        return self.counter.steps


def check(
    code: str, game_name: str, function: str, announce: running.Announce, show, golf=False
) -> str:
    """The audit of a function of the program, as JSON: sentences, and the shortest lost game.

    `show` is called with the same before the search for the bug's name.
    """
    try:
        return _checked(code, game_name, function, announce, show, golf)
    except KeepsState:
        return _checked(code, game_name, function, announce, show, golf, results=False)


def _checked(code, game_name, function, announce, show, golf, results=True) -> str:
    counter = Counter()
    as_counted = (counted,) if golf else ()
    shown, names, error = running.executed(code, announce, *as_counted, **{COUNTER: counter})
    if not error and not callable(names.get(function)):
        error = f"There is no function {function}: write def {function}(board, mark)."
    if not error and IMPORT.search(code):
        error = "A program that is checked may not import noughts: it would ask the teacher."
    if error:
        return json.dumps({"text": (shown + error)[: running.LONGEST]})
    game = find_game(game_name, files=False)
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        if golf:
            player = Counted(names[function], announce, game, counter)
        else:
            # Other games are for searches that are fast themselves.
            of = results and game_name == "tictactoe" and Results(code, names, names[function])
            player = Watched(names[function], announce, of)
        found = audit(game, player, solver=_solver(game), before_bug=lambda one: show(_report(one)))
    return _report(found)


@lru_cache(1)
def _solver(game):
    return solver_for(game)


def prepare() -> None:
    """Audit a short program, so that a check begins sooner: what it needs is loaded and solved."""
    check("def choose(board, mark): return board.index(' ')", "tictactoe", "choose", len, len)


def _report(found: Audit) -> str:
    parts = [
        words.verdict_text(found),
        words.steps_text(found),
        words.bug_text(found),
        "\n".join(words.side_text(found, side) for side in found.sides),
    ]
    answer = {"text": "\n\n".join(filter(None, parts)), "counts": "\n".join(_counts(found))}
    if found.verdict == AuditVerdict.NEVER_LOSES:
        answer["steps"] = found.steps
    if found.losses:
        loss = found.losses[0]
        answer |= {"lost": words.loss_text(found, loss), "boards": _boards(found, loss)}
    return json.dumps(answer)


def _boards(found: Audit, loss: Loss) -> list[tuple[str, str]]:
    """A picture and a caption for each position of a lost game."""
    record = Record.of(found.game, loss.moves)
    turns = turns_of(found.game, record.first_turn, record.positions)
    captions = ["", *(f"{found.game.marks[turn]} {found.game.name(move)}"
                      for turn, move in zip(turns, record.moves, strict=False))]  # fmt: skip
    return [
        (draw(found.game, position, turn, coordinates=False, theme="currentColor", size=120).svg,
         caption)
        for position, turn, caption in zip(record.positions, turns, captions, strict=True)
    ][1:]  # fmt: skip


def _counts(found: Audit):
    """A line for each kind of fault, with its number in each seat."""
    for fault in FAULTS:
        numbers = [(found.number_of(fault, side.seat), side.seat) for side in found.sides]
        seats = ", ".join(f"{number} as {found.game.marks[seat]}" for number, seat in numbers)
        yield f"{words.NAMES[fault][1]}: {seats}"
