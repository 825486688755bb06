"""Overflow-checked arithmetic, for users' rules.

Python's integers are unbounded; the processor's wrap around. Tests show that noughts' own games
stay within 64 bits, or within their wide numbers. Compiled users' rules, and functions of
noughts that they call, raise OverflowError on overflow, and the caller runs the plain form instead.
"""

import operator
from collections.abc import Callable, Collection
from types import BuiltinFunctionType
from typing import Any

from numba import njit
from numba.core import ir, types
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.errors import TypingError
from numba.core.extending import lower_builtin, overload
from numba.core.types.containers import UniTuple
from numba.core.types.misc import VarArg
from numba.core.typing.templates import AbstractTemplate, infer, infer_global, signature
from numba.core.untyped_passes import LiteralPropagationSubPipelinePass
from numba.cpython.numbers import int_divmod

from noughts import bits
from noughts.native.intrinsics import completing, count, lowest
from noughts.native.wide import (
    EXACT,
    SIGNS,
    WideType,
    comparison,
    fail_if,
    fits_word,
    wide_among,
    written,
)

# Methods are inlined, so that common subexpressions are computed once.
INLINE: Any = {"forceinline": True}

WORD = types.int64


def is_integer(kind: Any) -> bool:
    """Whether values of this type are machine words."""
    return isinstance(kind, types.Integer) and bool(vars(kind).get("signed"))


def is_word(kind: Any) -> bool:
    """Whether values of this type are machine words or truth values."""
    return isinstance(kind, types.Boolean) or is_integer(kind)


def is_number(kind: Any) -> bool:
    """Whether values of this type are whole numbers or truth values."""
    return is_word(kind) or isinstance(kind, WideType)


# Stand-ins. An operator's code is part of the function that uses it, as Numba's own is: LLVM sees
# which operands are constants before it joins functions, and makes a shift of `places // 2`.


def _stand_in() -> Callable[..., Any]:
    def stand_in(*operands: Any) -> Any:
        raise NotImplementedError

    return stand_in


def _overloaded(choose: Callable[..., Any], options: Any = INLINE) -> Callable[..., Any]:
    """A function for which Numba compiles what `choose` gives for the types of the operands."""
    stand_in = _stand_in()
    overload(stand_in, jit_options=options)(choose)
    return stand_in


