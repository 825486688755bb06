"""Object code: loaded through LLVM alone, kept on disk, and never stale.

Numba makes it, but is not needed to use it. Its entry, a C function, takes the address of a row of
words (`words.py`) and returns 0, or the address of Numba's description of an error.

A file on disk is named by a fingerprint of all sources of the code, of the kinds of the arguments,
of Numba, LLVM and the processor: after a change of a rule another file is used. It contains a
digest, a line of JSON, and the code.
"""

import ctypes
import hashlib
import json
import os
import pickle
import sys
from array import array
from contextlib import suppress
from functools import cache
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from noughts import source
from noughts.native.disk import cache_folder, read_cached, write_cached
from noughts.native.words import Buffer, Constant, Kind, Number, Record, Row, Wide

# Files beyond these, the longest unused first, are removed.
MOST_FILES = 600
# Settings that change Numba's code.
SETTINGS = ("NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES", "NUMBA_OPT", "NUMBA_LOOP_VECTORIZE")
KINDS = {kind.__name__: kind for kind in (Number, Wide, Buffer, Record, Row, Constant)}
# The size of a digest in bytes.
DIGEST = 32
# The result of an entry whose search ended without an answer or an error.
NO_ANSWER = 1


Kept = TypeVar("Kept", bound=tuple[Any, ...])


class ObjectCode(NamedTuple):
    """Object code, with all that a call needs.

    Args:
        content: the object file.
        entry: the name of its entry.
        answer: the kind of its answer.
        size: the most words of its arguments or its answer.
        foreign: the functions that it calls, such as Numba's for lists.
    """

    content: bytes
    entry: str
    answer: Kind
    size: int
    foreign: tuple[str, ...]


class Loaded:
    """Object code in memory, ready to be called.

    Args:
        code: the object code.
    """

    def __init__(self, code: ObjectCode) -> None:
        import llvmlite.binding as llvm

        if code.foreign:
            _make_known(code.foreign)
        self.code = code
        machine = _target().create_target_machine(jit=True)  # a new one: the engine takes it over
        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
        self._engine.add_object_file(llvm.ObjectFileRef.from_data(code.content))
        self._engine.finalize_object()
        address = self._engine.get_function_address(code.entry)
        self._call = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p)(address)

    def run(self, words: "array[int]") -> None:
        """Run it on words, which contain its answer afterwards.

        Raises:
            Exception: the code raises it.
        """
        words.extend([0] * (self.code.size - len(words)))
        if failure := self._call(words.buffer_info()[0]):
            raise _error(failure)


@cache
def _target() -> Any:
    import llvmlite.binding as llvm

    with suppress(RuntimeError):  # newer versions do so themselves
        llvm.initialize()
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.Target.from_default_triple()


def _make_known(functions: tuple[str, ...]) -> None:
    """Give LLVM the addresses of Numba's functions.

    Those for the memory of lists are a separate module, which loads in a hundredth of Numba's time.
    """
    import llvmlite.binding as llvm

    known = {f"NRT_{name}": place for name, place in _memory_functions().items()}
    if not known.keys() >= set(functions):
        from numba.core.registry import cpu_target
        from numba.core.runtime import rtsys

        rtsys.initialize(cpu_target.target_context)
    for name in known.keys() & set(functions):
        llvm.add_symbol(name, known[name])


@cache
def _memory_functions() -> dict[str, int]:
    """Addresses of Numba's functions for the memory of lists, by name, without loading Numba."""
    name = "numba.core.runtime._nrt_python"
    if "numba" in sys.modules:
        return dict(import_module(name).c_helpers)
    package = find_spec("numba")
    folder = Path(package.origin or "").parent if package else Path()
    for suffix in EXTENSION_SUFFIXES:
        path = folder / "core" / "runtime" / f"_nrt_python{suffix}"
        if path.is_file() and (spec := spec_from_file_location(name, path)) and spec.loader:
            module = module_from_spec(spec)
            spec.loader.exec_module(module)
            sys.modules.pop(name, None)  # Numba loads it itself later
            return dict(module.c_helpers)
    return {}


