"""The language of compiled rules: everything that works the same in Numba and in Python.

Users' rules are compiled if everything that they reach is in the language. It is an allowlist,
applied to what Numba is about to translate, types included; other rules run interpreted.
`docs/your-own-game.md` describes it in words.
"""

import operator
from collections import defaultdict
from collections.abc import Callable
from linecache import getline
from pathlib import Path
from re import findall, search
from types import FunctionType, ModuleType
from typing import Any, NamedTuple

from numba import njit
from numba.core import ir
from numba.core import types as numba_types
from numba.core.compiler import Compiler
from numba.core.compiler_machinery import AnalysisPass, FunctionPass, register_pass
from numba.core.dispatcher import Dispatcher
from numba.core.extending import _Intrinsic
from numba.core.typed_passes import NopythonTypeInference

from noughts import source
from noughts.errors import NotCompilable
from noughts.native.checked import (
    CARE,
    EXACT_INTRINSICS,
    FUNCTIONS,
    STAND_INS,
    ExactCompiler,
    ExactOperators,
    is_integer,
    is_number,
    is_word,
)
from noughts.native.intrinsics import here
from noughts.native.wide import WideNumber, WideRow, WideRowType, WideType

types: Any = numba_types  # mypy has types for a part of it only
# Lines of Numba's messages without information for a user.
NOISE = (
    "File ", "Failed in", "TypingError: Failed in", "UnsupportedError:", "During:", "[1]", "[2]",
)  # fmt: skip
CHANGES = ir.SetItem, ir.StaticSetItem
STATEMENTS = (ir.Assign, ir.Branch, ir.Del, ir.Jump, ir.Return, *CHANGES)
# Expressions that only move values.
MOVES = {"cast", "exhaust_iter", "iternext", "null", "pair_first", "pair_second"}
LOOPS = (types.RangeType, types.EnumerateType, types.ZipType, types.Generator)

PLAIN = {stand_in: plain for plain, stand_in in (*STAND_INS.items(), *FUNCTIONS.items())}


def _operators(names: str) -> set[Any]:
    return {getattr(operator, name) for name in names.split()}


_NARROW = _operators("floordiv mod ifloordiv imod ipow") | {pow}
_ANY_WIDTH = _operators(
    "add sub mul lshift rshift and_ or_ xor iadd isub imul ilshift irshift iand ior ixor"
)
_ORDER, _EQUAL = _operators("lt le gt ge"), _operators("eq ne")
_FUNCTIONS = {
    id(function) for function in (*FUNCTIONS.values(), *EXACT_INTRINSICS.values(), len, max, min)
}

# Advice in place of functions that rules often use, by the last word of the name.
INSTEAD = {
    **dict.fromkeys(("set", "build_set", "set_add"), "a set of bits, a whole number"),
    **dict.fromkeys(("dict", "build_map", "list", "deque"), "a tuple"),
    **dict.fromkeys(("any", "all", "make_function", "generator"), "a loop"),
    **dict.fromkeys(("float", "round", "truediv", "itruediv"), "whole numbers and //"),
    **dict.fromkeys(("function", "method"), "a function in the file"),
    **dict.fromkeys(("bin", ".bit_count"), "count(…), from noughts.bits"),
    **dict.fromkeys(("slice", "itself"), "a loop"),
    "sorted": "a loop over the moves in the wanted order",
    "reversed": "range(last, first - 1, -1)",
    "str": "whole numbers",
    "exception": "a condition",
    "STORE_GLOBAL": "a field of the position",
    ".bit_length": "a function with a loop",
    "._replace": "the class, with all its fields",
    "is_": "==",
}

