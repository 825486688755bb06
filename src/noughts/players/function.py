"""A player that is a function in a user's file: `path/to/bot.py:choose`.

The function gets a plain board (`plain.py`) and the mark of the player to move, and
returns a move. It needs no import of noughts. It runs in a process of its own
(`worker.py`): printing, raising or never returning harms nothing here, and errors become a kind of
ProgramError.
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
from noughts.players import worker
from noughts.players.child import SECONDS, SECONDS_TO_START, ChildPlayer
from noughts.players.plain import NOT_UNDERSTOOD, form_of, meant, plain, plain_turn
from noughts.players.process import LineProcess

# A path may have colons in it, as in C:\bots\mine.py: the one after .py counts.
SPEC = re.compile(r"(?P<path>.+?\.[Pp][Yy]):(?P<name>[^\W\d]\w*)")

CONFINE = Path(__file__).with_name("confine.py")  # not imported: Windows lacks what it needs


class Confinement(NamedTuple):
    """What a stranger's function may use; `confine.py` sees to it, except on Windows.

    Args:
        folder: where it works; on Linux the only place where it can write.
        seconds: of the processor, in all.
        memory: in mebibytes.
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
    """Asks a function for its moves.

    Args:
        spec: the file and the function, `path/to/bot.py:choose`.
        seconds: how long it may think over one move.
        seconds_to_start: how long reading the file may take.
        confinement: what it may use; None for whatever it likes.

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
            AnswerNotUnderstood: what it returned has not the form of a move.
            BadAnswer: what it returned is not a legal move.
        """
        question = [plain(game, position), game.marks[plain_turn(game, position)]]
        answer = self.exchange(lambda process: self.ask(process, question))
        try:
            return meant(game, position, move_in(answer, form_of(game).move))
        except ProgramError as error:  # the process can go on
            raise self.named(self._hinted(error)) from None

    def _hinted(self, error: ProgramError) -> ProgramError:
        """The error; of an answer to what may have been the wrong question, with a hint."""
        given = parameters_of(f"{self.path}:{self.function}")
        meant_so = given is not None and {each.arg for each in given.args} & {"board", "mark"}
        if meant_so or not isinstance(error, BadAnswer):
            return error
        return type(error)(
            f"{str(error).rstrip('.')}. It was asked as choose(board, mark): if it is a "
            f"policy(observation, mask), write policy:{self.name}"
        )

    def launch(self) -> LineProcess:
        """Run the worker; -P keeps the folder of noughts out of the file's imports."""
        arguments = [sys.executable, "-P", worker.__file__, str(self.path), self.function]
        arguments += self.told
        return LineProcess(self.confinement.command(arguments) if self.confinement else arguments)

    def changes(self, talk: Callable[[], object]) -> tuple[str, ...]:
        """The names of what a talk changes in the function's file and the modules beside it.

        None where it cannot be found.
        """
        try:
            self.exchange(lambda process: self._tell(process, worker.WATCH))
            talk()
            told = self.exchange(lambda process: self._tell(process, worker.CHANGED))
        except ProgramError:
            return ()
        return tuple(told["changed"])

    #: What else the worker is told.
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
        """What the worker answers to a line."""
        process.write(line)
        said: dict[str, Any] = json.loads(self.hear(process))
        return said


def parameters_of(spec: str) -> ast.arguments | None:
    """The parameters of a file's function, without `self`; None if the text does not tell them.

    The file is not run. A lambda tells them, and so does an object whose class has `__call__`.

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
    """The parameters of a function's text, or of what it is another name of."""
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
        answer: the worker's.
        wanted: what it should have returned, in words.
    """
    if "failed" in answer:
        raise FunctionFailed(f"failed: {answer['failed']}")
    if "odd" in answer:
        raise AnswerNotUnderstood(f"returned {answer['odd']}, {NOT_UNDERSTOOD}; expected {wanted}")
    if "nonsense" in answer:
        raise BadAnswer(f"returned {answer['nonsense']}, which is not a move")
    move: int | str = answer["move"]
    return move
