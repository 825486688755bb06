"""The content of things: how a change of a user's rules is noticed.

A fingerprint is the content of everything that a thing can reach: code, constants, default
arguments, closures, globals, the attributes of classes and instances. Where something cannot be
read completely, such as a file that a rule opens, there is no fingerprint, and nothing is kept.
"""

import ast
import marshal
import re
import sys
import types
from collections import namedtuple
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache, cached_property, lru_cache, partial
from itertools import chain
from operator import attrgetter, is_
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType, ModuleType
from typing import Any

from noughts.source import (
    ATTRIBUTES,
    codes_in,
    defined,
    definition,
    home_of,
    is_own,
    module_owner,
    perhaps_named,
    plain_rule,
    source_of,
    steps_of,
    things_named,
)


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


# The type of a NamedTuple's fields.
FIELD: type = type(vars(namedtuple("_", "x"))["x"])
# In place of a missing name, and of a closure's variable without a value.
EMPTY = object()
# The most classes of users whose content is kept.
MOST_CLASSES = 16


class Unreadable(Exception):
    pass


def _is_pure(module: str) -> bool:
    return module.partition(".")[0].lstrip("_") in PURE


def fingerprint(*things: object) -> str:
    """A short text that changes with anything that these things can reach.

    Raises:
        Unreadable: some of it cannot be read; the message names it.

    >>> fingerprint([1, 2]) == fingerprint([1, 2]) != fingerprint((1, 2))
    True
    """
    return _digest("code", things)


def content(thing: object, unread: Callable[[Unreadable], None] = lambda what: None) -> str:
    """The fingerprint of a thing; empty, after calling `unread`, if some of it cannot be read."""
    try:
        return fingerprint(thing)
    except Unreadable as what:
        unread(what)
        return ""


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
    """Reads all content of things as text; raises Unreadable where some of it may be left out.

    form: "code" for functions as code; "text" for functions as source; "own" for a function or
    class of noughts, whose code reaches nothing without naming it.
    whole: a function or class that is read: noughts' own, or a user's whose content is kept.
    """

    def __init__(self, form: str, whole: object = None) -> None:
        self.form = form
        self.whole = whole
        self.is_kept = form == "code" and whole is not None
        self.parts: list[str] = []
        # By address, with its number; kept, so that no address is used twice.
        self.seen: dict[int, tuple[int, object]] = {}
        self.within: list[int] = []  # the addresses of what is being read
        self.own: set[Any] = set()  # noughts' own functions and classes named in the parts
        self.looks = _Looks()

    def digest(self) -> str:
        return _hashed("\0".join(self.parts).encode())

    def read(self, thing: Any) -> None:
        kind = type(thing)
        if kind is FunctionType:
            thing = self._plain(thing)
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

    def _plain(self, function: FunctionType) -> Any:
        plain = plain_rule(function)
        if plain is not function:
            self._look_at_function(function)
        return plain

    def _look_at_function(self, function: FunctionType) -> None:
        if self.is_kept:
            self.looks.at_function(function)

    def _look(self, parts: Callable[[Any], Iterable[Any]], thing: Any) -> None:
        if self.is_kept:
            self.looks.at(parts, thing)

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
            self._look(_pairs if kind is dict else CONTENTS[kind], thing)
            self.parts.append(kind.__name__)
            self._row(CONTENTS[kind](thing))
        elif kind in (set, frozenset):
            self._look(list, thing)
            self.parts += [kind.__name__, *sorted(map(self._apart, thing))]
        elif isinstance(thing, DESCRIPTORS):
            self.parts.append(f"{thing.__objclass__.__name__}.{thing.__name__}")
        elif isinstance(thing, BuiltinFunctionType) and not isinstance(thing.__self__, ModuleType):
            self.parts.append(thing.__name__)
            self.read(thing.__self__)
        elif isinstance(thing, ModuleType):
            if module_owner(thing.__name__) != "python" or not _is_pure(thing.__name__):
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
        reader = _Reader(self.form, self.whole)
        reader.within, reader.own, reader.looks = self.within, self.own, self.looks
        reader.read(thing)
        return reader.digest()

    def _object(self, thing: Any) -> None:
        numpy = sys.modules.get("numpy")  # perhaps another thread has begun to load it
        array, number = (getattr(numpy, name, ()) for name in ("ndarray", "generic"))
        if type(thing) is array or isinstance(thing, number):
            if thing.dtype.hasobject:
                raise Unreadable("an array of objects")
            self.looks.suffice = False
            self.parts.append(
                f"{thing.dtype} {thing.shape} {thing.strides} {thing.tobytes().hex()}"
            )
            return
        self.read(type(thing))
        if type(thing) is not FIELD:  # it never changes
            self._look(_object_parts, thing)
        state, *others = _parts_of(thing)
        if isinstance(getattr(thing, "__dict__", None), dict):
            self._row(sorted(_state(thing).items()))
            state = state[1] if isinstance(state, tuple) and len(state) > 1 else None
        for part in (state, *others):
            self._row(part) if isinstance(part, Iterator) else self.read(part)

    def _code(self, thing: FunctionType | type) -> None:
        home = home_of(thing)
        place = module_owner(home)
        name = f"{home}.{thing.__qualname__}"
        is_local = "<locals>" in name  # others have the same name
        if place == "other" or thing is self.whole or (self.form == "own" == place and is_local):
            if isinstance(thing, FunctionType):
                self._function(thing)
            elif self.form == "code" and not self.is_kept:
                content, named = _class_content(thing)
                self.parts.append(content)
                self.own |= named
            else:
                self._class(thing)
            return
        if place == "python" and (not _is_pure(home) or thing.__name__ in DYNAMIC):
            raise Unreadable(name)
        if place == "own" and self.form != "text":
            if is_local:
                digest, parts = _own_part(thing)
                self.own.update(parts)
                name = f"{name} {digest}"
            else:
                self.own.add(thing)
        self.parts.append(name)
        if isinstance(thing, FunctionType):
            self._look_at_function(thing)
            self._held(thing)

    def _function(self, function: FunctionType) -> None:
        self._look_at_function(function)
        self.parts.append(self._text(function))
        self._held(function)
        if function.__defaults__ or function.__kwdefaults__:
            self._row((function.__defaults__, function.__kwdefaults__))
        for name, thing in self._named(function).items():
            self.parts.append(name)
            try:
                self.read(thing)
            except Unreadable as what:
                where = "" if " in " in str(what) else f" in {function.__name__}()"
                raise Unreadable(f"{what}{where}") from None
        if self.form != "own":
            imports, hidden = _beyond_names(function.__code__)
            if imports:
                self._row(_imported(function, imports, self.looks))
            if hidden:
                raise Unreadable(f"{hidden} in {function.__name__}()")

    def _named(self, function: FunctionType) -> dict[str, Any]:
        if self.form == "own":
            return perhaps_named(function)
        return things_named(function, self.looks.name if self.is_kept else dict.get)

    def _held(self, function: FunctionType) -> None:
        """The attributes and the closure of a function."""
        if held := vars(function):
            self._row(sorted(held.items()))
        for inside in _enclosed(function):
            self.parts.append("empty") if inside is EMPTY else self.read(inside)

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
        self._look(_class_parts, cls)
        self.parts.append(cls.__qualname__)
        self._row(each for each in (type(cls), *cls.__mro__[1:]) if each not in (type, object))
        for name, member in sorted(vars(cls).items()):
            if name == "__dataclass_fields__":
                self._look(_flat_rows, cls)
                for row in _dataclass_rows(cls):
                    self._row(row)
            elif name not in NO_CONTENT and not (self.form == "text" and _is_made(member)):
                self.parts.append(name)
                self.read(member)


