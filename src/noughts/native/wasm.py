"""A WebAssembly module of functions that are compiled for a game.

Functions, and their words, are the same as in other compiled code; only the machine differs. An
address is a word, too: WebAssembly uses its lower half.

LLVM writes an object file, and leaves to a linker what depends on other files: addresses, and the
number of a function, a type or a global. With only one file, and nothing missing in it, each keeps
the number that LLVM has written, and little is left to do: add memory, stack and table, and export
the entries. LLVM's `wasm-ld` does the same, but comes in a package of 100 MB; its modules have the
same size within a tenth (`tests/native/test_wasm.py` compares them if it is installed).

    WebAssembly/tool-conventions, "WebAssembly Object File Linking", for the format.
"""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import FunctionType
from typing import Any, NamedTuple

import llvmlite.binding as llvm

from noughts.errors import NotCompilable
from noughts.knowledge import AnyGame
from noughts.native.calls import Owner, log_once
from noughts.native.compiler import (
    NUMBAS_OWN,
    Portable,
    joined_code,
    memory_of_lists,
    results,
    set_linkage,
)
from noughts.native.entry import entry
from noughts.native.object_code import Kind, kept

TRIPLE = "wasm32-unknown-unknown"
# Features of every browser since 2021.
FEATURES = "+bulk-memory,+mutable-globals,+nontrapping-fptoint,+sign-ext,+simd128"
# LLVM's level of optimization.
SPEED = 3
# LLVM calls this to multiply numbers of 128 bits; `wasm.ll` has it.
PRODUCT = "__multi3"
# The suffix of functions that do not free lists first.
INNER = "inner"
# The memory, as LLVM's text; and a function that forgets all lists and calls another.
MEMORY_OF_LISTS = Path(__file__).with_suffix(".ll")
CALLER = """
declare void @forget_all()
declare i64 @{inner}(ptr)
define i64 @{name}(ptr %words) {{
  call void @forget_all()
  %answer = call i64 @{inner}(ptr %words)
  ret i64 %answer
}}
"""
# The first data, so that nothing else has the address 0.
UNUSED = """
@unused = internal global [1024 x i8] zeroinitializer
@llvm.compiler.used = appending global [1 x ptr] [ptr @unused], section "llvm.metadata"
"""
# Numba's names of the processor and of the machine.
PROCESSOR = re.compile(r'"target-(?:cpu|features)"="[^"]*"')
MACHINE = re.compile(r"(?m)^(?:source_filename|target (?:triple|datalayout)) = .*\n")

MAGIC = b"\0asm\1\0\0\0"
PAGE = 1 << 16
# Sections, by the numbers of the standard.
CUSTOM, TYPE, IMPORT, FUNCTION, TABLE, MEMORY, GLOBAL, EXPORT = range(8)
ELEMENTS, CODE, DATA, DATA_COUNT = 9, 10, 11, 12
# Kinds of imports, exports and symbols.
OF_FUNCTION, OF_TABLE, OF_MEMORY, OF_GLOBAL = range(4)
I32, FUNCREF, MUTABLE, CONST, END = 0x7F, 0x70, 1, 0x41, 0x0B
# In the section `linking`.
VERSION, SYMBOLS = 2, 8
DATA_SYMBOL, SECTION_SYMBOL = 1, 3
UNDEFINED, NAMED = 0x10, 0x40
# The stack, which grows downwards, in bytes.
STACK = 128 * PAGE


class Linked(NamedTuple):
    content: bytes
    free: int


def module_of(
    game: AnyGame, functions: Mapping[str, tuple[FunctionType, tuple[Kind, ...]]]
) -> Linked:
    """The module with functions compiled for a game.

    `functions` has, by their names in the module, each function, whose first parameter is the game,
    and the kinds of its arguments.

    Raises:
        NotCompilable: the message says why, in a sentence.
    """
    asked = [part for function, kinds in functions.values() for part in (function, *kinds)]
    path = Owner(game).code_file("wasm", *functions, *asked)
    return kept(path, Linked, lambda: _made(game, functions))


def _made(game: AnyGame, functions: Mapping[str, tuple[FunctionType, tuple[Kind, ...]]]) -> Linked:
    log_once(f"compiling {', '.join(functions)} for {game!r} to WebAssembly")
    with results(functions.values(), game, Portable) as (context, libraries, compiled):
        whole = joined_code(libraries, NUMBAS_OWN)
        for name, one in zip(functions, compiled, strict=True):
            whole.link_in(llvm.parse_assembly(str(entry(context, one.fndesc, f"{name}.{INNER}"))))
            whole.link_in(llvm.parse_assembly(CALLER.format(name=name, inner=f"{name}.{INNER}")))
        whole.link_in(memory_of_lists(MEMORY_OF_LISTS))
        return link(_object(str(whole), tuple(functions)), tuple(functions))


def _object(text: str, entries: tuple[str, ...]) -> bytes:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(opt=SPEED, features=FEATURES)
    module = llvm.parse_assembly(_portable(text))
    module.triple, module.data_layout = TRIPLE, str(machine.target_data)
    set_linkage(module, "internal", *entries, PRODUCT)
    options = llvm.create_pipeline_tuning_options(speed_level=SPEED)
    options.loop_vectorization = options.slp_vectorization = True
    passes = llvm.create_pass_builder(machine, options)
    passes.getModulePassManager().run(module, passes)
    content: bytes = machine.emit_object(module)
    return content


