"""Intrinsics: the replacements of some plain functions in compiled code.

Each function of `noughts.bits` is one processor instruction, except the search for rows, which uses
a vector. Others read memory directly where the plain form looks up a type's name.
"""

from collections.abc import Iterator
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.extending import intrinsic
from numba.core.registry import cpu_target
from numba.core.types.containers import BaseTuple, UniTuple

from noughts import bits
from noughts.native.wide import WideType, bits_of, load, store
from noughts.search import memory, stack, table

WORD = ir.IntType(64)


def number_type(kind: Any) -> Any:
    """The type of a number in the code: wide, or a machine word."""
    return kind if isinstance(kind, WideType) else types.int64


def word_of(builder: Any, number: Any) -> Any:
    return number if number.type == WORD else builder.trunc(number, WORD)


@intrinsic
def count(typing_context: Any, cells: Any) -> Any:
    """`bits.count`: the number of bits that are set."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return word_of(builder, builder.ctpop(arguments[0]))

    return types.int64(number_type(cells)), generate


@intrinsic
def lowest(typing_context: Any, cells: Any) -> Any:
    """`bits.lowest`: the number of the lowest bit that is set."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        found = builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))
        return word_of(builder, found)

    return types.int64(number_type(cells)), generate


@intrinsic
def unpack_position(typing_context: Any, example: Any, words: Any, place: Any, size: Any) -> Any:
    """`memory.unpack_position`: words in memory as a tuple of the example's type."""
    if not _is_position(example):
        return None

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        _, words, place, _ = arguments
        read = [load(builder, kind, at) for kind, at in _places(builder, example, words, place)]
        return context.make_tuple(builder, example, read)

    return example(example, words, types.int64, types.int64), generate


@intrinsic
def write_position(typing_context: Any, words: Any, place: Any, position: Any, size: Any) -> Any:
    """`memory.write_position`: a tuple's numbers to words in memory."""
    if not _is_position(position):
        return None

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        words, place, values, _ = arguments
        places = _places(builder, position, words, place)
        for i, (_, at) in enumerate(places):
            store(builder, builder.extract_value(values, i), at)
        return context.get_dummy_value()

    return types.none(words, types.int64, position, types.int64), generate


@intrinsic
def holds_position(typing_context: Any, words: Any, place: Any, position: Any, size: Any) -> Any:
    """`memory.holds_position`: whether a tuple's numbers are words in memory."""
    if not _is_position(position):
        return None

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        words, place, values, _ = arguments
        same = ir.IntType(1)(1)
        for i, (kind, at) in enumerate(_places(builder, position, words, place)):
            value = builder.extract_value(values, i)
            same = builder.and_(same, builder.icmp_signed("==", load(builder, kind, at), value))
        return same

    return types.boolean(words, types.int64, position, types.int64), generate


def _is_position(kind: Any) -> bool:
    if not isinstance(kind, BaseTuple):
        return False
    return all(part == types.int64 or isinstance(part, WideType) for part in kind)


def _places(builder: Any, position: Any, words: Any, place: Any) -> Iterator[tuple[Any, Any]]:
    begin = 0
    for kind in position:
        yield kind, builder.gep(words, [builder.add(place, WORD(begin))])
        begin += bits_of(kind) // WORD.width


@intrinsic
def folded_word(typing_context: Any, number: Any, words: Any) -> Any:
    """`table.folded_word`: all words of a wide number combined; a machine word itself."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        number, _ = arguments
        if number.type == WORD:
            return number
        folded = WORD(0)
        for i in range(number.type.width // WORD.width + 1):
            part = builder.lshr(number, number.type(i * bits.WORD_BITS))
            part = builder.and_(builder.trunc(part, WORD), WORD(table.WORD))
            folded = builder.xor(builder.mul(folded, WORD(table.SPREAD)), part)
        return folded

    return types.int64(number_type(number), types.int64), generate


@intrinsic
def word_within(typing_context: Any, number: Any, mask: Any) -> Any:
    """`table.word_within`: the lowest word of a number, under a mask."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        number, mask = arguments
        return builder.and_(word_of(builder, number), mask)

    return types.int64(number_type(number), types.int64), generate


