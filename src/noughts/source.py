"""Functions, classes and games as source: members, names, and a digest of their content.

A fingerprint is the content of everything that a thing can reach: code, constants, default
arguments, closures, globals, the attributes of classes and instances. Where something cannot be
read completely, such as a file that a rule opens, there is no fingerprint, and nothing is kept.
"""

import ast
import copy
import dis
import linecache
import marshal
import re
import sys
import types
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import cache, cached_property, lru_cache, partial
from itertools import islice, takewhile
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType, ModuleType
from typing import Any
from zlib import crc32

HERE = Path(__file__).parent
PYTHON = Path(dis.__file__).parent


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Modules of Python whose functions depend on their arguments alone.
PURE = _words(
    "abc array binascii bisect builtins collections contextlib copy copyreg dataclasses "
    "decimal enum fractions functools hashlib heapq itertools json math numbers operator re "
    "reprlib statistics string struct textwrap types typing warnings zlib"
)
# Functions of Python that reach things that the code does not name, and attributes that do.
DYNAMIC = _words(
    "__import__ attrgetter compile dir eval exec get_type_hints getattr globals id input locals "
    "methodcaller open vars"
)
HIDDEN = _words(
    "__annotations__ __builtins__ __closure__ __code__ __doc__ __globals__ __subclasses__"
)
# Attributes of a class that are not its content.
NO_CONTENT = _words(
    "__abstractmethods__ __annotate_func__ __annotations__ __annotations_cache__ "
    "__dataclass_params__ __dict__ __doc__ __firstlineno__ __module__ __orig_bases__ "
    "__parameters__ __slotnames__ __static_attributes__ __weakref__ _abc_impl"
)
# What tells how `dataclass` makes a class, and of each field; modules that write methods.
OF_DATACLASS = "init", "repr", "eq", "order", "unsafe_hash", "frozen"
OF_FIELD = "name", "default", "default_factory", "init", "repr", "hash", "compare", "kw_only"
MAKERS = _words("collections dataclasses reprlib")
# Methods by which an object says what it consists of.
HOOKS = _words("__getnewargs__ __getnewargs_ex__ __getstate__ __reduce__ __reduce_ex__")
# Instructions that load a global, or an attribute.
GLOBALS, ATTRIBUTES = _words("LOAD_GLOBAL LOAD_NAME"), _words("LOAD_ATTR LOAD_METHOD")
# The bits of an argument that are below the number of a name, by instruction, up to Python 3.13.
NAMES_AT = dict.fromkeys((*GLOBALS, *ATTRIBUTES, "IMPORT_NAME"), 0)
NAMES_AT |= {"LOAD_GLOBAL": 1, "LOAD_ATTR": int(sys.version_info >= (3, 12))}
IS_KNOWN = sys.version_info < (3, 14)

ATOMS = (bool, int, float, complex, str, bytes, type(None), type(...), type(NotImplemented))
# The parts of things of Python's types; other things are read by their state.
CONTENTS: dict[type, Callable[[Any], Iterable[Any]]] = {
    list: list,
    bytearray: list,
    dict: dict.items,
    range: lambda thing: (thing.start, thing.stop, thing.step),
    property: lambda thing: (thing.fget, thing.fset),
    cached_property: lambda thing: (thing.func,),
    staticmethod: lambda thing: (thing.__func__,),
    classmethod: lambda thing: (thing.__func__,),
    MethodType: lambda thing: (thing.__func__, thing.__self__),
    re.Pattern: lambda thing: (thing.pattern, thing.flags),
    partial: lambda thing: (thing.func, thing.args, thing.keywords, vars(thing)),
    type(cache(len)): lambda thing: (thing.__wrapped__,),
}
# The types of what C has defined in classes.
DESCRIPTORS = (
    types.ClassMethodDescriptorType, types.GetSetDescriptorType, types.MemberDescriptorType,
    types.MethodDescriptorType, types.WrapperDescriptorType,
)  # fmt: skip


class Unreadable(Exception):
    pass


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
    return file_owner(_file_of(home_of(thing)))