def _operator(plain: Any, typed: Callable[..., Any], code: Any) -> Callable[..., Any]:
    """A stand-in for an operator where `typed` gives a signature; elsewhere it is the plain one."""
    stand_in = _stand_in()

    class Typed(AbstractTemplate):
        key = stand_in

        def generic(self, args: Any, kws: Any) -> Any:
            return typed(*args) or self.context.resolve_function_type(plain, args, kws)

    infer(Typed)
    infer_global(stand_in, types.Function(Typed))

    @lower_builtin(stand_in, VarArg(types.Any))
    def write(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        if typed(*sig.args) == sig:
            return code(context, builder, sig, args)
        return context.get_function(plain, sig)(builder, args)

    return stand_in


def _numbers(*kinds: Any) -> Any:
    """The signature of an operator of whole numbers: all are as wide as the widest."""
    kind = WORD if all(map(is_word, kinds)) else wide_among(*kinds)
    return kind and signature(kind, *[kind] * len(kinds))


def _words(*kinds: Any) -> Any:
    return _numbers(*kinds) if all(map(is_word, kinds)) else None


def _shift(kind: Any, places: Any) -> Any:
    kind = WORD if is_word(kind) else kind
    return signature(kind, kind, WORD) if is_number(kind) and is_word(places) else None


def _comparison(*kinds: Any) -> Any:
    """Booleans are compared as numbers, as in Python."""
    return signature(types.boolean, WORD, WORD) if all(map(is_word, kinds)) else None


def _division(part: int) -> Any:
    """The code of a division's quotient, 0, or remainder, 1."""

    def code(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        number, by = args
        by_nothing = builder.icmp_signed("==", by, by.type(0))
        least = builder.icmp_signed("==", number, number.type(WORD.minval))
        no_room = builder.and_(least, builder.icmp_signed("==", by, by.type(-1)))
        fail_if(context, builder, builder.or_(by_nothing, no_room), OverflowError)
        return int_divmod(context, builder, WORD, number, by)[part]

    return code


# The signature and the code of the exact form, by the operators' names.
_OPERATORS = {name: (_numbers, code) for name, code in EXACT.items()}
_OPERATORS |= {name: (_shift, EXACT[name]) for name in ("lshift", "rshift")}
_OPERATORS |= {name: (_words, _division(part)) for part, name in enumerate(("floordiv", "mod"))}
_OPERATORS |= {name: (_comparison, written(comparison(sign))) for name, sign in SIGNS.items()}
STAND_INS = {
    plain: _operator(plain, *exact)
    for name, exact in _OPERATORS.items()
    for plain in map(vars(operator).get, (name, f"i{name}"))
    if plain
}
_plus, _minus, _times, _over, _left = (
    STAND_INS[getattr(operator, name)] for name in ("add", "sub", "mul", "floordiv", "mod")
)


@njit(**INLINE)
def _power(number: int, exponent: int) -> int:
    if exponent < 0:
        raise OverflowError
    answer = 1
    for _ in range(min(exponent, 64)):  # past that only powers of -1, 0 and 1 fit
        answer = _times(answer, number)
    return answer if exponent < 64 or exponent % 2 == 0 else answer * number


def _choose_power(left, right):  # type: ignore[no-untyped-def]  # as Numba compares it
    if is_word(left) and is_word(right):
        return lambda left, right: _power(WORD(left), WORD(right))
    return lambda left, right: left**right


STAND_INS[operator.pow] = STAND_INS[operator.ipow] = _overloaded(_choose_power)


@njit(**INLINE)
def _sum(numbers: Any, start: Any = 0) -> Any:
    total = start
    for number in numbers:
        total = _plus(total, number)
    return total


@njit(**INLINE)
def _divmod(number: Any, by: Any) -> Any:
    return _over(number, by), _left(number, by)


@njit(**INLINE)
def _absolute(number: Any) -> Any:
    return _minus(0, number) if number < 0 else _plus(number, 0)


# Numba computes the length of a range as the difference of its ends.
_FAR = 1 << 61


@njit(**INLINE)
def _near(number: int) -> int:
    if not -_FAR < number < _FAR:
        raise OverflowError
    return number


def _choose_range(*numbers):  # type: ignore[no-untyped-def]  # as Numba compares it
    return (
        lambda *numbers: range(_near(numbers[0])),
        lambda *numbers: range(_near(numbers[0]), _near(numbers[1])),
        lambda *numbers: range(_near(numbers[0]), _near(numbers[1]), _near(numbers[2])),
    )[len(numbers) - 1]


@njit(**INLINE)
def _count(cells: Any) -> int:
    if cells < 0:
        raise OverflowError
    return count(cells)  # type: ignore[call-arg]


@njit(**INLINE)
def _lowest(cells: Any) -> int:
    if cells == 0:
        raise OverflowError
    return lowest(cells)  # type: ignore[call-arg]


# In place of functions of noughts that are one instruction, in users' rules.
EXACT_INTRINSICS: dict[Any, Any] = {bits.count: _count, bits.lowest: _lowest}
FUNCTIONS: dict[Any, Any] = {
    abs: _absolute,
    divmod: _divmod,
    pow: STAND_INS[operator.pow],
    range: _overloaded(_choose_range),
    sum: _sum,
}


@register_pass(mutates_CFG=False, analysis_only=False)
class ExactOperators(FunctionPass):
    """Replaces operators and functions by their stand-ins."""

    _name = "noughts_exact_operators"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        for block in state.func_ir.blocks.values():
            for assigned in block.find_insts(ir.Assign):
                named = assigned.value
                if isinstance(named, ir.Const | ir.Global | ir.FreeVar):
                    must_fit(named.value)
                    if isinstance(named.value, type | BuiltinFunctionType) and (
                        exact := FUNCTIONS.get(named.value)
                    ):
                        assigned.value = ir.Global(f"exact_{named.name}", exact, assigned.loc)
            for kind in ("binop", "inplace_binop", "unary"):
                for expression in block.find_exprs(kind):
                    _exchange(expression, kind)
        return True


def must_fit(value: object) -> None:
    """Refuse a constant beyond 64 bits, also in a tuple: Numba would make it unsigned."""
    if isinstance(value, tuple):
        for part in value:
            must_fit(part)
    elif isinstance(value, int) and not fits_word(value):
        raise TypingError(f"the constant {value} does not fit into 64 bits")


def _exchange(expression: Any, kind: str) -> None:
    if expression.fn not in STAND_INS:
        return
    expression.fn = STAND_INS[expression.fn]
    if kind == "inplace_binop":  # for numbers Numba uses the operator that makes a new one
        expression.immutable_fn = expression.fn
    if kind != "unary":
        expression.static_lhs = expression.static_rhs = ir.UNDEFINED


class Compiler(CompilerBase):
    """Numba's compiler without some passes, and with more after others."""

    left_out: Collection[type] = ()
    added: tuple[tuple[type, type], ...] = ()

    def define_pipelines(self) -> list[Any]:
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.passes = [each for each in passes.passes if each[0] not in self.left_out]
        for ours, after in self.added:
            passes.add_pass_after(ours, after)
        passes.finalize()
        return [passes]


class ExactCompiler(Compiler):
    added: tuple[tuple[type, type], ...] = ((ExactOperators, LiteralPropagationSubPipelinePass),)


# As in Python, division by zero and an index behind the end of an array raise errors.
CARE: Any = {"pipeline_class": ExactCompiler, "error_model": "python", "boundscheck": True}


def _rows(cells, steps, k):  # type: ignore[no-untyped-def]  # as Numba compares it
    """Rows in all directions; none has a cell beyond the word if one step leaves all in it."""
    longest = max(steps)
    far = min(steps) < 0 or longest > 62 or k > 64 or (k - 1) * longest > 63
    if far or cells >> 63 - longest:  # also if it is negative
        raise OverflowError
    return completing(cells, steps, k)  # type: ignore[call-arg]


def _choose_rows(cells, steps, k):  # type: ignore[no-untyped-def]  # as above
    of_words = isinstance(steps, UniTuple) and is_integer(steps.dtype)
    return _rows if of_words else bits.completing


EXACT_INTRINSICS[bits.completing] = _overloaded(_choose_rows, {**CARE, **INLINE})
