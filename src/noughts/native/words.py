"""The input and output of compiled code: machine words.

Compiled code takes the address of a row of words, reads its arguments there and writes its answer
there. A *kind* describes how an argument, or the answer, is made of words. This module is
independent of Numba.

A *record* is an object with `__slots__` whose fields are whole numbers or arrays of them
(`array("q")`), such as a search's context or a table. Compiled code gets the address of a row of
words: each is a number itself, or the address of an array.
"""

import ctypes
import struct
from array import array
from collections.abc import Iterator
from functools import cache
from inspect import get_annotations
from itertools import islice
from typing import Any, NamedTuple

from noughts import source
from noughts.game import FIELD_BITS
from noughts.knowledge import Knowledge, rules_behind
from noughts.search.memory import join_words, split_words
from noughts.search.stack import STOP

# The field with the address at which a search gives up. It belongs to a call and its thread, not to
# the record: a call has a number of bytes of stack that it may use.
STACK_END = "stack_end"


class Number(NamedTuple):
    """A whole number in one word, of a type of C, by its letter in `struct`."""

    letter: str = "q"


class Wide(NamedTuple):
    """A whole number in that many words, the lowest first."""

    words: int


class Buffer(NamedTuple):
    """A row of numbers of that letter's type: their address, and their number."""

    letter: str


class Record(NamedTuple):
    """A record of a class: the address of its words."""

    cls: type


class Row(NamedTuple):
    """A tuple of that class: the words of its parts."""

    cls: type
    parts: tuple["Kind", ...]


class Constant(NamedTuple):
    """The game for which the code was compiled, or nothing: no words."""


Kind = Number | Wide | Buffer | Record | Row | Constant
CONSTANT, NUMBER = Constant(), Number()


def kind_of(thing: Any, game: object) -> Kind:
    """The kind of an argument.

    Args:
        thing: the argument.
        game: the game that the code is compiled for, if any.

    Raises:
        TypeError: compiled code cannot take it.

    >>> from noughts.games.nim import Nim
    >>> kind_of((1, 2), Nim()) == Row(tuple, (NUMBER, NUMBER)), kind_of(Nim(), Nim())
    (True, Constant())
    """
    if isinstance(thing, int):
        return NUMBER
    if game is not None and thing == game:
        return CONSTANT
    cls: Any = type(thing)
    if is_record(cls):
        return Record(cls)
    if isinstance(thing, tuple):
        words = words_each(game, cls)
        if words > 1:
            return Row(cls, tuple(Wide(words) for _ in thing))
        return Row(cls, tuple(kind_of(part, None) for part in thing))
    return Buffer(memoryview(thing).format)


def words_each(game: Any, cls: type) -> int:
    """The words of a number in a tuple of that class: more than one in wide positions.

    >>> from noughts.games.mnk import MNK
    >>> wide, narrow = MNK(15, 15, 5), MNK(3, 3, 3)
    >>> [words_each(game, type(game.start())) for game in (wide, narrow)], words_each(wide, tuple)
    ([4, 1], 1)
    """
    bits: int = rules_behind(game).field_bits if game is not None else FIELD_BITS
    return bits // FIELD_BITS if bits > FIELD_BITS and cls in _position_classes(game) else 1


@cache
def _position_classes(game: Any) -> frozenset[type]:
    """The classes of a game's positions and states."""
    start = game.start()
    state = game.state(start) if isinstance(game, Knowledge) else start
    return frozenset({type(start), type(state)} - {tuple})


@cache
def is_record(cls: type) -> bool:
    """Whether compiled code gets the instances of a class as records."""
    return any(vars(base).get("__slots__") for base in cls.__mro__ if base is not object)


@cache
def fields(cls: type) -> dict[str, bool]:
    """The fields of a record class in a fixed order, and whether each is an array."""
    annotations = {
        name: kind for base in cls.__mro__ for name, kind in get_annotations(base).items()
    }
    return {name: annotations[name] is not int for name in sorted(annotations)}


def text(kind: Kind) -> str:
    """A unique text for a kind, the same in every process.

    >>> text(Row(tuple, (NUMBER, Buffer("b"))))
    'builtins.tuple(q, b*)'
    """
    if isinstance(kind, Number):
        return kind.letter
    if isinstance(kind, Wide):
        return f"q{kind.words}"
    if isinstance(kind, Buffer):
        return f"{kind.letter}*"
    if isinstance(kind, Constant):
        return "constant"
    name = f"{kind.cls.__module__}.{kind.cls.__qualname__}"
    if isinstance(kind, Record):
        return f"{name} {record_fingerprint(kind.cls)}"
    return f"{name}({', '.join(map(text, kind.parts))})"


