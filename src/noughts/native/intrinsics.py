"""What the compiled form has in place of a plain function.

One instruction of the processor for each function of `noughts.bits`; and a look into
memory where the plain form asks a type for its name.
"""

from typing import Any

from llvmlite import ir
from numba.core import types
from numba.core.extending import intrinsic

from noughts import bits
from noughts.search import register


@intrinsic
def count(typing_context: Any, cells: Any) -> Any:
    """`bits.count`: the number of bits that are set."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


@intrinsic
def lowest(typing_context: Any, cells: Any) -> Any:
    """`bits.lowest`: the number of the lowest bit that is set."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), generate


@intrinsic
def recalled(typing_context: Any, example: Any, memory: Any, place: Any) -> Any:
    """`register.recalled`: the words from a place in memory as a tuple of the example's type."""
    if not (isinstance(example, types.BaseTuple) and set(example) == {types.int64}):
        return None

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        _, memory, place = arguments
        first = builder.gep(memory, [place])
        words = [
            builder.load(builder.gep(first, [ir.Constant(ir.IntType(64), i)]))
            for i in range(len(example))
        ]
        return context.make_tuple(builder, example, words)

    return example(example, memory, types.int64), generate


INTRINSICS = {bits.count: count, bits.lowest: lowest, register.recalled: recalled}