# Numba's names of things, in a reader's words.
NAMES = {
    "build_map": "a dict", "build_set": "a set", "set_add": "a set", "contains": "in",
    "make_function": "a function within a function", "generator": "a `for` in parentheses",
    "itself": "a method that calls itself", "is_": "is", "truediv": "/", "itruediv": "/",
    "add": "+", "mul": "*", "SetItem": "a row that changes",
    "StaticSetItem": "a row that changes", "STORE_GLOBAL": "a global that changes",
    "undef": "a name that may be unset", "UNPACK_EX": "*names", "IMPORT_NAME": "import",
}  # fmt: skip
# Numba's messages on some of them.
MESSAGES = (
    r"Unknown attribute '(?P<of>\w+)'",
    r"unsupported opcode \((\w+)\)",
    r"is no number: (.*)",
    r"^No implementation of function Function\(<(?:built-in function|class) '?(\w+)",
    r"(?P<generator>yield in a closure|locally defined closures)",
    r"(?P<itself>maximum recursion depth)",
    r"(?P<exception>Exception object)",
)
PLACES = r'(?:File "|at |from )([^"\n]+?)(?:", line | \()(\d+)'


class _Refused(Exception):
    pass


def _is_row(kind: Any) -> bool:
    """Whether values of this type are rows of numbers: a tuple, a list, a table."""
    if isinstance(kind, types.Array):
        return kind.ndim == 1 and is_number(kind.dtype)
    if isinstance(kind, types.List):
        return is_word(kind.dtype)
    if isinstance(kind, types.BaseTuple):
        return all(is_number(part) or _is_row(part) for part in kind)
    return False


def _is_tuple(kind: Any) -> bool:
    """Whether values of this type are tuples of numbers, or of tuples of them."""
    if not isinstance(kind, types.BaseTuple):
        return False
    return all(is_number(part) or _is_tuple(part) for part in kind)


def _has_order(kind: Any) -> bool:
    """Whether `<` of tuples of this type is Python's: to Numba, True lies below False."""
    return all(is_integer(part) or isinstance(part, WideType) for part in kind)


def _is_small_constant(kind: Any) -> bool:
    return isinstance(kind, types.IntegerLiteral) and kind.literal_value.bit_length() < 60


def _is_loop(kind: Any) -> bool:
    return _is_row(kind) or isinstance(kind, LOOPS)


def admits(value: Any) -> bool:
    """Whether a constant is in the language: whole numbers, tuples of them, noughts' functions."""
    if type(value) in (int, bool, type(None), WideNumber, WideRow):
        return True
    if isinstance(value, tuple):
        return (type(value) is tuple or is_plain(type(value))) and all(map(admits, value))
    if isinstance(value, type):
        return value in (bool, int, range, enumerate, zip) or is_plain(value)
    return _is_ours(value) or id(value) in _FUNCTIONS


def _is_ours(value: Any) -> bool:
    if isinstance(value, Dispatcher):
        compiler: Any = vars(value)["_compiler"]
        return compiler.pipeline_class is not Compiler
    return isinstance(value, _Intrinsic)


class _Example(NamedTuple):
    field: int


def is_plain(cls: type) -> bool:
    """Whether a class is a NamedTuple, as `typing` makes it, without special members."""
    if cls.__bases__ != (tuple,) or not hasattr(cls, "_fields"):
        return False
    special = {name for name in vars(cls) if name.startswith("__")} - vars(_Example).keys()
    return not special and cls.__new__.__globals__.get("__name__") == f"namedtuple_{cls.__name__}"


def _checked(function: Any, arguments: list[Any], names: list[str]) -> bool:
    function = PLAIN.get(function, function)
    if _is_ours(function) or function in EXACT_INTRINSICS.values():
        return True
    if isinstance(function, type) and is_plain(function):
        return all(map(is_number, arguments))
    if names:
        return False
    count, first = len(arguments), arguments[0] if arguments else None
    if function in (min, max):
        wide = count == 2 and any(isinstance(kind, WideType) for kind in arguments)
        fits = is_number if wide else is_integer
        return all(map(fits, arguments)) if count > 1 else _is_row(first)
    if function is range:
        return all(map(is_integer, arguments))
    if function is enumerate:  # Numba's count wraps around
        return _is_loop(first) and all(map(_is_small_constant, arguments[1:]))
    if function is zip:
        return all(map(_is_loop, arguments))
    if function is sum:
        return _is_loop(first) and all(map(is_number, arguments[1:]))
    if function is len:
        return _is_row(first) or isinstance(first, types.RangeType)
    if function in (abs, bool):
        return is_number(first)
    return function in (divmod, pow, int) and count < 3 and all(map(is_word, arguments))