class _Error(ctypes.Structure):
    """Numba's description of an error: a pickle, unless parts depend on the moment of the error."""

    _fields_ = (
        ("pickled", ctypes.c_void_p),
        ("size", ctypes.c_int32),
        ("_known_then", ctypes.c_void_p * 2),
        ("parts", ctypes.c_int32),
    )


def _error(failure: int) -> BaseException:
    if failure == NO_ANSWER:
        return RuntimeError("The compiled code gave no answer.")
    told = _Error.from_address(failure)
    if told.parts:
        return RuntimeError("The compiled rules raised an error.")
    kind, arguments, _ = pickle.loads(ctypes.string_at(told.pickled, told.size))
    error: BaseException = kind(*(arguments or ()))
    return error


# Files.


def folder() -> Path:
    """The folder of compiled code, in NOUGHTS_CACHE or the user's cache folder.

    >>> folder().name
    'native'
    """
    return cache_folder() / "native"


def file_name(*rests_on: object) -> str:
    return f"{source.fingerprint(*rests_on, *_own_sources(), *_makers())}.code"


def from_file(path: Path, kind: type[Kept]) -> Kept | None:
    """The tuple of that kind in the file; None if it is missing or damaged."""
    found = read_cached(path)
    if found is None or found[:DIGEST] != _digest(path, found[DIGEST:]):
        return None
    head, _, content = found[DIGEST:].partition(b"\n")
    with suppress(LookupError, TypeError, ValueError):  # a class does not exist any more
        return kind(content, *map(_read, json.loads(head)))
    return None


def to_file(code: tuple[Any, ...], path: Path) -> None:
    """Write a tuple that begins with the code; if that is impossible, do without."""
    content, *rest = code
    told = json.dumps(list(map(_plain, rest))).encode() + b"\n" + content
    write_cached(path, _digest(path, told) + told, MOST_FILES)


def _digest(path: Path, told: bytes) -> bytes:
    return hashlib.sha256(path.name.encode() + b"\n" + told).digest()


def _plain(part: Any) -> Any:
    """A part of the tuple as JSON: classes and kinds by name."""
    if isinstance(part, type):
        return {"class": [part.__module__, part.__qualname__]}
    if isinstance(part, Kind):
        return {type(part).__name__: [_plain(each) for each in part]}
    return [_plain(each) for each in part] if isinstance(part, tuple) else part


def _read(told: Any) -> Any:
    """A part of the tuple from JSON. It loads no module.

    Raises:
        LookupError: the class does not exist.
    """
    if isinstance(told, dict):
        ((name, parts),) = told.items()
        return _class(*parts) if name == "class" else KINDS[name](*map(_read, parts))
    return tuple(map(_read, told)) if isinstance(told, list) else told


def _class(module: str, name: str) -> type:
    found: Any = sys.modules[module]
    for part in name.split("."):
        found = vars(found)[part]
    if not isinstance(found, type):
        raise LookupError(name)
    return found


@cache
def _own_sources() -> tuple[str, ...]:
    """The sources of this package: the code depends on them as on the rules."""
    return tuple(path.read_text("utf-8") for path in sorted(Path(__file__).parent.rglob("*.py")))


@cache
def _makers() -> tuple[str, ...]:
    """The versions of Numba and LLVM, without loading Numba; the processor, and settings."""
    import llvmlite
    import llvmlite.binding as llvm

    numba = find_spec("numba")
    place = Path(numba.origin).with_name("_version.py") if numba and numba.origin else None
    return (
        place.read_text("utf-8") if place else "",
        llvmlite.__version__,
        llvm.get_default_triple(),
        llvm.get_host_cpu_name(),
        str(llvm.get_host_cpu_features().flatten()),
        *(os.environ.get(name, "") for name in SETTINGS),
    )
