"""Compiling a function, and all the functions it names, to object code."""

import gc
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from types import FunctionType
from typing import Any

import numba
from numba.core import event
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import cpu_target

from noughts.errors import NotCompilable
from noughts.game import Game
from noughts.knowledge import Knowledge, rules_behind
from noughts.native.compile_unit import CompileUnit, SearchUnit, member
from noughts.native.constants import taught
from noughts.native.entry import object_code, type_of
from noughts.native.language import reason
from noughts.native.linking import Linkable, free_pass_managers
from noughts.native.object_code import ObjectCode
from noughts.native.words import Kind


def compile_search(
    function: FunctionType, game: Game[Any] | Knowledge[Any], kinds: tuple[Kind, ...]
) -> ObjectCode:
    """The object code of a function whose first parameter is the game.

    Raises:
        NotCompilable: the message says why, in a sentence.
    """
    with searching(game):
        return _compiled(function, SearchUnit(), kinds, numba.typeof(game))


@contextmanager
def searching(game: Game[Any] | Knowledge[Any]) -> Iterator[None]:
    """Context: searches are compiled for a game.

    Raises:
        NotCompilable: the message says why, in a sentence.
    """
    try:
        # Both before Numba begins: it does not see types that are registered later.
        with vectorized(), taught(rules_behind(game), game):
            yield
    except NotCompilable as error:
        rules = type(rules_behind(game)).__name__
        raise NotCompilable(
            f"{rules} cannot be compiled, so it runs interpreted: {error}."
        ) from None
    except Exception as error:  # noqa: BLE001  # whatever Numba stumbles over
        raise NotCompilable(
            f"{type(rules_behind(game)).__name__} cannot be compiled, so it runs interpreted: "
            f"{reason(str(error))}."
        ) from None


def compile_kernel(function: FunctionType, kinds: tuple[Kind, ...]) -> ObjectCode:
    return _compiled(function, CompileUnit(), kinds, None)


def _compiled(
    function: FunctionType, unit: CompileUnit, kinds: tuple[Kind, ...], game: Any
) -> ObjectCode:
    with results([(function, kinds)], unit, game, Linkable) as (context, libraries, found):
        return object_code(context, found[0], kinds, libraries)


@contextmanager
def results(
    asked: Iterable[tuple[FunctionType, tuple[Kind, ...]]],
    unit: CompileUnit,
    game: Any,
    library: type[Linkable],
) -> Iterator[tuple[Any, list[Any], list[Any]]]:
    """Context: Numba's target context, all code that it has compiled, and each function's result.

    Args:
        asked: the functions, each with the kinds of its arguments.
        unit: the compile unit.
        game: Numba's type of the game, if it is compiled for one.
        library: the class of the compiled code.
    """
    free_pass_managers()
    kept = _KEPT.of((library, game))
    with _objects_alone(library) as (context, libraries), kept, _collecting_nothing():
        found = []
        for function, kinds in asked:
            dispatcher = member(function, unit)
            arguments = tuple(type_of(kind, game) for kind in kinds)
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
        if self.busy:  # inside another such context, whose code is not finished
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
    """Context: Numba compiles without making wrappers that Python can call.

    That halves the time. Yields Numba's target context, and the code compiled since. Numba's own
    lock keeps other threads from compiling.
    """

    def nothing(*arguments: object, **settings: object) -> None:
        return None

    def name(*arguments: object) -> Any:
        return [].append

    libraries: list[Any] = []

    def library(*arguments: Any) -> Linkable:
        made = kind(*arguments)
        libraries.append(made)
        return made

    def array(*arguments: Any) -> Any:
        context.allow_dynamic_globals = False
        try:
            return type(context).make_constant_array(context, *arguments)
        finally:
            del context.allow_dynamic_globals

    with global_compiler_lock:
        context = cpu_target.target_context
        codegen = context.codegen()
        changed = {
            (context, "create_cfunc_wrapper"): nothing,
            (context, "create_cpython_wrapper"): nothing,
            (context, "get_executable"): name,
            (codegen, "_library_class"): library,
            (context, "make_constant_array"): array,
        }
        before = {key: vars(key[0]).get(key[1]) for key in changed}
        for (owner, attribute), change in changed.items():
            setattr(owner, attribute, change)
        try:
            yield context, libraries
        finally:
            for (owner, attribute), old in before.items():
                delattr(owner, attribute)
                if old is not None:  # inside another such context
                    setattr(owner, attribute, old)


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


@contextmanager
def vectorized() -> Iterator[None]:
    """Context: code compiled inside may use SLP vectorization.

    Then all directions of a board are scanned together. Numba turns it off by default. The flag is
    global to the process: Numba's own lock keeps other threads from compiling.
    """
    with global_compiler_lock:
        before = numba.config.SLP_VECTORIZE
        numba.config.SLP_VECTORIZE = 1
        try:
            yield
        finally:
            numba.config.SLP_VECTORIZE = before
