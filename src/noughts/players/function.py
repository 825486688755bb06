"""Players that are a function in a user's file: `path/to/bot.py:choose`, or a policy.

A function gets a board and returns a move, in any of the usual shapes (`shapes.py`). A policy gets
the observation and the action mask of an environment, as arrays of int8 if NumPy is installed, and
returns an action, or a probability for every action. Neither need import noughts. Each runs in its
own process (`worker.py`), so it may print, raise or never return; errors become a kind of
ProgramError.
"""

import ast
import json
import re
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from fractions import Fraction
from linecache import getlines
from math import isfinite
from os import pathsep, sep
from pathlib import Path
from random import Random
from sysconfig import get_path
from time import monotonic
from typing import Any, NamedTuple

from noughts import errors
from noughts.game import Game, P
from noughts.players import observation
from noughts.players.player import Policy, sample
from noughts.players.shape_trials import found_shape
from noughts.players.shapes import Caller, Shape, Signature, shape_in_words
from noughts.sandbox import worker
from noughts.sandbox.process import SECONDS, SECONDS_TO_START, ChildPlayer, LineProcess
from noughts.sandbox.worker import OWN, POLICY
from noughts.search.memory import Recent

# A path may contain colons, as C:\bots\mine.py does: the one after .py counts.
SPEC = re.compile(r"(?P<path>.+?\.[Pp][Yy]):(?P<name>[^\W\d][\w,]*)")

FORGED = "failed: it wrote to the pipe of its answers; it should return its move, and only print"
# Keys of a function's signature, and of an answer.
SIGNATURE = {"parameters", "new", "awaited"}
ANSWERS = ("move", "parts", "odd", "nonsense", "failed", "chances", "changed")

CONFINE = Path(worker.__file__).with_name("confine.py")  # not imported: it does not run on Windows

# Bases of classes that are no rules.
PLAIN_BASES = ("object", "ABC", "Enum", "IntEnum", "StrEnum", "NamedTuple", "Protocol", "Exception")
# The statements that define a player in a file.
DEFINED = ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef
POLICY_ARGUMENTS = ("observation", "mask")
# The names of a policy's second parameter.
MASKS = ("mask", "action_mask")
# Its expected result, in words.
WANTED = "an action, or a probability for each"
# The errors of a function that may come from the form of its arguments.
OF_SHAPE = re.compile(r"\b(Type|Attribute|Key|Index|Value)Error\b")
# The most seconds for an answer while its shape is tried, and for all answers, on the clock.
TRIAL, TRIALS = 0.5, 60.0
# Games whose observers are kept.
OBSERVERS = 8


class Confinement(NamedTuple):
    """Limits of a stranger's function, set by `confine.py`; Windows has none."""

    folder: Path  # its working folder; on Linux it can write nowhere else
    seconds: int  # its processor time in all
    memory: int  # its memory in mebibytes
    # if there are any, on Linux it can read only these and its folder
    readable: tuple[str, ...] = ()

    def command(self, arguments: list[str]) -> list[str]:
        if sys.platform == "win32":
            return arguments
        limits = str(self.seconds), str(self.memory), str(self.folder), pathsep.join(self.readable)
        return [sys.executable, "-I", "-S", str(CONFINE), *limits, *arguments]


def library(noughts: bool) -> tuple[str, ...]:
    """The places of the system's and Python's files; noughts' own only on request."""
    places = ("/usr", "/lib", "/lib64", sys.base_prefix)
    if noughts:
        return *places, sys.prefix, str(Path(errors.__file__).parents[1])
    packages = {Path(get_path(name)) for name in ("purelib", "platlib")}
    others = (str(one) for each in packages if each.is_dir() for one in each.iterdir()
              if "noughts" not in one.name)  # fmt: skip
    listed = (f"{each}{sep}" for each in packages)
    return *places, str(Path(sys.prefix, "pyvenv.cfg")), worker.__file__, *listed, *others


