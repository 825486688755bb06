"""Compiling a function, and all the functions it names, to object code.

Numba optimizes each function with all that it calls, again wherever it is inlined. Here each is
optimized alone, and once more when all are joined: a search compiles in two thirds of the time.
"""

import gc
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any

import llvmlite.binding as llvm
import numba
from llvmlite import ir
from numba.core import event
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler_lock import global_compiler_lock
from numba.core.errors import TypingError
from numba.core.registry import cpu_target
from numba.core.types.misc import unliteral

from noughts.errors import NotCompilable
from noughts.knowledge import AnyGame, is_own_game, rules_behind
from noughts.native.compile_unit import CompileUnit, SearchUnit, member, taught
from noughts.native.entry import answer_kind, entry, type_of
from noughts.native.language import reason
from noughts.native.object_code import Kind, ObjectCode, word_count

BYTE = ir.IntType(8)
# Numba's mark of a call to a function that is not compiled yet, because it calls this one.
UNRESOLVED = ".numba.unresolved$"
# Numba's name of its functions for the memory of lists; ours are in these files.
NUMBAS_OWN = "nrt"
# The longest loop that LLVM unrolls, in instructions. With 300, as by default, users' rules stay
# loops over the directions of a board, since overflow checks make them longer. This option counts
# for all code that the process compiles.
UNROLLED = 400
llvm.set_option("noughts", f"--unroll-threshold={UNROLLED}")
# LLVM's rounds of optimization of users' rules. The first leaves out needless checks, so the second
# finds more. It takes a fifth of the time, and saves up to 6 % at run time.
TIMES = 2
LISTS, HEAP = (Path(__file__).with_name(name) for name in ("lists.ll", "heap.ll"))


class Linkable(JITCodeLibrary):
    """The code of a function, to be joined with what it calls; never loaded."""

    _shared_module: Any

    def finalize(self) -> None:
        self._finalized = True

    def _get_module_for_linking(self) -> Any:
        if self._shared_module is None:
            self._shared_module = joined_code([self])
            set_linkage(self._shared_module, "linkonce_odr")
        return self._shared_module


class Portable(Linkable):
    """Code for another machine: LLVM would insert addresses of this process."""

    def _optimize_functions(self, module: Any) -> None: ...


def object_code(
    function: FunctionType, kinds: tuple[Kind, ...], game: AnyGame | None = None
) -> ObjectCode:
    """The object code of a function, with an entry; with a game, that is its first parameter."""
    with results([(function, kinds)], game, Linkable) as (context, libraries, (compiled,)):
        told = compiled.fndesc
        answer = answer_kind(unliteral(told.restype))
        name = f"noughts_{told.mangled_name}"
        linked = joined_code(libraries, NUMBAS_OWN)
        linked.link_in(llvm.parse_assembly(str(entry(context, told, name))))
        linked.link_in(memory_of_lists(HEAP))
        set_linkage(linked, "internal", name)
        for _ in range(1 if game is None or is_own_game(game) else TIMES):
            passes, settings = context.codegen()._module_pass_manager()  # noqa: SLF001
            passes.run(linked, settings)
        foreign = [each.name for each in linked.functions if _is_foreign(each)]
        if unknown := [each for each in foreign if not llvm.address_of_symbol(each)]:
            raise TypingError(f"it calls {', '.join(unknown)}, which nobody knows")
        content = context.codegen()._tm.emit_object(linked)  # noqa: SLF001
        size = max(sum(map(word_count, kinds)), word_count(answer), 1)
        return ObjectCode(content, name, answer, size, tuple(foreign))


def _is_foreign(function: Any) -> bool:
    name: str = function.name
    plain = name.startswith("llvm.") or name in ("memcpy", "memmove", "memset")
    return bool(function.is_declaration) and not plain


@contextmanager
def _taught(game: AnyGame) -> Iterator[tuple[CompileUnit, Any]]:
    """Context: the unit of searches, and Numba's type of the game; NotCompilable in a sentence."""
    try:
        with (
            global_compiler_lock,
            # All directions of a board are scanned together; Numba turns that off by default.
            _changed(numba.config, SLP_VECTORIZE=1),
            # Both before Numba begins: it does not see types that are registered later.
            taught(rules_behind(game), game),
        ):
            yield SearchUnit(), numba.typeof(game)
    except Exception as error:  # noqa: BLE001  # whatever Numba stumbles over
        rules, told = type(rules_behind(game)).__name__, str(error)
        why = told if isinstance(error, NotCompilable) else reason(told)
        raise NotCompilable(f"{rules} cannot be compiled, so it runs interpreted: {why}.") from None


