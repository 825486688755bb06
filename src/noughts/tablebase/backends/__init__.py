"""Who solves: threads of this machine, a cluster of machines, a GPU. All come to the same bytes.

What a backend needs is loaded when that backend is asked for.
"""

from noughts.errors import NoBackend
from noughts.tablebase.backends.backend import Backend, Threads

NAMES = ("threads", "ray", "cuda")


def backend_named(name: str, workers: int = 1, address: str | None = None) -> Backend:
    """The backend of that name.

    Args:
        name: "threads", "ray" or "cuda".
        workers: how many threads share the work; of Ray, how many processes, if it is started here.
        address: where a cluster of Ray's is; without one, RAY_ADDRESS tells, or Ray is started
            here.

    Raises:
        NoBackend: there is none of that name, what it takes is not installed, or there is no GPU.

    >>> backend_named("threads", workers=2).name
    'threads'
    """
    if address is not None and name != "ray":
        raise NoBackend(f"An address is that of a cluster of Ray's: it goes with ray, not {name}.")
    if name == "threads":
        return Threads(workers)
    if name == "ray":
        from noughts.tablebase.backends.ray import OnRay

        return OnRay(workers, address)
    if name == "cuda":
        from noughts.tablebase.backends.cuda import OnGpu

        return OnGpu(workers)
    raise NoBackend(f"{name!r} is no backend; there are {', '.join(NAMES)}.")
