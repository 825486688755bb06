"""Runs a user's function in its own process; started by `FunctionPlayer`.

    python -P worker.py path/to/bot.py function
    python -P worker.py path/to/agent.py policy --policy

With --policy, the function gets an observation and a mask, as arrays where NumPy is installed, and
may return a probability for every action.

It imports nothing of noughts. Questions and answers are JSON, one per line. `changed` is answered
with the globals of the file, and their attributes, that have changed since `watch`. The function
prints to the error output and reads an empty input, so that neither mixes with the answers. Its
errors do not end this process, and the end of this process harms no other.
"""

import json
import os
import pickle
import sys
from collections.abc import Callable, Iterator
from hashlib import sha256
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from inspect import signature
from operator import index
from pathlib import Path
from traceback import extract_tb
from types import CellType, FunctionType, ModuleType
from typing import IO, Any

# The most characters of an answer or of a message about one, and the most digits of a number.
LONGEST_WORD = 200
GREATEST = 10**15
# The option for a policy.
POLICY = "--policy"
# Commands among the questions.
WATCH, CHANGED, QUIT = "watch", "changed", "quit"
# The beginning of a random generator's name, and the classes of generators.
CHANCE = "the state of "
DICE = {"random.Random", "numpy.random._generator.Generator", "numpy.random.mtrand.RandomState"}
# The most names in the answer to `changed`.
MOST_NAMES = 5


def main() -> None:
    """Read the file, then answer questions until there are no more."""
    questions, answers = _private_pipes()
    path, name = Path(sys.argv[1]), sys.argv[2]
    policy = POLICY in sys.argv[3:]
    given = ("observation", "mask") if policy else ("board", "mark")
    try:
        function = _function(path, name)
    except BaseException as error:  # noqa: BLE001  # sys.exit, too: the code may do anything
        _say(answers, {"failed": _in_words(error, path)})
        return
    lacks = _lack(function, path, name, given)
    _say(answers, {"lacks": lacks} if lacks else {"ready": True})
    before: dict[str, str] = {}
    for line in questions:
        if line == f"{QUIT}\n":
            break
        if line == f"{WATCH}\n":
            before = _state(path.parent)
            _say(answers, {})
        elif line == f"{CHANGED}\n":
            _say(answers, {"changed": _changed(before, _state(path.parent))})
        else:
            _say(answers, _asked(function, json.loads(line), path, policy))


def _asked(function: Callable[..., Any], question: list[Any], path: Path, policy: bool) -> Any:
    if policy:
        return _answer(function, [_array(part) for part in question], path, _as_chances)
    return _answer(function, question, path, _as_move)


def _array(numbers: Any) -> Any:
    """Nested lists as an array of int8, where NumPy is installed."""
    try:
        import numpy as np
    except ImportError:
        return numbers
    return np.array(numbers, np.int8)


def _private_pipes() -> tuple[IO[str], IO[str]]:
    """The pipes for questions and answers; standard input and output are redirected."""
    questions = os.fdopen(os.dup(0), encoding="utf-8")
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    return questions, answers


def _function(path: Path, name: str) -> Any:
    """The object of this name in the file, or None; the file may import its neighbours."""
    sys.dont_write_bytecode = True  # write nothing into a stranger's folder
    sys.path.insert(0, str(path.parent))
    sys.argv = [str(path)]
    spec = spec_from_file_location(path.stem, path, loader=SourceFileLoader(path.stem, str(path)))
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return getattr(module, name, None)


def _lack(function: Any, path: Path, name: str, given: tuple[str, str]) -> str:
    """Why the function cannot be called; empty if it can."""
    if not callable(function):
        return f"there is no function {name!r} in {path.name}"
    try:
        signature(function).bind(*given)
    except TypeError:
        wanted = f"{name}({', '.join(given)})"
        return f"{name}{signature(function)} must take two arguments, as {wanted} does"
    except ValueError:  # some functions have no signature
        pass
    return ""


def _answer(
    function: Callable[..., Any], question: list[Any], path: Path, read: Callable[[Any], Any]
) -> Any:
    """The function's answer as `read` understands it, or its error."""
    try:
        return read(function(*question))
    except BaseException as error:  # noqa: BLE001  # sys.exit, too: the code may do anything
        return {"failed": _in_words(error, path)}