def _is_pure(module: str) -> bool:
    return module.partition(".")[0].lstrip("_") in PURE


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
        named = [each for each in _named(waiting.pop()).values() if isinstance(each, FunctionType)]
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
def _steps(code: CodeType) -> tuple[tuple[str, Any], ...]:
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
    steps, found = _steps(code), set()
    for i, (what, name) in enumerate(steps):
        if what in GLOBALS:
            following = takewhile(lambda step: step[0] in ATTRIBUTES, islice(steps, i + 1, None))
            found.add((name, *(attribute for _, attribute in following)))
    return tuple(sorted(found))


@lru_cache(4096)
def _all_paths(code: CodeType) -> tuple[tuple[str, ...], ...]:
    """`_paths` of the code and of all code in it, in order."""
    return tuple(sorted({path for each in codes_in(code) for path in _paths(each)}))


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
    bases = [base for base in reversed(cls.__mro__) if base is not object]
    return {name: plain_rule(member) for base in bases for name, member in vars(base).items()}


def plain_rule(member: Any) -> Any:
    """A method as it is written, without its form for people (`game.CALLED`)."""
    return vars(member).get("plain_rule", member) if isinstance(member, FunctionType) else member


def methods(cls: type) -> dict[str, FunctionType]:
    rules = {name: member for name, member in members(cls).items() if not name.startswith("__")}
    return {name: member for name, member in rules.items() if isinstance(member, FunctionType)}


@cache
def package_text(folder: Path) -> tuple[str, ...]:
    """The sources of a package of noughts' own, for what depends on all of them."""
    paths = sorted(folder.rglob("*.*"))
    return tuple(path.read_text("utf-8") for path in paths if path.suffix in (".py", ".ll"))


# Content.


def fingerprint(*things: object) -> str:
    """A short text that changes with anything that these things can reach.

    Raises:
        Unreadable: some of it cannot be read; the message names it.

    >>> fingerprint([1, 2]) == fingerprint([1, 2]) != fingerprint((1, 2))
    True
    """
    return _digest("code", things)


def file_prefix(function: Any, rules: Any) -> str:
    """The first letters of a file of code, by which one guesses that it exists, without reading."""
    name = repr(rules) if is_own(type(rules)) else type(rules).__qualname__
    return f"{crc32(f'{function.__qualname__} {name}'.encode()):08x}"


def content(thing: object, unread: Callable[[Unreadable], None] = lambda what: None) -> str:
    """The fingerprint of a thing; empty, after calling `unread`, if some of it cannot be read."""
    known = _read_once.get()
    if known is not None and id(thing) in known:
        return known[id(thing)][1]
    try:
        found = fingerprint(thing)
    except Unreadable as what:
        unread(what)
        return ""
    if known is not None:
        known[id(thing)] = thing, found
    return found


@contextmanager
def reading_once() -> Iterator[None]:
    """Context: `content` reads a thing once, for calls between which nothing should change it."""
    before = _read_once.set({})
    try:
        yield
    finally:
        _read_once.reset(before)


# By address, the things read in this thread's context, and their content.
_read_once: ContextVar[dict[int, tuple[object, str]] | None] = ContextVar("read", default=None)


def text_digest(*things: object) -> str:
    """A fingerprint that is the same in every version of Python: by source in place of code.

    noughts' own functions and classes count by their names. Docstrings and remarks do not count.

    Raises:
        Unreadable: some of it cannot be read, or has no source.
    """
    return _digest("text", things)


def _digest(form: str, things: Iterable[object]) -> str:
    reader = _Reader(form)
    for thing in things:
        reader.read(thing)
    if reader.own:
        reader.parts.append(_own_digest(frozenset(reader.own)))
    return reader.digest()


def _hashed(content: bytes) -> str:
    import hashlib  # it loads OpenSSL

    return hashlib.sha256(content).hexdigest()[:32]


