"""Runs a user's function in its own process; started by `FunctionPlayer`.

    python -P worker.py path/to/bot.py function
    python -P worker.py path/to/agent.py policy --policy

It imports nothing of noughts. Questions and answers are JSON, one per line. The first line that it
writes has the parameters of the function; a question has the arguments, each a kind and a value
(`BUILT`). `changed` is answered with the globals of the file, and their attributes, that have
changed since `watch`. With --steps each answer has the number of steps so far
(`steps.py`). The function may be a class, or asynchronous. With --policy it may return a
probability for every action. It prints to the error output and reads an empty input, so that
neither mixes with the answers. Its errors do not end this process, and the end of this process
harms no other.
"""

import inspect
import json
import os
import pickle
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from hashlib import sha256
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from operator import index
from pathlib import Path
from traceback import extract_tb
from types import CellType, FunctionType, ModuleType
from typing import IO, Any

# The most characters of an answer or of a message about one, and the most digits of a number.
LONGEST_WORD = 200
GREATEST = 10**15
# The most parts of an answer that is a list or a dictionary.
MOST_PARTS = 64
# The options for a policy, for a program that may read only its folder and some places, and for one
# whose steps are counted.
POLICY, OWN, STEPS = "--policy", "--own", "--steps"
OWN_PATH = Path(__file__).resolve()
# The audit event of a refused import; its argument is the reason. The events of reading.
REFUSED = "noughts.refused"
READING = ("open", "os.listdir", "os.scandir", REFUSED)
# The actions of further audit events, which a submission may not do.
NETWORK, SIGNALS, PROGRAMS = "use the network", "send signals", "start programs"
FORBIDDEN = {
    **dict.fromkeys(("socket.connect", "socket.bind", "socket.sendto", "socket.sendmsg"), NETWORK),
    **dict.fromkeys(("socket.getaddrinfo", "socket.gethostbyname"), NETWORK),
    **dict.fromkeys(("os.kill", "os.killpg"), SIGNALS),
    **dict.fromkeys(("subprocess.Popen", "os.exec", "os.posix_spawn", "os.system"), PROGRAMS),
    "ctypes.dlsym": "call functions of C",
}
# The key of an answer's question: they are counted, so that no answer is taken for another's.
NUMBER = "number"
# Commands among the questions.
WATCH, CHANGED, QUIT = "watch", "changed", "quit"
# The usual names of a function that chooses; vague names often belong to another.
CHOOSERS = (
    "choose", "choose_move", "best_move", "get_best_move", "find_best_move", "get_move",
    "get_computer_move", "computer_move", "get_ai_move", "ai_move", "find_move", "next_move",
    "select_move", "choose_action", "best_action", "get_action", "select_action",
)  # fmt: skip
# The attributes, or globals, in which a program without parameters keeps its board and the turn.
BOARDS = "board", "grid", "cells", "squares", "spots", "state"
TURNS = ("current_player", "current_turn", "turn", "player", "mark", "to_play", "to_move",
         "player_to_move", "next_player", "active_player", "current")  # fmt: skip
ATTRIBUTE = "ATTRIBUTE"
# Marks for members of the program's own enumeration, and the members' names.
MEMBERS = "Mark.X", "Mark.O", "Mark.EMPTY"
MEANT = dict(
    zip(MEMBERS, ("x cross first player_x p1", "o nought naught circle player_o p2 zero",
                  "empty e none n blank free null nobody _"), strict=True)
)  # fmt: skip
WEAK = re.compile("human|random|user", re.IGNORECASE)
VAGUE = "make_move", "move", "play", "act", "decide"
METHODS = *CHOOSERS, *VAGUE, "minimax"
FUNCTIONS = *CHOOSERS, "minimax", "my_agent", "agent", *VAGUE, "Bot", "Player", "Agent"
# The beginning of a random generator's name, and the classes of generators.
CHANCE = "the state of "
DICE = {"random.Random", "numpy.random._generator.Generator", "numpy.random.mtrand.RandomState"}
# The most names in the answer to `changed`.
MOST_NAMES = 5


class AttributeDict(dict[str, Any]):
    """A dictionary whose entries are attributes, too."""

    def __getattr__(self, name: str) -> Any:
        if name in self:
            return self[name]
        raise AttributeError(name)


def _array(numbers: Any) -> Any:
    """Nested lists as an array, where NumPy is installed."""
    try:
        import numpy as np
    except ImportError:
        return numbers
    array = np.array(numbers)
    return array.astype(np.int8) if array.dtype.kind == "i" else array