def usual_function(path: Path) -> str:
    """The function or class of a file with the usual name of a player.

    Empty if there is none, or classes with bases of another file make it a file of rules.
    """
    with suppress(OSError, SyntaxError, ValueError):
        tree = ast.parse(path.read_text("utf-8"))
        names = {one.name for one in tree.body if isinstance(one, DEFINED)}
        bases = (base for one in tree.body if isinstance(one, ast.ClassDef) for base in one.bases)
        if {ast.unparse(base).split(".")[-1] for base in bases} <= {*names, *PLAIN_BASES}:
            return next((name for name in (*worker.FUNCTIONS, "policy") if name in names), "")
    return ""


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
        self.signature = Signature(None)
        self._caller: Caller | None = None
        self._questions = 0  # to its process
        self.confinement = confinement
        self.steps: int | None = None  # of its process so far, if they are counted
        found = SPEC.fullmatch(spec) if isinstance(spec, str) else None
        if not found:
            raise errors.UnknownPlayer(
                f"{spec!r} does not name a function: write path/to/bot.py:function."
            )
        self.path = Path(found["path"]).expanduser().resolve()
        self.function = found["name"]
        if not self.path.is_file():
            raise errors.UnknownPlayer(f"There is no file {self.path}.")
        self.source = ""  # the text of the file, which it may change
        with suppress(OSError):
            self.source = self.path.read_text("utf-8", "replace")

    def choose(self, game: Game[P], position: P) -> int:
        """The function's move.

        Raises:
            FunctionFailed: it raised an error, or cannot be called.
            ProgramEnded, ProgramTooSlow: its process ended, or did not answer in time.
            AnswerNotUnderstood, BadAnswer: its result is not a move, or not a legal one.
        """
        caller = self.caller(game)
        answer = self.exchange(lambda process: self.ask(process, caller.question(position)))
        try:
            return move_of(caller, position, answer)
        except errors.ProgramError as error:  # the process can continue
            raise self.named(self._hinted(error)) from None

    def caller(self, game: Game[P]) -> Caller:
        """The form of its calls in a game; found on first use.

        Raises:
            FunctionFailed, ProgramEnded, ProgramTooSlow: as `choose`.
        """
        if self._caller is None or self._caller.game != game:
            self.start()
            self._caller = Caller(game, self.signature, self._found(game))
        return self._caller

    def _found(self, game: Game[P]) -> Shape | None:
        """The shape, found by a process of its own, since a function may keep state."""
        seconds = min(self.seconds, TRIAL), self.seconds_to_start
        trial = FunctionPlayer(f"{self.path}:{self.function}", *seconds, self.confinement)
        trial.processor = True
        end = monotonic() + TRIALS

        def ask(caller: Caller, position: Any) -> dict[str, Any] | None:
            if monotonic() > end:
                return None
            try:
                return trial.exchange(lambda process: trial.ask(process, caller.question(position)))
            except (errors.ProgramTooSlow, errors.ProgramEnded):
                return None
            except errors.FunctionFailed:  # by any shape
                raise
            except errors.ProgramError as error:
                return {"failed": str(error)}

        with trial:
            return found_shape(game, self.signature, ask, self.source)

    def taken_as(self, game: Game[P], shape: str = "") -> str:
        """The shape in words, if it is not the usual one.

        Args:
            game: the game.
            shape: the shape to take, as `Shape.read` reads it; found by trying if empty.

        Raises:
            BadShape: the shape is not understood.
        """
        if shape:
            self.start()
            self._caller = Caller(game, self.signature, Shape.read(shape))
        return shape_in_words(self.function, self.caller(game))

    def _hinted(self, error: errors.ProgramError) -> errors.ProgramError:
        caller = self._caller
        # Perhaps it wants a game of its own class, which has methods that no board of ours has.
        guess = caller and not caller.fits and (caller.is_guess or OF_SHAPE.search(str(error)))
        if guess and isinstance(error, errors.FunctionFailed):
            return errors.AnswerNotUnderstood(str(error))
        said = {meaning for meaning, name, _ in self.signature.meanings() if meaning == name}
        if said & {"board", "mark"} or not isinstance(error, errors.BadAnswer):
            return error
        return type(error)(
            f"{str(error).rstrip('.')}. It was called as choose(board, mark): if it is a "
            f"policy(observation, mask), write policy:{self.name}"
        )

    def launch(self) -> LineProcess:
        """Run the worker; -P keeps the folder of noughts out of the file's imports."""
        arguments = [sys.executable, "-P", worker.__file__, str(self.path), self.function]
        arguments += self.worker_options
        if self.confinement and self.confinement.readable:
            arguments += [OWN, *self.confinement.readable]
        if not self.confinement:
            return LineProcess(arguments)
        return LineProcess(self.confinement.command(arguments), str(self.confinement.folder))

    def changes(self, talk: Callable[[], object]) -> tuple[str, ...]:
        """The names of globals in the function's file, or modules beside it, that `talk` changes.

        Empty if the process fails.
        """
        try:
            self.exchange(lambda process: self.tell(process, worker.WATCH))
            talk()
            answer = self.exchange(lambda process: self.tell(process, worker.CHANGED))
        except errors.ProgramError:
            return ()
        return tuple(answer.get("changed", ()))

    #: Further arguments of the worker.
    worker_options: tuple[str, ...] = ()

    def greet(self, process: LineProcess) -> None:
        self._questions = 0
        said = _read(self.hear(process, starting=True), ("failed", "lacks", "ready"))
        if "failed" in said:
            hint = ""
            if "EOFError" in said["failed"]:
                hint = '. It asks for input on import: move that below if __name__ == "__main__":'
            raise errors.FunctionFailed(f"cannot be called: its file fails: {said['failed']}{hint}")
        if "lacks" in said:
            raise errors.FunctionFailed(f"cannot be called: {said['lacks']}")
        if not isinstance(said["ready"], str) or not said.keys() >= SIGNATURE:
            raise errors.FunctionFailed(FORGED)
        self.function = said["ready"]
        self.signature = Signature(said["parameters"], said["new"], said["awaited"])
        if why := self.why_not():
            raise errors.FunctionFailed(f"cannot be called: {why}")

    def why_not(self) -> str:
        """Why the function cannot be called; empty if it can."""
        return self.signature.why_not(self.function)

    def ask(self, process: LineProcess, question: Any) -> dict[str, Any]:
        """The worker's answer to a question."""
        return self.tell(process, json.dumps(question))

    def tell(self, process: LineProcess, line: str) -> dict[str, Any]:
        """The worker's answer to a line."""
        self._questions += 1
        process.write(line)
        said = _read(self.hear(process), ANSWERS)
        if said.pop(worker.NUMBER, None) != self._questions:  # the file has written it
            raise errors.FunctionFailed(FORGED)
        self.steps = said.pop("steps", None)
        return said


