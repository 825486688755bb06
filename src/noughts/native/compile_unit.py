"""A compile unit: copies of plain functions whose globals are compiled functions."""

from types import FunctionType, ModuleType
from typing import Any

import numba
from numba.core import typed_passes, untyped_passes
from numba.core.compiler import CompilerBase, DefaultPassBuilder

from noughts import source
from noughts.errors import NotCompilable
from noughts.native.checked import INLINE, care_for
from noughts.native.guarded import needs_guard, with_guard
from noughts.native.intrinsics import INTRINSICS, NARROW
from noughts.native.wide import widened
from noughts.native.wide_operators import with_wide_shifts
from noughts.search.copies import copied

# Numba's passes for what the house's functions do not do: `with`, arithmetic of whole arrays,
# functions inlined before types are known, listings of types. They take a sixth of the time.
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
        """The passes that are left."""
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.passes = [each for each in passes.passes if each[0] not in NEEDLESS]
        passes.finalize()
        return [passes]


# Other Python threads may work while compiled code runs.
OPTIONS = {"nogil": True, "error_model": "numpy", "pipeline_class": QuickCompiler}


class CompileUnit(dict[FunctionType, Any]):
    """The compiled functions that belong together, by the plain ones.

    Args:
        wide_bits: the bits of a wide number, in rules that need such; else 0.
    """

    #: What stands in place of some plain functions.
    intrinsics = INTRINSICS

    def __init__(self, wide_bits: int = 0) -> None:
        """Begin with none."""
        super().__init__()
        self.wide_bits = wide_bits

    def compiled(self, clone: FunctionType) -> Any:
        """The compiled form of a copy of a plain function."""
        return numba.njit(**{**OPTIONS, **care_for(clone)})(clone)


class SearchUnit(CompileUnit):
    """Functions that are inlined into their callers, except recursive ones."""

    def compiled(self, clone: FunctionType) -> Any:
        """The compiled form of a copy of a plain function."""
        inline = {} if source.recurs(clone) else INLINE
        return numba.njit(**{**OPTIONS, **care_for(clone), **inline})(clone)


def member(function: FunctionType, unit: CompileUnit) -> Any:
    """The compiled form of a function in a compile unit."""
    if function in unit.intrinsics and not (unit.wide_bits and function in NARROW):
        return unit.intrinsics[function]
    if function not in unit:
        unit[function] = unit.compiled(clone := _clone(function, unit))
        # Only now, so that functions that name themselves, or each other, are found.
        compile_globals(clone, unit)
    return unit[function]


def _clone(function: FunctionType, unit: CompileUnit) -> FunctionType:
    guarded = needs_guard(function)
    if unit.wide_bits and guarded:
        raise NotCompilable(f"{function.__name__}() calls itself, on numbers of more than 64 bits.")
    if unit.wide_bits:
        return with_wide_shifts(function, unit.wide_bits)
    return with_guard(function) if guarded else copied(function)


def compile_globals(clone: FunctionType, unit: CompileUnit) -> None:
    """Put compiled functions behind the names of the plain ones."""
    for name, thing in source.globals_named(clone).items():
        if isinstance(thing, FunctionType):
            clone.__globals__[name] = member(thing, unit)
        elif isinstance(thing, ModuleType):
            clone.__globals__[name] = _module(thing, clone, unit)
        elif unit.wide_bits:
            clone.__globals__[name] = widened(thing, unit.wide_bits)


def _module(module: ModuleType, function: FunctionType, unit: CompileUnit) -> ModuleType:
    """A module in which the functions that the function asks for are compiled ones."""
    named = source.attributes_named(function, module)
    functions = {name: thing for name, thing in named.items() if isinstance(thing, FunctionType)}
    if not functions:
        return module
    clone = ModuleType(module.__name__)
    clone.__dict__.update(named)
    clone.__dict__.update({name: member(thing, unit) for name, thing in functions.items()})
    return clone