def _changed(before: dict[str, str], now: dict[str, str]) -> list[str]:
    """The names of changed globals; of changed attributes instead, if there are any."""
    names = [name for name in now if before.get(name) != now[name]]
    inner = [name for name in names if not any(each.startswith(f"{name}.") for each in names)]
    return [_short(name) for name in inner[:MOST_NAMES]]


def _state(folder: Path) -> dict[str, str]:
    """A digest of each global, and each attribute of one, of the modules in the folder."""
    found: dict[str, str] = {}
    for module in list(sys.modules.values()):
        path = Path(getattr(module, "__file__", None) or "/")
        if not path.is_relative_to(folder) or "site-packages" in path.parts:
            continue
        inside = "" if str(path) == sys.argv[0] else f"{module.__name__}."
        for name, held in list(vars(module).items()):
            if not name.startswith("__"):
                found |= {f"{inside}{part}": _digest(each) for part, each in _parts(name, held)}
    if "random" in sys.modules:
        found[f"{CHANCE}random"] = _digest(sys.modules["random"].getstate())
    return found


def _parts(name: str, held: Any) -> Iterator[tuple[str, Any]]:
    """A global's value, and its parts that may change, with their names."""
    if isinstance(held, ModuleType):
        return
    kinds = {f"{kind.__module__}.{kind.__name__}" for kind in type(held).__mro__}
    yield (f"{CHANCE}{name}" if kinds & DICE else name), held
    if hasattr(held, "cache_info"):
        yield f"the cache of {name}", held.cache_info().currsize
    if isinstance(held, FunctionType):
        yield f"the defaults of {name}", (held.__defaults__, held.__kwdefaults__)
        for free, cell in zip(held.__code__.co_freevars, held.__closure__ or (), strict=True):
            yield f"{free} in {name}", cell
    for attribute, each in list(getattr(held, "__dict__", {}).items()):
        if not kinds & DICE and not attribute.startswith("__"):
            yield f"{name}.{attribute}", each


def _digest(held: Any) -> str:
    try:
        if isinstance(held, CellType):
            held = held.cell_contents
        return sha256(pickle.dumps(held)).hexdigest()
    except Exception:  # noqa: BLE001  # a user's object may raise anything
        return object.__repr__(held)


def _as_chances(returned: Any) -> Any:
    """Numbers for all actions, if these were returned; otherwise a move."""
    if isinstance(returned, str) or not hasattr(returned, "__len__"):
        return _as_move(returned)
    try:
        return {"chances": [float(chance) for chance in returned]}
    except (TypeError, ValueError):
        return _as_move(returned)


def _as_move(returned: Any) -> Any:
    """A whole number or a string; integer-like numbers, as NumPy's, count as whole."""
    if isinstance(returned, str):
        return {"move": returned[:LONGEST_WORD]}
    if not isinstance(returned, bool):
        try:
            number = index(returned)
        except TypeError:
            pass
        else:
            if abs(number) <= GREATEST:
                return {"move": number}
            return {"nonsense": "a number of astronomical size"}
    kind = "" if returned is None else f", of type {type(returned).__name__}"
    return {"odd" if kind else "nonsense": f"{_short(repr(returned))}{kind}"}


def _in_words(error: BaseException, path: Path) -> str:
    """The error in words, and the last line of the file that led to it."""
    frames = extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if frame.filename == str(path)]
    where = f"line {lines[-1]}: " if lines else ""
    if isinstance(error, SyntaxError) and not lines:
        where = f"line {error.lineno}: "
    what = type(error).__name__
    text = _short(str(error))
    return f"{where}{what}: {text}" if text else f"{where}{what}"


def _short(text: str) -> str:
    """A text on one line, shortened, without unprintable characters."""
    line = " ".join(text.split())[:LONGEST_WORD]
    return "".join(sign if sign.isprintable() else "?" for sign in line)


def _say(answers: IO[str], answer: Any) -> None:
    answers.write(json.dumps(answer) + "\n")
    answers.flush()


if __name__ == "__main__":
    main()