def _read(line: str, keys: Sequence[str]) -> dict[str, Any]:
    """A message of the worker, with one of these keys; the file can write others to its pipe."""
    with suppress(ValueError, RecursionError):
        said: Any = json.loads(line)
        if isinstance(said, dict) and not said.keys().isdisjoint(keys):
            return said
    raise errors.FunctionFailed(FORGED)


class Called:
    """A player whose moves come from a function of this process, in any of the usual shapes.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> player = Called(lambda board, mark: board.index(" "))
    >>> player.choose(TicTacToe(), TicTacToe().start())
    0
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self.name = getattr(function, "__name__", type(function).__name__)
        self._callee = worker.Callee(function)
        self._path = Path(getattr(getattr(function, "__code__", None), "co_filename", "?"))
        self._caller: Caller | None = None

    @property
    def source(self) -> str:
        """The text of the function's file; empty if there is none."""
        return "".join(getlines(str(self._path)))

    def choose(self, game: Game[P], position: P) -> int:
        """The function's move; a ProgramError as of `FunctionPlayer`."""
        if self._caller is None or self._caller.game != game:
            signature = Signature(*self._callee.parameters())
            if why := signature.why_not(self.name):
                raise errors.FunctionFailed(f"{self.name} cannot be called: {why}.")
            shape = found_shape(game, signature, self._ask, self.source)
            self._caller = Caller(game, signature, shape)
        try:
            return move_of(self._caller, position, self._ask(self._caller, position))
        except errors.ProgramError as error:
            raise type(error)(f"{self.name} {str(error).rstrip('.')}.") from None

    def _ask(self, caller: Caller, position: Any) -> dict[str, Any]:
        return worker.answer(self._callee, caller.question(position), self._path, worker.as_move)


def move_of(caller: Caller, position: Any, answer: dict[str, Any]) -> int:
    """The legal move of an answer; ProgramError if it is none."""
    if words := caller.shape.doubt:
        raise errors.AnswerNotUnderstood(
            f"has marks of its own, perhaps {words}, and no board that was tried has them: say "
            "what X, O and a free cell are, as in --shape 'list H/C/None cell'"
        )
    move = caller.move_in(answer, position)
    if move is None or "failed" in answer:
        move = move_in(answer, caller.form.move)
    said = answer.get("odd", repr(move))
    return observation.legal_move(caller.game, position, move, f"returned {said}")


