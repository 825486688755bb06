"""Backends: this machine's threads, a cluster, or a GPU. All produce the same bytes.

A backend's libraries are imported only when it is used.

A *slab* is the part of a layer that one cluster task solves (`slabs.py`). A *lane* is one GPU
thread; the lanes of a block work on one set of taken cells together.
"""

from noughts.errors import NoBackend
from noughts.games.given import checks_numbers
from noughts.tablebase.backends.backend import Backend, Threads

NAMES = ("threads", "ray", "cuda")


@checks_numbers
def backend_named(name: str, threads: int = 1, address: str | None = None) -> Backend:
    """The backend with this name.

    Args:
        name: "threads", "ray" or "cuda".
        threads: the number of threads that share the work; with Ray, of processes if it is started
            here.
        address: the address of a Ray cluster; by default RAY_ADDRESS, otherwise Ray is started
            here.

    Raises:
        NoBackend: the backend is unknown or not installed, or there is no GPU.

    >>> backend_named("threads", threads=2).name
    'threads'
    """
    if address is not None and name != "ray":
        raise NoBackend(f"An address needs the backend ray, not {name}.")
    if name == "threads":
        return Threads(threads)
    if name == "ray":
        from noughts.tablebase.backends.ray import OnRay

        return OnRay(threads, address)
    if name == "cuda":
        from noughts.tablebase.backends.cuda import OnGpu

        return OnGpu(threads)
    raise NoBackend(f"Unknown backend {name!r}. Backends: {', '.join(NAMES)}.")
