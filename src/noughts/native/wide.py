"""Sets of cells of more than one machine word, in compiled code.

In plain Python a whole number has any size. Compiled, the fields of a wide game's positions, and
its constants that need it, have one type: a number of `Game.field_bits` bits, which LLVM splits
into processor words. An operation on such a number and a machine word gives such a number again;
counts and moves stay machine words.

Python's `1 << cell` has as many bits as needed. So in the rules of a wide game every shift to the
left makes a wide number (`shift_of`). Tests show that wide numbers of noughts' own rules have room.
In users' rules every operator checks that (`EXACT`), and on overflow the plain form is used.
"""

import operator
from collections.abc import Callable
from functools import cache
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.datamodel import models
from numba.core.extending import intrinsic, lower_builtin, lower_cast, register_model, typeof_impl
from numba.core.imputils import lower_constant
from numba.core.typeconv import Conversion
from numba.core.typing.templates import AbstractTemplate, infer_global, signature

WORD = ir.IntType(64)
WORD_BITS, WORD_BYTES = 64, 8
# A longer tuple of numbers becomes a row, or an array: the code contains each part of a tuple.
LONGEST_TUPLE = 32
# LLVM's signs of comparisons, by the names of the operators.
SIGNS = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}
# Rows of larger numbers are sets of cells, so they are wide; others, and negative ones, are words.
NUMBER_BITS = 20


class WideType(types.Type):
    """A whole number of that many bits, the sign bit included."""

    def __init__(self, bits: int) -> None:
        self.bits = bits
        super().__init__(f"Wide({bits})")

    def unify(self, typing_context: Any, other: Any) -> Any:
        return self if isinstance(other, types.Integer | types.Boolean) else None

    def can_convert_from(self, typing_context: Any, other: Any) -> Any:
        return Conversion.safe if isinstance(other, types.Integer | types.Boolean) else None


def in_memory(written: Callable[[Any], Any]) -> type[models.PrimitiveModel]:
    """Numba's model of a type, from a function that gives LLVM's type for it."""

    class Model(models.PrimitiveModel):
        def __init__(self, manager: Any, kind: Any) -> None:
            super().__init__(manager, kind, written(kind))

    return Model


def teach(function: Any, typed: Callable[..., Any], lower: Any, *operands: tuple[Any, ...]) -> None:
    """Register a function in Numba: its signature for types, None for others; and its code."""

    @infer_global(function)
    class Typed(AbstractTemplate):
        def generic(self, args: Any, kws: Any) -> Any:
            return typed(*args)

    for kinds in operands:
        lower_builtin(function, *kinds)(lower)


register_model(WideType)(in_memory(lambda kind: ir.IntType(kind.bits)))


@lower_cast(types.Integer, WideType)
@lower_cast(types.Boolean, WideType)
def _widen(context: Any, builder: Any, known: Any, kind: WideType, value: Any) -> Any:
    extend = builder.sext if vars(known).get("signed") else builder.zext
    return extend(value, ir.IntType(kind.bits))


def load(builder: Any, kind: Any, address: Any) -> Any:
    """A number, wide or a word, from the words at that address."""
    width = ir.IntType(bits_of(kind))
    return builder.load(builder.bitcast(address, width.as_pointer()), align=WORD_BYTES)


def store(builder: Any, value: Any, address: Any) -> None:
    """Write a number, wide or a word, to the words at that address."""
    builder.store(value, builder.bitcast(address, value.type.as_pointer()), align=WORD_BYTES)


def bits_of(kind: Any) -> int:
    return kind.bits if isinstance(kind, WideType) else WORD_BITS


def fail_if(context: Any, builder: Any, wrong: Any, error: type[Exception]) -> None:
    with builder.if_then(wrong, likely=False):
        context.call_conv.return_user_exc(builder, error, ())