class _Looks:
    """Everything that a reading looked at, and the objects found there.

    If a later look finds the same objects, the content is the same. `suffice` is False where that
    does not follow, as with an array: its numbers are no objects.
    """

    def __init__(self) -> None:
        self.suffice = True
        self._parts: list[tuple[Callable[[Any], Iterable[Any]], Any, tuple[Any, ...]]] = []
        # Functions, most of what a reading looks at, with the three parts of each in a row.
        self._functions: list[FunctionType] = []
        self._of_functions: list[Any] = []
        self._bare: list[FunctionType] = []  # those without attributes and closure
        # By the address of a dictionary of names: the dictionary, and the values found in it.
        self._names: dict[int, tuple[dict[str, Any], dict[str, Any]]] = {}

    def at(self, parts: Callable[[Any], Iterable[Any]], thing: Any) -> None:
        self._parts.append((parts, thing, tuple(parts(thing))))

    def at_function(self, function: FunctionType) -> None:
        self._functions.append(function)
        self._of_functions += PARTS(function)
        if function.__closure__ or vars(function):
            self.at(_held_by, function)
        else:
            self._bare.append(function)

    def name(self, known: dict[str, Any], name: str, otherwise: Any) -> Any:
        """Look a name up."""
        found = known.get(name, EMPTY)
        self._names.setdefault(id(known), (known, {}))[1].setdefault(name, found)
        if found is EMPTY and _makes_up_names(known):
            self.suffice = False
        return otherwise if found is EMPTY else found

    def find_the_same(self) -> bool:
        # In C where it can be, since each search of a user's game looks several times.
        of_functions = chain.from_iterable(map(PARTS, self._functions))
        with suppress(Unreadable):
            return (
                self.suffice
                and all(map(is_, of_functions, self._of_functions))
                and not any(map(vars, self._bare))
                and all(_names_are(known, names) for known, names in self._names.values())
                and all(_are(tuple(parts(thing)), found) for parts, thing, found in self._parts)
            )
        return False


