"""Which functions belong to a search or a game, and what they are made of.

A compiled function is a copy of the plain one in which the functions it names are the
compiled ones. The fingerprint of such a family of functions changes whenever any of
their sources, or a constant that one of them names, changes. `reached` lists what the rules of a
game use, by the names in their code.
"""

import dis
import sys
from collections.abc import Iterable, Iterator
from enum import Enum
from functools import cached_property, lru_cache
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import Any, TypeGuard

STANDARD = {*sys.stdlib_module_names, "numba", "numpy", "llvmlite"}


def of_the_house(module: str | None) -> bool:
    """Whether a module comes with noughts; a game's own file that noughts has read does not.

    >>> of_the_house("noughts.games.nim"), of_the_house("noughts.games.user_files.file_2f")
    (True, False)
    """
    name = f"{module}."
    return name.startswith("noughts.") and not name.startswith("noughts.games.user_files.file_")


def globals_named(function: FunctionType) -> dict[str, Any]:
    """The globals that a function's code names, nested code included."""
    names = {name for code in _codes(function.__code__) for name in _global_names(code)}
    known = function.__globals__
    return {name: known[name] for name in sorted(names) if name in known}


def functions_named(function: FunctionType) -> dict[str, FunctionType]:
    """The functions that a function's code names, also as attributes of modules.

    Those of Python's own library are left out.

    >>> sorted(functions_named(recurs))
    ['functions_reached']
    """
    named = globals_named(function)
    for name, module in list(named.items()):
        if isinstance(module, ModuleType) and not _is_standard(module.__name__):
            attributes = attributes_named(function, module)
            named.update({f"{name}.{attribute}": thing for attribute, thing in attributes.items()})
    return {name: thing for name, thing in named.items() if _is_function_of_ours(thing)}


def functions_reached(function: FunctionType) -> list[FunctionType]:
    """The functions that a function names, directly or through others; also itself, if so."""
    seen: dict[CodeType, FunctionType] = {}
    waiting = [function]
    while waiting:
        for thing in functions_named(waiting.pop()).values():
            if thing.__code__ not in seen:
                seen[thing.__code__] = thing
                waiting.append(thing)
    return list(seen.values())


def recurs(function: FunctionType) -> bool:
    """Whether a function is recursive, directly or through functions that it names.

    >>> def fall(plies: int) -> int:
    ...     return plies and rise(plies - 1)
    >>> def rise(plies: int) -> int:
    ...     return plies and fall(plies - 1)
    >>> recurs(fall), recurs(recurs)
    (True, False)
    """
    return any(thing.__code__ is function.__code__ for thing in functions_reached(function))


def attributes_named(function: FunctionType, module: ModuleType) -> dict[str, Any]:
    """The attributes of a module that a function's code may use."""
    names = {name for code in _codes(function.__code__) for name in code.co_names}
    return {name: getattr(module, name) for name in sorted(names) if hasattr(module, name)}


def members(cls: type) -> dict[str, Any]:
    """What a class and its bases define, by name, the nearest definition first."""
    found: dict[str, Any] = {}
    for base in reversed(cls.__mro__):
        if base is not object:
            found.update(vars(base))
    return found


def methods(cls: type) -> dict[str, FunctionType]:
    """The plain methods of a class, inherited ones included."""
    return {
        name: member
        for name, member in members(cls).items()
        if isinstance(member, FunctionType) and not name.startswith("__")
    }


def names_used(*methods: FunctionType) -> set[str]:
    """The attribute names that methods, and our functions that they call, may use on `self`.

    These are all names in their code but for attributes of a method's other parameters: some may
    be asked of something else, none is left out.

    >>> class Board:
    ...     def filled(self, position):
    ...         return position.marks == self.width * self.height
    >>> sorted(names_used(Board.filled))
    ['height', 'width']
    """
    names: set[str] = set()
    seen: set[CodeType] = set()
    waiting = [(method, method.__code__.co_varnames[1 : _arguments(method)]) for method in methods]
    while waiting:
        function, others = waiting.pop()
        if function.__code__ not in seen:
            seen.add(function.__code__)
            for code in _codes(function.__code__):
                names.update(_names_in(code, others))
            named = map(plain, globals_named(function).values())
            waiting += [(thing, ()) for thing in named if _is_function_of_ours(thing)]
    return names


def _arguments(function: FunctionType) -> int:
    return function.__code__.co_argcount + function.__code__.co_kwonlyargcount


def _names_in(code: CodeType, others: tuple[str, ...]) -> Iterator[str]:
    """The names in a code object, but for the attributes of these variables."""
    variable = None
    for instruction in dis.get_instructions(code):
        name = instruction.argval
        if instruction.opname.startswith(("LOAD_FAST", "LOAD_DEREF")):
            variable = name[-1] if isinstance(name, tuple) else name  # some load two at once
        elif instruction.opname != "CACHE":
            if instruction.opcode in dis.hasname and variable not in others:
                yield name
            variable = None


def reached(cls: type, names: Iterable[str]) -> set[str]:
    """The members of a class that these names use, directly or indirectly.

    >>> class Square:
    ...     side = 3
    ...     colour = "red"
    ...     @property
    ...     def area(self): return self.side ** 2
    >>> sorted(reached(Square, ["area"]))
    ['area', 'side']
    """
    known = members(cls)
    found: set[str] = set()
    waiting = set(names)
    while waiting:
        name = waiting.pop()
        if name in known and name not in found:
            found.add(name)
            function = plain(known[name])
            if isinstance(function, FunctionType):
                waiting |= names_used(function)
    return found


def is_code(member: object) -> bool:
    """Whether a member of a class is computed: a method, a property or another descriptor."""
    return hasattr(member, "__get__")


