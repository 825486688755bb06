"""Measuring: the best of several runs, taken in turn so that all meet the same weather."""

from collections.abc import Callable, Mapping
from time import perf_counter

Task = Callable[[], object]


def seconds(task: Task) -> float:
    """How long a task takes, once."""
    begin = perf_counter()
    task()
    return perf_counter() - begin


def best_of(rounds: int, tasks: Mapping[str, Task]) -> dict[str, float]:
    """The shortest time of each task in so many rounds of all of them."""
    times = [{name: seconds(task) for name, task in tasks.items()} for _ in range(rounds)]
    return {name: min(turn[name] for turn in times) for name in tasks}
