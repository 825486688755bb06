"""Functions and classes as source: their origin, the names that they load, their members."""

import ast
import copy
import dis
import linecache
import sys
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from itertools import islice, takewhile
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any
from zlib import crc32

HERE = Path(__file__).parent
PYTHON = Path(dis.__file__).parent


# Instructions that load a global, or an attribute.
GLOBALS, ATTRIBUTES = {"LOAD_GLOBAL", "LOAD_NAME"}, {"LOAD_ATTR", "LOAD_METHOD"}
# The bits of an argument that are below the number of a name, by instruction, up to Python 3.13.
NAMES_AT = dict.fromkeys((*GLOBALS, *ATTRIBUTES, "IMPORT_NAME"), 0)
NAMES_AT |= {"LOAD_GLOBAL": 1, "LOAD_ATTR": int(sys.version_info >= (3, 12))}
IS_KNOWN = sys.version_info < (3, 14)

# The origin of a module.


def is_own(thing: FunctionType | type) -> bool:
    """Whether a function or class is part of noughts: its module's file decides.

    >>> from noughts.games.nim import Nim
    >>> is_own(Nim), is_own(type("Mine", (Nim,), {}))
    (True, False)
    """
    return source_of(thing) == "own"


def source_of(thing: FunctionType | type) -> str:
    """The owner of the file of a function or class: "own" for noughts, "python", or "other"."""
    return module_owner(home_of(thing))


def module_owner(name: str) -> str:
    return file_owner(_file_of(name))


def home_of(thing: FunctionType | type) -> str:
    """The module that really contains a function or class; empty if there is none."""
    if isinstance(thing, FunctionType):
        name = thing.__globals__.get("__name__")
        found = name in sys.modules and vars(sys.modules[name]) is thing.__globals__
    else:
        name, outermost = thing.__module__, thing.__qualname__.partition(".")[0]
        inside = vars(sys.modules[name]).get(outermost) if name in sys.modules else None
        found = inside is not None and (outermost != thing.__qualname__ or inside is thing)
    return name if found and isinstance(name, str) else ""


def _file_of(name: str | None) -> str | None:
    """The file of a loaded module; empty for one that is part of the interpreter."""
    built_in = "" if name in sys.builtin_module_names and name in sys.modules else None
    return getattr(sys.modules.get(name or ""), "__file__", None) or built_in


@cache
def file_owner(file: str | None) -> str:
    """The owner of a file: noughts ("own"), Python, or another."""
    if file is None:
        return "other"
    path = Path(file)
    if HERE in path.parents:
        return "own"
    installed = {"site-packages", "dist-packages"} & {*path.parts}
    return "python" if not file or (PYTHON in path.parents and not installed) else "other"


# Functions.


def globals_named(function: FunctionType) -> dict[str, Any]:
    names = {path[0] for path in _all_paths(function.__code__)}
    known = function.__globals__
    return {name: known[name] for name in sorted(names) if name in known}


def recurs(function: FunctionType) -> bool:
    """Whether a function is recursive, directly or through functions that it names.

    >>> def fall(plies: int) -> int:
    ...     return plies and rise(plies - 1)
    >>> def rise(plies: int) -> int:
    ...     return plies and fall(plies - 1)
    >>> recurs(fall), recurs(recurs)
    (True, False)
    """
    return function.__code__ in codes_reached(function)


def codes_reached(function: FunctionType) -> set[CodeType]:
    """The code of all functions that a function names, directly or through others."""
    seen: set[CodeType] = set()
    waiting = [function]
    while waiting:
        named = [
            each for each in things_named(waiting.pop()).values() if isinstance(each, FunctionType)
        ]
        waiting += [each for each in named if each.__code__ not in seen]
        seen.update(each.__code__ for each in named)
    return seen


def attributes_named(function: FunctionType, module: ModuleType) -> dict[str, Any]:
    names = {name for code in codes_in(function.__code__) for name in code.co_names}
    return {name: getattr(module, name) for name in sorted(names) if hasattr(module, name)}


