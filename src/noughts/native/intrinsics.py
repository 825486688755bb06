"""What the compiled form has in place of a plain function.

One instruction of the processor for each function of `noughts.bits`; and a look into
memory where the plain form asks a type for its name.
"""

from typing import Any

from llvmlite import ir
from numba.core import types
from numba.core.extending import intrinsic
from numba.core.types.containers import NamedUniTuple

from noughts import bits
from noughts.search import memory


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
def recalled(typing_context: Any, example: Any, words: Any, place: Any) -> Any:
    """`memory.recalled`: the words from a place in memory as a tuple of the example's type."""
    if not isinstance(example, NamedUniTuple) or example.dtype != types.int64:
        return None

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        _, words, place = arguments
        first = builder.gep(words, [place])
        read = [
            builder.load(builder.gep(first, [ir.Constant(ir.IntType(64), i)]))
            for i in range(len(example))
        ]
        return context.make_tuple(builder, example, read)

    return example(example, words, types.int64), generate


INTRINSICS: dict[Any, Any] = {
    bits.count: count,
    bits.lowest: lowest,
    memory.recalled: recalled,
}
