"""A compile unit: copies of plain functions, with compiled ones behind the names that they use."""

from types import FunctionType, ModuleType
from typing import Any

import numba

from noughts import source
from noughts.native.checked import INLINE, care_for
from noughts.native.intrinsics import INTRINSICS
from noughts.search.copies import copied

# Other Python threads may work while compiled code runs.
OPTIONS = {"nogil": True, "error_model": "numpy"}


class Family(dict[FunctionType, Any]):
    """The compiled functions that belong together, by the plain ones."""

    #: What stands in place of some plain functions.
    intrinsics = INTRINSICS

    def compiled(self, twin: FunctionType) -> Any:
        """The compiled form of a copy of a plain function."""
        return numba.njit(**{**OPTIONS, **care_for(twin)})(twin)


class SearchFamily(Family):
    """Functions that become part of what calls them, but for those that come back to themselves."""

    def compiled(self, twin: FunctionType) -> Any:
        """The compiled form of a copy of a plain function."""
        inline = {} if source.recurs(twin) else INLINE
        return numba.njit(**{**OPTIONS, **care_for(twin), **inline})(twin)


def member(function: FunctionType, family: Family) -> Any:
    """The compiled form of a function, one of a family that call each other."""
    if function in family.intrinsics:
        return family.intrinsics[function]
    if function not in family:
        twin = copied(function)
        family[function] = family.compiled(twin)
        # Only now, so that functions that name themselves, or each other, are found.
        compile_globals(twin, function, family)
    return family[function]


def compile_globals(twin: FunctionType, function: FunctionType, family: Family) -> None:
    """Put compiled functions behind the names of the plain ones."""
    for name, thing in source.globals_named(function).items():
        if isinstance(thing, FunctionType):
            twin.__globals__[name] = member(thing, family)
        elif isinstance(thing, ModuleType):
            twin.__globals__[name] = _module(thing, function, family)


def _module(module: ModuleType, function: FunctionType, family: Family) -> ModuleType:
    """A module in which the functions that the function asks for are compiled ones."""
    named = source.attributes_named(function, module)
    functions = {name: thing for name, thing in named.items() if isinstance(thing, FunctionType)}
    if not functions:
        return module
    twin = ModuleType(module.__name__)
    twin.__dict__.update(named)
    twin.__dict__.update({name: member(thing, family) for name, thing in functions.items()})
    return twin