def codes_in(code: CodeType) -> Iterator[CodeType]:
    """The code itself, then the code of each function and comprehension in it."""
    yield code
    for const in code.co_consts:
        if isinstance(const, CodeType):
            yield from codes_in(const)


@lru_cache(4096)
def steps_of(code: CodeType) -> tuple[tuple[str, Any], ...]:
    """The instructions of code, each with its argument: a constant, or the name of a global.

    `dis` finds more, which takes ten times as long.
    """
    if not IS_KNOWN:
        steps = dis.get_instructions(code)
        return tuple((each.opname, each.argval) for each in steps if each.opname != "EXTENDED_ARG")
    found, high = list[tuple[str, Any]](), 0
    for step, low in zip(code.co_code[::2], code.co_code[1::2], strict=True):
        name, number = dis.opname[step], high | low
        high = number << 8 if name == "EXTENDED_ARG" else 0
        if name in NAMES_AT:
            found.append((name, code.co_names[number >> NAMES_AT[name]]))
        elif name not in ("EXTENDED_ARG", "CACHE"):
            found.append((name, code.co_consts[number] if name == "LOAD_CONST" else None))
    return tuple(found)


@lru_cache(4096)
def _paths(code: CodeType) -> tuple[tuple[str, ...], ...]:
    """Each global that code loads, with the attributes that it loads from it."""
    steps, found = steps_of(code), set()
    for i, (what, name) in enumerate(steps):
        if what in GLOBALS:
            following = takewhile(lambda step: step[0] in ATTRIBUTES, islice(steps, i + 1, None))
            found.add((name, *(attribute for _, attribute in following)))
    return tuple(sorted(found))


@lru_cache(4096)
def _all_paths(code: CodeType) -> tuple[tuple[str, ...], ...]:
    """`_paths` of the code and of all code in it, in order."""
    return tuple(sorted({path for each in codes_in(code) for path in _paths(each)}))


def things_named(
    function: FunctionType, get: Callable[[dict[str, Any], str, Any], Any] = dict.get
) -> dict[str, Any]:
    """Everything that a function names, by its path: globals, builtins, and parts of modules.

    get: looks a name up in the names of a module, with an answer where it is missing.
    """
    found: dict[str, Any] = {}
    own: Any = function  # types name no __builtins__
    known = function.__globals__
    for name, *attributes in _all_paths(function.__code__):
        thing = get(known, name, known)
        if thing is known:
            thing = get(own.__builtins__, name, known)
        for attribute in attributes:
            if isinstance(thing, ModuleType):
                inside = get(vars(thing), attribute, known)
                thing = _made_up(thing, attribute) if inside is known else inside
                name = f"{name}.{attribute}"
        if thing is not known:
            found[name] = thing
    return found


def _made_up(module: ModuleType, name: str) -> Any:
    """The answer of a module's `__getattr__` for a missing name."""
    try:
        return getattr(module, name, None)
    except Exception:  # noqa: BLE001  # users' code
        return None


def perhaps_named(function: FunctionType) -> dict[str, Any]:
    """All that a function names, and perhaps more, in a tenth of the time: attributes are names."""
    own: Any = function
    names = {name for code in codes_in(function.__code__) for name in code.co_names}
    return dict(sorted(_parts(names, {**own.__builtins__, **function.__globals__}).items()))


def _parts(names: set[str], known: dict[str, Any], *within: ModuleType) -> dict[str, Any]:
    found = {name: known[name] for name in names & known.keys()}
    for name, thing in list(found.items()):
        if isinstance(thing, ModuleType) and thing not in within:
            parts = _parts(names, vars(thing), *within, thing)
            found |= {f"{name}.{part}": each for part, each in parts.items()}
    return found