def function_parameters(spec: str) -> ast.arguments | None:
    """The parameters of a file's function, without `self`; None if its text does not show them.

    The file is not run. The function may be a lambda, or an object whose class has `__call__`.
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
    """The value in a worker's answer, if it has the type of a move, as `wanted` says."""
    if "failed" in answer:
        raise errors.FunctionFailed(f"failed: {answer['failed']}")
    if "odd" in answer:
        raise errors.AnswerNotUnderstood(
            f"returned {answer['odd']}, {observation.NOT_UNDERSTOOD}; expected {wanted}"
        )
    if "nonsense" in answer:
        raise errors.BadAnswer(f"returned {answer['nonsense']}, which is not a move")
    move: int | str = answer["move"]
    return move


class PolicyPlayer(FunctionPlayer):
    """A player whose moves come from a policy, which sees nothing but observations.

    Args:
        spec: the file and the function, `path/to/agent.py:policy`.
        seed: makes the choice among several moves repeatable.

    Raises:
        UnknownPlayer: there is no such file.
    """

    worker_options = (POLICY,)

    def why_not(self) -> str:
        given = self.signature.parameters or []
        needed = [kind for _, kind, default in given if not (default or kind.startswith("VAR"))]
        if not given or len(needed) <= len(POLICY_ARGUMENTS) <= len(given) or not needed:
            return ""
        wanted = f"{self.function}({', '.join(POLICY_ARGUMENTS)})"
        return f"{self.function} must take two arguments, as {wanted} does"

    def __init__(self, spec: str, seed: int | None = None) -> None:
        super().__init__(spec)
        self._random = Random(seed)
        self._observers: Recent[Any, observation.Observer[Any]] = Recent(OBSERVERS)

    def taken_as(self, game: Game[P], shape: str = "") -> str:
        return super().taken_as(game, shape) if shape else ""  # all policies have one shape

    def choose(self, game: Game[P], position: P) -> int:
        return sample(self._random, self.probabilities(game, position))

    def probabilities(self, game: Game[P], position: P) -> Policy:
        """The moves that it may choose, with their probabilities; errors as of `FunctionPlayer`."""
        if game not in self._observers:
            self._observers[game] = observation.Observer(game)
        seen = self._observers[game]
        mask = seen.mask(position)
        signed = [number - 256 if number > 127 else number for number in seen.observe(position)]
        given = [("array", observation.nested(signed, seen.shape)), ("array", list(mask))]
        question = {"args": given, "named": {}, "new": {"args": [], "named": {}}}
        answer = self.exchange(lambda process: self.ask(process, question))
        try:
            return chances_in(answer, mask)
        except errors.ProgramError as error:  # the process can continue
            raise self.named(error) from None


def chances_in(answer: dict[str, Any], mask: bytes) -> Policy:
    chances = answer.get("chances")
    if chances is None:
        move = move_in(answer, WANTED)
        if not isinstance(move, int) or not (0 <= move < len(mask) and mask[move]):
            raise errors.BadAnswer(f"returned {move!r}, which is not a legal action")
        return {move: Fraction(1)}
    if len(chances) != len(mask):
        raise errors.AnswerNotUnderstood(
            f"returned {len(chances)} probabilities; there are {len(mask)} actions"
        )
    if not all(isfinite(chance) and chance >= 0 for chance in chances) or not any(chances):
        raise errors.AnswerNotUnderstood("returned numbers that are not probabilities")
    illegal = [action for action, chance in enumerate(chances) if chance and not mask[action]]
    if illegal:
        raise errors.BadAnswer(f"gives the illegal action {illegal[0]} a probability")
    total = sum(map(Fraction, chances))
    return {move: Fraction(chance) / total for move, chance in enumerate(chances) if chance}


def is_policy(spec: str) -> bool:
    """Whether a function, by its text, takes a mask and needs no third argument."""
    given = function_parameters(spec)
    if given is None:
        return False
    names = [parameter.arg for parameter in (*given.posonlyargs, *given.args)]
    enough = len(names) <= 2 + len(given.defaults) and None not in given.kw_defaults
    return enough and len(names) > 1 and names[1] in MASKS