@contextmanager
def results(
    asked: Iterable[tuple[FunctionType, tuple[Kind, ...]]],
    game: AnyGame | None,
    library: type[Linkable],
) -> Iterator[tuple[Any, list[Any], list[Any]]]:
    """Context: Numba's target context, all code that it has compiled, and each function's result.

    `asked` are the functions, each with the kinds of its arguments.
    """
    _free_pass_managers()
    with (
        nullcontext((CompileUnit(), None)) if game is None else _taught(game) as (unit, kind),
        _objects_alone(library) as (context, libraries),
        _KEPT.of((library, kind)),
        _collecting_nothing(),
    ):
        found = []
        for function, kinds in asked:
            dispatcher = member(function, unit)
            arguments = tuple(type_of(each, kind) for each in kinds)
            dispatcher.compile(arguments)
            found.append(dispatcher.overloads[arguments])
        yield context, libraries, found


class _Kept:
    """Numba's objects for one game, kept for its next search; other games' objects are dropped.

    Otherwise a process that compiles for many games would grow by up to 40 MB each time.
    """

    def __init__(self) -> None:
        self.game: Any = None
        self.busy = False
        self.dispatchers: set[Any] = set()

    @contextmanager
    def of(self, game: Any) -> Iterator[None]:
        """Context: Numba's objects made inside are kept until it compiles for another game."""
        if self.busy:  # inside another context, whose code is not finished
            yield
            return
        if game[1] is None or game != self.game:
            self._let_go()
        self.game, self.busy = game, True
        with event.install_recorder("numba:compile") as recorder:
            try:
                yield
            finally:
                self.busy = False
                self.dispatchers.update(each.data["dispatcher"] for _, each in recorder.buffer)

    def _let_go(self) -> None:
        for dispatcher in self.dispatchers:
            dispatcher._make_finalizer()()  # noqa: SLF001  # as its `recompile` does
            dispatcher._reset_overloads()  # noqa: SLF001
        self.dispatchers.clear()
        cpu_target.target_context._generators.clear()  # noqa: SLF001


_KEPT = _Kept()


@contextmanager
def _objects_alone(kind: type[Linkable]) -> Iterator[tuple[Any, list[Any]]]:
    """Context: Numba makes no wrappers that Python can call, which halves the time.

    Yields Numba's target context, and the code compiled since.
    """

    def library(*arguments: Any) -> Linkable:
        libraries.append(kind(*arguments))
        return libraries[-1]

    def array(*arguments: Any) -> Any:
        # A large one would become an address in this process, where it may be freed.
        with _changed(context, allow_dynamic_globals=False):
            return type(context).make_constant_array(context, *arguments)

    libraries: list[Linkable] = []
    context = cpu_target.target_context
    with (
        global_compiler_lock,  # keeps other threads from compiling
        _changed(context.codegen(), _library_class=library),
        _changed(
            context,
            create_cfunc_wrapper=lambda *arguments, **settings: None,
            create_cpython_wrapper=lambda *arguments, **settings: None,
            # Numba identifies compiled code by a C function, and needs one for each.
            get_executable=lambda *arguments: [].append,
            make_constant_array=array,
        ),
    ):
        yield context, libraries


@contextmanager
def _changed(owner: Any, **new: Any) -> Iterator[None]:
    """Context: an object has other attributes of its own."""
    before = {name: vars(owner)[name] for name in new if name in vars(owner)}
    vars(owner).update(new)
    try:
        yield
    finally:
        for name in new:
            delattr(owner, name)
        vars(owner).update(before)


@contextmanager
def _collecting_nothing() -> Iterator[None]:
    """Context: garbage collection is off; it takes a tenth of Numba's time."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


def joined_code(libraries: Iterable[Any], *but: str) -> Any:
    """One module of LLVM's with this code and all that it calls, but the libraries named."""
    module = llvm.parse_assembly("")
    for library in _with_called(libraries):
        if library.name in but:
            continue
        if isinstance(library, Linkable):
            module.link_in(library._final_module, preserve=True)  # noqa: SLF001  # as Numba names it
        else:
            module.link_in(library._get_module_for_linking(), preserve=True)  # noqa: SLF001
    module.link_in(llvm.parse_assembly(str(_addresses(module))))
    return module


def memory_of_lists(memory: Path) -> Any:
    """LLVM's module of the functions for lists, with memory from a file."""
    return llvm.parse_assembly(LISTS.read_text("utf-8") + memory.read_text("utf-8"))


@cache
def _free_pass_managers() -> None:
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


def set_linkage(module: Any, linkage: str, *but: str) -> None:
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
