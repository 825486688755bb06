"""WebAssembly of compiled functions: what the linker makes, against LLVM's own, and in Node."""

import json
import shutil
import subprocess
from typing import Any

import pytest

from noughts.errors import NotCompilable
from noughts.games.nim import Nim
from noughts.games.tictactoe import TicTacToe
from noughts.knowledge import knowledge_of
from noughts.native import wasm
from noughts.native.object_code import kind_of
from noughts.native.wasm import link, module_of

needs_node = pytest.mark.skipif(not shutil.which("node"), reason="needs Node")

RUN = """
const fs = require("fs");
const memory = new WebAssembly.Memory({ initial: 256 });
const module = new WebAssembly.Module(fs.readFileSync(process.argv[1]));
const { exports } = new WebAssembly.Instance(module, { env: { memory } });
const words = new BigInt64Array(memory.buffer);
const answers = [];
for (const given of JSON.parse(process.argv[3])) {
    given.forEach((word, i) => (words[1_500_000 + i] = BigInt(word)));
    const failed = exports.asked(8 * 1_500_000);
    answers.push(failed ? "fails" : String(words[1_500_000]));
}
console.log(JSON.stringify([WebAssembly.Module.imports(module).length, answers]));
"""


def heaps(game, count, seed):
    """A list, taken apart again: lists need memory of their own."""
    found = [seed]
    for number in range(count):
        found.append(found[number] * 3 % 1000)
    return sum(found)


def remainder(game, number, by):
    """What an exact division leaves; no number can be divided by 0."""
    return number % by


def asked(function, game, given, tmp_path):
    """What the module says, and how many things it imports."""
    kinds = tuple(kind_of(thing, game) for thing in (game, *given[0]))
    linked = module_of(game, {"asked": (function, kinds)})
    file = tmp_path / "module.wasm"
    file.write_bytes(linked.content)
    call = ["node", "-e", RUN, str(file), "-", json.dumps([list(map(str, g)) for g in given])]
    told = subprocess.run(call, capture_output=True, check=True, encoding="utf-8")
    return json.loads(told.stdout)


@needs_node
def test_functions_with_lists_run_and_import_memory_alone(tmp_path):
    game = knowledge_of(Nim())
    given = [(0, 1), (10, 7), (5000, 11), (10, -7)]
    expected = [heaps(game, *words) for words in given]
    assert asked(heaps, game, given, tmp_path) == [1, list(map(str, expected))]


def product(game, number, by):
    """A product, which is checked: one that has no room in a word is an error."""
    return number * by


@needs_node
def test_a_product_without_room_in_a_word_is_an_error(tmp_path):
    game = knowledge_of(TicTacToe())
    most = (1 << 63) - 1
    given = [(1 << 31, 1 << 31), (1 << 32, 1 << 31), (-(1 << 32), 1 << 31), (most, -1), (most, 2)]
    given += [(-3, 5), (3037000499, 3037000499), (3037000500, 3037000500), (-1 - most, -1)]
    expected = [n * by if -1 - most <= n * by <= most else "fails" for n, by in given]
    assert "fails" in expected
    assert asked(product, game, given, tmp_path) == [1, list(map(str, expected))]


@needs_node
def test_an_error_is_told_and_the_next_call_is_as_the_first(tmp_path):
    game = knowledge_of(TicTacToe())
    given = [(17, 5), (17, 0), (-17, 5)]
    assert asked(remainder, game, given, tmp_path) == [1, ["2", "fails", "3"]]


def test_what_cannot_be_compiled_is_refused():
    game = knowledge_of(TicTacToe())

    def opens(game, number):
        return len(open("/dev/null").read()) + number  # noqa: PTH123

    plain: Any = opens
    with pytest.raises(NotCompilable):
        module_of(game, {"asked": (plain, (kind_of(game, game), kind_of(1, game)))})


@pytest.mark.skipif(not shutil.which("wasm-ld"), reason="needs LLVM's wasm-ld")
def test_the_modules_are_as_small_as_those_of_llvms_linker(tmp_path, monkeypatch):
    game = knowledge_of(TicTacToe())
    objects = []

    def keep(content, entries):
        objects.append(content)
        return link(content, entries)

    monkeypatch.setattr(wasm, "link", keep)
    monkeypatch.setattr(wasm, "kept", lambda path, kind, make: make())
    kinds = (kind_of(game, game), kind_of(1, game), kind_of(1, game))
    plain: Any = heaps
    ours = module_of(game, {"asked": (plain, kinds)}).content
    given, made = tmp_path / "object.o", tmp_path / "theirs.wasm"
    given.write_bytes(objects[0])
    options = ["--no-entry", "--export=asked", "--import-memory", "--strip-all"]
    subprocess.run(["wasm-ld", *options, str(given), "-o", str(made)], check=True)
    assert len(ours) < 1.15 * made.stat().st_size
