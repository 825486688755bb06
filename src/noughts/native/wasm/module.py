"""A WebAssembly module of functions that are compiled for a game.

Functions, and their words (`words.py`), are the same as in other compiled code; only the machine
differs. An address is a word, too: WebAssembly uses its lower half.
"""

import re
from collections.abc import Mapping
from types import FunctionType
from typing import Any

import llvmlite.binding as llvm
import numba

from noughts.game import Game
from noughts.knowledge import Knowledge, rules_behind
from noughts.native.calls import tell
from noughts.native.compile_unit import SearchUnit
from noughts.native.compiler import results, searching
from noughts.native.entry import entry
from noughts.native.linking import Portable, joined, keep_internal
from noughts.native.object_code import file_name, folder, from_file, to_file
from noughts.native.wasm.linker import Linked, link
from noughts.native.wasm.memory import FUNCTIONS, caller
from noughts.native.words import Kind, text
from noughts.source import Unreadable

TRIPLE = "wasm32-unknown-unknown"
# Features of every browser since 2021.
FEATURES = "+bulk-memory,+mutable-globals,+nontrapping-fptoint,+sign-ext,+simd128"
# LLVM's level of optimization.
SPEED = 3
# LLVM calls this to multiply numbers of 128 bits, when it checks whether a product of two words
# fits into one. It multiplies halves of words. On other machines a library has it.
PRODUCT = "__multi3"
MULTIPLY = f"""
define hidden void @{PRODUCT}(ptr %out, i64 %a, i64 %a.high, i64 %b, i64 %b.high)
    noinline optnone {{
  %a0 = and i64 %a, 4294967295
  %a1 = lshr i64 %a, 32
  %b0 = and i64 %b, 4294967295
  %b1 = lshr i64 %b, 32
  %p00 = mul i64 %a0, %b0
  %p01 = mul i64 %a0, %b1
  %p10 = mul i64 %a1, %b0
  %p11 = mul i64 %a1, %b1
  %p00.high = lshr i64 %p00, 32
  %p01.low = and i64 %p01, 4294967295
  %p10.low = and i64 %p10, 4294967295
  %sum = add i64 %p00.high, %p01.low
  %middle = add i64 %sum, %p10.low
  %p00.low = and i64 %p00, 4294967295
  %middle.low = shl i64 %middle, 32
  %low = or i64 %p00.low, %middle.low
  %p01.high = lshr i64 %p01, 32
  %p10.high = lshr i64 %p10, 32
  %middle.high = lshr i64 %middle, 32
  %high.1 = add i64 %p11, %p01.high
  %high.2 = add i64 %high.1, %p10.high
  %high.3 = add i64 %high.2, %middle.high
  %cross.1 = mul i64 %a, %b.high
  %cross.2 = mul i64 %a.high, %b
  %high.4 = add i64 %high.3, %cross.1
  %high = add i64 %high.4, %cross.2
  store i64 %low, ptr %out
  %place = getelementptr i8, ptr %out, i64 8
  store i64 %high, ptr %place
  ret void
}}
"""
# The suffix of functions that do not free lists first.
INNER = "inner"
# Numba's names of the processor and of the machine.
PROCESSOR = re.compile(r'"target-(?:cpu|features)"="[^"]*"')
MACHINE = re.compile(r"(?m)^target (?:triple|datalayout) = .*\n")


def module_of(
    game: Game[Any] | Knowledge[Any], functions: Mapping[str, tuple[FunctionType, tuple[Kind, ...]]]
) -> Linked:
    """The module with functions compiled for a game.

    Args:
        game: the game, or its knowledge.
        functions: by their names in the module, each function, whose first parameter is the game,
            and the kinds of its arguments.

    Raises:
        NotCompilable: the message says why, in a sentence.
    """
    modules = [type(part).__module__ for part in (game, rules_behind(game))]
    plain = [function for function, _ in functions.values()]
    kinds = [text(kind) for _, kinds in functions.values() for kind in kinds]
    try:
        path = folder() / file_name("wasm", *functions, game, *modules, *plain, *kinds)
    except Unreadable:
        return _made(game, functions)
    lasts = "__main__" not in modules
    if lasts and (kept := from_file(path, Linked)):
        return kept
    linked = _made(game, functions)
    if lasts:
        to_file(linked, path)
    return linked


def _made(
    game: Game[Any] | Knowledge[Any], functions: Mapping[str, tuple[FunctionType, tuple[Kind, ...]]]
) -> Linked:
    tell(f"compiling {', '.join(functions)} for {game!r} to WebAssembly")
    with (
        searching(game),
        results(functions.values(), SearchUnit(), numba.typeof(game), Portable) as found,
    ):
        context, libraries, compiled = found
        whole = joined(libraries)
        for name, one in zip(functions, compiled, strict=True):
            whole.link_in(llvm.parse_assembly(str(entry(context, one.fndesc, f"{name}.{INNER}"))))
            whole.link_in(llvm.parse_assembly(caller(name, f"{name}.{INNER}")))
        whole.link_in(llvm.parse_assembly(FUNCTIONS + MULTIPLY))
        return link(_object(str(whole), tuple(functions)), tuple(functions))


def _object(text: str, entries: tuple[str, ...]) -> bytes:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(opt=SPEED, features=FEATURES)
    module = llvm.parse_assembly(_portable(text))
    module.triple, module.data_layout = TRIPLE, str(machine.target_data)
    keep_internal(module, *entries, PRODUCT)
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
    return text.replace("= common ", "= weak ")  # WebAssembly has no common symbols