def definition(function: FunctionType) -> ast.FunctionDef | None:
    """The syntax tree of a function, if its source can be found and is certain to be what runs."""
    code = function.__code__
    linecache.checkcache(code.co_filename)
    text = "".join(linecache.getlines(code.co_filename, function.__globals__))
    tree, made = _file(text, code.co_filename).get(
        (code.co_name, code.co_firstlineno), (None, None)
    )
    if tree is None or made is None or _meaning(made) != _meaning(code):
        return None
    return copy.deepcopy(tree)


@lru_cache(64)
def _file(text: str, name: str) -> dict[tuple[str, int], tuple[ast.FunctionDef, CodeType]]:
    """The functions of a file, by their names and first lines: syntax trees and code."""
    try:
        tree, whole = ast.parse(text), compile(text, name, "exec", dont_inherit=True)
    except (SyntaxError, ValueError):
        return {}
    codes = {(code.co_name, code.co_firstlineno): code for code in codes_in(whole)}
    places = {
        (node.name, min([node.lineno, *(each.lineno for each in node.decorator_list)])): node
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
    }
    return {place: (node, codes[place]) for place, node in places.items() if place in codes}


def _meaning(code: CodeType) -> tuple[object, ...]:
    constants = [each for each in code.co_consts if not isinstance(each, CodeType)]
    nested = [_meaning(each) for each in code.co_consts if isinstance(each, CodeType)]
    return code.co_code, code.co_names, code.co_varnames, code.co_freevars, constants, nested


def code_from(tree: ast.FunctionDef, function: FunctionType) -> CodeType:
    """The code of a definition, with the place in its file and the free variables of a function."""
    tree.decorator_list, tree.returns = [], None
    for parameter in (*tree.args.posonlyargs, *tree.args.args, *tree.args.kwonlyargs):
        parameter.annotation = None
    within: ast.stmt = tree
    owner = function.__qualname__.rpartition(".")[0].rpartition(".")[2]
    if owner.isidentifier():  # where private names and `super()` get their meaning
        within = ast.ClassDef(owner, [], [], [within], [], **_NO_TYPES)
    free = [name for name in function.__code__.co_freevars if name != "__class__"]
    if free:
        bound = [ast.Assign([ast.Name(name, ast.Store())], ast.Constant(None)) for name in free]
        nothing = ast.arguments([], [], None, [], [], None, [])
        within = ast.FunctionDef("within", nothing, [*bound, within], [], **_NO_TYPES)
    module = ast.fix_missing_locations(ast.Module([within], []))
    outer = compile(module, function.__code__.co_filename, "exec", dont_inherit=True)
    return next(code for code in codes_in(outer) if code.co_name == tree.name)


_NO_TYPES: dict[str, Any] = {"type_params": []} if sys.version_info >= (3, 12) else {}


# Classes.


def members(cls: type) -> dict[str, Any]:
    return {name: plain_rule(member) for name, member in defined(cls).items()}


def defined(cls: type) -> dict[str, Any]:
    """The attributes that a class and its bases define."""
    found: dict[str, Any] = {}
    for base in reversed(cls.__mro__[:-1]):
        found.update(vars(base))
    return found


def plain_rule(member: Any) -> Any:
    """A method as it is written, without its form for people (`game.CALLED`)."""
    return vars(member).get("plain_rule", member) if isinstance(member, FunctionType) else member


def methods(cls: type) -> dict[str, FunctionType]:
    rules = {name: member for name, member in members(cls).items() if not name.startswith("__")}
    return {name: member for name, member in rules.items() if isinstance(member, FunctionType)}


def file_prefix(function: Any, rules: Any) -> str:
    """The first letters of a file of code, by which one guesses that it exists, without reading."""
    name = repr(rules) if is_own(type(rules)) else type(rules).__qualname__
    return f"{crc32(f'{function.__qualname__} {name}'.encode()):08x}"


@cache
def package_text(folder: Path) -> tuple[str, ...]:
    """The sources of a package of noughts' own, for what depends on all of them."""
    paths = sorted(folder.rglob("*.*"))
    return tuple(path.read_text("utf-8") for path in paths if path.suffix in (".py", ".ll"))
