"""Object code and its words: all that a call of compiled code needs, without Numba.

The entry of compiled code, a C function, takes the address of a row of machine words, reads its
arguments there and writes its answer there. It returns 0, or the address of Numba's description of
an error. A *kind* describes how an argument, or the answer, is made of words.

A *record* is an object with `__slots__` whose fields are whole numbers or arrays of them
(`array("q")`), such as a search's context or a table. Compiled code gets the address of a row of
words: each is a number itself, or the address of an array.

Object code is loaded through LLVM alone, and kept on disk. A file is named by a fingerprint of all
sources of the code, of the kinds of the arguments, of Numba, LLVM and the processor: after a change
of a rule another file is used. It contains a digest, a line of JSON, and the code.
"""

import ctypes
import json
import os
import pickle
import struct
import sys
from array import array
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from inspect import get_annotations
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from noughts import reading, source
from noughts.errors import NoughtsError, TooDeep
from noughts.files import cache_folder, read_sealed, write_sealed
from noughts.game import FIELD_BITS
from noughts.knowledge import Knowledge, rules_behind
from noughts.search.depth import STOP, exhausted
from noughts.search.memory import joined_number, split_words

# The field with the address at which a search gives up. It belongs to a call and its thread, not to
# the record: a call has a number of bytes of stack that it may use.
STACK_END = "stack_end"


class Number(NamedTuple):
    """A whole number in one word, of a type of C, by its letter in `struct`."""

    letter: str = "q"


class Wide(NamedTuple):
    words: int


class Buffer(NamedTuple):
    """A row of numbers of that letter's type: their address, and their number."""

    letter: str


class RecordKind(NamedTuple):
    """A record of a class: the address of its words."""

    cls: type


class RowKind(NamedTuple):
    """A tuple of that class: the words of its parts."""

    cls: type
    parts: tuple["Kind", ...]


class Constant(NamedTuple):
    """The game for which the code was compiled, or nothing: no words."""


Kind = Number | Wide | Buffer | RecordKind | RowKind | Constant
CONSTANT, NUMBER = Constant(), Number()


def kind_of(thing: Any, game: object) -> Kind:
    """The kind of an argument; TypeError if compiled code cannot take it.

    >>> from noughts.games.nim import Nim
    >>> kind_of((1, 2), Nim()) == RowKind(tuple, (NUMBER, NUMBER)), kind_of(Nim(), Nim())
    (True, Constant())
    """
    if isinstance(thing, int):
        return NUMBER
    if game is not None and thing == game:
        return CONSTANT
    cls: Any = type(thing)
    if is_record(cls):
        return RecordKind(cls)
    if isinstance(thing, tuple):
        words = words_each(game, cls)
        if words > 1:
            return RowKind(cls, tuple(Wide(words) for _ in thing))
        return RowKind(cls, tuple(kind_of(part, None) for part in thing))
    return Buffer(memoryview(thing).format)


def words_each(game: Any, cls: type) -> int:
    """The words of a number in a tuple of that class: more than one in wide positions.

    >>> from noughts.games.mnk import MNK
    >>> wide, narrow = MNK(15, 15, 5), MNK(3, 3, 3)
    >>> [words_each(game, type(game.start())) for game in (wide, narrow)], words_each(wide, tuple)
    ([4, 1], 1)
    """
    bits: int = rules_behind(game).field_bits if game is not None else FIELD_BITS
    return bits // FIELD_BITS if bits > FIELD_BITS and cls in position_classes(game) else 1


@cache
def position_classes(game: Any) -> frozenset[type]:
    start = game.start()
    state = game.state(start) if isinstance(game, Knowledge) else start
    return frozenset({type(start), type(state)} - {tuple})


@cache
def is_record(cls: type) -> bool:
    return any(vars(base).get("__slots__") for base in cls.__mro__ if base is not object)


@cache
def record_fields(cls: type) -> dict[str, bool]:
    annotations = {
        name: kind for base in cls.__mro__ for name, kind in get_annotations(base).items()
    }
    return {name: annotations[name] is not int for name in sorted(annotations)}


class RecordWords:
    """A record's words during one call of compiled code."""

    def __init__(self, record: Any, room: int) -> None:
        self.record = record
        self.fields = record_fields(record.__class__)
        contents = (getattr(record, name) for name in self.fields)
        self.words = array(
            "q", [each if isinstance(each, int) else address_of(each) for each in contents]
        )
        self.end_stack(room)

    def end_stack(self, word: int) -> None:
        if STACK_END in self.fields:
            self.words[list(self.fields).index(STACK_END)] = word

    def write_back(self) -> None:
        for (name, is_array), word in zip(self.fields.items(), self.words, strict=True):
            if not is_array and name != STACK_END:
                setattr(self.record, name, word)


class _View(ctypes.Structure):
    """Python's `Py_buffer`."""

    _fields_ = (
        ("address", ctypes.c_void_p),
        ("owner", ctypes.py_object),
        ("size", ctypes.c_ssize_t),
        ("rest", ctypes.c_void_p * 9),
    )


def address_of(buffer: Any) -> int:
    """The address of a buffer's numbers; the buffer must live as long as it is used."""
    if isinstance(buffer, array):
        return buffer.buffer_info()[0]
    view = _View()  # needed because ctypes gives no address of a read-only buffer
    ctypes.pythonapi.PyObject_GetBuffer(ctypes.py_object(buffer), ctypes.byref(view), 0)
    try:
        return view.address or 0
    finally:
        ctypes.pythonapi.PyBuffer_Release(ctypes.byref(view))