class _Reader:
    """Reads all content of things, as text; what is not known to be read completely is Unreadable.

    form: "code" for functions as code; "text" for functions as source; "own" for a function or
    class of noughts, whose code reaches nothing without naming it.
    """

    def __init__(self, form: str, whole: object = None) -> None:
        self.form = form
        self.whole = whole  # noughts' own function or class that is read, not named
        self.parts: list[str] = []
        # By address, with its number; kept, so that no address is used twice.
        self.seen: dict[int, tuple[int, object]] = {}
        self.within: list[int] = []  # the addresses of what is being read
        self.own: set[Any] = set()  # noughts' own functions and classes named in the parts

    def digest(self) -> str:
        return _hashed("\0".join(self.parts).encode())

    def read(self, thing: Any) -> None:
        kind = type(thing)
        if kind is FunctionType:
            thing = plain_rule(thing)
        if kind in ATOMS:
            self.parts.append(f"{kind.__name__} {thing!r}")
        elif kind is tuple:
            self._row(thing)
        elif id(thing) in self.seen:
            self.parts.append(f"again {self.seen[id(thing)][0]}")
        elif id(thing) in self.within:  # it is in a set that it reaches
            self.parts.append(f"within {self.within.index(id(thing))}")
        else:
            self.seen[id(thing)] = len(self.seen), thing
            self.within.append(id(thing))
            try:
                self._read_new(thing)
            except Unreadable as what:
                if self.form != "own":
                    raise
                self.parts.append(str(what))
            finally:
                self.within.pop()

    def _row(self, things: Iterable[Any]) -> None:
        # Tables of numbers, quickly; digests of text are stored, and remain as they were.
        kinds = {*map(type, things)} if isinstance(things, list | tuple) else ()
        if kinds == {int} and self.form != "text":
            self.parts.append(f"row {_hashed(marshal.dumps(tuple(things), 2))}")
            return
        self.parts.append("(")
        for thing in things:
            self.read(thing)
        self.parts.append(")")

    def _read_new(self, thing: Any) -> None:
        kind = type(thing)
        if isinstance(thing, FunctionType | type):
            self._code(thing)
        elif kind in CONTENTS:
            self.parts.append(kind.__name__)
            self._row(CONTENTS[kind](thing))
        elif kind in (set, frozenset):
            self.parts += [kind.__name__, *sorted(map(self._apart, thing))]
        elif isinstance(thing, DESCRIPTORS):
            self.parts.append(f"{thing.__objclass__.__name__}.{thing.__name__}")
        elif isinstance(thing, BuiltinFunctionType) and not isinstance(thing.__self__, ModuleType):
            self.parts.append(thing.__name__)
            self.read(thing.__self__)
        elif isinstance(thing, ModuleType):
            if file_owner(_file_of(thing.__name__)) != "python" or not _is_pure(thing.__name__):
                raise Unreadable(f"the module {thing.__name__} as a value")
            self.parts.append(thing.__name__)
        elif isinstance(thing, BuiltinFunctionType):
            if not _is_pure(thing.__module__) or thing.__name__ in DYNAMIC:
                raise Unreadable(f"{thing.__name__}()")
            self.parts.append(f"{thing.__module__}.{thing.__name__}")
        else:
            self._object(thing)

    def _apart(self, thing: Any) -> str:
        """The content of one thing among others in no order."""
        reader = _Reader(self.form)
        reader.within, reader.own = self.within, self.own
        reader.read(thing)
        return reader.digest()

    def _object(self, thing: Any) -> None:
        numpy = sys.modules.get("numpy")  # perhaps another thread has begun to load it
        array, number = (getattr(numpy, name, ()) for name in ("ndarray", "generic"))
        if type(thing) is array or isinstance(thing, number):
            if thing.dtype.hasobject:
                raise Unreadable("an array of objects")
            self.parts.append(
                f"{thing.dtype} {thing.shape} {thing.strides} {thing.tobytes().hex()}"
            )
            return
        self.read(type(thing))
        state, *others = _parts_of(thing)
        if isinstance(getattr(thing, "__dict__", None), dict):
            self._row(sorted(_state(thing).items()))
            state = state[1] if isinstance(state, tuple) and len(state) > 1 else None
        for part in (state, *others):
            self._row(part) if isinstance(part, Iterator) else self.read(part)

    def _code(self, thing: FunctionType | type) -> None:
        home = home_of(thing)
        place = file_owner(_file_of(home))
        name = f"{home}.{thing.__qualname__}"
        is_local = "<locals>" in name  # others have the same name
        if place == "other" or thing is self.whole or (self.form == "own" == place and is_local):
            self._function(thing) if isinstance(thing, FunctionType) else self._class(thing)
            return
        if place == "python" and (not _is_pure(home) or thing.__name__ in DYNAMIC):
            raise Unreadable(name)
        if place == "own" and self.form != "text":
            if is_local:
                digest, named = _own_part(thing)
                self.own.update(named)
                name = f"{name} {digest}"
            else:
                self.own.add(thing)
        self.parts.append(name)
        if isinstance(thing, FunctionType):
            self._held(thing)

    def _function(self, function: FunctionType) -> None:
        self.parts.append(self._text(function))
        self._held(function)
        if function.__defaults__ or function.__kwdefaults__:
            self._row((function.__defaults__, function.__kwdefaults__))
        named = _perhaps_named if self.form == "own" else _named
        for name, thing in named(function).items():
            self.parts.append(name)
            try:
                self.read(thing)
            except Unreadable as what:
                where = "" if " in " in str(what) else f" in {function.__name__}()"
                raise Unreadable(f"{what}{where}") from None
        if self.form != "own":
            imports, hidden = _beyond_names(function.__code__)
            if imports:
                self._row(_imported(function, imports))
            if hidden:
                raise Unreadable(f"{hidden} in {function.__name__}()")

    def _held(self, function: FunctionType) -> None:
        """The attributes and the closure of a function."""
        if held := vars(function):
            self._row(sorted(held.items()))
        for cell in function.__closure__ or ():
            try:
                self.read(cell.cell_contents)
            except ValueError:  # it is empty
                self.parts.append("empty")

    def _text(self, function: FunctionType) -> str:
        if self.form != "text":
            return _code_text(function.__code__)
        if (tree := definition(function)) is None:
            raise Unreadable(f"{function.__name__}(), which has no source")
        if ast.get_docstring(tree) is not None:
            tree.body = tree.body[1:] or [ast.Pass()]
        return ast.unparse(tree)

    def _class(self, cls: type) -> None:
        """All that a class, its bases and its metaclass define, without Python's additions."""
        self.parts.append(cls.__qualname__)
        self._row(each for each in (type(cls), *cls.__mro__[1:]) if each not in (type, object))
        for name, member in sorted(vars(cls).items()):
            if name == "__dataclass_fields__":
                self._row(getattr(vars(cls)["__dataclass_params__"], each) for each in OF_DATACLASS)
                for field in member.values():
                    self._row(getattr(field, each) for each in OF_FIELD)
            elif name not in NO_CONTENT and not (self.form == "text" and _is_made(member)):
                self.parts.append(name)
                self.read(member)