@intrinsic
def fetch_soon(typing_context: Any, words: Any, place: Any) -> Any:
    """`memory.fetch_soon`: the processor begins to load the word there."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        words, place = arguments
        byte = ir.IntType(8).as_pointer()
        number = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [byte, number, number, number])
        prefetch = builder.module.declare_intrinsic("llvm.prefetch", [byte], kind)
        address = builder.bitcast(builder.gep(words, [place]), byte)
        to_read, to_keep, data = (ir.Constant(number, n) for n in (0, 3, 1))
        builder.call(prefetch, [address, to_read, to_keep, data])
        return context.get_dummy_value()

    return types.none(words, types.int64), generate


@intrinsic
def here(typing_context: Any) -> Any:
    """`stack.here`: the content of the stack register."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return stack_pointer(builder)

    return types.int64(), generate


def stack_pointer(builder: Any) -> Any:
    """The content of the stack register as a word. Reading it needs no frame pointer."""
    kind = ir.FunctionType(ir.IntType(8).as_pointer(), [])
    saved = builder.module.declare_intrinsic("llvm.stacksave", (), kind)
    return builder.ptrtoint(builder.call(saved, []), WORD)


@intrinsic
def pext(typing_context: Any, word: Any, mask: Any) -> Any:
    """`bits.pext`: the processor's PEXT."""
    return types.int64(types.int64, types.int64), _of_processor("llvm.x86.bmi.pext.64")


@intrinsic
def pdep(typing_context: Any, word: Any, mask: Any) -> Any:
    """`bits.pdep`: the processor's PDEP."""
    return types.int64(types.int64, types.int64), _of_processor("llvm.x86.bmi.pdep.64")


def _of_processor(name: str) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kind = ir.FunctionType(WORD, [WORD, WORD])
        instruction = builder.module.declare_intrinsic(name, (), kind)
        return builder.call(instruction, arguments)

    return generate


@intrinsic
def completing(typing_context: Any, cells: Any, steps: Any, k: Any) -> Any:
    """`bits.completing`: a vector has a lane for every direction."""
    if not isinstance(steps, UniTuple):
        return None
    lanes = ir.VectorType(WORD, len(steps))

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        cells, steps, k = arguments
        everywhere = _lanes(builder, [cells] * lanes.count)
        each_step = _lanes(builder, cgutils.unpack_tuple(builder, steps))
        found = cgutils.alloca_once_value(builder, lanes([0] * lanes.count))
        row = cgutils.alloca_once(builder, lanes)

        def narrow(shift: Any, first: Any, last: Any) -> None:
            with cgutils.for_range_slice(builder, first, last, WORD(1)) as (i, _):
                far = builder.mul(each_step, _lanes(builder, [i] * lanes.count))
                met = builder.and_(builder.load(row), shift(everywhere, far))
                builder.store(met, row)

        with cgutils.for_range(builder, k) as missing:
            builder.store(lanes([-1] * lanes.count), row)
            narrow(builder.lshr, WORD(1), builder.sub(k, missing.index))
            narrow(builder.shl, WORD(1), builder.add(missing.index, WORD(1)))
            builder.store(builder.or_(builder.load(found), builder.load(row)), found)
        kind = ir.FunctionType(WORD, [lanes])
        name = f"llvm.vector.reduce.or.v{lanes.count}i64"
        any_lane = cgutils.get_or_insert_function(builder.module, kind, name)
        return builder.call(any_lane, [builder.load(found)])

    return types.int64(types.int64, steps, types.int64), generate


def _lanes(builder: Any, numbers: list[Any]) -> Any:
    vector = ir.VectorType(WORD, len(numbers))(ir.Undefined)
    for i, number in enumerate(numbers):
        vector = builder.insert_element(vector, number, ir.IntType(32)(i))
    return vector


def has_pext() -> bool:
    triple, _, features = cpu_target.target_context.codegen().magic_tuple()[:3]
    return "x86_64" in triple and "+bmi2" in features


INTRINSICS: dict[Any, Any] = {
    bits.completing: completing,
    bits.count: count,
    bits.lowest: lowest,
    memory.fetch_soon: fetch_soon,
    table.folded_word: folded_word,
    table.word_within: word_within,
    memory.holds_position: holds_position,
    memory.unpack_position: unpack_position,
    memory.write_position: write_position,
    stack.here: here,
}
BITS: set[Any] = {bits.completing, bits.count, bits.lowest, bits.pext, bits.pdep}
# Only for machine words; for wide numbers the plain functions are compiled.
NARROW: set[Any] = {bits.completing, bits.pext, bits.pdep}
if has_pext():
    INTRINSICS[bits.pext] = pext
    INTRINSICS[bits.pdep] = pdep