# The kinds of arguments.
BUILT: dict[str, Callable[[Any], Any]] = {
    "plain": lambda value: value,
    "tuple": lambda value: tuple(tuple(row) if isinstance(row, list) else row for row in value),
    "array": _array,
    "record": AttributeDict,
    "object": AttributeDict,  # of the program's own class, if it has one
    "by_text": lambda value: {str(i): mark for i, mark in enumerate(value, 1)},
    "by_number": lambda value: dict(enumerate(value, 1)),
    "by_cell": lambda value: {
        (i, j): mark for i, row in enumerate(value) for j, mark in enumerate(row)
    },
    "number": float,
}


class ReadingGuard:
    """Refuses reading outside a program's folder and Python's library, networks and signals.

    It refuses further programs and functions of C, too, and keeps the attempts.

    It is for reports: a program can get around it, but not around Landlock (`confine.py`).
    """

    def __init__(self, folder: Path, places: list[str]) -> None:
        self.tried: list[str] = []
        self.places = [Path(one).resolve() for one in (str(folder), "/dev", *places)]
        self.noughts = OWN_PATH.parents[1]
        sys.addaudithook(self)

    def __call__(self, event: str, given: tuple[Any, ...]) -> None:
        if event in FORBIDDEN:
            self._refuse(f"a submission may not {FORBIDDEN[event]}")
        if event not in READING or not given or isinstance(given[0], int | None):
            return
        name = os.fsdecode(given[0])
        path = Path(name).resolve()
        allowed = any(map(path.is_relative_to, self.places))
        own = path.is_relative_to(self.noughts) and path != OWN_PATH  # tracebacks show lines of it
        if event == REFUSED or not allowed or own:
            self._refuse(name if event == REFUSED else f"a submission may not open {name}")

    def _refuse(self, why: str) -> None:
        self.tried.append(why)
        raise PermissionError(why)


class Callee:
    """A function, or a method of an object that is made once for each mark."""

    def __init__(self, found: Any) -> None:
        self.found = found
        self.names: dict[str, Any] = getattr(found, "__globals__", {})
        if inspect.isclass(found):
            self.names = vars(sys.modules[found.__module__])
        self._made: dict[Any, Any] = {}
        self.members = _members(self.names)

    def parameters(self) -> tuple[Any, Any]:
        """The parameters of the function, and of the class if it is one.

        Without any, these are the attributes or globals with its board and the turn.
        """
        if not inspect.isclass(self.found):
            own = _parameters_of(self.found)
            return _held(self.names) if own == [] else own, None
        own = _parameters_of(_method_of(self.found))
        own = own and own[_has_self(self.found) :]
        stored = _stored(self.found) if own == [] else ()
        return _held(stored) if stored else own, _parameters_of(self.found) or []

    def __call__(self, question: dict[str, Any]) -> Any:
        function, held = self.found, self.names
        if inspect.isclass(function):
            key = json.dumps(question["new"])
            if key not in self._made or question["held"]:
                self._made[key] = self._called(function, question["new"], held)
            made = self._made[key]
            held = getattr(made, "__dict__", {})
            function = _method_of(made)
        returned = self._called(function, question, held)
        if inspect.isgenerator(returned):
            return next(returned, None)
        if inspect.isawaitable(returned):
            import asyncio

            async def waited() -> Any:
                return await returned

            return asyncio.run(waited())
        return returned

    def _called(
        self, function: Callable[..., Any], question: dict[str, Any], held: dict[str, Any]
    ) -> Any:
        """The result of the function; without one, the board that it has changed in place."""
        args = [self._built(*given) for given in question["args"]]
        named = {name: self._built(*given) for name, given in question["named"].items()}
        kept = {name: self._built(*given) for name, given in question.get("held", {}).items()}
        held.update(kept)
        returned = function(*args, **named)
        if returned is None:
            given = [*question["args"], *question.get("held", {}).values()]
            before = [value for kind, value in given if kind == "plain"]
            after = [arg for arg in (*args, *map(held.get, kept)) if isinstance(arg, list)]
            returned = next((arg for arg in after if arg not in before), None)
        return returned

    def _built(self, kind: str, value: Any) -> Any:
        if kind == "object":
            for own in _own_classes(self.names):
                if stored := _held(_stored(own)):
                    made = own()
                    turns = {name: value[name] for name in TURNS if name in vars(made)}
                    vars(made).update(turns | {stored[0][0]: deepcopy(value["board"])})
                    return made
        return BUILT[kind](_with_members(deepcopy(value), self.members))


