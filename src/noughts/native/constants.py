"""A game as a compile-time constant.

Inside compiled code a game has its own type, which contains the game itself and takes no room at
run time. Its methods are compiled from their own source; its attributes, including parameters,
class attributes and properties, are constants.
"""

import itertools
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, lru_cache
from inspect import Parameter, Signature, signature
from types import FunctionType
from typing import Any

import numpy as np
from numba.core import types
from numba.core.datamodel import models
from numba.core.errors import TypingError
from numba.core.extending import (
    lower_getattr_generic,
    overload_method,
    register_model,
    typeof_impl,
)
from numba.core.imputils import lower_cast, lower_constant
from numba.core.typing.templates import AttributeTemplate, infer_getattr

from noughts import source
from noughts.errors import NotCompilable
from noughts.game import FIELD_BITS, RULES, Game
from noughts.knowledge import Knowledge, rules_behind
from noughts.native.checked import INLINE, must_fit
from noughts.native.compile_unit import CompileUnit, compile_globals
from noughts.native.language import admits
from noughts.native.wide import LONGEST_TUPLE, widened

# The number of classes to keep for Numba, most of them users'.
KEPT = 256


class ConstantType(types.Type):
    """The type of one object, which is a constant.

    Args:
        value: the object.
        content: its content. Types of equal content are equal for noughts' own rules; those of
            users' rules, whose classes can change, are equal to none but themselves.
    """

    def __init__(self, value: Any, content: str) -> None:
        self.value = value
        self.content = content
        own = source.is_own(type(value)) and source.is_own(type(rules_behind(value)))
        self.key_text = content if own else f"{content} {next(_COUNT)}"
        super().__init__(f"{type(value).__name__}({self.key_text})")

    @property
    def key(self) -> str:
        return self.key_text


def content_of(owner: Any) -> str:
    """The content of a game or knowledge; if it cannot be read, a unique text."""
    try:
        return source.fingerprint(owner)
    except source.Unreadable:
        return f"unread {next(_COUNT)}"


_COUNT = itertools.count()
# The types used last, because several searches are compiled for a game, one after the other.
_lately: deque[ConstantType] = deque(maxlen=4)
# The types of the objects for which code is being compiled, by address.
_current: dict[int, ConstantType] = {}


@contextmanager
def taught(*owners: Any) -> Iterator[None]:
    """Context: Numba can compile for these games and knowledge, in their current state."""
    before = dict(_current)
    _current.update({id(owner): _type_of(owner) for owner in owners})
    try:
        yield
    finally:
        _current.clear()
        _current.update(before)  # inside another such context


def _type_of(owner: Any) -> ConstantType:
    kind: Any = type(owner)
    content = content_of(owner)
    for known in _lately:
        if known.value is owner and known.content == content:
            return known
    made = type_class(kind, "" if source.is_own(kind) else content)(owner, content)
    _lately.append(made)
    return made


def of_user(cls: type) -> type | None:
    return None if source.is_own(cls) else cls


def constant(owner: Any, name: str) -> Any:
    value = getattr(owner, name)
    if is_game(value):  # knowledge has its game as an attribute
        return value
    if of_user(type(owner)) and not admits(value):
        raise TypingError(f"is no number: self.{name}, a {type(value).__name__}")
    if bits := wide_bits(owner):
        value = widened(value, bits)
    must_fit(value)
    if not isinstance(value, tuple) or len(value) <= LONGEST_TUPLE:
        return value
    if not all(isinstance(number, int) for number in value):
        return value
    return np.array(value, dtype=np.int64)


def wide_bits(owner: Any) -> int:
    """The bits of a wide number, if the game, or the knowledge's game, has any; otherwise 0."""
    rules = rules_behind(owner)
    bits: int = rules.field_bits if is_game(rules) else FIELD_BITS
    return bits if bits > FIELD_BITS else 0


def is_game(value: Any) -> bool:
    """Whether a value is a game; `isinstance` does not work with the protocol Game."""
    return Game in type(value).__mro__


@lru_cache(KEPT)
def type_class(cls: type, content: str) -> type[ConstantType]:
    """Teach Numba a class: its instances are constants, its methods are compiled.

    Args:
        cls: the class.
        content: the content of the instance, if the class may change while the program runs.
    """
    kind = type(f"{cls.__name__}Type", (ConstantType,), {})
    register_model(kind)(models.OpaqueModel)
    _teach_attributes(kind)

    @lower_constant(kind)
    def lower_object(context: Any, builder: Any, kind: Any, value: Any) -> Any:
        return context.get_dummy_value()

    teach_methods(kind, cls)

    @typeof_impl.register(cls)
    def typeof(value: Any, context: Any) -> ConstantType:
        if id(value) not in _current:
            _current[id(value)] = _type_of(value)
        return _current[id(value)]

    return kind


@cache
def handed_on(cls: type) -> frozenset[str]:
    """The methods of knowledge that only call the game's: compiled code calls those directly."""
    if not issubclass(cls, Knowledge):
        return frozenset()
    members = source.members(cls)
    return frozenset(name for name in RULES if members[name] is vars(Knowledge)[name])


@lower_cast(ConstantType, ConstantType)
def cast_to_game(context: Any, builder: Any, known: Any, game: Any, value: Any) -> Any:
    """Knowledge as its game, for the methods that it passes on; neither takes room."""
    return value


def _teach_attributes(kind: type[ConstantType]) -> None:
    @infer_getattr
    class Attributes(AttributeTemplate):
        key = kind

        def generic_resolve(self, owner: ConstantType, name: str) -> Any:
            kind: Any = type(owner.value)
            if of_user(kind) and {"__getattr__", "__getattribute__"} & source.members(kind).keys():
                raise NotCompilable(f"{kind.__name__} has a __getattr__ of its own")
            if name in handed_on(kind):
                game = self.context.resolve_value_type(constant(owner.value, "game"))
                return self.context.resolve_getattr(game, name)
            if isinstance(source.members(kind).get(name), FunctionType):
                if of_user(kind) and name in vars(owner.value):
                    raise NotCompilable(f"{kind.__name__} has another {name} in an instance")
                return None
            try:
                return self.context.resolve_value_type(constant(owner.value, name))
            except (AttributeError, ValueError):  # it is missing, or Numba has no type for it
                return None

    @lower_getattr_generic(kind)
    def lower_attribute(context: Any, builder: Any, owner: Any, value: Any, name: str) -> Any:
        content = constant(owner.value, name)
        kind = context.typing_context.resolve_value_type(content)
        return context.get_constant_generic(builder, kind, content)


def teach_methods(kind: type[types.Type], cls: Any) -> None:
    """Let compiled code call the methods of a class: compiled copies of the plain ones."""
    for name, method in source.methods(cls).items():
        if name not in handed_on(cls):
            options: Any = {**CompileUnit(0, of_user(cls)).options(method), **INLINE}
            choose = _chooser(method, of_user(cls))
            overload_method(kind, name, jit_options=options)(choose)  # type: ignore[call-arg]


def _chooser(method: FunctionType, cls: type | None) -> Any:
    """The function that gives Numba a method's source; it needs the method's own parameters."""

    def choose(*types_of_arguments: Any, **named: Any) -> FunctionType:
        unit = CompileUnit(wide_bits(vars(types_of_arguments[0]).get("value")), cls)
        clone = unit.clone(method)
        compile_globals(clone, unit)
        return clone

    plain = [p.replace(annotation=Parameter.empty) for p in signature(method).parameters.values()]
    choose.__signature__ = Signature(plain)  # type: ignore[attr-defined]
    return choose
