"""A game as a compile-time constant.

Inside compiled code a game has a type of its own that carries the game itself and takes
no room at run time. Its methods are compiled from their own source; its attributes, be
they parameters, class attributes or properties, are constants.
"""

from functools import cache
from inspect import Parameter, Signature, signature
from types import FunctionType
from typing import Any

import numpy as np
from numba.core import types
from numba.core.datamodel import models
from numba.core.extending import (
    lower_getattr_generic,
    overload_method,
    register_model,
    typeof_impl,
)
from numba.core.imputils import lower_cast, lower_constant
from numba.core.typing.templates import AttributeTemplate, infer_getattr

from noughts import source
from noughts.game import FIELD_BITS, RULES, Game
from noughts.knowledge import Knowledge, rules_behind
from noughts.native.checked import INLINE, care_for, must_fit
from noughts.native.compile_unit import CompileUnit, compile_globals
from noughts.native.wide import LONGEST_TUPLE, widened
from noughts.native.wide_operators import with_wide_shifts
from noughts.search.copies import copied


class ConstantType(types.Type):
    """The type of one object, which is a constant."""

    def __init__(self, value: Any) -> None:
        self.value = value
        self.fingerprint = source.fingerprint(value)
        super().__init__(f"{type(value).__name__}({self.fingerprint})")

    @property
    def key(self) -> str:
        """What makes two such types equal."""
        return self.fingerprint


def constant(owner: Any, name: str) -> Any:
    """An attribute's value in a form that compiled code can hold as a constant."""
    value = getattr(owner, name)
    if is_game(value):  # knowledge has its game as an attribute
        kind: Any = type(value)
        type_class(kind)
    if bits := wide_bits(owner):
        value = widened(value, bits)
    if not isinstance(value, tuple) or len(value) <= LONGEST_TUPLE:
        return value
    if not all(isinstance(number, int) for number in value):
        return value
    return np.array(value, dtype=np.int64)


def wide_bits(owner: Any) -> int:
    """The bits of a wide number, if the game, or that of the knowledge, has such; else 0."""
    rules = rules_behind(owner)
    bits: int = rules.field_bits if is_game(rules) else FIELD_BITS
    return bits if bits > FIELD_BITS else 0


def is_game(value: Any) -> bool:
    """Whether a value is a game; Game, a protocol, does not answer that itself."""
    return Game in type(value).__mro__


@cache
def type_class(cls: type) -> type[ConstantType]:
    """Teach Numba a class: its instances are constants, its methods are compiled."""
    kind = type(f"{cls.__name__}Type", (ConstantType,), {})
    register_model(kind)(models.OpaqueModel)
    _teach_attributes(kind)

    @lower_constant(kind)
    def lower_object(context: Any, builder: Any, kind: Any, value: Any) -> Any:
        return context.get_dummy_value()

    teach_methods(kind, cls)

    instances: dict[Any, ConstantType] = {}

    @typeof_impl.register(cls)
    def typeof(value: Any, context: Any) -> ConstantType:
        if value not in instances:
            instances[value] = kind(value)
        return instances[value]

    return kind


@cache
def handed_on(cls: type) -> frozenset[str]:
    """The methods of knowledge that only ask its game for the same: its own are called at once."""
    if not issubclass(cls, Knowledge):
        return frozenset()
    members = source.members(cls)
    return frozenset(name for name in RULES if members[name] is vars(Knowledge)[name])


@lower_cast(ConstantType, ConstantType)
def cast_to_game(context: Any, builder: Any, known: Any, game: Any, value: Any) -> Any:
    """Knowledge in place of its game, for the methods that it hands on; neither takes room."""
    return value


def _teach_attributes(kind: type[ConstantType]) -> None:
    """Attributes other than methods are constants, read from the object when compiling."""

    @infer_getattr
    class Attributes(AttributeTemplate):
        key = kind

        def generic_resolve(self, owner: ConstantType, name: str) -> Any:
            kind: Any = type(owner.value)
            if name in handed_on(kind):
                game = self.context.resolve_value_type(constant(owner.value, "game"))
                return self.context.resolve_getattr(game, name)
            if isinstance(source.members(kind).get(name), FunctionType):
                return None
            try:
                return self.context.resolve_value_type(constant(owner.value, name))
            except (AttributeError, ValueError):  # there is none, or it is of no type Numba knows
                return None

    @lower_getattr_generic(kind)
    def lower_attribute(context: Any, builder: Any, owner: Any, value: Any, name: str) -> Any:
        content = constant(owner.value, name)
        must_fit(content)
        kind = context.typing_context.resolve_value_type(content)
        return context.get_constant_generic(builder, kind, content)


def teach_methods(kind: type[types.Type], cls: Any) -> None:
    """Let compiled code call the methods of a class: compiled copies of the plain ones."""
    for name, method in source.methods(cls).items():
        if name not in handed_on(cls):
            options: Any = {**care_for(method), **INLINE}
            overload_method(kind, name, jit_options=options)(_chooser(method))  # type: ignore[call-arg]


def _chooser(method: FunctionType) -> Any:
    """What Numba asks for the source of a method; it wants the method's own parameters."""

    def choose(*types_of_arguments: Any) -> FunctionType:
        bits = wide_bits(vars(types_of_arguments[0]).get("value"))
        clone = with_wide_shifts(method, bits) if bits else copied(method)
        compile_globals(clone, CompileUnit(bits))
        return clone

    plain = [p.replace(annotation=Parameter.empty) for p in signature(method).parameters.values()]
    choose.__signature__ = Signature(plain)  # type: ignore[attr-defined]
    return choose
