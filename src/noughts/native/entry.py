"""What compiled code is given: buffers, records and numbers, and the entry that takes their words.

A buffer is a pointer and a length. Its indices are never wrapped or checked: NumPy arrays wrap
negative indices, and the test at every access would keep compiled code from using vector
instructions. A record is a pointer to a row of machine words; its methods are compiled from their
own source.

The entry is a C function that takes the address of a row of words. It is LLVM's text, written with
Numba's means; `compiler.py` joins it with Numba's code.
"""

import operator
from collections.abc import Iterator
from functools import cache
from itertools import count
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.core.datamodel.models import StructModel
from numba.core.errors import TypingError
from numba.core.extending import lower_getattr_generic, register_model
from numba.core.imputils import lower_setattr_generic
from numba.core.types.containers import BaseTuple
from numba.core.types.misc import CPointer, NoneType, Omitted, unliteral
from numba.core.typing.templates import AttributeTemplate, infer_getattr, signature
from numba.np.numpy_support import as_dtype, from_dtype

from noughts.native.compile_unit import teach_methods
from noughts.native.intrinsics import stack_pointer
from noughts.native.object_code import (
    CONSTANT,
    NO_ANSWER,
    STACK_END,
    Buffer,
    Constant,
    Kind,
    Number,
    RecordKind,
    RowKind,
    Wide,
    record_fields,
)
from noughts.native.wide import WideType, bits_of, in_memory, load, store, teach

WORD = ir.IntType(64)
# The letters of number types in `struct`, by NumPy's names.
LETTERS = {"b1": "?", "f4": "f", "f8": "d"}
LETTERS |= dict(zip(["i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8"], "bhiqBHIQ", strict=True))


# Buffers, and the arrays of records, which have no length.


class NumbersType(types.Type):
    """Numbers of one kind in a row."""

    number: Any = types.int64


class BufferType(NumbersType):
    def __init__(self, number: types.Integer) -> None:
        self.number = number
        super().__init__(f"Buffer({number})")


class WordsType(NumbersType):
    """Machine words in memory: a pointer without a length."""


words_type = WordsType("Words")
POINTER = in_memory(lambda kind: WORD.as_pointer())
register_model(WordsType)(POINTER)


@register_model(BufferType)
class BufferModel(StructModel):
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, [("data", CPointer(kind.number)), ("size", types.intp)])


@cache
def buffer_type(letter: str) -> BufferType:
    """The type of buffers of numbers of a kind, by its letter in `array` and `struct`."""
    return BufferType(from_dtype(np.dtype(letter)))


def _at_place(numbers: Any, place: Any, *written: Any) -> Any:
    """The signature of reading a number, or of writing one."""
    if isinstance(numbers, NumbersType) and isinstance(place, types.Integer):
        answer = types.none if written else numbers.number
        return signature(answer, numbers, types.intp, *[numbers.number for _ in written])
    return None