def _refusal(name: str, what: str, where: str) -> str:
    key = (what or name).split()[-1]
    name = f"{name} uses {NAMES.get(what, what)}" if what else name
    instead = f"; write {INSTEAD[key]}" if key in INSTEAD else ""
    return f"{name}{where}, which compiled rules cannot{instead}"


def calls_itself(function: FunctionType) -> NotCompilable:
    where = _where(function.__code__.co_filename, function.__code__.co_firstlineno)
    return NotCompilable(_refusal(f"{function.__name__}() calls itself", "", where))


# The most bytes of the stack for a function's calls of itself.
NESTED_BYTES = 64 << 10


@njit(**CARE, forceinline=True)
def refuse_nesting(first: int) -> None:
    if first - here() > NESTED_BYTES:  # type: ignore[call-arg]  # Numba gives the context
        raise OverflowError


def first_call(function: Any) -> Any:
    """A function that is also given the stack pointer of its first call."""
    return njit(**CARE)(lambda *given: function(here(), *given))  # type: ignore[call-arg]  # as above


def _where(file: str, line: int) -> str:
    return f" ({Path(file).name}, line {line}: {getline(file, line).strip()})"


def reason(message: str) -> str:
    """Numba's long message as a sentence: what it does not compile, and the line of the rules."""
    innermost = message.rpartition("raised a specific error:")[2]
    places = [(str(Path(file).resolve()), int(line)) for file, line in findall(PLACES, innermost)]
    users = [place for place in places if str(source.HERE) not in place[0] and getline(*place)]
    where = _where(*users[0]) if users else ""
    lines = [line.strip(" -") for line in innermost.splitlines() if line.strip()]
    telling = next((line for line in lines if not line.startswith(NOISE)), "nothing")
    for one in MESSAGES:
        if found := search(one, telling):
            named = next(iter(found.groupdict()), "")
            what = f".{found[1]}" if named == "of" else named or found[1]
            return _refusal("a rule", "an exception" if what == "exception" else what, where)
    return f"Numba says: {telling.rstrip(':')}{where}"


def _constant(named: Any) -> str:
    value, kind = named.value, type(named.value).__name__
    if isinstance(value, type) and issubclass(value, BaseException):
        return "an exception"
    name = getattr(named, "name", None) or f"{value!r}"
    return f"{name}, a {kind}" if kind in INSTEAD else name


class _Pass(AnalysisPass):
    """Refuses a function that is not in the language, with the line and advice."""

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        self.types, self.code = state.typemap, state.func_ir
        for block in self.code.blocks.values():
            for statement in block.body:
                try:
                    self.check(statement, getattr(statement, "value", None))
                except _Refused as what:
                    where = _where(statement.loc.filename, statement.loc.line)
                    refusal = _refusal(f"{state.func_id.func_name}()", str(what), where)
                    raise NotCompilable(refusal) from None
        self.types = self.code = None  # Numba keeps this object
        return False

    check: Callable[..., None]

    def _must(self, holds: bool, what: str) -> None:
        if not holds:
            raise _Refused(what)