record_fingerprint = cache(source.fingerprint)


class RecordWords:
    """A record's words during one call of compiled code.

    Args:
        record: the record.
        room: the bytes of its thread's stack that the call may use, if it checks that.
    """

    def __init__(self, record: Any, room: int) -> None:
        self.record = record
        self.fields = fields(record.__class__)
        contents = (getattr(record, name) for name in self.fields)
        self.words = array("q", [_word(content) for content in contents])
        self._end_stack(room)

    def stop(self) -> None:
        """End a search that checks its stack, at its next node."""
        self._end_stack(STOP)

    def _end_stack(self, word: int) -> None:
        if STACK_END in self.fields:
            self.words[list(self.fields).index(STACK_END)] = word

    def write_back(self) -> None:
        """Copy the numbers back to the record."""
        for (name, is_array), word in zip(self.fields.items(), self.words, strict=True):
            if not is_array and name != STACK_END:
                setattr(self.record, name, word)


def _word(content: "int | array[int] | memoryview") -> int:
    """The content of a record's word: the number, or the address of the array."""
    return content if isinstance(content, int) else address_of(content)


class _View(ctypes.Structure):
    """Python's `Py_buffer`."""

    _fields_ = (
        ("address", ctypes.c_void_p),
        ("owner", ctypes.py_object),
        ("size", ctypes.c_ssize_t),
        ("rest", ctypes.c_void_p * 9),
    )


def address_of(buffer: Any) -> int:
    """The address of a buffer's numbers; the buffer must live as long as it is used.

    >>> words = array("q", [1, 2])
    >>> address_of(memoryview(words)[1:]) - address_of(words)
    8
    """
    if isinstance(buffer, array):
        return buffer.buffer_info()[0]
    view = _View()  # needed because ctypes gives no address of a read-only buffer
    ctypes.pythonapi.PyObject_GetBuffer(ctypes.py_object(buffer), ctypes.byref(view), 0)
    try:
        return view.address or 0
    finally:
        ctypes.pythonapi.PyBuffer_Release(ctypes.byref(view))


class Arguments:
    """The words of the arguments of one call.

    Args:
        arguments: the arguments.
        kinds: their kinds.
        room: the bytes of the stack that the call may use.

    Raises:
        OverflowError: a number does not fit into 64 bits.
    """

    def __init__(self, arguments: tuple[Any, ...], kinds: tuple[Kind, ...], room: int) -> None:
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
        elif isinstance(kind, Row):
            for part, each in zip(thing, kind.parts, strict=True):
                self._add(part, each)
        elif isinstance(kind, Record):
            self.records.append(RecordWords(thing, self.room))
            self.words.append(self.records[-1].words.buffer_info()[0])
        elif isinstance(kind, Buffer):
            self.words.extend((address_of(thing), len(thing)))


def read(kind: Kind, words: Iterator[int]) -> Any:
    """An answer from its words.

    >>> read(Row(tuple, (NUMBER, Number("?"))), iter((5, 1)))
    (5, True)
    """
    if isinstance(kind, Row):
        parts = [read(part, words) for part in kind.parts]
        return kind.cls._make(parts) if hasattr(kind.cls, "_make") else tuple(parts)
    if isinstance(kind, Wide):
        return join_words(list(islice(words, kind.words)))
    if not isinstance(kind, Number):
        return None
    word = next(words)
    return word if kind == NUMBER else struct.unpack(f"={kind.letter}", _bytes(word, kind))[0]


def _bytes(word: int, kind: Number) -> bytes:
    """The first bytes of a word, as many as the type has."""
    return struct.pack("=q", word)[: struct.calcsize(f"={kind.letter}")]


def size_of(kind: Kind) -> int:
    """The number of words of a kind.

    >>> size_of(Row(tuple, (NUMBER, Buffer("b")))), size_of(CONSTANT)
    (3, 0)
    """
    if isinstance(kind, Row):
        return sum(map(size_of, kind.parts))
    if isinstance(kind, Wide):
        return kind.words
    return 0 if isinstance(kind, Constant) else 2 if isinstance(kind, Buffer) else 1
