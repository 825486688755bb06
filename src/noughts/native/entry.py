"""The entry of compiled code: a C function that takes the address of a row of words.

It is LLVM's text, written with Numba's means and joined with Numba's code (`linking.py`); both
become one object file (`object_code.py`).
"""

from collections.abc import Iterator
from typing import Any

import llvmlite.binding as llvm
from llvmlite import ir
from numba.core import cgutils, types
from numba.core.errors import TypingError
from numba.core.types.containers import BaseTuple
from numba.core.types.misc import CPointer, NoneType, Omitted, unliteral
from numba.np.numpy_support import as_dtype

from noughts.native.buffers import BufferType, buffer_type
from noughts.native.linking import joined, optimize
from noughts.native.object_code import NO_ANSWER, ObjectCode
from noughts.native.records import RecordType, end_stack, record_type
from noughts.native.wide import WideType, bits_of, load, store
from noughts.native.words import (
    CONSTANT,
    Buffer,
    Constant,
    Kind,
    Number,
    Record,
    Row,
    Wide,
    size_of,
)

WORD, BYTE = ir.IntType(64), ir.IntType(8)
# The letters of number types in `struct`, by NumPy's names.
LETTERS = {"b1": "?", "f4": "f", "f8": "d"}
LETTERS |= dict(zip(["i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8"], "bhiqBHIQ", strict=True))


def type_of(kind: Kind, game: Any) -> Any:
    """Numba's type of a kind.

    Args:
        kind: the kind.
        game: the type of the game.
    """
    if isinstance(kind, Constant):
        return game
    if isinstance(kind, Buffer):
        return buffer_type(kind.letter)
    if isinstance(kind, Wide):
        return WideType(kind.words * WORD.width)
    if isinstance(kind, Record):
        return record_type(kind.cls)
    if isinstance(kind, Row):
        parts = [type_of(part, game) for part in kind.parts]
        return BaseTuple.from_types(parts, kind.cls if kind.cls is not tuple else None)
    return types.int64


def answer_kind(answer: Any) -> Kind:
    if isinstance(answer, NoneType | Omitted):
        return CONSTANT
    if isinstance(answer, BaseTuple):
        cls = getattr(answer, "instance_class", tuple)
        return Row(cls, tuple(map(answer_kind, answer)))
    if isinstance(answer, WideType):
        return Wide(answer.bits // WORD.width)
    if isinstance(answer, types.Number | types.Boolean):
        return Number(LETTERS[as_dtype(answer).str[1:]])
    raise TypingError(f"{answer} is no answer for compiled code: it has no place in words")


def object_code(
    context: Any, compiled: Any, kinds: tuple[Kind, ...], libraries: list[Any]
) -> ObjectCode:
    """The object code of a function compiled by Numba, with an entry.

    Args:
        context: Numba's target context.
        compiled: Numba's result.
        kinds: the kinds of the arguments.
        libraries: all code compiled with it, including functions that call each other, which Numba
            does not join.
    """
    told = compiled.fndesc
    answer = answer_kind(unliteral(told.restype))
    name = f"noughts_{told.mangled_name}"
    linked = joined(libraries)
    linked.link_in(llvm.parse_assembly(str(entry(context, told, name))))
    optimize(linked, context.codegen(), name)
    foreign = [each.name for each in linked.functions if _is_foreign(each)]
    if unknown := [each for each in foreign if not llvm.address_of_symbol(each)]:
        raise TypingError(f"it calls {', '.join(unknown)}, which nobody knows")
    machine = context.codegen()._tm  # noqa: SLF001
    content = machine.emit_object(linked)
    size = max(sum(map(size_of, kinds)), size_of(answer), 1)
    return ObjectCode(content, name, answer, size, tuple(foreign))


def _is_foreign(function: Any) -> bool:
    name: str = function.name
    plain = name.startswith("llvm.") or name in ("memcpy", "memmove", "memset")
    return bool(function.is_declaration) and not plain


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
    number = 0
    while True:
        yield builder.gep(words, [WORD(number)])
        number += 1


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
        end_stack(builder, kind, record)
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