@register_pass(mutates_CFG=False, analysis_only=False)
class Unused(FunctionPass):
    """Removes names that nothing uses: Python 3.13 names keywords, comprehensions restore names."""

    _name = "noughts_unused"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        blocks = state.func_ir.blocks.values()
        every = [one for block in blocks for one in block.body if not isinstance(one, ir.Del)]
        needed, moves = set[str](), defaultdict[str, set[str]](set)  # names, by the name they give
        for one in every:
            (moves[one.target.name] if _only_moves(one) else needed).update(_used_by(one))
        while more := set[str]().union(*(moves[name] for name in needed)) - needed:
            needed |= more
        for block in blocks:
            block.body = [one for one in block.body if not self._is_unused(one, needed)]
        return True

    def _is_unused(self, statement: Any, needed: set[str]) -> bool:
        if isinstance(statement, ir.Del):
            return statement.value not in needed
        return _only_moves(statement) and statement.target.name not in needed


def _only_moves(statement: Any) -> bool:
    """Whether a statement of Python's own, with names from $ on, moves a value or a constant."""
    if not isinstance(statement, ir.Assign):
        return False
    value = statement.value
    if isinstance(value, ir.Var):
        return "$" in (value.name[0], statement.target.name[0])
    if isinstance(value, ir.Expr):
        of_constants = all(item.name.startswith("$const") for item in value.list_vars())
        return value.op in ("phi", "undef") or (value.op == "build_tuple" and of_constants)
    return isinstance(value, ir.Const)


def _used_by(statement: Any) -> set[str]:
    """The names that a statement uses; the one that it gives is none of them."""
    value = statement.value if isinstance(statement, ir.Assign) else statement
    used = [value] if isinstance(value, ir.Var) else getattr(value, "list_vars", list)()
    return {variable.name for variable in used}


@register_pass(mutates_CFG=False, analysis_only=True)
class KindsCheck(_Pass):
    """Checks the kinds of statements and the constants, before type inference can fail."""

    _name = "noughts_words"

    def check(self, statement: Any, value: Any) -> None:
        if not isinstance(statement, STATEMENTS):
            raise _Refused(type(statement).__name__)
        if isinstance(value, ir.Expr):
            self._must(value.op in MOVES or f"_{value.op}" in vars(TypesCheck), value.op)
        elif isinstance(value, ir.Const | ir.Global | ir.FreeVar):
            fits = isinstance(value.value, ModuleType | FunctionType) or admits(value.value)
            self._must(fits, _constant(value))


