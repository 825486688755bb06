"""Makes a module of one WebAssembly object file, as LLVM writes it.

LLVM leaves to a linker what depends on other files: the start of memory, and the number of a
    function, a type or a global. With only one file, and nothing missing in it, each keeps its own
    number, and little is left to do: add memory, stack and table, move the data up, write the
    addresses, export the entries. LLVM's `wasm-ld` does the same, but comes in a package of 100 MB;
    its modules have the same size within a tenth (`tests/native/test_wasm.py` compares them if it
    is installed).

    WebAssembly/tool-conventions, "WebAssembly Object File Linking", for the format.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from noughts.errors import NotCompilable

MAGIC = b"\0asm\1\0\0\0"
PAGE = 1 << 16
# Sections, by the numbers of the standard.
CUSTOM, TYPE, IMPORT, FUNCTION, TABLE, MEMORY, GLOBAL, EXPORT = range(8)
ELEMENTS, CODE, DATA, DATA_COUNT = 9, 10, 11, 12
# Kinds of imports, exports and symbols.
OF_FUNCTION, OF_TABLE, OF_MEMORY, OF_GLOBAL = range(4)
I32, FUNCREF, MUTABLE, CONST, END = 0x7F, 0x70, 1, 0x41, 0x0B
# Relocations that hold an address, by the numbers of the conventions.
ADDRESS_LEB, ADDRESS_SLEB, ADDRESS_I32 = ADDRESSES = (3, 4, 5)
# The others contain the number of a function, a type, a global or a table entry, which stays.
NUMBERS = (0, 1, 2, 6, 7, 20)
# In the section `linking`.
VERSION, SYMBOLS = 2, 8
DATA_SYMBOL, SECTION_SYMBOL = 1, 3
UNDEFINED, NAMED = 0x10, 0x40
# The bytes of a number that a linker is to write.
PADDED = 5
# The address of the data; nothing is before it, so no address is 0.
BASE = 1024
# The stack, which grows downwards, in bytes.
STACK = 128 * PAGE


class Section(NamedTuple):
    """A section: its number, its name if it is a custom one, and its content."""

    number: int
    name: str
    content: bytes


class Linked(NamedTuple):
    content: bytes
    free: int


def link(content: bytes, entries: Sequence[str]) -> Linked:
    """The module of an object file. It imports its memory, as `env.memory`, and nothing else.

    Args:
        content: the object file.
        entries: the functions to export.

    Raises:
        NotCompilable: it calls functions that are in no file.
    """
    sections = {section.name or section.number: section.content for section in _sections(content)}
    if missing := _imported_functions(sections[IMPORT]):
        raise NotCompilable(f"WebAssembly does not have {', '.join(missing)}, which it calls.")
    numbers = _defined_functions(sections["linking"])
    data = _segments(_raised(sections.get(DATA, b"\0"), sections.get("reloc.DATA")))
    filled = [_segment(start + BASE, body) for start, body in data if any(body)]
    stack = -(-(BASE + _end_of(data)) // PAGE) * PAGE + STACK
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
        CODE: _raised(sections[CODE], sections.get("reloc.CODE")),
        DATA: _vector(filled),
    }
    written = (bytes([key]) + _leb(len(part)) + part for key, part in parts.items() if part)
    return Linked(MAGIC + b"".join(written), stack)


def _raised(content: bytes, relocations: bytes | None) -> bytes:
    moved = bytearray(content)
    for kind, offset in _relocations(relocations):
        if kind == ADDRESS_I32:
            moved[offset : offset + 4] = (_word(moved, offset) + BASE).to_bytes(4, "little")
        elif kind in (ADDRESS_LEB, ADDRESS_SLEB):
            address = Reader(bytes(moved), offset).number()
            moved[offset : offset + PADDED] = _padded(address + BASE)
    return bytes(moved)


def _word(content: bytearray, offset: int) -> int:
    return int.from_bytes(content[offset : offset + 4], "little")


# Reading.


class Reader:
    """Reads values one after the other.

    Args:
        content: the bytes.
        place: the first byte to read.
    """

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


def _sections(content: bytes) -> Iterator[Section]:
    reader = Reader(content, len(MAGIC))
    while not reader.over:
        number, body = reader.number(), reader.bytes()
        if number == CUSTOM:
            inner = Reader(body)
            yield Section(number, inner.text(), body[inner.place :])
        else:
            yield Section(number, "", body)


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


def _relocations(content: bytes | None) -> Iterator[tuple[int, int]]:
    if content is None:
        return
    reader = Reader(content)
    reader.number()  # the section
    for _ in range(reader.number()):
        kind, offset = reader.number(), reader.number()
        reader.number()  # the symbol
        if kind in ADDRESSES:
            reader.number()  # the addend
        elif kind not in NUMBERS:
            raise NotCompilable(f"A relocation of kind {kind} is unknown.")
        yield kind, offset


def _segments(content: bytes) -> list[tuple[int, bytes]]:
    reader = Reader(content)
    found = []
    for _ in range(reader.number()):
        reader.place += 2  # no flags; the instruction that gives a number
        start = reader.number()
        reader.place += 1  # the end of the instructions
        found.append((start, reader.bytes()))
    return found


def _end_of(segments: list[tuple[int, bytes]]) -> int:
    return max((start + len(body) for start, body in segments), default=0)


# Writing.


def _leb(number: int) -> bytes:
    written = bytearray()
    while number > 0x7F:
        written.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*written, number])


def _signed(number: int) -> bytes:
    written = _leb(number)
    if written[-1] & 0x40:  # it would be read as a sign
        return written[:-1] + bytes([written[-1] | 0x80, 0])
    return written


def _padded(number: int) -> bytes:
    parts = [number >> 7 * i & 0x7F for i in range(PADDED)]
    return bytes([*(part | 0x80 for part in parts[:-1]), parts[-1]])


def _text(text: str) -> bytes:
    return _leb(len(text)) + text.encode()


def _vector(items: Sequence[bytes]) -> bytes:
    return _leb(len(items)) + b"".join(items)


def _segment(start: int, body: bytes) -> bytes:
    return bytes([0, CONST]) + _signed(start) + bytes([END]) + _leb(len(body)) + body
