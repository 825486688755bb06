"""Sets of cells of more than one machine word, in compiled code.

In plain Python a whole number has any size. Compiled, the fields of a wide game's positions, and
its constants that need it, have one type: a number of `Game.field_bits` bits, which LLVM splits
into processor words. An operation on such a number and a machine word gives such a number again;
counts and moves stay machine words.

Python's `1 << cell` has as many bits as needed. So in the rules of a wide game every shift to the
left makes a wide number (`wide_operators.py`).
"""

import operator
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.datamodel import models
from numba.core.extending import (
    lower_builtin,
    register_model,
    typeof_impl,
)
from numba.core.imputils import RefType, iternext_impl, lower_constant
from numba.core.typeconv import Conversion
from numba.core.types import IterableType
from numba.core.types.common import SimpleIteratorType
from numba.core.types.misc import EphemeralPointer, unliteral
from numba.core.typing.templates import AbstractTemplate, infer_global, signature

WORD = ir.IntType(64)
WORD_BITS, WORD_BYTES = 64, 8
# A longer tuple of numbers becomes a row, or an array: the code contains each part of a tuple.
LONGEST_TUPLE = 32
# In a row, numbers of more bits are sets of cells, so the row is wide; smaller ones are weights.
NUMBER_BITS = 20


class WideType(types.Type):
    def __init__(self, bits: int) -> None:
        self.bits = bits
        super().__init__(f"Wide({bits})")

    def unify(self, typing_context: Any, other: Any) -> Any:
        return self if isinstance(other, types.Integer | types.Boolean) else None

    def can_convert_from(self, typing_context: Any, other: Any) -> Any:
        return Conversion.safe if isinstance(other, types.Integer | types.Boolean) else None


@register_model(WideType)
class WideModel(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: WideType) -> None:
        super().__init__(manager, kind, ir.IntType(kind.bits))


def load(builder: Any, kind: Any, address: Any) -> Any:
    width = ir.IntType(bits_of(kind))
    return builder.load(builder.bitcast(address, width.as_pointer()), align=WORD_BYTES)


def store(builder: Any, value: Any, address: Any) -> None:
    builder.store(value, builder.bitcast(address, value.type.as_pointer()), align=WORD_BYTES)


def bits_of(kind: Any) -> int:
    """The number of bits of a type; a word's, unless it is wide."""
    return kind.bits if isinstance(kind, WideType) else WORD_BITS


# Constants.


class WideNumber:
    def __init__(self, number: int, bits: int) -> None:
        self.number, self.bits = number, bits


class WideRow:
    def __init__(self, numbers: tuple[int, ...], bits: int) -> None:
        self.numbers, self.bits = numbers, bits


def widened(value: Any, bits: int, longest: int = LONGEST_TUPLE) -> Any:
    """A constant in which numbers beyond a machine word are wide, and all others in their tuple.

    Args:
        value: a number, or a tuple of numbers or of tuples of the same length.
        bits: the bits of a wide number.
        longest: a longer tuple of wide numbers becomes a row.
    """
    if isinstance(value, int):
        return value if fits_word(value) else WideNumber(value, bits)
    if not isinstance(value, tuple):
        return value
    if all(isinstance(part, int) for part in value):
        if len(value) > longest and max(value).bit_length() > NUMBER_BITS:
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
def type_of_number(value: WideNumber, context: Any) -> WideType:
    return WideType(value.bits)


@lower_constant(WideType)
def lower_number(context: Any, builder: Any, kind: WideType, value: WideNumber) -> Any:
    return ir.IntType(kind.bits)(value.number)


class WideRowType(IterableType):
    def __init__(self, size: int, bits: int) -> None:
        self.size, self.each = size, WideType(bits)
        super().__init__(f"WideRow({size}, {bits})")

    @property
    def iterator_type(self) -> Any:
        return WideRowIterator(self)


class WideRowIterator(SimpleIteratorType):
    def __init__(self, row: WideRowType) -> None:
        self.row = row
        super().__init__(f"Iterator({row})", row.each)


@register_model(WideRowType)
class WideRowModel(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: WideRowType) -> None:
        super().__init__(manager, kind, WORD.as_pointer())