PARTS = attrgetter("__code__", "__defaults__", "__kwdefaults__")


def _are(things: tuple[Any, ...], others: tuple[Any, ...]) -> bool:
    return len(things) == len(others) and all(map(is_, things, others))


def _names_are(known: dict[str, Any], names: dict[str, Any]) -> bool:
    return all(known.get(name, EMPTY) is found for name, found in names.items())


def _makes_up_names(known: dict[str, Any]) -> bool:
    """Whether a module, by its names, may answer for others, too."""
    module = sys.modules.get(str(known.get("__name__")))
    return "__getattr__" in known or type(module) is not ModuleType


def _pairs(things: Mapping[Any, Any]) -> tuple[Any, ...]:
    return *things, *things.values()


def _enclosed(function: FunctionType) -> list[Any]:
    """The values of a function's closure."""
    found = []
    for cell in function.__closure__ or ():
        try:
            found.append(cell.cell_contents)
        except ValueError:
            found.append(EMPTY)
    return found


def _held_by(function: FunctionType) -> tuple[Any, ...]:
    return *_pairs(vars(function)), *_enclosed(function)


def _class_parts(cls: type) -> tuple[Any, ...]:
    return type(cls), cls.__mro__, cls.__qualname__, *_pairs(vars(cls))


def _dataclass_rows(cls: type) -> list[list[Any]]:
    """The parameters of `dataclass` and of each field."""
    parameters, fields = vars(cls)["__dataclass_params__"], vars(cls)["__dataclass_fields__"]
    rows = [(parameters, OF_DATACLASS), *((field, OF_FIELD) for field in fields.values())]
    return [[getattr(thing, each) for each in names] for thing, names in rows]


def _flat_rows(cls: type) -> Iterator[Any]:
    return chain.from_iterable(_dataclass_rows(cls))


def _object_parts(thing: Any) -> Iterator[Any]:
    for part in (*_parts_of(thing), getattr(thing, "__dict__", None)):
        for each in part if isinstance(part, list | tuple) else [part]:
            yield from _pairs(each) if isinstance(each, dict) else [each]


def _class_content(cls: type) -> tuple[str, set[Any]]:
    """The content of a user's class, and what it names of noughts' own."""
    kept = _classes.get(id(cls))
    if kept is None or not kept.looks.find_the_same():
        kept = _Reader("code", cls)
        kept.read(cls)
        kept.parts = [kept.digest()]
        kept.seen.clear()
        if len(_classes) >= MOST_CLASSES:
            _classes.clear()
        _classes[id(cls)] = kept
    return kept.parts[0], kept.own


# The readers of users' classes, by the address of the class, which they keep.
_classes: dict[int, _Reader] = {}


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


@lru_cache(4096)
def _beyond_names(code: CodeType) -> tuple[list[tuple[str, Any, int]], str]:
    """The imports of code, and its first attribute that reaches more than its names, or nothing."""
    return _imports(code), _hidden(code)


def _hidden(function: CodeType) -> str:
    """The first attribute that code loads and that reaches what it does not name; or nothing."""
    steps = (each for code in codes_in(function) for each in steps_of(code))
    return next((name for what, name in steps if what in ATTRIBUTES and name in HIDDEN), "")


def _imported(
    function: FunctionType, imports: list[tuple[str, Any, int]], looks: "_Looks"
) -> Iterator[Any]:
    """Everything that a function imports; whole modules where it does not say which names."""
    own: Any = function
    load = looks.name(own.__builtins__, "__import__", None)
    for path, names, level in imports:
        try:  # a game file's own function finds the files beside it
            module = load(path, function.__globals__, None, names, level)
        except Exception:  # noqa: BLE001  # whatever a file raises
            raise Unreadable(f"the module {path}") from None
        if names and module_owner(path) == "own" and looks.name(sys.modules, path, None) is module:
            yield from [looks.name(vars(module), name, None) for name in names]
        else:
            looks.suffice = False
            yield from [getattr(module, name, None) for name in names or ()] or [module]


def _imports(function: CodeType) -> list[tuple[str, Any, int]]:
    """The modules that code imports, each with the names from it, and its level."""
    found = []
    for steps in map(steps_of, codes_in(function)):
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
    code, held = defined(type(thing)), dict(vars(thing))
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