@register_pass(mutates_CFG=False, analysis_only=True)
class TypesCheck(_Pass):
    """Checks the types of arguments of operators and functions."""

    _name = "noughts_sentences"

    def check(self, statement: Any, value: Any) -> None:
        if isinstance(statement, ir.Return):
            maybe = isinstance(self.types[statement.value.name], types.Optional)
            self._must(not maybe, "a result that may be missing")
        elif isinstance(statement, CHANGES):
            self._change(statement)
        if isinstance(value, ir.Expr) and value.op not in MOVES:
            getattr(self, f"_{value.op}")(value)
        elif isinstance(value, ir.Yield):
            kind = self.types[value.value.name]
            self._must(is_number(kind) or _is_tuple(kind), "a yield of something else")
        elif value is ir.UNDEFINED:
            raise _Refused("a name that may be unset")

    def _kinds(self, *variables: Any) -> list[Any]:
        return [self.types[variable.name] for variable in variables]

    def _phi(self, expression: Any) -> None:
        unset = any(value is ir.UNDEFINED for value in expression.incoming_values)
        self._must(not unset, "a name that may be unset")

    def _binop(self, expression: Any) -> None:
        operation = PLAIN.get(expression.fn, expression.fn)
        kinds = self._kinds(expression.lhs, expression.rhs)
        words, numbers = all(map(is_word, kinds)), all(map(is_number, kinds))
        if operation in _EQUAL | _ORDER:
            tuples = all(isinstance(kind, types.BaseTuple) and _is_row(kind) for kind in kinds)
            tuples = tuples and (operation in _EQUAL or all(map(_has_order, kinds)))
            fits = numbers or (tuples and len(kinds[0]) == len(kinds[1]))
        elif operation is operator.contains:
            fits = _is_row(kinds[0]) and is_word(kinds[1]) and not isinstance(kinds[0], WideRowType)
            fits = fits or (isinstance(kinds[0], types.RangeType) and is_integer(kinds[1]))
        else:
            fits = numbers if operation in _ANY_WIDTH else words and operation in _NARROW
        self._must(fits, operation.__name__)

    _inplace_binop = _binop

    def _unary(self, expression: Any) -> None:
        operation = PLAIN.get(expression.fn, expression.fn)
        fits = operation in (operator.neg, operator.invert, operator.not_)
        self._must(fits and is_number(self.types[expression.value.name]), operation.__name__)

    def _call(self, expression: Any) -> None:
        kind = self.types[expression.func.name]
        arguments = self._kinds(*expression.args, *(value for _, value in expression.kws))
        if isinstance(kind, types.BoundFunction):
            method = isinstance(kind.this, types.List) or hasattr(kind.this, "value")
            self._must(method and not expression.vararg, "a method of another object")
            return
        called = self._called(expression.func)
        name = getattr(called, "__name__", "a call")
        names = [name for name, _ in expression.kws]
        self._must(not expression.vararg and _checked(called, arguments, names), name)

    def _called(self, variable: Any) -> Any:
        found = self.code.get_definition(variable)
        while isinstance(found, ir.Var):
            found = self.code.get_definition(found)
        if isinstance(found, ir.Expr) and found.op == "getattr":
            module = self.types[found.value.name]
            return getattr(getattr(module, "pymod", None), found.attr, None)
        return getattr(found, "value", None)

    def _getattr(self, expression: Any) -> None:
        owner, name = self.types[expression.value.name], expression.attr
        if isinstance(owner, types.Module):
            fits = admits(getattr(owner.pymod, name, "")) or isinstance(
                getattr(owner.pymod, name, None), ModuleType
            )
        elif isinstance(owner, types.List):
            fits = name == "append" and is_word(owner.dtype)
        elif isinstance(owner, types.BaseNamedTuple):
            fits = name in owner.fields
        else:
            fits = hasattr(owner, "value")  # a game, or knowledge: `constant` has checked it
        self._must(fits, f".{name}")

    def _getitem(self, expression: Any) -> None:
        row, place = self._kinds(expression.value, expression.index)
        fits = _is_row(row) and (is_integer(place) or isinstance(place, WideType))
        self._must(fits, "[…]")

    def _change(self, statement: Any) -> None:
        row, number = self._kinds(statement.target, statement.value)
        place = getattr(statement, "index_var", None) or statement.index
        of_words = isinstance(row, types.List) and is_integer(row.dtype) == is_integer(number)
        fits = of_words and all(map(is_word, (row.dtype, number)))
        self._must(fits and is_integer(self.types[place.name]), type(statement).__name__)

    def _static_getitem(self, expression: Any) -> None:
        fits = _is_row(self.types[expression.value.name]) and type(expression.index) is int
        self._must(fits, "[…]")

    def _getiter(self, expression: Any) -> None:
        self._must(_is_loop(self.types[expression.value.name]), "a loop over something else")

    def _build_tuple(self, expression: Any) -> None:
        kinds = self._kinds(*expression.items)
        self._must(all(is_number(kind) or _is_row(kind) for kind in kinds), "a tuple of others")

    def _build_list(self, expression: Any) -> None:
        self._must(all(map(is_word, self._kinds(*expression.items))), "a list of others")


class LanguageCompiler(ExactCompiler):
    """Numba's compiler for rules: exact operators, and only the language."""

    added = (
        *ExactCompiler.added,
        (Unused, ExactOperators),
        (KindsCheck, Unused),
        (TypesCheck, NopythonTypeInference),
    )


# The compiler of users' rules.
OF_RULES: Any = {**CARE, "pipeline_class": LanguageCompiler}
