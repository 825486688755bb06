"""Joining the code of functions, and optimizing it as a whole.

Numba optimizes each function with all that it calls, and anew wherever it is inlined. Here each is
optimized alone, and once more when all is there: a search compiles in two thirds of the time.
"""

from collections.abc import Iterable
from functools import cache
from typing import Any

import llvmlite.binding as llvm
from llvmlite import ir
from numba.core.codegen import JITCodeLibrary

BYTE = ir.IntType(8)
# How Numba marks a call to a function that is not compiled yet, one that calls this one.
UNRESOLVED = ".numba.unresolved$"
# What Numba calls its functions for the memory of lists.
NUMBAS_OWN = "nrt"


class Linkable(JITCodeLibrary):
    """The code of a function, to be joined with what it calls; never loaded."""

    _shared_module: Any

    def finalize(self) -> None:
        """Say that nothing will be added."""
        self._finalized = True

    def _get_module_for_linking(self) -> Any:
        """The code with all that it calls, if somebody else's function calls it."""
        if self._shared_module is None:
            self._shared_module = joined([self])
            _set_linkage(self._shared_module, "linkonce_odr")
        return self._shared_module


class Portable(Linkable):
    """Code for another machine: LLVM would write into it where things lie in memory on this one."""

    def _optimize_functions(self, module: Any) -> None:
        """Leave them as they are."""


def joined(libraries: Iterable[Any]) -> Any:
    """One module of LLVM's with this code and all that it calls.

    Portable code lacks Numba's own functions, those for the memory of lists.
    """
    module = llvm.parse_assembly("")
    libraries = tuple(libraries)
    portable = any(isinstance(library, Portable) for library in libraries)
    for library in _with_called(libraries):
        if portable and library.name == NUMBAS_OWN:
            continue
        if isinstance(library, Linkable):
            module.link_in(library._final_module, preserve=True)  # noqa: SLF001  # as Numba names it
        else:
            module.link_in(library._get_module_for_linking(), preserve=True)  # noqa: SLF001
    module.link_in(llvm.parse_assembly(str(_addresses(module))))
    return module


def optimize(module: Any, codegen: Any, entry: str) -> None:
    """Let LLVM optimize code of which only the entry is called from outside.

    Args:
        module: the module.
        codegen: Numba's settings.
        entry: the name of the entry.
    """
    keep_internal(module, entry)
    passes, settings = codegen._module_pass_manager()  # noqa: SLF001
    passes.run(module, settings)


def keep_internal(module: Any, *entries: str) -> None:
    """Tell LLVM that nothing but the entries is called from outside."""
    _set_linkage(module, "internal", *entries)


@cache
def free_pass_managers() -> None:
    """Have llvmlite free its pass managers: they inherit a `_dispose` that does nothing first."""
    for name in ("ModulePassManager", "FunctionPassManager"):
        cls = getattr(llvm, name, None)
        if cls is not None and cls._dispose is llvm.ffi.ObjectRef._dispose:  # noqa: SLF001
            cls._dispose = llvm.newpassmanagers.NewPassManager._dispose  # noqa: SLF001


def _with_called(libraries: Iterable[Any]) -> list[Any]:
    """The code, and the code that it calls, itself or through others."""
    found = dict.fromkeys(libraries)
    waiting = list(found)
    while waiting:
        for called in waiting.pop()._linking_libraries:  # noqa: SLF001
            if called not in found:
                found[called] = None
                waiting.append(called)
    return list(found)


def _set_linkage(module: Any, linkage: str, *but: str) -> None:
    for function in module.functions:
        if not function.is_declaration and function.name not in but:
            function.linkage = linkage


def _addresses(module: Any) -> ir.Module:
    """Where Numba looks for the addresses of functions that call each other."""
    addresses = ir.Module()
    for name in sorted(each.name for each in module.global_variables):
        if name.startswith(UNRESOLVED):
            function = ir.FunctionType(ir.VoidType(), [])
            callee = ir.Function(addresses, function, name.removeprefix(UNRESOLVED))
            address = ir.GlobalVariable(addresses, BYTE.as_pointer(), name)
            address.initializer = callee.bitcast(BYTE.as_pointer())
    return addresses