def _method_name(owner: Any) -> str:
    return next((name for name in METHODS if hasattr(owner, name)), "__call__")


def _method_of(owner: Any) -> Any:
    """The method of an object, or of a class, that chooses a move."""
    return getattr(owner, _method_name(owner))


def _has_self(kind: type) -> bool:
    return not isinstance(
        inspect.getattr_static(kind, _method_name(kind)), staticmethod | classmethod
    )


def _members(names: dict[str, Any]) -> dict[str, Any]:
    """The members of the program's enumeration of marks; for a free cell, None if it has none."""
    for own in _own_classes(names):
        by_name = {name.lower(): each for name, each in getattr(own, "__members__", {}).items()}
        found = {
            mark: next((by_name[word] for word in words.split() if word in by_name), None)
            for mark, words in MEANT.items()
        }
        if None not in [found[mark] for mark in MEMBERS[:2]]:
            return found
    return {}


def _with_members(value: Any, members: dict[str, Any]) -> Any:
    """The argument with members of an enumeration in place of their names."""
    if not members:
        return value
    if isinstance(value, list):
        return [_with_members(each, members) for each in value]
    if isinstance(value, dict):
        return {key: _with_members(each, members) for key, each in value.items()}
    return members.get(value, value) if isinstance(value, str) else value


def _stored(kind: type) -> tuple[str, ...]:
    """The names that a class's `__init__` uses, its attributes among them."""
    code = getattr(getattr(kind, "__init__", None), "__code__", None)
    return code.co_names if code else ()


def _held(names: Iterable[str]) -> list[tuple[str, str, bool]]:
    """The attributes for the board and the turn, as parameters; none without a board."""
    boards = [name for name in BOARDS if name in names][:1]
    return [(one, ATTRIBUTE, False) for one in (*boards, *TURNS) if boards and one in names]


def _own_classes(names: dict[str, Any]) -> list[type]:
    found = [each for each in names.values() if inspect.isclass(each)]
    return [each for each in found if each.__module__ == names.get("__name__")]


def _parameters_of(function: Any) -> list[tuple[str, str, bool]] | None:
    """The name and kind of each parameter, and whether it has a default; None if unknown."""
    try:
        given = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):  # some functions have no signature
        return None
    return [(each.name, each.kind.name, each.default is not each.empty) for each in given]


def main() -> None:
    """Read the file, then answer questions until there are no more."""
    questions, answers = _private_pipes()
    path, name, *options = Path(sys.argv[1]), *sys.argv[2:]
    read = _as_chances if POLICY in options else as_move
    tried: list[str] = []
    if OWN in options:
        tried = ReadingGuard(path.parent, options[options.index(OWN) + 1 :]).tried
    steps = OWN_PATH.with_name("steps.py")
    counting: Any = _loaded("noughts_steps", steps) if STEPS in options else None
    counter = counting.Counter() if counting else None
    try:
        module = _counted_module(path, counting, counter) if counting else _module(path)
        if tried:
            raise PermissionError(tried.pop())
    except BaseException as error:  # noqa: BLE001  # sys.exit, too: the code may do anything
        _say(answers, {"failed": _in_words(error, path)})
        return
    names = name.split(",")
    found = _named(module, names)
    vague = {*map(_bare, VAGUE)}  # in tutorials with classes, `play` is the whole game
    clear = [one for one in found if _bare(one) not in vague]
    name = (clear or _playing_classes(module, len(names) > 1) or found or [name])[0]
    function = getattr(module, name, None)
    if not callable(function):
        name = name.partition(",")[0]
        there = [each for each, held in vars(module).items() if inspect.isfunction(held)][
            :MOST_NAMES
        ]
        also = f"; it has {', '.join(there)}" if there else ""
        _say(answers, {"lacks": f"there is no function {name!r} in {path.name}{also}"})
        return
    callee = Callee(function)
    own, new = callee.parameters()
    awaited = inspect.iscoroutinefunction(function)
    _say(answers, {"ready": name, "parameters": own, "new": new, "awaited": awaited})
    before: dict[str, str] = {}
    for number, line in enumerate(questions, 1):
        if line == f"{QUIT}\n":
            break
        said: dict[str, Any] = {"changed": []}
        if line == f"{WATCH}\n":
            before = _state(path.parent)
        elif line == f"{CHANGED}\n":
            said = {"changed": _changed(before, _state(path.parent))}
        else:
            said = answer(callee, json.loads(line), path, read)
            said |= {"steps": counter.steps} if counter else {}
            said = {"failed": tried.pop()} if tried else said
        _say(answers, {**said, NUMBER: number})


