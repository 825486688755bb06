"""A player that is a function in a user's file: `path/to/bot.py:choose`.

The function gets a plain board (`plain.py`) and the mark of the player to move, and
returns a move. It need not import noughts. It runs in its own process (`worker.py`), so it may
print, raise or never return; errors become a kind of ProgramError.
"""

import ast
import json
import re
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from noughts.errors import (
    AnswerNotUnderstood,
    BadAnswer,
    FunctionFailed,
    ProgramError,
    UnknownPlayer,
)
from noughts.game import Game, P
from noughts.players.plain import NOT_UNDERSTOOD, form_of, meant, plain, plain_turn
from noughts.sandbox import worker
from noughts.sandbox.child import SECONDS, SECONDS_TO_START, ChildPlayer
from noughts.sandbox.process import LineProcess

# A path may contain colons, as C:\bots\mine.py does: the one after .py counts.
SPEC = re.compile(r"(?P<path>.+?\.[Pp][Yy]):(?P<name>[^\W\d]\w*)")

CONFINE = Path(worker.__file__).with_name("confine.py")  # not imported: it does not run on Windows


class Confinement(NamedTuple):
    """Limits of a stranger's function, set by `confine.py`; Windows has none.

    Args:
        folder: its working folder; on Linux it can write nowhere else.
        seconds: its processor time in all.
        memory: its memory in mebibytes.
    """

    folder: Path
    seconds: int
    memory: int

    def command(self, arguments: list[str]) -> list[str]:
        """The command that runs another one confined."""
        if sys.platform == "win32":
            return arguments
        limits = str(self.seconds), str(self.memory), str(self.folder)
        return [sys.executable, "-I", "-S", str(CONFINE), *limits, *arguments]


class FunctionPlayer(ChildPlayer):
    """A player whose moves come from a function.

    Args:
        spec: the file and the function, `path/to/bot.py:choose`.
        seconds: the time limit for one move.
        seconds_to_start: the time limit for reading the file.
        confinement: its limits; None for no limits.

    Raises:
        UnknownPlayer: there is no such file.

    Use it in a `with`, or call `close`, to end its process.
    """

    def __init__(
        self,
        spec: str,
        seconds: float = SECONDS,
        seconds_to_start: float = SECONDS_TO_START,
        confinement: Confinement | None = None,
    ) -> None:
        super().__init__(spec, seconds, seconds_to_start)
        self.confinement = confinement
        found = SPEC.fullmatch(spec)
        if not found:
            raise UnknownPlayer(
                f"{spec!r} does not name a function: write path/to/bot.py:function."
            )
        self.path = Path(found["path"]).expanduser().resolve()
        self.function = found["name"]
        if not self.path.is_file():
            raise UnknownPlayer(f"There is no file {self.path}.")

    def choose(self, game: Game[P], position: P) -> int:
        """The function's move.

        Raises:
            FunctionFailed: it raised an error, or cannot be called.
            ProgramEnded: it ended its process.
            ProgramTooSlow: it did not answer in time.
            AnswerNotUnderstood: its result does not have the form of a move.
            BadAnswer: its result is not a legal move.
        """
        question = [plain(game, position), game.marks[plain_turn(game, position)]]
        answer = self.exchange(lambda process: self.ask(process, question))
        try:
            return meant(game, position, move_in(answer, form_of(game).move))
        except ProgramError as error:  # the process can continue
            raise self.named(self._hinted(error)) from None

    def _hinted(self, error: ProgramError) -> ProgramError:
        """The error, with a hint if the function may be a policy."""
        given = parameters_of(f"{self.path}:{self.function}")
        meant_so = given is not None and {each.arg for each in given.args} & {"board", "mark"}
        if meant_so or not isinstance(error, BadAnswer):
            return error
        return type(error)(
            f"{str(error).rstrip('.')}. It was called as choose(board, mark): if it is a "
            f"policy(observation, mask), write policy:{self.name}"
        )

    def launch(self) -> LineProcess:
        """Run the worker; -P keeps the folder of noughts out of the file's imports."""
        arguments = [sys.executable, "-P", worker.__file__, str(self.path), self.function]
        arguments += self.told
        return LineProcess(self.confinement.command(arguments) if self.confinement else arguments)

    def changes(self, talk: Callable[[], object]) -> tuple[str, ...]:
        """The names of globals in the function's file, or modules beside it, that `talk` changes.

        Empty if the process fails.
        """
        try:
            self.exchange(lambda process: self._tell(process, worker.WATCH))
            talk()
            answer = self.exchange(lambda process: self._tell(process, worker.CHANGED))
        except ProgramError:
            return ()
        return tuple(answer["changed"])

    #: Further arguments of the worker.
    told: tuple[str, ...] = ()

    def greet(self, process: LineProcess) -> None:
        """Wait until the file has been read."""
        said = json.loads(self.hear(process, starting=True))
        if "failed" in said:
            hint = ""
            if "EOFError" in said["failed"]:
                hint = '. It asks for input on import: move that below if __name__ == "__main__":'
            raise FunctionFailed(f"cannot be called: its file fails: {said['failed']}{hint}")
        if "lacks" in said:
            raise FunctionFailed(f"cannot be called: {said['lacks']}")

    def ask(self, process: LineProcess, question: Any) -> dict[str, Any]:
        """The worker's answer."""
        return self._tell(process, json.dumps(question))

    def _tell(self, process: LineProcess, line: str) -> dict[str, Any]:
        process.write(line)
        said: dict[str, Any] = json.loads(self.hear(process))
        return said


def parameters_of(spec: str) -> ast.arguments | None:
    """The parameters of a file's function, without `self`; None if its text does not show them.

    The file is not run. The function may be a lambda, or an object whose class has `__call__`.

    >>> parameters_of("no/such/file.py:choose")
    """
    found = SPEC.fullmatch(spec)
    named: dict[str, ast.AST] = {}
    with suppress(OSError, SyntaxError, ValueError):
        path = Path(found["path"] if found else "").expanduser()
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                named[node.name] = node
            elif isinstance(node, ast.Assign | ast.AnnAssign) and node.value:
                for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                    named[ast.unparse(target)] = node.value
    return _parameters(named.get(found["name"]) if found else None, named)


def _parameters(what: ast.AST | None, named: dict[str, ast.AST]) -> ast.arguments | None:
    """The parameters of a function's text, or of the function that a name refers to."""
    if isinstance(what, ast.FunctionDef | ast.Lambda):
        return what.args
    if isinstance(what, ast.Name):
        others = {name: node for name, node in named.items() if name != what.id}
        return _parameters(named.get(what.id), others)
    made = named.get(ast.unparse(what.func)) if isinstance(what, ast.Call) else None
    for node in made.body if isinstance(made, ast.ClassDef) else ():
        if isinstance(node, ast.FunctionDef) and node.name == "__call__":
            del (node.args.posonlyargs or node.args.args)[:1]
            return node.args
    return None


def move_in(answer: dict[str, Any], wanted: str) -> int | str:
    """The returned value, if it has the type of a move.

    Args:
        answer: the worker's answer.
        wanted: the expected result, in words.
    """
    if "failed" in answer:
        raise FunctionFailed(f"failed: {answer['failed']}")
    if "odd" in answer:
        raise AnswerNotUnderstood(f"returned {answer['odd']}, {NOT_UNDERSTOOD}; expected {wanted}")
    if "nonsense" in answer:
        raise BadAnswer(f"returned {answer['nonsense']}, which is not a move")
    move: int | str = answer["move"]
    return move