class Call:
    """A call of compiled code, which may use `room` bytes of the stack.

    Raises:
        OverflowError: a number does not fit into its words.
    """

    def __init__(
        self, loaded: "Loaded", arguments: tuple[Any, ...], kinds: tuple[Kind, ...], room: int
    ) -> None:
        self.loaded = loaded
        self.room = room
        self.records: list[RecordWords] = []
        self.words = array("q")
        for thing, kind in zip(arguments, kinds, strict=True):
            self._add(thing, kind)

    def _add(self, thing: Any, kind: Kind) -> None:
        if isinstance(kind, Number):
            self.words.append(thing)
        elif isinstance(kind, Wide):
            self.words.extend(split_words(thing, kind.words))
        elif isinstance(kind, RowKind):
            for part, each in zip(thing, kind.parts, strict=True):
                self._add(part, each)
        elif isinstance(kind, RecordKind):
            self.records.append(RecordWords(thing, self.room))
            self.words.append(self.records[-1].words.buffer_info()[0])
        elif isinstance(kind, Buffer):
            self.words.extend((address_of(thing), len(thing)))

    def answer(self) -> Any:
        """The answer; after TooDeep, or an error of the rules, the records are unchanged."""
        try:
            self.loaded.run(self.words)
        except TooDeep:
            raise TooDeep(exhausted()) from None
        except (NoughtsError, KeyboardInterrupt):
            self._write_back()
            raise
        self._write_back()
        return read_answer(self.loaded.code.answer, iter(self.words))

    def stop(self) -> None:
        """End a search that checks its stack, at its next node."""
        for record in self.records:
            record.end_stack(STOP)

    def _write_back(self) -> None:
        for record in self.records:
            record.write_back()


def read_answer(kind: Kind, words: Iterator[int]) -> Any:
    if isinstance(kind, RowKind):
        parts = [read_answer(part, words) for part in kind.parts]
        return kind.cls._make(parts) if hasattr(kind.cls, "_make") else tuple(parts)
    if isinstance(kind, Wide):
        return joined_number(list(islice(words, kind.words)))
    if not isinstance(kind, Number):
        return None
    word, form = next(words), f"={kind.letter}"
    return word if kind == NUMBER else struct.unpack_from(form, struct.pack("=q", word))[0]


def word_count(kind: Kind) -> int:
    if isinstance(kind, RowKind):
        return sum(map(word_count, kind.parts))
    if isinstance(kind, Wide):
        return kind.words
    return 0 if isinstance(kind, Constant) else 2 if isinstance(kind, Buffer) else 1


# Object code.


# Files beyond these, the longest unused first, are removed. They have 55 KB on average; the tests
# keep more than 600.
MOST_FILES = 3_000
# Settings that change Numba's code.
SETTINGS = ("NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES", "NUMBA_OPT", "NUMBA_LOOP_VECTORIZE")
KINDS = {kind.__name__: kind for kind in (Number, Wide, Buffer, RecordKind, RowKind, Constant)}
# The result of an entry whose search ended without an answer or an error.
NO_ANSWER = 1


Kept = TypeVar("Kept", bound=tuple[Any, ...])


class ObjectCode(NamedTuple):
    """Object code, with all that a call needs."""

    content: bytes
    entry: str
    answer: Kind
    size: int  # the most words of its arguments or its answer
    foreign: tuple[str, ...]  # the functions of Python or Numba that it calls


class Loaded:
    """Object code in memory, ready to be called."""

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
        """Run it on words, which contain its answer afterwards; raise what the code raises."""
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
    """Give LLVM the addresses of functions: Python's for memory, or Numba's."""
    import llvmlite.binding as llvm

    for name in functions:
        if known := getattr(ctypes.pythonapi, name, None):
            llvm.add_symbol(name, ctypes.cast(known, ctypes.c_void_p).value)
        else:
            from numba.core.registry import cpu_target
            from numba.core.runtime import rtsys

            rtsys.initialize(cpu_target.target_context)


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


def code_file(*rests_on: object) -> Path | None:
    """The file of code; None if not all that it rests on can be read: it would outlive a change."""
    with suppress(reading.Unreadable):
        own = source.package_text(Path(__file__).parent)  # code depends on it as on the rules
        name = reading.fingerprint(*rests_on, *own, *_makers())
        return cache_folder() / "native" / f"{name}.code"
    return None


def from_file(path: Path, kind: type[Kept]) -> Kept | None:
    """The tuple of that kind in the file; None if it is missing or damaged."""
    if (found := read_sealed(path)) is None:
        return None
    head, _, content = found.partition(b"\n")
    with suppress(LookupError, TypeError, ValueError):  # a class does not exist any more
        return kind(content, *map(_read, json.loads(head)))
    return None


def kept(path: Path | None, kind: type[Kept], make: Callable[[], Kept]) -> Kept:
    """The tuple of that kind in the file, or a new one, to be written there if that is possible."""
    if path is None:
        return make()
    found = from_file(path, kind)
    if found is None:
        to_file(found := make(), path)
    return found


def to_file(code: tuple[Any, ...], path: Path) -> None:
    """Write a tuple that begins with the code; if that is impossible, do without."""
    content, *rest = code
    told = json.dumps(list(map(_plain, rest))).encode() + b"\n" + content
    write_sealed(path, told, MOST_FILES)


def _plain(part: Any) -> Any:
    """A part of the tuple as JSON: classes and kinds by name."""
    if isinstance(part, type):
        return {"class": [part.__module__, part.__qualname__]}
    if isinstance(part, Kind):
        return {type(part).__name__: [_plain(each) for each in part]}
    return [_plain(each) for each in part] if isinstance(part, tuple) else part


def _read(told: Any) -> Any:
    """A part of the tuple from JSON. It loads no module: LookupError if a class does not exist."""
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
