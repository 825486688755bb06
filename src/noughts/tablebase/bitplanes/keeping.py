"""Storage of outcomes: each layer packed and compressed in chunks as soon as it is solved.

Only the smallest of symmetric sets of taken cells is kept. Full boards are not kept, since they are
over.
"""

from array import array
from bisect import bisect_left
from collections.abc import Iterator
from pathlib import Path

from noughts.native import kernel
from noughts.tablebase.bitplanes.kernels import PlaneLayer
from noughts.tablebase.bitplanes.layout import BLOCK
from noughts.tablebase.bitplanes.packing import pack_sets
from noughts.tablebase.bitplanes.solver import Outcomes, room_for_words
from noughts.tablebase.combinatorial.arrays import BYTES_IN_WORD
from noughts.tablebase.combinatorial.solver import shared
from noughts.tablebase.storage.compression import BATCH, CHUNK
from noughts.tablebase.storage.manifest import Part
from noughts.tablebase.storage.store import as_bytes, full_disk, write_compressed

# The fewest bytes packed at a time.
ROOM = BATCH * CHUNK


class Keeper:
    """Writes layers of outcomes into a folder.

    Args:
        folder: the destination.
        outcomes: the solver.
    """

    def __init__(self, folder: Path, outcomes: Outcomes) -> None:
        self.folder = folder
        self.outcomes = outcomes

    def keep(self, layer: PlaneLayer) -> tuple[Part, Part]:
        """Write a solved layer: the file of its outcomes, and the file of its chunks' places.

        Raises:
            DiskFull: there is no room.
        """
        names = names_of(layer.pieces.marks)
        with full_disk(self.folder):
            return write_compressed(self.folder, names, self._packed(layer), self.outcomes.threads)

    def _packed(self, layer: PlaneLayer) -> Iterator[memoryview]:
        """The layer's outcomes, a few sets at a time."""
        kept = self.outcomes.folded.sets(layer.pieces.marks)
        chosen = array("q", (bisect_left(layer.sets, cells) for cells in kept))
        words = 2 * layer.pieces.numbers[BLOCK]
        together = -(-ROOM // (words * BYTES_IN_WORD))
        packed = room_for_words(words * min(together, len(chosen)))
        for begin in range(0, len(chosen), together):
            end = min(begin + together, len(chosen))

            def work(first: int, last: int, begin: int = begin) -> None:
                kernel(pack_sets)(
                    self.outcomes.tables.board,
                    layer,
                    self.outcomes.scratch(layer.pieces),
                    chosen[begin + first : begin + last],
                    packed[words * first : words * last],
                )

            shared(work, end - begin, self.outcomes.threads)
            yield as_bytes(packed[: words * (end - begin)])


def names_of(marks: int) -> tuple[str, str]:
    """A layer's file names: its outcomes, and the places of their chunks."""
    return f"layer-{marks:02}.outcomes.zst", f"layer-{marks:02}.index"
