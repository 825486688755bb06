"""Runs and checks the programs of the course, in the browser's Python; `worker.js` calls it."""

import io
import json
import traceback
from contextlib import redirect_stderr, redirect_stdout

from noughts import audit, find_game
from noughts.analysis.game_record import Record
from noughts.classroom import words
from noughts.classroom.findings import FAULTS
from noughts.pictures.board.draw import draw
from noughts.players.function import Called

# The longest output that is shown.
LONGEST = 20_000


def run(code: str) -> str:
    """What a program prints, and its error, as JSON."""
    shown, _, error = _executed(code)
    return json.dumps({"text": (shown + error)[:LONGEST] or "It ran, and printed nothing."})


def check(code: str, game_name: str, function: str) -> str:
    """The audit of a function of the program, as JSON: sentences, and the shortest lost game."""
    shown, names, error = _executed(code)
    if not error and not callable(names.get(function)):
        error = f"There is no function {function}: write def {function}(board, mark)."
    if error:
        return json.dumps({"text": (shown + error)[:LONGEST]})
    game = find_game(game_name, files=False)
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        found = audit(game, Called(names[function]))
    parts = [
        words.verdict_text(found),
        words.bug_text(found),
        "\n".join(words.side_text(found, side) for side in found.sides),
        "\n".join(_counts(found)),
    ]
    answer = {"verdict": str(found.verdict), "text": "\n\n".join(filter(None, parts))}
    if found.losses:
        loss = found.losses[0]
        end = Record.of(game, loss.moves)
        answer["lost"] = words.loss_text(found, loss)
        answer["board"] = draw(game, end.positions[-1], end.turn, theme="currentColor").svg
    return json.dumps(answer)


def _counts(found):
    """A line for each kind of fault, with its number in each seat."""
    for fault in FAULTS:
        numbers = [(found.number_of(fault, side.seat), side.seat) for side in found.sides]
        seats = ", ".join(f"{number} as {found.game.marks[seat]}" for number, seat in numbers)
        yield f"{words.NAMES[fault][1]}: {seats}"


def _executed(code: str) -> tuple[str, dict, str]:
    out, names = io.StringIO(), {"__name__": "__student__"}
    error = ""
    with redirect_stdout(out), redirect_stderr(out):
        try:
            exec(compile(code, "<your program>", "exec"), names)
        except BaseException as failure:  # noqa: BLE001  # the code may do anything
            error = _in_words(failure)
    return out.getvalue(), names, error


def _in_words(failure: BaseException) -> str:
    """The error, with the last line of the program that led to it."""
    lines = [one.lineno for one in traceback.extract_tb(failure.__traceback__)
             if one.filename == "<your program>"]  # fmt: skip
    if isinstance(failure, SyntaxError):
        lines = [failure.lineno]
    where = f"line {lines[-1]}: " if lines else ""
    return f"{where}{type(failure).__name__}: {failure}"
