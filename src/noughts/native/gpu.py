"""The same source compiled for an NVIDIA GPU by numba-cuda, or run by its simulator.

Many lanes run a GPU function in parallel. The lanes of a block share some memory and can wait for
each other. This module has only the mechanics; the computation is in plain Python.
"""

from collections.abc import Callable
from types import FunctionType
from typing import Any

import numba
import numpy as np
from numba import config, cuda

from noughts import bits
from noughts.errors import NoBackend
from noughts.native.compile_unit import CompileUnit, member

SIMULATED = bool(config.ENABLE_CUDASIM)
# Blocks, and lanes in each: enough for today's largest GPU. The simulator makes every lane a Python
# thread.
SHAPE = (2, 4) if SIMULATED else (2048, 256)


def wait() -> None:
    cuda.syncthreads()


def count(cells: int) -> Any:
    """`bits.count`."""
    return cuda.popc(cells)


def lowest(cells: int) -> Any:
    """`bits.lowest`."""
    return cuda.ffs(cells) - 1


class LaneFamily(CompileUnit):
    """Functions compiled for a GPU; for the simulator, left as they are."""

    def __init__(self, together: Callable[[], None]) -> None:
        super().__init__()
        own: dict[Any, Any] = {bits.count: count, bits.lowest: lowest, together: wait}
        self.intrinsics = {plain: self.compiled(form, form) for plain, form in own.items()}

    def compiled(self, clone: FunctionType, function: FunctionType) -> Any:
        return clone if SIMULATED else cuda.jit(device=True)(clone)


class LaneKernel:
    """A plain function, to be run by all lanes of a GPU.

    Args:
        function: its parameters are a NamedTuple of buffers, the memory of the block, the number
            of the block and of all blocks, and the number of the lane and of all lanes in a block.
        together: the plain function by which lanes wait for each other.
        shared: the size of a block's memory, in numbers of eight bytes.
    """

    def __init__(
        self, function: Callable[..., None], together: Callable[[], None], shared: int
    ) -> None:
        assert isinstance(function, FunctionType)  # for the type checker
        inner = member(function, LaneFamily(together))

        def run(task: Any) -> None:
            memory = cuda.shared.array(shared, numba.int64)
            inner(task, memory, cuda.blockIdx.x, cuda.gridDim.x, cuda.threadIdx.x, cuda.blockDim.x)

        self.plain = run
        self.compiled = cuda.jit(run)

    def __call__(self, task: Any) -> None:
        self.compiled[SHAPE](task)
        cuda.synchronize()


def refuse_without() -> None:
    """Raise NoBackend if there is no GPU."""
    if not cuda.is_available():
        raise NoBackend("The backend cuda needs an NVIDIA GPU with its driver; none found.")


def free_gpu_memory() -> float:
    return float(cuda.current_context().get_memory_info().free)


def arrays(thing: Any, put: Callable[[Any], Any] = lambda array: array) -> Any:
    """NumPy's arrays on the memory of a buffer, or of all buffers of a NamedTuple; `put` there."""
    if isinstance(thing, tuple):
        kind: Any = type(thing)
        return kind(*(arrays(each, put) for each in thing))
    if isinstance(thing, int):
        return thing
    view = memoryview(thing)
    return put(np.frombuffer(view, dtype=np.dtype(view.format)))


def on_gpu(thing: Any) -> Any:
    return arrays(thing, cuda.to_device)


def room_on_gpu(thing: Any) -> Any:
    """Memory on the GPU for a buffer's numbers; nothing is copied."""
    like = arrays(thing)
    return cuda.device_array(like.shape, like.dtype)


def fetched(there: Any, here: Any) -> None:
    there.copy_to_host(np.asarray(arrays(here)))


def sums(there: Any, kinds: int) -> list[int]:
    return [int(total) for total in there.copy_to_host().reshape(-1, kinds).sum(axis=0)]
