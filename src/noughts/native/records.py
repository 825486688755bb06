"""Mutable records in memory that compiled code can access.

A record is an object with `__slots__` whose fields are whole numbers or arrays of them
(`array("q")`), such as a run or a table. Compiled code sees one pointer to a row of
machine words: a number itself, or the address of an array. Its methods are compiled
from their own source.
"""

from array import array
from functools import cache
from inspect import get_annotations
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.core.datamodel import models
from numba.core.extending import (
    NativeValue,
    lower_builtin,
    lower_getattr_generic,
    register_model,
    typeof_impl,
    unbox,
)
from numba.core.imputils import lower_setattr_generic
from numba.core.typing.templates import AttributeTemplate, infer_getattr

from noughts import source
from noughts.native.buffers import address_of
from noughts.native.constants import teach_methods
from noughts.native.intrinsics import stack_pointer
from noughts.search.stack import ROOM, STOP

WORD = ir.IntType(64)
# The field with the address at which a search gives up. It belongs to a call and its thread, not to
# the record: a call says how many bytes of stack it may use.
STACK_END = "stack_end"


class WordsType(types.Type):
    """Machine words in memory: a pointer without a length."""

    def __init__(self) -> None:
        super().__init__("Words")


words_type = WordsType()


@register_model(WordsType)
class WordsModel(models.PrimitiveModel):
    """A pointer to 64-bit words."""

    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, WORD.as_pointer())


def _teach_words() -> None:
    """`words[i]` and `words[i] = n`, without checks."""
    import operator

    from numba.core.typing.templates import AbstractTemplate, infer_global, signature

    @infer_global(operator.getitem)
    class GetWord(AbstractTemplate):
        def generic(self, args: Any, kws: Any) -> Any:
            if args[0] is words_type and isinstance(args[1], types.Integer):
                return signature(types.int64, words_type, types.int64)
            return None

    @infer_global(operator.setitem)
    class SetWord(AbstractTemplate):
        def generic(self, args: Any, kws: Any) -> Any:
            if args[0] is words_type and isinstance(args[1], types.Integer):
                return signature(types.none, words_type, types.int64, types.int64)
            return None

    @lower_builtin(operator.getitem, WordsType, types.Integer)
    def get_word(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.load(builder.gep(args[0], [args[1]]))

    @lower_builtin(operator.setitem, WordsType, types.Integer, types.Integer)
    def set_word(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        builder.store(args[2], builder.gep(args[0], [args[1]]))
        return context.get_dummy_value()


_teach_words()


class RecordType(types.Type):
    """The type of the records of one class."""

    def __init__(self, cls: type) -> None:
        self.fields = fields(cls)
        self.fingerprint = source.fingerprint(cls)
        super().__init__(f"Record({cls.__module__}.{cls.__qualname__})")

    def place(self, name: str) -> int:
        """The index of the field's word in the record."""
        return list(self.fields).index(name)


def fields(cls: type) -> dict[str, bool]:
    """The fields of a record class in a fixed order, and whether each is an array."""
    annotations = {
        name: kind for base in cls.__mro__ for name, kind in get_annotations(base).items()
    }
    return {name: annotations[name] is not int for name in sorted(annotations)}


class RecordBuffer:
    """A record's words during one call of compiled code.

    Args:
        record: the record.
        room: how many bytes of its thread's stack the call may take, if it watches that.
    """

    def __init__(self, record: Any, room: int = ROOM) -> None:
        self.record = record
        self.kind: RecordType = record_type(record.__class__)
        contents = (getattr(record, name) for name in self.kind.fields)
        self.words = np.array([_word(content) for content in contents], dtype=np.int64)
        self.address = self.words.ctypes.data
        self._end_stack(room)

    def stop(self) -> None:
        """End a search that watches its stack at its next node."""
        self._end_stack(STOP)

    def _end_stack(self, word: int) -> None:
        if STACK_END in self.kind.fields:
            self.words[self.kind.place(STACK_END)] = word

    def write_back(self) -> None:
        """Copy the numbers back to the record."""
        for (name, is_array), word in zip(self.kind.fields.items(), self.words, strict=True):
            if not is_array and name != STACK_END:
                setattr(self.record, name, int(word))


def _word(content: "int | array[int] | memoryview") -> int:
    """What stands in a record's word: the number, or the address of the array."""
    return content if isinstance(content, int) else address_of(content)


def is_record(thing: Any) -> bool:
    """Whether an argument goes to compiled code as a record."""
    return any(vars(base).get("__slots__") for base in type(thing).__mro__)


@typeof_impl.register(RecordBuffer)
def _typeof_mirror(mirror: RecordBuffer, context: Any) -> RecordType:
    return mirror.kind


@cache
def record_type(cls: type) -> RecordType:
    """Teach Numba a class of records."""
    members = {"__reduce__": lambda self: (_restored, (cls, self.fingerprint))}
    kind = type(f"{cls.__name__}Record", (RecordType,), members)
    register_model(kind)(WordsModel)
    _teach_fields(kind)
    teach_methods(kind, cls)

    @unbox(kind)
    def unbox_record(kind: Any, mirror: Any, context: Any) -> NativeValue:
        address = context.pyapi.object_getattr_string(mirror, "address")
        word = context.pyapi.long_as_longlong(address)
        context.pyapi.decref(address)
        words = context.builder.inttoptr(word, WORD.as_pointer())
        if STACK_END in kind.fields:
            end_stack(context.builder, _field(context.builder, kind, words, STACK_END))
        return NativeValue(words)

    return kind(cls)  # type: ignore[no-any-return]


def end_stack(builder: Any, place: Any) -> None:
    """Where the bytes stood that a call may take of the stack, say where they end."""
    builder.store(builder.sub(stack_pointer(builder), builder.load(place)), place)


def _restored(cls: type, fingerprint: str) -> RecordType:
    """The type of a class's records, read back from disk: refused when the class has changed.

    The functions on disk do not name the class, so their own fingerprint cannot tell.
    """
    kind = record_type(cls)
    if kind.fingerprint != fingerprint:
        raise LookupError(f"{cls.__qualname__} has changed since this was compiled.")
    return kind


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
    """The address of a field."""
    return builder.gep(record, [ir.Constant(WORD, owner.place(name))])