@lru_cache(4096)
def _own_part(thing: FunctionType | type) -> tuple[str, frozenset[Any]]:
    """The content of a function or class of noughts, which does not change in a process.

    Others of noughts' own are in it by name alone; returns them, too.
    """
    reader = _Reader("own", thing)
    reader.read(thing)
    return reader.digest(), frozenset(reader.own)


@lru_cache(256)
def _own_digest(things: frozenset[Any]) -> str:
    """The content of functions and classes of noughts, with all others that they reach."""
    reached, waiting = set(things), list(things)
    while waiting:
        named = _own_part(waiting.pop())[1] - reached
        reached |= named
        waiting += named
    parts = [f"{each.__module__}.{each.__qualname__} {_own_part(each)[0]}" for each in reached]
    return _hashed("\0".join(sorted(parts)).encode())


@lru_cache(4096)
def _code_text(function: CodeType) -> str:
    return "\0".join(
        f"{code.co_name} {code.co_flags} {code.co_code.hex()} {code.co_names} "
        f"{code.co_varnames} {code.co_freevars} {code.co_exceptiontable.hex()} {_constants(code)}"
        for code in codes_in(function)
    )


def _constants(code: CodeType) -> list[str]:
    plain = (each for each in code.co_consts if not isinstance(each, CodeType))
    return [repr(sorted(each, key=repr) if isinstance(each, frozenset) else each) for each in plain]


