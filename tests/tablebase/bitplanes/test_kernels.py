"""Planes of bits find the same outcomes as the kernels that gather bytes, compiled or not."""

from array import array
from random import Random
from types import FunctionType
from typing import Any

import pytest

from noughts.bits import pdep, pext
from noughts.errors import UnsuitedGame
from noughts.games.registry import find_game
from noughts.native import kernel
from noughts.tablebase.bitplanes import outcomes
from noughts.tablebase.bitplanes import plane_kernels as layout
from noughts.tablebase.bitplanes.outcomes import Outcomes
from noughts.tablebase.build import make_tablebase
from noughts.tablebase.combinatorial.marking import marking_of
from noughts.tablebase.probe import Tablebase
from noughts.tablebase.verify import verify_tablebase

BOARDS = (
    "tictactoe", "mnk:3,3,3,misere", "mnk:3,3,3,torus", "mnk:4,3,3", "mnk:4,3,3,misere",
    "mnk:4,4,4", "mnk:4,4,3,misere", "mnk:4,4,4,torus", "mnk:4,4,3,cylinder", "mnk:1,1,1",
    "connectfour:4,4", "connectfour:4,3,3,misere",
)  # fmt: skip


@pytest.mark.parametrize("spec", BOARDS)
def test_the_two_kernels_agree_on_whole_boards(spec, tmp_path):
    made = make_tablebase(find_game(spec), tmp_path)
    found = verify_tablebase(tmp_path, sample=0, outcomes=True)
    assert (found.outcomes, found.faults) == (made.positions, ())


@pytest.mark.parametrize("spec", BOARDS[:5])
def test_counts_are_those_of_the_other_kernel_and_tell_a_wrong_one(spec, tmp_path):
    game = find_game(spec)
    layers = dict(make_tablebase(game, tmp_path).layers)
    marking: Any = marking_of(game)
    for layer, counts in Outcomes(marking).layers():
        assert counts == layers[layer.pieces.marks]


def test_a_wrong_outcome_is_named(tmp_path):
    make_tablebase(find_game("tictactoe"), tmp_path)
    table: Any = Tablebase(tmp_path)
    values = bytearray((tmp_path / "layer-02.values").read_bytes())
    values[3] ^= 0xFF
    planes = Outcomes(table.indexer.marking)
    layer = next(layer for layer, _ in planes.layers() if layer.pieces.marks == 2)
    wrong = memoryview(values).cast("b")
    found = planes.compared(layer, table.indexer.tables.layer(2, wrong, table.keys(2)))
    assert (found.positions, found.faults, found.first) == (16, 1, 3)


@pytest.mark.parametrize("spec", ["wild:3,2,3", "hex:2", "nim:2"])
def test_games_without_two_colours_say_what_to_do(spec, tmp_path):
    make_tablebase(find_game(spec), tmp_path)
    with pytest.raises(UnsuitedGame, match="--all solves any game again"):
        verify_tablebase(tmp_path, outcomes=True)


@pytest.mark.parametrize("spec", ["tictactoe", "mnk:4,2,3,misere", "connectfour:3,3,3"])
def test_plain_planes_are_the_same_and_so_is_any_number_of_workers(spec, monkeypatch):
    marking: Any = marking_of(find_game(spec))

    def planes(threads):
        solving = Outcomes(marking, threads).layers()
        return [(bytes(layer.wins), bytes(layer.losses), counts) for layer, counts in solving]

    compiled = planes(3)
    for module in (outcomes, layout):
        monkeypatch.setattr(module, "kernel", lambda function, *_: function)
    assert planes(1) == compiled


def gather_all(words: Any, masks: Any, found: Any, size: int) -> None:
    for i in range(size):
        found[i] = pext(words[i], masks[i])


def scatter_all(words: Any, masks: Any, found: Any, size: int) -> None:
    for i in range(size):
        found[i] = pdep(words[i], masks[i])


def scatter_plainly(
    words: "array[int]", masks: "array[int]", found: "array[int]", size: int
) -> None:
    """The same by a function that no instruction stands for."""
    for i in range(size):
        found[i] = pdep_bit_by_bit(words[i], masks[i])


def gather_plainly(
    words: "array[int]", masks: "array[int]", found: "array[int]", size: int
) -> None:
    """The same by a function that no instruction stands for."""
    for i in range(size):
        found[i] = pext_bit_by_bit(words[i], masks[i])


# A copy under another name: the fallback as it is compiled where there is no such instruction.
pext_bit_by_bit = FunctionType(pext.__code__, pext.__globals__, "pext_bit_by_bit")
pdep_bit_by_bit = FunctionType(pdep.__code__, pdep.__globals__, "pdep_bit_by_bit")


def test_gathering_is_the_same_by_the_processor_compiled_and_as_plain_python():
    random, size = Random(8), 2_000
    words = array("q", (random.getrandbits(62) for _ in range(size)))
    masks = array("q", (random.getrandbits(62) & random.getrandbits(62) for _ in range(size)))
    masks[0], masks[1] = 0, (1 << 62) - 1
    by_kernel, by_fallback = array("q", bytes(8 * size)), array("q", bytes(8 * size))
    kernel(gather_all)(words, masks, by_kernel, size)
    kernel(gather_plainly)(words, masks, by_fallback, size)
    assert by_kernel == by_fallback
    for word, mask, found in zip(words, masks, by_kernel, strict=True):
        text = [
            bit for bit, chosen in zip(f"{word:062b}", f"{mask:062b}", strict=True) if chosen == "1"
        ]
        assert found == int("".join(text) or "0", 2)


def test_scattering_is_the_same_by_the_processor_compiled_and_as_plain_python():
    random, size = Random(9), 2_000
    words = array("q", (random.getrandbits(62) for _ in range(size)))
    masks = array("q", (random.getrandbits(62) & random.getrandbits(62) for _ in range(size)))
    by_kernel, by_fallback = array("q", bytes(8 * size)), array("q", bytes(8 * size))
    kernel(scatter_all)(words, masks, by_kernel, size)
    kernel(scatter_plainly)(words, masks, by_fallback, size)
    assert by_kernel == by_fallback
    for word, mask, found in zip(words, masks, by_kernel, strict=True):
        text, left = "", word
        for chosen in reversed(f"{mask:062b}"):
            text, left = (
                f"{left % 2 if chosen == '1' else 0}{text}",
                left // 2 if chosen == "1" else left,
            )
        assert found == int(text, 2)
