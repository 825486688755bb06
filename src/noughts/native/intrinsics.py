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
from noughts.native.wide import WideType, bits_of, load, store, written
from noughts.search import depth, memory, table

WORD, BYTE, FLAG = ir.IntType(64), ir.IntType(8), ir.IntType(1)
word = types.int64


def _number(kind: Any) -> Any:
    """The type of a number in the code: wide, or a machine word."""
    return kind if isinstance(kind, WideType) else word


def _as_word(builder: Any, number: Any) -> Any:
    return number if number.type == WORD else builder.trunc(number, WORD)


@intrinsic
def count(typing_context: Any, cells: Any) -> Any:
    return word(_number(cells)), written(lambda to, cells: _as_word(to, to.ctpop(cells)))


@intrinsic
def lowest(typing_context: Any, cells: Any) -> Any:
    return word(_number(cells)), written(lambda to, cells: _as_word(to, to.cttz(cells, FLAG(1))))


@intrinsic
def _unpack_position(typing_context: Any, example: Any, words: Any, place: Any, size: Any) -> Any:
    if not _is_position(example):
        return None

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        _, words, place, _ = arguments
        read = [load(builder, kind, at) for kind, at in _places(builder, example, words, place)]
        return context.make_tuple(builder, example, read)

    return example(example, words, word, word), generate


@intrinsic
def _write_position(typing_context: Any, words: Any, place: Any, position: Any, size: Any) -> Any:
    def write(builder: Any, words: Any, place: Any, values: Any, _: Any) -> None:
        for i, (_, at) in enumerate(_places(builder, position, words, place)):
            store(builder, builder.extract_value(values, i), at)

    known = _is_position(position)
    return (types.none(words, word, position, word), written(write)) if known else None


@intrinsic
def _holds_position(typing_context: Any, words: Any, place: Any, position: Any, size: Any) -> Any:
    def compare(builder: Any, words: Any, place: Any, values: Any, _: Any) -> Any:
        same = FLAG(1)
        for i, (kind, at) in enumerate(_places(builder, position, words, place)):
            value = builder.extract_value(values, i)
            same = builder.and_(same, builder.icmp_signed("==", load(builder, kind, at), value))
        return same

    known = _is_position(position)
    return (types.boolean(words, word, position, word), written(compare)) if known else None


def _is_position(kind: Any) -> bool:
    """Whether it is a tuple of machine words and wide numbers."""
    if not isinstance(kind, BaseTuple):
        return False
    return all(part == word or isinstance(part, WideType) for part in kind)


def _places(builder: Any, position: Any, words: Any, place: Any) -> Iterator[tuple[Any, Any]]:
    """The types of a tuple's numbers, and their addresses, starting at a place in memory."""
    begin = 0
    for kind in position:
        yield kind, builder.gep(words, [builder.add(place, WORD(begin))])
        begin += bits_of(kind) // WORD.width


@intrinsic
def _folded_word(typing_context: Any, number: Any, words: Any) -> Any:
    def fold(builder: Any, number: Any, _: Any) -> Any:
        if number.type == WORD:
            return number
        folded = WORD(0)
        for i in range(number.type.width // WORD.width + 1):
            part = builder.ashr(number, number.type(i * bits.WORD_BITS))
            part = builder.and_(builder.trunc(part, WORD), WORD(table.WORD))
            folded = builder.xor(builder.mul(folded, WORD(table.SPREAD)), part)
        return folded

    return word(_number(number), word), written(fold)


@intrinsic
def _word_within(typing_context: Any, number: Any, mask: Any) -> Any:
    code = written(lambda to, number, mask: to.and_(_as_word(to, number), mask))
    return word(_number(number), word), code


@intrinsic
def _fetch_soon(typing_context: Any, words: Any, place: Any) -> Any:
    """The processor begins to load the word there."""

    def fetch(builder: Any, words: Any, place: Any) -> None:
        byte, number = BYTE.as_pointer(), ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [byte, number, number, number])
        prefetch = builder.module.declare_intrinsic("llvm.prefetch", [byte], kind)
        to_read, to_keep, data = map(number, (0, 3, 1))
        address = builder.bitcast(builder.gep(words, [place]), byte)
        builder.call(prefetch, [address, to_read, to_keep, data])

    return types.none(words, word), written(fetch)


@intrinsic
def here(typing_context: Any) -> Any:
    return word(), written(stack_pointer)


def stack_pointer(builder: Any) -> Any:
    """The content of the stack register as a word. Reading it needs no frame pointer."""
    kind = ir.FunctionType(BYTE.as_pointer(), [])
    saved = builder.module.declare_intrinsic("llvm.stacksave", (), kind)
    return builder.ptrtoint(builder.call(saved, []), WORD)


def _of_processor(name: str) -> Any:
    """An instruction on a number and a mask."""

    def write(builder: Any, *both: Any) -> Any:
        kind = ir.FunctionType(WORD, [WORD, WORD])
        return builder.call(builder.module.declare_intrinsic(name, (), kind), both)

    return intrinsic(lambda typing_context, number, mask: (word(word, word), written(write)))


@intrinsic
def completing(typing_context: Any, cells: Any, steps: Any, k: Any) -> Any:
    """A vector has a lane for every direction."""
    if not isinstance(steps, UniTuple):
        return None
    lanes = ir.VectorType(WORD, len(steps))

    def search(builder: Any, cells: Any, steps: Any, k: Any) -> Any:
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

    return word(word, steps, word), written(search)


def _lanes(builder: Any, numbers: list[Any]) -> Any:
    vector = ir.VectorType(WORD, len(numbers))(ir.Undefined)
    for i, number in enumerate(numbers):
        vector = builder.insert_element(vector, number, ir.IntType(32)(i))
    return vector


INTRINSICS: dict[Any, Any] = {
    bits.completing: completing,
    bits.count: count,
    bits.lowest: lowest,
    memory.fetch_soon: _fetch_soon,
    table.folded_word: _folded_word,
    table.word_within: _word_within,
    memory.holds_position: _holds_position,
    memory.unpack_position: _unpack_position,
    memory.write_position: _write_position,
    depth.here: here,
}
BITS: set[Any] = {bits.completing, bits.count, bits.lowest, bits.pext, bits.pdep}
# Only for machine words; for wide numbers the plain functions are compiled.
NARROW: set[Any] = {bits.completing, bits.pext, bits.pdep}
_triple, _, _features = cpu_target.target_context.codegen().magic_tuple()[:3]
if "x86_64" in _triple and "+bmi2" in _features:  # as Intel and AMD make
    INTRINSICS |= {
        bits.pext: _of_processor("llvm.x86.bmi.pext.64"),
        bits.pdep: _of_processor("llvm.x86.bmi.pdep.64"),
    }