def _portable(text: str) -> str:
    """LLVM's text without parts for this processor or its kind of object files."""
    text = MACHINE.sub("", PROCESSOR.sub("", text))
    # Equal constants can be one: Numba writes a tuple again wherever it is used.
    text = text.replace("= internal constant", "= private unnamed_addr constant")
    return UNUSED + text.replace("= common ", "= weak ")  # WebAssembly has no common symbols


def link(content: bytes, entries: Sequence[str]) -> Linked:
    """The module of an object file. It imports its memory, as `env.memory`, and nothing else.

    Raises:
        NotCompilable: it calls functions that are in no file.
    """
    sections = _sections(content)
    if missing := _imported_functions(sections[IMPORT]):
        raise NotCompilable(f"WebAssembly does not have {', '.join(missing)}, which it calls.")
    numbers = _defined_functions(sections["linking"])
    data = _segments(sections[DATA])
    filled = [
        bytes([0, CONST]) + _signed(start) + bytes([END]) + _leb(len(body)) + body
        for start, body in data
        if any(body)
    ]
    end = max(start + len(body) for start, body in data)
    stack = -(-end // PAGE) * PAGE + STACK
    memory = _text("env") + _text("memory") + bytes([OF_MEMORY, 0]) + _leb(stack // PAGE)
    targets = sections.get(ELEMENTS)
    parts = {
        TYPE: sections[TYPE],
        IMPORT: _vector([memory]),
        FUNCTION: sections[FUNCTION],
        TABLE: _vector([bytes([FUNCREF, 0]) + _leb(1 + len(numbers))]) if targets else b"",
        GLOBAL: _vector([bytes([I32, MUTABLE, CONST]) + _signed(stack) + bytes([END])]),
        EXPORT: _vector(
            [_text(name) + bytes([OF_FUNCTION]) + _leb(numbers[name]) for name in entries]
        ),
        ELEMENTS: targets or b"",
        DATA_COUNT: _leb(len(filled)),
        CODE: sections[CODE],
        DATA: _vector(filled),
    }
    written = (bytes([key]) + _leb(len(part)) + part for key, part in parts.items() if part)
    return Linked(MAGIC + b"".join(written), stack)


class Reader:
    """Reads values one after the other."""

    def __init__(self, content: bytes, place: int = 0) -> None:
        self.content = content
        self.place = place

    def number(self) -> int:
        number = shift = 0
        while True:
            byte = self.content[self.place]
            self.place += 1
            number |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return number

    def bytes(self) -> bytes:
        size = self.number()
        self.place += size
        return self.content[self.place - size : self.place]

    def text(self) -> str:
        return self.bytes().decode()

    @property
    def over(self) -> bool:
        return self.place >= len(self.content)


def _sections(content: bytes) -> dict[Any, bytes]:
    """The sections, by name if they are custom ones, otherwise by number."""
    reader, found = Reader(content, len(MAGIC)), {}
    while not reader.over:
        number, inner = reader.number(), Reader(reader.bytes())
        key = inner.text() if number == CUSTOM else number
        found[key] = inner.content[inner.place :]
    return found


def _imported_functions(content: bytes) -> list[str]:
    reader, found = Reader(content), []
    for _ in range(reader.number()):
        _, name, kind = reader.text(), reader.text(), reader.number()
        if kind == OF_FUNCTION:
            found.append(name)
            reader.number()
        elif kind == OF_GLOBAL:
            reader.place += 2
        else:
            reader.place += kind == OF_TABLE
            limits = reader.number()
            for _ in range(1 + (limits & 1)):
                reader.number()
    return found


def _defined_functions(content: bytes) -> dict[str, int]:
    reader, found = Reader(content), {}
    version = reader.number()
    assert version == VERSION, f"a linking section of version {version}"
    while not reader.over:
        kind, body = reader.number(), reader.bytes()
        if kind == SYMBOLS:
            symbols = Reader(body)
            for _ in range(symbols.number()):
                name, number = _symbol(symbols)
                if name:
                    found[name] = number
    return found


def _symbol(reader: Reader) -> tuple[str, int]:
    """The name and the number of a function; no name if it is a symbol of another kind."""
    kind, flags = reader.number(), reader.number()
    if kind == SECTION_SYMBOL:
        return "", reader.number()
    if kind == DATA_SYMBOL:
        reader.bytes()
        for _ in range(0 if flags & UNDEFINED else 3):
            reader.number()
        return "", 0
    number = reader.number()
    name = reader.text() if not flags & UNDEFINED or flags & NAMED else ""
    return (name, number) if kind == OF_FUNCTION else ("", 0)


def _segments(content: bytes) -> list[tuple[int, bytes]]:
    reader, found = Reader(content), []
    for _ in range(reader.number()):
        reader.place += 2  # no flags; the instruction that gives a number
        start = reader.number()
        reader.place += 1  # the end of the instructions
        found.append((start, reader.bytes()))
    return found


def _leb(number: int, last: int = 0x7F) -> bytes:
    """A number of seven bits a byte, the last not above `last`."""
    written = bytearray()
    while number > last:
        written.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*written, number])


def _signed(number: int) -> bytes:
    return _leb(number, 0x3F)  # a larger one would be read as a sign


def _text(text: str) -> bytes:
    return _leb(len(text)) + text.encode()


def _vector(items: Sequence[bytes]) -> bytes:
    return _leb(len(items)) + b"".join(items)