def _named(function: FunctionType) -> dict[str, Any]:
    """Everything that a function names, by its path: globals, builtins, and parts of modules."""
    found: dict[str, Any] = {}
    own: Any = function  # types name no __builtins__
    known, otherwise = function.__globals__, own.__builtins__
    for name, *attributes in _all_paths(function.__code__):
        thing = known[name] if name in known else otherwise.get(name, known)
        for attribute in attributes:
            if isinstance(thing, ModuleType):
                name, thing = f"{name}.{attribute}", getattr(thing, attribute, None)
        if thing is not known:
            found[name] = thing
    return found


def _perhaps_named(function: FunctionType) -> dict[str, Any]:
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


def _hidden(function: CodeType) -> str:
    """The first attribute that code loads and that reaches what it does not name; or nothing."""
    steps = (each for code in codes_in(function) for each in _steps(code))
    return next((name for what, name in steps if what in ATTRIBUTES and name in HIDDEN), "")


Import = tuple[str, tuple[str, ...] | None, int]


@lru_cache(4096)
def _beyond_names(code: CodeType) -> tuple[list[Import], str]:
    """The imports of code, and its first attribute that reaches more than its names, or nothing."""
    return _imports(code), _hidden(code)


def _imported(function: FunctionType, imports: list[Import]) -> Iterator[Any]:
    """Everything that a function imports; whole modules where it does not say which names."""
    own: Any = function
    for path, names, level in imports:
        try:  # a game file's own function finds the files beside it
            load = own.__builtins__["__import__"]
            module = load(path, function.__globals__, None, names, level)
        except Exception:  # noqa: BLE001  # whatever a file raises
            raise Unreadable(f"the module {path}") from None
        yield from [getattr(module, name, None) for name in names or ()] or [module]


def _imports(function: CodeType) -> list[Import]:
    """The modules that code imports, each with the names from it, and its level."""
    found = []
    for steps in map(_steps, codes_in(function)):
        for (_, level), (_, names), (what, path) in zip(steps, steps[1:], steps[2:], strict=False):
            if what == "IMPORT_NAME":
                found.append((path, names, level))
    return found


def _parts_of(thing: Any) -> list[Any]:
    """The parts of an object, as for a pickle: its state, then others."""
    written = {
        source_of(member)
        for base in type(thing).__mro__
        for name in HOOKS
        if isinstance(member := vars(base).get(name), FunctionType)
    } - {"python"}
    if written == {"own"}:  # noughts pickles less than there is
        return [object.__getstate__(thing)]
    with suppress(Exception):  # as Python and users' classes raise them
        reduced = None if written else thing.__reduce_ex__(4)
        if isinstance(reduced, tuple):
            return [reduced[2] if len(reduced) > 2 else None, *reduced[:2], *reduced[3:]]
    raise Unreadable(f"a {type(thing).__name__}")


def _is_made(member: Any) -> bool:
    """Whether `NamedTuple` or `dataclass` has made a method, from content of the class."""
    function = getattr(member, "__func__", member)
    if not isinstance(function, FunctionType):
        return False
    home = str(function.__globals__.get("__name__"))
    made = home in MAKERS or home.startswith("namedtuple_")
    return made or function.__code__.co_qualname.startswith(("__create_fn__.", "_of_values."))


def _state(thing: Any) -> dict[str, Any]:
    """An instance's attributes, and for users' classes the cached values of its properties.

    A cached value can be older than what it was computed from, so it is content too, unless noughts
    makes the object again from the rest of its content, as it makes knowledge (`native/calls.py`).
    """
    makes: Any = type(thing).__reduce__
    anew = isinstance(makes, FunctionType) and is_own(makes)
    code, held = members(type(thing)), dict(vars(thing))
    for name in [name for name, member in code.items() if isinstance(member, cached_property)]:
        held.pop(name, None)
        if not (anew or is_own(type(thing))):
            try:
                held[name] = getattr(thing, name)
            except Exception as error:  # noqa: BLE001  # users' code
                held[name] = type(error).__name__
    return {
        name: value
        for name, value in held.items()
        if not (isinstance(value, MethodType) and name in code)
    }
