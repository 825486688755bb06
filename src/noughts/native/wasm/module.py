"""A WebAssembly module of functions that are compiled for a game.

The functions, and the words they take and leave (`words.py`), are those of compiled code; only the
machine is another. An address is a word, too: WebAssembly takes the lower half of it.
"""

import re
from collections.abc import Mapping
from types import FunctionType
from typing import Any

import llvmlite.binding as llvm
import numba

from noughts.game import Game
from noughts.knowledge import Knowledge
from noughts.native.compile_unit import SearchUnit
from noughts.native.compiler import results, searching
from noughts.native.entry import entry
from noughts.native.linking import Portable, joined, keep_internal
from noughts.native.wasm.linker import Linked, link
from noughts.native.wasm.memory import FUNCTIONS, caller
from noughts.native.words import Kind

TRIPLE = "wasm32-unknown-unknown"
# What every browser since 2021 has.
FEATURES = "+bulk-memory,+mutable-globals,+nontrapping-fptoint,+sign-ext,+simd128"
# LLVM's level of optimization.
SPEED = 3
# What the functions are called that forget no lists first.
INNER = "inner"
# What Numba says of the processor it compiles for, and of the machine.
PROCESSOR = re.compile(r'"target-(?:cpu|features)"="[^"]*"')
MACHINE = re.compile(r"(?m)^target (?:triple|datalayout) = .*\n")


def module_of(
    game: Game[Any] | Knowledge[Any], functions: Mapping[str, tuple[FunctionType, tuple[Kind, ...]]]
) -> Linked:
    """The module with functions compiled for a game.

    Args:
        game: the game, or what is known of it.
        functions: for each name in the module the function, whose first parameter is the game,
            and the kinds of its arguments.

    Raises:
        NotCompilable: the message says why, in a sentence.
    """
    with (
        searching(game),
        results(functions.values(), SearchUnit(), numba.typeof(game), Portable) as found,
    ):
        context, libraries, compiled = found
        whole = joined(libraries)
        for name, one in zip(functions, compiled, strict=True):
            whole.link_in(llvm.parse_assembly(str(entry(context, one.fndesc, f"{name}.{INNER}"))))
            whole.link_in(llvm.parse_assembly(caller(name, f"{name}.{INNER}")))
        whole.link_in(llvm.parse_assembly(FUNCTIONS))
        return link(_object(str(whole), tuple(functions)), tuple(functions))


def _object(text: str, entries: tuple[str, ...]) -> bytes:
    """The object file of LLVM's text, in which only the entries are called from outside."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(opt=SPEED, features=FEATURES)
    module = llvm.parse_assembly(_portable(text))
    module.triple, module.data_layout = TRIPLE, str(machine.target_data)
    keep_internal(module, *entries)
    options = llvm.create_pipeline_tuning_options(speed_level=SPEED)
    options.loop_vectorization = options.slp_vectorization = True
    passes = llvm.create_pass_builder(machine, options)
    passes.getModulePassManager().run(module, passes)
    content: bytes = machine.emit_object(module)
    return content


def _portable(text: str) -> str:
    """LLVM's text without what belongs to this processor, or to its kind of object files."""
    text = MACHINE.sub("", PROCESSOR.sub("", text))
    # Equal constants can be one: Numba writes a tuple anew wherever it is used.
    text = text.replace("= internal constant", "= private unnamed_addr constant")
    return text.replace("= common ", "= weak ")  # WebAssembly has no common symbols