def _named(module: ModuleType, names: list[str]) -> list[str]:
    """The functions and classes with these names.

    If there are several names, capitals and underscores do not matter, and functions without
    parameters and classes with subclasses are left out.
    """
    if len(names) == 1:
        return [name for name in names if callable(getattr(module, name, None))]
    given = {_bare(name): name for name, held in vars(module).items() if callable(held)}
    found = (given[_bare(name)] for name in names if _bare(name) in given)
    own = {name: getattr(module, name) for name in found}
    return [
        name
        for name, one in own.items()
        if not (inspect.isclass(one) and one.__subclasses__()) and Callee(one).parameters()[0] != []
    ]


def _bare(name: str) -> str:
    return name.replace("_", "").lower()


def _playing_classes(module: ModuleType, any_name: bool) -> list[str]:
    """The module's own classes that choose moves; none unless any name will do.

    Classes with subclasses, and players by a person or by chance, come last.
    """
    own = _own_classes(vars(module)) if any_name else []
    own.sort(key=lambda kind: bool(kind.__subclasses__() or WEAK.search(kind.__name__)))
    return [each.__name__ for each in own if any(hasattr(each, one) for one in METHODS)]


def _private_pipes() -> tuple[IO[str], IO[str]]:
    """The pipes for questions and answers; standard input and output are redirected."""
    questions = os.fdopen(os.dup(0), encoding="utf-8")
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    return questions, answers


def _counted_module(path: Path, counting: Any, counter: Any) -> ModuleType:
    """The module of the file, whose steps are counted."""
    module = ModuleType(path.stem)
    vars(module)[counting.COUNTER] = counter
    exec(counting.counted(path.read_bytes(), str(path)), vars(module))
    return module


def _module(path: Path) -> ModuleType:
    """The module of the file, which may import its neighbours."""
    sys.dont_write_bytecode = True  # write nothing into a stranger's folder
    sys.path.insert(0, str(path.parent))
    sys.argv = [str(path)]
    return _loaded(path.stem, path)


def _loaded(name: str, path: Path) -> ModuleType:
    loader = SourceFileLoader(name, str(path))
    spec = spec_from_file_location(name, path, loader=loader)
    assert spec
    module = module_from_spec(spec)
    sys.modules[name] = module
    loader.exec_module(module)
    return module


def answer(
    function: Callable[[Any], Any], question: Any, path: Path, read: Callable[[Any], Any]
) -> dict[str, Any]:
    """The function's answer as `read` understands it, or its error."""
    try:
        said: dict[str, Any] = read(function(question))
    except BaseException as error:  # noqa: BLE001  # sys.exit, too: the code may do anything
        return {"failed": _in_words(error, path)}
    return said


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
        return as_move(returned)
    try:
        return {"chances": [float(chance) for chance in returned]}
    except (TypeError, ValueError):
        return as_move(returned)


def as_move(returned: Any) -> Any:
    """A whole number or a string, or the parts of a pair, a list or a dictionary.

    Integer-like numbers, as NumPy's, count as whole.
    """
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
    said: dict[str, Any] = {"odd" if kind else "nonsense": f"{_short(repr(returned))}{kind}"}
    return said if (parts := _parts_of(returned)) is None else {**said, "parts": parts}


def _parts_of(returned: Any, deep: int = 2) -> Any:
    """A list or dictionary of few numbers and strings, as JSON has them; None for others."""
    if hasattr(returned, "tolist"):
        returned = returned.tolist()
    if not inspect.isclass(returned):
        returned = getattr(returned, "__dict__", returned)  # an object with a row and a column
    if isinstance(returned, dict) and len(returned) <= MOST_PARTS:
        return {_short(str(key)): _part(each, deep) for key, each in returned.items()}
    if isinstance(returned, list | tuple) and len(returned) <= MOST_PARTS:
        return [_part(each, deep) for each in returned]
    return None


def _part(part: Any, deep: int) -> Any:
    if isinstance(part, str):
        return part[:LONGEST_WORD]
    try:
        return max(-GREATEST, min(GREATEST, index(part)))
    except TypeError:
        return _parts_of(part, deep - 1) if deep else None


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
