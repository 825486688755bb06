"""Numba and LLVM let go of what they needed to make object code."""

import gc

import pytest

from noughts.knowledge import knowledge_of
from noughts.native import compiled
from noughts.native.calls import said
from tests.take import Take

pytest.importorskip("numba")


def libraries() -> set[str]:
    """What Numba keeps of compiled code, by the names of the functions."""
    from noughts.native.compiler import Linkable

    gc.collect()
    return {thing.name for thing in gc.get_objects() if isinstance(thing, Linkable)}


class Heap(Take):
    """A game of its own, whose methods nobody else compiles."""

    def moves(self, position):
        return range(1, min(3, position.left) + 1)


def compile_for(game):
    known = knowledge_of(game)
    compiled(said, known)(known, known.start(), 1)


def test_only_the_code_of_the_last_game_is_kept(nothing_compiled):
    compile_for(Heap(4))
    assert "Heap.moves" in libraries()
    compile_for(Take(4))
    assert "Heap.moves" not in libraries()


def test_what_was_let_go_of_can_be_compiled_again(nothing_compiled):
    for size in (5, 6):
        for game in (Heap(size), Take(size)):
            compile_for(game)


def test_pass_managers_are_freed(nothing_compiled, monkeypatch):
    from llvmlite.binding import ffi

    class Freed:
        """LLVM's functions, those that free a pass manager counted."""

        def __init__(self, library):
            self.library = library
            self.count = 0

        def __getattr__(self, name):
            self.count += name.startswith("LLVMPY_DisposeNew")
            return getattr(self.library, name)

    freed = Freed(ffi.lib)
    monkeypatch.setattr(ffi, "lib", freed)
    compile_for(Take(7))
    gc.collect()
    assert freed.count
