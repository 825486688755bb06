"""The operators of wide numbers, and the shifts that make them.

Tests show that wide numbers of noughts' own rules have room. In users' rules every operator checks
that (`EXACT`), and on overflow the plain form is used.
"""

import operator
from collections.abc import Callable
from functools import cache
from typing import Any

from llvmlite import ir
from numba.core import types
from numba.core.extending import intrinsic, lower_builtin, lower_cast
from numba.core.typing.templates import AbstractTemplate, infer_global, signature

from noughts.native.wide import WideType, fail_if

WORD = ir.IntType(64)


@lower_cast(types.Integer, WideType)
@lower_cast(types.Boolean, WideType)
def widen(context: Any, builder: Any, known: Any, kind: WideType, value: Any) -> Any:
    extend = builder.sext if vars(known).get("signed") else builder.zext
    return extend(value, ir.IntType(kind.bits))


def _wide_among(kinds: Any) -> WideType | None:
    wide = [kind for kind in kinds if isinstance(kind, WideType)]
    whole = all(isinstance(kind, WideType | types.Integer | types.Boolean) for kind in kinds)
    return wide[0] if wide and whole else None


def _teach(function: Any, generate: Callable[..., Any], answer: Any = None) -> None:
    """Register an operator with a wide operand in Numba; other operands are widened.

    Args:
        function: the operator.
        generate: the generator of its code.
        answer: the type of its answer; by default a wide number.
    """

    @infer_global(function)
    class Operator(AbstractTemplate):
        def generic(self, args: Any, kws: Any) -> Any:
            wide = _wide_among(args)
            return wide and signature(answer or wide, *[wide] * len(args))

    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return generate(builder, *args)

    for operands in (1, 2):
        lower_builtin(function, *[WideType] * operands)(lower)


def _instruction(name: str) -> Callable[..., Any]:
    return lambda builder, *operands: getattr(builder, name)(*operands)


def _comparison(sign: str) -> Callable[..., Any]:
    return lambda builder, *both: builder.icmp_signed(sign, *both)


def _against_nothing(sign: str) -> Callable[..., Any]:
    return lambda builder, value: builder.icmp_signed(sign, value, value.type(0))


def _choice(sign: str) -> Callable[..., Any]:
    return lambda builder, *both: builder.select(builder.icmp_signed(sign, *both), *both)


for _name in ("add", "sub", "mul", "and_", "or_", "xor"):
    for _operator in _name, f"i{_name.rstrip('_')}":
        _teach(getattr(operator, _operator), _instruction(_name))
for _operator, _name in (("neg", "neg"), ("invert", "not_")):
    _teach(getattr(operator, _operator), _instruction(_name))
for _name, _sign in {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}.items():
    _teach(getattr(operator, _name), _comparison(_sign), types.boolean)
for _test, _sign in ((operator.not_, "=="), (bool, "!=")):
    _teach(_test, _against_nothing(_sign), types.boolean)
for _one_of, _sign in ((min, "<="), (max, ">=")):
    _teach(_one_of, _choice(_sign))


def _far(builder: Any, value: Any, places: Any) -> tuple[Any, Any]:
    bits = WORD(value.type.width)
    far = builder.icmp_unsigned(">=", places, bits)
    within = builder.select(far, builder.sub(bits, WORD(1)), places)
    return far, builder.zext(within, value.type)


def _shift_left(builder: Any, value: Any, places: Any) -> Any:
    far, within = _far(builder, value, places)
    return builder.select(far, value.type(0), builder.shl(value, within))


def _shift_right(builder: Any, value: Any, places: Any) -> Any:
    return builder.ashr(value, _far(builder, value, places)[1])


_SHIFTS = {
    operator.lshift: _shift_left,
    operator.ilshift: _shift_left,
    operator.rshift: _shift_right,
    operator.irshift: _shift_right,
}
for _shift, _generate in _SHIFTS.items():

    @infer_global(_shift)
    class Shift(AbstractTemplate):
        def generic(self, args: Any, kws: Any) -> Any:
            """The signature; None for other types."""
            if isinstance(args[0], WideType) and isinstance(args[1], types.Integer):
                return signature(args[0], args[0], types.int64)
            return None

    @lower_builtin(_shift, WideType, types.Integer)
    def lower_shift(
        context: Any, builder: Any, sig: Any, args: Any, generate: Any = _generate
    ) -> Any:
        return generate(builder, *args)


# Operators that raise OverflowError if the number has no room, for users' rules.


def _exact(generate: Callable[..., tuple[Any, Any]], *, shift: bool = False) -> Any:
    """An operator of whole numbers: words, or with one that is wide.

    Args:
        generate: the generator of its code: the answer, and whether it has no room.
        shift: whether the second number is a machine word, the shift count.
    """

    @intrinsic
    def operation(typing_context: Any, left: Any, right: Any) -> Any:
        kind = _wide_among((left,) if shift else (left, right)) or types.int64

        def compute(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            answer, no_room = generate(builder, *args)
            fail_if(context, builder, no_room, OverflowError)
            return answer

        return kind(kind, types.int64 if shift else kind), compute

    return operation


def _with_overflow(instruction: str) -> Callable[..., tuple[Any, Any]]:
    def generate(builder: Any, *both: Any) -> tuple[Any, Any]:
        answer = getattr(builder, instruction)(*both)
        return builder.extract_value(answer, 0), builder.extract_value(answer, 1)

    return generate


def _product(builder: Any, left: Any, right: Any) -> tuple[Any, Any]:
    """A wide product has as many bits as both numbers together, at most."""
    if left.type == WORD:
        return _with_overflow("smul_with_overflow")(builder, left, right)
    bits = builder.add(_length(builder, left), _length(builder, right))
    no_room = builder.icmp_signed(">", bits, left.type(left.type.width - 2))
    return builder.mul(left, right), no_room


def _length(builder: Any, value: Any) -> Any:
    """The number of bits of a number without its sign."""
    sign = builder.ashr(value, value.type(value.type.width - 1))
    zeros = builder.ctlz(builder.xor(value, sign), ir.IntType(1)(0))
    return builder.sub(value.type(value.type.width), zeros)


def _exact_shift_left(builder: Any, value: Any, places: Any) -> tuple[Any, Any]:
    shifted = _shift_left(builder, value, places)
    back = _shift_right(builder, shifted, places)
    lost = builder.icmp_signed("!=", back, value)
    return shifted, builder.or_(lost, _is_negative(builder, places))


def _exact_shift_right(builder: Any, value: Any, places: Any) -> tuple[Any, Any]:
    return _shift_right(builder, value, places), _is_negative(builder, places)


def _is_negative(builder: Any, places: Any) -> Any:
    return builder.icmp_signed("<", places, places.type(0))


# By the names of the operators.
EXACT: dict[str, Any] = {
    "add": _exact(_with_overflow("sadd_with_overflow")),
    "sub": _exact(_with_overflow("ssub_with_overflow")),
    "mul": _exact(_product),
    "lshift": _exact(_exact_shift_left, shift=True),
    "rshift": _exact(_exact_shift_right, shift=True),
}


# Rules.


@cache
def shift_of(bits: int, exact: bool) -> Any:
    """`number << places` as a wide number of that many bits.

    Args:
        bits: the number of bits.
        exact: whether to raise OverflowError if the number has no room.
    """

    @intrinsic
    def shifted(typing_context: Any, number: Any, places: Any) -> Any:
        def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            answer, no_room = _exact_shift_left(builder, *args)
            if exact:
                fail_if(context, builder, no_room, OverflowError)
            return answer

        return WideType(bits)(WideType(bits), types.int64), generate

    return shifted
