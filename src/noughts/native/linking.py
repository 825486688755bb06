"""Joining the code of functions, and optimizing it as a whole.

Numba optimizes each function with all that it calls, again wherever it is inlined. Here each is
optimized alone, and once more when all are joined: a search compiles in two thirds of the time.
"""

from collections.abc import Iterable
from functools import cache
from typing import Any

import llvmlite.binding as llvm
from llvmlite import ir
from numba.core.codegen import JITCodeLibrary

BYTE = ir.IntType(8)
# Numba's mark of a call to a function that is not compiled yet, because it calls this one.
UNRESOLVED = ".numba.unresolved$"
# Numba's names of its functions for the memory of lists.
NUMBAS_OWN = "nrt"


class Linkable(JITCodeLibrary):
    """The code of a function, to be joined with what it calls; never loaded."""

    _shared_module: Any

    def finalize(self) -> None:
        self._finalized = True

    def _get_module_for_linking(self) -> Any:
        if self._shared_module is None:
            self._shared_module = joined([self])
            _set_linkage(self._shared_module, "linkonce_odr")
        return self._shared_module


class Portable(Linkable):
    """Code for another machine: LLVM would insert addresses of this process."""

    def _optimize_functions(self, module: Any) -> None: ...


def joined(libraries: Iterable[Any]) -> Any:
    """One module of LLVM's with this code and all that it calls.

    Portable code lacks Numba's own functions for the memory of lists.
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
    """Let LLVM optimize code with a single entry.

    Args:
        module: the module.
        codegen: Numba's settings.
        entry: the name of the entry.
    """
    keep_internal(module, entry)
    passes, settings = codegen._module_pass_manager()  # noqa: SLF001
    passes.run(module, settings)


def keep_internal(module: Any, *entries: str) -> None:
    _set_linkage(module, "internal", *entries)


@cache
def free_pass_managers() -> None:
    """Make llvmlite free its pass managers, whose inherited `_dispose` does nothing."""
    for name in ("ModulePassManager", "FunctionPassManager"):
        cls = getattr(llvm, name, None)
        if cls is not None and cls._dispose is llvm.ffi.ObjectRef._dispose:  # noqa: SLF001
            cls._dispose = llvm.newpassmanagers.NewPassManager._dispose  # noqa: SLF001


def _with_called(libraries: Iterable[Any]) -> list[Any]:
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
    addresses = ir.Module()
    for name in sorted(each.name for each in module.global_variables):
        if name.startswith(UNRESOLVED):
            function = ir.FunctionType(ir.VoidType(), [])
            callee = ir.Function(addresses, function, name.removeprefix(UNRESOLVED))
            address = ir.GlobalVariable(addresses, BYTE.as_pointer(), name)
            address.initializer = callee.bitcast(BYTE.as_pointer())
    return addresses
