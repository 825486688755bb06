"""Backends: threads of this machine, a cluster, a GPU. All produce the same bytes.

A backend's libraries are imported only when it is used.

A *slab* is the part of a layer that one cluster task solves (`partitions`). A *lane* is one GPU
thread; the lanes of a block work on one set of taken cells together.
"""

from noughts.errors import NoBackend
from noughts.tablebase.backends.backend import Backend, Threads

NAMES = ("threads", "ray", "cuda")


def backend_named(name: str, workers: int = 1, address: str | None = None) -> Backend:
    """The backend of that name.

    Args:
        name: "threads", "ray" or "cuda".
        workers: how many threads share the work; with Ray, how many processes if it is started
            here.
        address: the address of a Ray cluster; by default RAY_ADDRESS, else Ray is started here.

    Raises:
        NoBackend: the backend is unknown or not installed, or there is no GPU.

    >>> backend_named("threads", workers=2).name
    'threads'
    """
    if address is not None and name != "ray":
        raise NoBackend(f"An address needs the backend ray, not {name}.")
    if name == "threads":
        return Threads(workers)
    if name == "ray":
        from noughts.tablebase.backends.ray import OnRay

        return OnRay(workers, address)
    if name == "cuda":
        from noughts.tablebase.backends.cuda import OnGpu

        return OnGpu(workers)
    raise NoBackend(f"Unknown backend {name!r}. Backends: {', '.join(NAMES)}.")