@register_model(WideRowIterator)
class WideIteratorModel(models.StructModel):
    def __init__(self, manager: Any, kind: WideRowIterator) -> None:
        super().__init__(
            manager, kind, [("index", EphemeralPointer(types.intp)), ("row", kind.row)]
        )


@typeof_impl.register(WideRow)
def type_of_row(value: WideRow, context: Any) -> WideRowType:
    return WideRowType(len(value.numbers), value.bits)


@lower_constant(WideRowType)
def lower_row(context: Any, builder: Any, kind: WideRowType, value: WideRow) -> Any:
    size = value.bits // WORD_BITS * WORD_BYTES
    content = b"".join(each.to_bytes(size, "little", signed=True) for each in value.numbers)
    data = cgutils.create_constant_array(ir.IntType(8), bytearray(content))
    place = cgutils.global_constant(builder, ".const.wide", data)
    place.align = WORD_BYTES
    return builder.bitcast(place, WORD.as_pointer())


@infer_global(operator.getitem)
class GetWide(AbstractTemplate):
    """`row[i]`, and `array[i]` for an index computed from a wide number."""

    def generic(self, args: Any, kws: Any) -> Any:
        """The signature; None for other types."""
        row, place = args
        if isinstance(row, WideRowType) and isinstance(place, types.Integer | WideType):
            return signature(row.each, row, unliteral(place))
        if isinstance(row, types.Array) and row.ndim == 1 and isinstance(place, WideType):
            return signature(row.dtype, row, place)
        return None


@infer_global(len)
class WideLength(AbstractTemplate):
    """`len(row)`."""

    def generic(self, args: Any, kws: Any) -> Any:
        """The signature; None for other types."""
        return signature(types.int64, *args) if isinstance(args[0], WideRowType) else None


@lower_builtin(len, WideRowType)
def lower_length(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return WORD(sig.args[0].size)


@lower_builtin(operator.getitem, WideRowType, types.Integer)
@lower_builtin(operator.getitem, WideRowType, WideType)
def lower_item(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """A constant of a row; a negative index counts from the end."""
    row, (address, place) = sig.args[0], args
    first, end = (place.type(each) for each in (-row.size, row.size))
    outside = builder.or_(
        builder.icmp_signed("<", place, first), builder.icmp_signed(">=", place, end)
    )
    fail_if(context, builder, outside, IndexError)
    from_end = builder.icmp_signed("<", place, place.type(0))
    return _item(builder, row, address, builder.select(from_end, builder.add(place, end), place))


@lower_builtin(operator.getitem, types.Array, WideType)
def lower_item_of_array(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    row, place = args
    fits = builder.icmp_signed("==", place, builder.sext(builder.trunc(place, WORD), place.type))
    fail_if(context, builder, builder.not_(fits), IndexError)
    by_word = signature(sig.return_type, sig.args[0], types.int64)
    get = context.get_function(operator.getitem, by_word)
    return get(builder, (row, builder.trunc(place, WORD)))


def fail_if(context: Any, builder: Any, wrong: Any, error: type[Exception]) -> None:
    with builder.if_then(wrong, likely=False):
        context.call_conv.return_user_exc(builder, error, ())


def _item(builder: Any, row: WideRowType, address: Any, place: Any) -> Any:
    if place.type != WORD:
        place = builder.trunc(place, WORD)
    words = builder.mul(place, WORD(row.each.bits // WORD_BITS))
    return load(builder, row.each, builder.gep(address, [words]))


@lower_builtin("getiter", WideRowType)
def lower_iterator(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    loop = context.make_helper(builder, sig.return_type)
    loop.index = cgutils.alloca_once_value(builder, WORD(0))
    loop.row = args[0]
    return loop._getvalue()  # noqa: SLF001  # Numba has no other way


@lower_builtin("iternext", WideRowIterator)
@iternext_impl(RefType.BORROWED)
def lower_next(context: Any, builder: Any, sig: Any, args: Any, result: Any) -> None:
    row = sig.args[0].row
    loop = context.make_helper(builder, sig.args[0], value=args[0])
    place = builder.load(loop.index)
    valid = builder.icmp_signed("<", place, WORD(row.size))
    result.set_valid(valid)
    with builder.if_then(valid):
        result.yield_(_item(builder, row, loop.row, place))
        builder.store(builder.add(place, WORD(1)), loop.index)
