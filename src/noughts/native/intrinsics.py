"""One instruction of the processor for each function of `noughts.bits`."""

from typing import Any

from llvmlite import ir
from numba.core import types
from numba.core.extending import intrinsic

from noughts import bits


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


INTRINSICS = {bits.count: count, bits.lowest: lowest}