def _get_number(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.load(_address(context, builder, sig, args))


def _set_number(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    builder.store(args[2], _address(context, builder, sig, args))
    return context.get_dummy_value()


def _address(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    first = args[0]
    if isinstance(sig.args[0], BufferType):
        first = context.make_helper(builder, sig.args[0], first).data
    return builder.gep(first, [args[1]])


_PLACE = (NumbersType, types.Integer)
teach(operator.getitem, _at_place, _get_number, _PLACE)
teach(operator.setitem, _at_place, _set_number, (*_PLACE, types.Integer))
teach(
    len,
    lambda buffer: signature(types.intp, buffer) if isinstance(buffer, BufferType) else None,
    lambda context, builder, sig, args: context.make_helper(builder, sig.args[0], args[0]).size,
    (BufferType,),
)


class RecordType(types.Type):
    """The type of the records of one class."""

    def __init__(self, cls: type) -> None:
        self.fields = record_fields(cls)
        super().__init__(f"RecordKind({cls.__module__}.{cls.__qualname__})")


@cache
def record_type(cls: type) -> RecordType:
    """Teach Numba a class of records."""
    kind = type(f"{cls.__name__}Record", (RecordType,), {})
    register_model(kind)(POINTER)
    _teach_fields(kind)
    teach_methods(kind, cls)
    return kind(cls)  # type: ignore[no-any-return]


def _teach_fields(kind: type[RecordType]) -> None:
    """`record.nodes` and `record.nodes = n`."""

    @infer_getattr
    class Fields(AttributeTemplate):
        key = kind

        def generic_resolve(self, owner: RecordType, name: str) -> Any:
            if name not in owner.fields:
                return None
            return words_type if owner.fields[name] else types.int64

    @lower_getattr_generic(kind)
    def get_field(context: Any, builder: Any, owner: Any, record: Any, name: str) -> Any:
        word = builder.load(_field(builder, owner, record, name))
        if owner.fields[name]:  # compiled code never exchanges an array: LLVM may read it once
            word.set_metadata("invariant.load", builder.module.add_metadata([]))
        return builder.inttoptr(word, WORD.as_pointer()) if owner.fields[name] else word

    @lower_setattr_generic(kind)
    def set_field(context: Any, builder: Any, sig: Any, args: Any, name: str) -> None:
        record, number = args
        number = context.cast(builder, number, sig.args[1], types.int64)
        builder.store(number, _field(builder, sig.args[0], record, name))


def _field(builder: Any, owner: RecordType, record: Any, name: str) -> Any:
    return builder.gep(record, [WORD(list(owner.fields).index(name))])


def _end_stack(builder: Any, kind: RecordType, record: Any) -> None:
    """Set the end of the stack, in a record with the bytes that a call may use of it."""
    if STACK_END in kind.fields:
        place = _field(builder, kind, record, STACK_END)
        builder.store(builder.sub(stack_pointer(builder), builder.load(place)), place)


def type_of(kind: Kind, game: Any) -> Any:
    """Numba's type of a kind; a constant's is the type of the game."""
    if isinstance(kind, Constant):
        return game
    if isinstance(kind, Buffer):
        return buffer_type(kind.letter)
    if isinstance(kind, Wide):
        return WideType(kind.words * WORD.width)
    if isinstance(kind, RecordKind):
        return record_type(kind.cls)
    if isinstance(kind, RowKind):
        parts = [type_of(part, game) for part in kind.parts]
        return BaseTuple.from_types(parts, kind.cls if kind.cls is not tuple else None)
    return types.int64


def answer_kind(answer: Any) -> Kind:
    if isinstance(answer, NoneType | Omitted):
        return CONSTANT
    if isinstance(answer, BaseTuple):
        cls = getattr(answer, "instance_class", tuple)
        return RowKind(cls, tuple(map(answer_kind, answer)))
    if isinstance(answer, WideType):
        return Wide(answer.bits // WORD.width)
    if isinstance(answer, types.Number | types.Boolean):
        return Number(LETTERS[as_dtype(answer).str[1:]])
    raise TypingError(f"{answer} is no answer for compiled code: it has no place in words")


def entry(context: Any, told: Any, name: str) -> ir.Module:
    module = context.create_module("entry")
    kind = context.call_conv.get_function_type(told.restype, told.argtypes)
    callee = ir.Function(module, kind, told.llvm_func_name)
    written = ir.Function(module, ir.FunctionType(WORD, [WORD.as_pointer()]), name)
    builder = ir.IRBuilder(written.append_basic_block())
    places = _places(builder, written.args[0])
    given = [_read(context, builder, each, places) for each in told.argtypes]
    status, answer = context.call_conv.call_function(
        builder, callee, told.restype, told.argtypes, given
    )
    with builder.if_then(status.is_error, likely=False):
        error = builder.ptrtoint(status.excinfoptr, WORD)
        builder.ret(builder.select(status.is_user_exc, error, WORD(NO_ANSWER)))
    _write(context, builder, told.restype, answer, _places(builder, written.args[0]))
    builder.ret(WORD(0))
    return module


def _places(builder: Any, words: Any) -> Iterator[Any]:
    return (builder.gep(words, [WORD(number)]) for number in count())


def _read(context: Any, builder: Any, kind: Any, places: Iterator[Any]) -> Any:
    if isinstance(kind, BaseTuple):
        parts = [_read(context, builder, part, places) for part in kind]
        return context.make_tuple(builder, kind, parts)
    if isinstance(kind, BufferType):
        address, size = (builder.load(next(places)) for _ in range(2))
        made = context.make_helper(builder, kind)
        made.data = builder.inttoptr(address, context.get_value_type(CPointer(kind.number)))
        made.size = size
        return made._getvalue()  # noqa: SLF001
    if isinstance(kind, RecordType):
        record = builder.inttoptr(builder.load(next(places)), WORD.as_pointer())
        _end_stack(builder, kind, record)
        return record
    if isinstance(kind, types.Integer | WideType):
        return load(builder, kind, _first(kind, places))
    return context.get_dummy_value()


def _first(kind: Any, places: Iterator[Any]) -> Any:
    first, *_ = [next(places) for _ in range(bits_of(kind) // WORD.width)]
    return first


def _write(context: Any, builder: Any, kind: Any, value: Any, places: Iterator[Any]) -> None:
    if isinstance(kind, BaseTuple):
        for part, each in zip(kind, cgutils.unpack_tuple(builder, value, len(kind)), strict=True):
            _write(context, builder, part, each, places)
    elif isinstance(kind, WideType):
        store(builder, value, _first(kind, places))
    elif not isinstance(kind, NoneType | Omitted):
        stored = context.get_value_as_data(builder, unliteral(kind), value)
        builder.store(stored, builder.bitcast(next(places), stored.type.as_pointer()))