def state(thing: object) -> str:
    """What sets an object apart from others of its class, its parameters for example.

    All its instance attributes but cached properties and bound methods, which the class implies.
    """
    kept = _carried(thing)
    return f"{thing!r} {_literal(kept) or repr(kept)}"


def _carried(thing: object) -> dict[str, Any]:
    code = members(type(thing))
    own = sorted(vars(thing).items()) if hasattr(thing, "__dict__") else []
    return {
        name: value
        for name, value in own
        if not isinstance(code.get(name), cached_property) and not isinstance(value, MethodType)
    }


def fingerprint(*things: object) -> str:
    """A short text that changes with the source of any of these functions and classes."""
    import hashlib  # it loads OpenSSL

    digest = hashlib.sha256()
    for part in _parts(things, set()):
        digest.update(part.encode())
        digest.update(b"\0")
    return digest.hexdigest()[:32]


def _parts(things: Iterable[object], seen: set[object]) -> Iterator[str]:
    """Everything that the meaning of these things rests on, as text."""
    for wrapped in things:
        thing = plain(wrapped)
        if isinstance(thing, FunctionType | type):
            if id(thing) not in seen and _is_ours(thing):
                seen.add(id(thing))
                if isinstance(thing, FunctionType):
                    yield from _function_parts(thing, seen)
                else:
                    yield from _class_parts(thing, seen)
        elif (text := _literal(thing)) is not None:
            yield text
        elif _is_of_ours(thing) and id(thing) not in seen:
            seen.add(id(thing))
            yield state(thing)
            yield from _parts((type(thing), *_carried(thing).values()), seen)


def _function_parts(function: FunctionType, seen: set[object]) -> Iterator[str]:
    """A function's own code, and all that it names."""
    for code in _codes(function.__code__):
        yield f"{code.co_name} {code.co_code.hex()} {code.co_names} {code.co_varnames}"
        yield from filter(None, map(_literal, code.co_consts))
    yield from _parts(function.__defaults__ or (), seen)
    yield from _parts((cell.cell_contents for cell in function.__closure__ or ()), seen)
    yield from _named_parts(globals_named(function), function, seen)


def _named_parts(named: dict[str, Any], function: FunctionType, seen: set[object]) -> Iterator[str]:
    """Things by the names that a function's code has for them."""
    for name, thing in named.items():
        yield name
        if not isinstance(thing, ModuleType):
            yield from _parts((thing,), seen)
        elif (id(thing), function) not in seen and not _is_standard(thing.__name__):
            seen.add((id(thing), function))
            yield from _named_parts(attributes_named(function, thing), function, seen)


def _class_parts(cls: type, seen: set[object]) -> Iterator[str]:
    """What a class and its bases define, but for what Python adds."""
    for name, member in sorted(members(cls).items()):
        if not name.startswith("__") or name == "__post_init__":
            yield f"{cls.__qualname__}.{name}"
            yield from _parts((member,), seen)


def _is_ours(thing: FunctionType | type) -> bool:
    """Whether it may change while Python and Numba stay the same.

    A class made by calling `type` claims the module `abc`, which does not contain it.
    """
    module = thing.__module__ or ""
    outermost = thing.__qualname__.partition(".")[0]
    return not _is_standard(module) or not hasattr(sys.modules.get(module), outermost)


def _is_of_ours(thing: object) -> bool:
    """Whether the class of an object is ours; Python hides some of its own in its modules, too."""
    cls = type(thing)
    return not _is_standard(cls.__module__) or (cls.__module__ == "abc" and _is_ours(cls))


def _is_function_of_ours(thing: object) -> TypeGuard[FunctionType]:
    return isinstance(thing, FunctionType) and _is_ours(thing)


def _is_standard(module: str) -> bool:
    return module.partition(".")[0] in STANDARD


def _literal(thing: object) -> str | None:
    """A constant as text that is the same in every process; None for anything else."""
    if isinstance(thing, Enum):
        return f"{thing!r} {_literal(thing.value)}"
    if (numbers := _of_numpy(thing)) is not None:
        return f"{numbers.dtype} {numbers.shape} {numbers.tobytes().hex()}"
    if isinstance(thing, int | float | complex | str | bytes | None):
        return repr(thing)
    if isinstance(thing, dict):
        return _literal(tuple(thing.items()))
    if isinstance(thing, tuple | frozenset):
        texts = [_literal(part) for part in thing]
        if None not in texts:
            return repr(texts if isinstance(thing, tuple) else sorted(filter(None, texts)))
    return None


def _of_numpy(thing: object) -> Any:
    """The thing if it is a NumPy array or number, else None. Does not import NumPy."""
    numpy = sys.modules.get("numpy")
    return thing if numpy and isinstance(thing, numpy.ndarray | numpy.generic) else None


def plain(thing: object) -> object:
    """The function behind a property, a dispatcher or another wrapper."""
    if isinstance(thing, property):
        return thing.fget
    if isinstance(thing, cached_property):
        return thing.func
    if isinstance(thing, staticmethod | classmethod):
        return thing.__func__
    return getattr(thing, "__wrapped__", thing) if callable(thing) else thing


def _codes(code: CodeType) -> Iterator[CodeType]:
    """A code object and all that are nested in it."""
    yield code
    for const in code.co_consts:
        if isinstance(const, CodeType):
            yield from _codes(const)


@lru_cache(4096)
def _global_names(code: CodeType) -> tuple[str, ...]:
    """The names that a code object loads from the globals."""
    return tuple(
        instruction.argval
        for instruction in dis.get_instructions(code)
        if instruction.opname in ("LOAD_GLOBAL", "LOAD_NAME")
    )
