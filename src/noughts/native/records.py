"""Mutable records in memory that compiled code can access (`words.py`).

Compiled code sees one pointer to a row of machine words. A record's methods are compiled from their
own source.
"""

from functools import cache
from typing import Any

from llvmlite import ir
from numba.core import types
from numba.core.datamodel import models
from numba.core.extending import lower_builtin, lower_getattr_generic, register_model
from numba.core.imputils import lower_setattr_generic
from numba.core.typing.templates import AttributeTemplate, infer_getattr

from noughts.native.constants import teach_methods
from noughts.native.intrinsics import stack_pointer
from noughts.native.words import STACK_END, fields

WORD = ir.IntType(64)


class WordsType(types.Type):
    """Machine words in memory: a pointer without a length."""

    def __init__(self) -> None:
        super().__init__("Words")


words_type = WordsType()


@register_model(WordsType)
class WordsModel(models.PrimitiveModel):
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
    def __init__(self, cls: type) -> None:
        self.fields = fields(cls)
        super().__init__(f"Record({cls.__module__}.{cls.__qualname__})")

    def place(self, name: str) -> int:
        return list(self.fields).index(name)


@cache
def record_type(cls: type) -> RecordType:
    kind = type(f"{cls.__name__}Record", (RecordType,), {})
    register_model(kind)(WordsModel)
    _teach_fields(kind)
    teach_methods(kind, cls)
    return kind(cls)  # type: ignore[no-any-return]


def end_stack(builder: Any, kind: RecordType, record: Any) -> None:
    if STACK_END in kind.fields:
        place = _field(builder, kind, record, STACK_END)
        builder.store(builder.sub(stack_pointer(builder), builder.load(place)), place)


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
    return builder.gep(record, [ir.Constant(WORD, owner.place(name))])
