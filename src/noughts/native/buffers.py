"""Buffers for compiled code: a pointer and a length. Indices are never wrapped or checked.

NumPy arrays wrap negative indices. The test at every access would keep compiled code from using
vector instructions.
"""

import operator
from functools import cache
from typing import Any

import numpy as np
from numba.core import types
from numba.core.datamodel import models
from numba.core.extending import lower_builtin, register_model
from numba.core.types.misc import CPointer
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.np.numpy_support import from_dtype


class BufferType(types.Type):
    def __init__(self, number: types.Integer) -> None:
        self.number = number
        super().__init__(f"Buffer({number})")


@register_model(BufferType)
class BufferModel(models.StructModel):
    def __init__(self, manager: Any, kind: BufferType) -> None:
        members = [("data", CPointer(kind.number)), ("size", types.intp)]
        super().__init__(manager, kind, members)


@cache
def buffer_type(letter: str) -> BufferType:
    """The type of buffers of numbers of a kind, by its letter in `array` and `struct`."""
    return BufferType(from_dtype(np.dtype(letter)))


@infer_global(operator.getitem)
class _Read(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        buffer, place = args
        if isinstance(buffer, BufferType) and isinstance(place, types.Integer):
            return signature(buffer.number, buffer, types.intp)
        return None


@infer_global(operator.setitem)
class _Write(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        buffer, place, _ = args
        if isinstance(buffer, BufferType) and isinstance(place, types.Integer):
            return signature(types.none, buffer, types.intp, buffer.number)
        return None


@infer_global(len)
class _Length(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        return signature(types.intp, args[0]) if isinstance(args[0], BufferType) else None


@lower_builtin(operator.getitem, BufferType, types.Integer)
def _read(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.load(_place(context, builder, sig, args))


@lower_builtin(operator.setitem, BufferType, types.Integer, types.Integer)
def _write(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    builder.store(args[2], _place(context, builder, sig, args))
    return context.get_dummy_value()


@lower_builtin(len, BufferType)
def _length(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return context.make_helper(builder, sig.args[0], args[0]).size


def _place(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.gep(context.make_helper(builder, sig.args[0], args[0]).data, [args[1]])
