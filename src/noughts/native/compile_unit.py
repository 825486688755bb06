"""A compile unit: copies of plain functions whose globals are compiled functions."""

from types import FunctionType, ModuleType
from typing import Any

import numba
from numba.core import typed_passes, untyped_passes
from numba.core.compiler import CompilerBase, DefaultPassBuilder

from noughts import source
from noughts.native.checked import CARE, EXACT_INTRINSICS, INLINE
from noughts.native.intrinsics import BITS, INTRINSICS, NARROW
from noughts.native.language import OF_RULES, calls_itself
from noughts.native.rewritten import rewritten
from noughts.native.wide import widened
from noughts.native.wide_operators import shift_of

# Numba's passes for things that noughts' functions do not use: `with`, arithmetic of whole arrays,
# functions inlined before type inference, listings of types. They take a sixth of the time.
NEEDLESS = {
    untyped_passes.WithLifting,
    untyped_passes.InlineInlinables,
    untyped_passes.FindLiterallyCalls,
    untyped_passes.LiteralUnroll,
    typed_passes.InlineOverloads,
    typed_passes.NopythonRewrites,
    typed_passes.AnnotateTypes,
}


class QuickCompiler(CompilerBase):
    """Numba's compiler without needless passes."""

    def define_pipelines(self) -> list[Any]:
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.passes = [each for each in passes.passes if each[0] not in NEEDLESS]
        passes.finalize()
        return [passes]


# Other Python threads may work while compiled code runs.
OPTIONS = {"nogil": True, "error_model": "numpy", "pipeline_class": QuickCompiler}


class CompileUnit(dict[FunctionType, Any]):
    """The compiled functions of a unit, by the plain ones.

    Args:
        wide_bits: the bits of a wide number, for rules that need such numbers; otherwise 0.
        of_user: the class of a user's game, or knowledge, if the functions are its methods or
            called by them: then noughts' own functions are exact, too.
    """

    #: Replacements of some plain functions.
    intrinsics = INTRINSICS

    def __init__(self, wide_bits: int = 0, of_user: type | None = None) -> None:
        super().__init__()
        self.wide_bits = wide_bits
        self.of_user = of_user

    def compiled(self, clone: FunctionType, function: FunctionType) -> Any:
        return numba.njit(**self.options(function))(clone)

    def options(self, function: FunctionType) -> dict[str, Any]:
        if source.is_own(function):
            return {**OPTIONS, **(CARE if self.of_user else {})}
        return {**OPTIONS, **(OF_RULES if self.of_user else CARE)}

    def clone(self, function: FunctionType) -> FunctionType:
        exact = bool(self.of_user) or not source.is_own(function)
        shift = shift_of(self.wide_bits, exact) if self.wide_bits else None
        return rewritten(function, self.of_user, shift)

    def stand_in(self, function: FunctionType) -> Any:
        if self.of_user and function in BITS:
            return EXACT_INTRINSICS.get(function)
        return None if self.wide_bits and function in NARROW else self.intrinsics.get(function)


class SearchUnit(CompileUnit):
    def options(self, function: FunctionType) -> dict[str, Any]:
        return {**super().options(function), **({} if source.recurs(function) else INLINE)}


def member(function: FunctionType, unit: CompileUnit) -> Any:
    if stand_in := unit.stand_in(function):
        return stand_in
    if function not in unit:
        if unit.of_user and not source.is_own(function) and source.recurs(function):
            raise calls_itself(function)
        clone = unit.clone(function)
        unit[function] = unit.compiled(clone, function)
        # Only now, so that recursive functions are found.
        compile_globals(clone, unit)
    return unit[function]


def compile_globals(clone: FunctionType, unit: CompileUnit) -> None:
    for name, thing in source.globals_named(clone).items():
        if isinstance(thing, FunctionType):
            clone.__globals__[name] = member(thing, unit)
        elif isinstance(thing, ModuleType):
            clone.__globals__[name] = _module(thing, clone, unit)
        elif unit.wide_bits:
            clone.__globals__[name] = widened(thing, unit.wide_bits)


def _module(module: ModuleType, function: FunctionType, unit: CompileUnit) -> ModuleType:
    named = source.attributes_named(function, module)
    functions = {name: thing for name, thing in named.items() if isinstance(thing, FunctionType)}
    if not functions:
        return module
    clone = ModuleType(module.__name__)
    clone.__dict__.update(named)
    clone.__dict__.update({name: member(thing, unit) for name, thing in functions.items()})
    return clone