def written(generate: Callable[..., Any]) -> Any:
    """The code of a function for Numba, from a function of a builder and the arguments."""

    def code(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        answer = generate(builder, *args)
        return context.get_dummy_value() if answer is None else answer

    return code


class WideNumber:
    """A constant of that many bits."""

    def __init__(self, number: int, bits: int) -> None:
        self.number, self.bits = number, bits


class WideRow:
    """A row of constants of that many bits each."""

    def __init__(self, numbers: tuple[int, ...], bits: int) -> None:
        self.numbers, self.bits = numbers, bits


def widened(value: Any, bits: int, longest: int = LONGEST_TUPLE) -> Any:
    """A constant in which numbers beyond a machine word are wide, and all others in their tuple.

    It is a number, or a tuple of numbers or of tuples of the same length. A tuple of wide numbers
    that is longer than `longest` becomes a row.
    """
    if isinstance(value, int):
        return value if fits_word(value) else WideNumber(value, bits)
    if not isinstance(value, tuple):
        return value
    if all(isinstance(part, int) for part in value):
        if len(value) > longest and min(value) >= 0 and max(value).bit_length() > NUMBER_BITS:
            return WideRow(value, bits)
        if all(map(fits_word, value)):
            return value
        return tuple(WideNumber(part, bits) for part in value)
    if all(isinstance(part, tuple) for part in value) and len(set(map(len, value))) == 1:
        columns = [widened(column, bits, len(value)) for column in zip(*value, strict=True)]
        return tuple(zip(*columns, strict=True)) if columns else value
    return value


def fits_word(number: int) -> bool:
    return -(1 << WORD_BITS - 1) <= number < 1 << WORD_BITS - 1


@typeof_impl.register(WideNumber)
def _type_of_number(value: WideNumber, context: Any) -> WideType:
    return WideType(value.bits)


@lower_constant(WideType)
def _number(context: Any, builder: Any, kind: WideType, value: WideNumber) -> Any:
    return ir.IntType(kind.bits)(value.number)


class WideRowType(types.Array):
    """A row of wide constants: an array, which Numba can read and loop over.

    None of them is negative, or has more than `room` bits.
    """

    def __init__(self, bits: int, room: int) -> None:
        self.room = room
        super().__init__(WideType(bits), 1, "C", readonly=True, name=f"WideRow({bits}, {room})")

    @property
    def key(self) -> Any:
        return super().key, self.room

    @property
    def mangling_args(self) -> Any:
        return type(self).__name__, (self.dtype, self.room)

    def unify(self, typing_context: Any, other: Any) -> Any:
        if isinstance(other, WideRowType) and other.dtype == self.dtype:
            return max(self, other, key=lambda row: row.room)
        return None

    def can_convert_to(self, typing_context: Any, other: Any) -> Any:
        fits = isinstance(other, WideRowType) and other.dtype == self.dtype
        return Conversion.safe if fits and other.room >= self.room else None

    # Numba copies a constant's type to make it read-only, as it is.
    def copy(self, **changes: Any) -> "WideRowType":  # type: ignore[override]
        return self


register_model(WideRowType)(models.ArrayModel)


@typeof_impl.register(WideRow)
def _type_of_row(value: WideRow, context: Any) -> WideRowType:
    return WideRowType(value.bits, max(value.numbers).bit_length())


@lower_cast(WideRowType, WideRowType)
def _as_larger(context: Any, builder: Any, known: Any, kind: Any, value: Any) -> Any:
    return value


@lower_constant(WideRowType)
def _row(context: Any, builder: Any, kind: WideRowType, value: WideRow) -> Any:
    number = ir.IntType(value.bits)
    content = cgutils.create_constant_array(number, value.numbers)
    place = cgutils.global_constant(builder, ".const.wide", content)
    size = WORD(0).inttoptr(number.as_pointer()).gep([WORD(1)]).ptrtoint(WORD)
    row = context.make_array(kind)(context, builder)
    context.populate_array(
        row,
        data=builder.bitcast(place, number.as_pointer()),
        shape=[WORD(len(value.numbers))],
        strides=[size],
        itemsize=size,
        meminfo=None,
    )
    return row._getvalue()  # noqa: SLF001  # Numba has no other way


def _item_of_array(row: Any, place: Any) -> Any:
    """`array[i]` for an index computed from a wide number."""
    if isinstance(row, types.Array) and row.ndim == 1 and isinstance(place, WideType):
        return signature(row.dtype, row, place)
    return None


def _get_of_array(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    row, place = args
    fits = builder.icmp_signed("==", place, builder.sext(builder.trunc(place, WORD), place.type))
    fail_if(context, builder, builder.not_(fits), IndexError)
    by_word = signature(sig.return_type, sig.args[0], types.int64)
    get = context.get_function(operator.getitem, by_word)
    return get(builder, (row, builder.trunc(place, WORD)))


teach(operator.getitem, _item_of_array, _get_of_array, (types.Array, WideType))


@lower_builtin(operator.getitem, WideRowType, types.Integer)
def _get_of_row(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """LLVM leaves out checks, and words that are zero, if it can read how large numbers are."""
    row, place = sig.args
    as_array = types.Array(row.dtype, 1, "C", readonly=True)
    get = context.get_function(operator.getitem, signature(row.dtype, as_array, place))
    number = get(builder, args)
    ends = [number.type(0), number.type(1 << row.room)]
    number.set_metadata("range", builder.module.add_metadata(ends))
    return number


# Operators. A generator writes the code of one: from a builder and the operands.


def wide_among(*kinds: Any) -> WideType | None:
    """The wide type among these, if all others are whole numbers."""
    wide = [kind for kind in kinds if isinstance(kind, WideType)]
    whole = all(isinstance(kind, WideType | types.Integer | types.Boolean) for kind in kinds)
    return wide[0] if wide and whole else None


def _operator(function: Any, generate: Callable[..., Any], answer: Any = None) -> None:
    """An operator with a wide operand, to which others are widened; by default its type."""

    def typed(*kinds: Any) -> Any:
        wide = wide_among(*kinds)
        return wide and signature(answer or wide, *[wide] * len(kinds))

    teach(function, typed, written(generate), (WideType,), (WideType, WideType))


def _shift(kind: Any, places: Any) -> Any:
    if isinstance(kind, WideType) and isinstance(places, types.Integer):
        return signature(kind, kind, types.int64)
    return None


def _instruction(name: str) -> Callable[..., Any]:
    return lambda builder, *operands: getattr(builder, name)(*operands)


def comparison(sign: str) -> Callable[..., Any]:
    return lambda builder, *both: builder.icmp_signed(sign, *both)


def _against_nothing(sign: str) -> Callable[..., Any]:
    return lambda builder, value: builder.icmp_signed(sign, value, value.type(0))


def _choice(sign: str) -> Callable[..., Any]:
    return lambda builder, *both: builder.select(builder.icmp_signed(sign, *both), *both)


def _far(builder: Any, value: Any, places: Any) -> tuple[Any, Any]:
    """Whether a shift leaves nothing of a number, and the number of bits that LLVM may shift."""
    bits = WORD(value.type.width)
    far = builder.icmp_unsigned(">=", places, bits)
    within = builder.select(far, builder.sub(bits, WORD(1)), places)
    return far, builder.zext(within, value.type)


def _shift_left(builder: Any, value: Any, places: Any) -> Any:
    far, within = _far(builder, value, places)
    return builder.select(far, value.type(0), builder.shl(value, within))


def _shift_right(builder: Any, value: Any, places: Any) -> Any:
    return builder.ashr(value, _far(builder, value, places)[1])


for _name in ("add", "sub", "mul", "and_", "or_", "xor"):
    for _each in _name, f"i{_name.rstrip('_')}":
        _operator(getattr(operator, _each), _instruction(_name))
for _each, _name in (("neg", "neg"), ("invert", "not_")):
    _operator(getattr(operator, _each), _instruction(_name))
for _name, _sign in SIGNS.items():
    _operator(getattr(operator, _name), comparison(_sign), types.boolean)
for _test, _sign in ((operator.not_, "=="), (bool, "!=")):
    _operator(_test, _against_nothing(_sign), types.boolean)
for _one_of, _sign in ((min, "<="), (max, ">=")):
    _operator(_one_of, _choice(_sign))
for _name, _code in (("lshift", _shift_left), ("rshift", _shift_right)):
    for _each in _name, f"i{_name}":
        teach(getattr(operator, _each), _shift, written(_code), (WideType, types.Integer))


# Operators that raise OverflowError if the number has no room, for users' rules. Their generators
# give the answer, and whether it has no room.


def _generated(generate: Callable[..., tuple[Any, Any]], checked: bool = True) -> Any:
    """Numba's function that writes the code."""

    def compute(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        answer, no_room = generate(builder, *args)
        if checked:
            fail_if(context, builder, no_room, OverflowError)
        return answer

    return compute


def _with_overflow(instruction: str) -> Callable[..., tuple[Any, Any]]:
    def generate(builder: Any, *both: Any) -> tuple[Any, Any]:
        answer = getattr(builder, instruction)(*both)
        return builder.extract_value(answer, 0), builder.extract_value(answer, 1)

    return generate


def _product(builder: Any, left: Any, right: Any) -> tuple[Any, Any]:
    """A wide product has as many bits as both numbers together, at most."""
    if left.type == WORD:
        return _with_overflow("smul_with_overflow")(builder, left, right)
    bits = builder.add(_bit_length(builder, left), _bit_length(builder, right))
    no_room = builder.icmp_signed(">", bits, left.type(left.type.width - 2))
    return builder.mul(left, right), no_room


def _bit_length(builder: Any, value: Any) -> Any:
    sign = builder.ashr(value, value.type(value.type.width - 1))
    zeros = builder.ctlz(builder.xor(value, sign), ir.IntType(1)(0))
    return builder.sub(value.type(value.type.width), zeros)


def _exact_shift_left(builder: Any, value: Any, places: Any) -> tuple[Any, Any]:
    """Whether there is room follows from the zeros in front, which LLVM can often prove.

    A shift by the width or more must be of zero, which any shift leaves as it is.
    """
    kind, last = value.type, value.type.width - 1
    far = builder.icmp_unsigned(">", places, WORD(last))
    is_power = kind.width & last == 0
    within = builder.and_(places, WORD(last)) if is_power else builder.select(far, WORD(0), places)
    size = builder.xor(value, builder.ashr(value, kind(last)))
    room = builder.ctlz(size, ir.IntType(1)(0))
    lost = builder.icmp_unsigned(">=", _as_wide(builder, places, kind), room)
    some = builder.or_(builder.icmp_unsigned("!=", value, kind(0)), _is_negative(builder, places))
    return builder.shl(value, _as_wide(builder, within, kind)), builder.and_(lost, some)


def _as_wide(builder: Any, places: Any, kind: Any) -> Any:
    return places if kind == WORD else builder.zext(places, kind)


def _exact_shift_right(builder: Any, value: Any, places: Any) -> tuple[Any, Any]:
    return _shift_right(builder, value, places), _is_negative(builder, places)


def _negative(builder: Any, value: Any) -> tuple[Any, Any]:
    return _with_overflow("ssub_with_overflow")(builder, value.type(0), value)


_is_negative = _against_nothing("<")

# The code by the names of the operators.
EXACT: dict[str, Any] = {
    "add": _generated(_with_overflow("sadd_with_overflow")),
    "sub": _generated(_with_overflow("ssub_with_overflow")),
    "mul": _generated(_product),
    "neg": _generated(_negative),
    "invert": written(_instruction("not_")),
    "lshift": _generated(_exact_shift_left),
    "rshift": _generated(_exact_shift_right),
}


@cache
def shift_of(bits: int, exact: bool) -> Any:
    """`number << places` as a wide number of that many bits; `exact` as for users' rules."""

    @intrinsic
    def shifted(typing_context: Any, number: Any, places: Any) -> Any:
        wide = WideType(bits)
        return wide(wide, types.int64), _generated(_exact_shift_left, exact)

    return shifted
