"""A list of facts is one test: each case in turn, and the one that fails is named."""

import inspect
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any

import pytest

Cases = Iterable[Any] | Callable[[], Iterable[Any]]


def rows_of(cases: Cases) -> list[Any]:
    return list(cases() if callable(cases) else cases)


@contextmanager
def named(case: Any) -> Iterator[None]:
    """An error, or pytest's word that a test failed, names the case."""
    try:
        yield
    except BaseException as failure:
        failure.add_note(f"in the case {case!r:.300}")
        raise


def each(
    names: str | tuple[str, ...], cases: Cases, large: Cases | None = None
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Like `pytest.mark.parametrize`, but one item: for quick cases, which share their fixtures.

    A function makes the cases while the test runs, so that collecting the tests does no work. With
    large cases there are two items, `[few]` and `[large]`; the second is a large test, of those
    large cases that are not among the few.
    """
    parameters = [name.strip() for name in names.split(",")] if isinstance(names, str) else names

    def made(extent: Cases) -> Iterator[tuple[Any, dict[str, Any]]]:
        rows = rows_of(extent)
        assert rows, "no case"
        for case in rows:
            values = [case] if len(parameters) == 1 else case
            yield case, dict(zip(parameters, values, strict=True))

    def decorate(test: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(test)
        def all_cases(extent: Cases = cases, **fixtures: Any) -> None:
            for case, values in made(extent):
                with named(case):
                    test(**values, **fixtures)

        @wraps(test)
        async def all_cases_awaited(extent: Cases = cases, **fixtures: Any) -> None:
            for case, values in made(extent):
                with named(case):
                    await test(**values, **fixtures)

        whole: Any = all_cases_awaited if inspect.iscoroutinefunction(test) else all_cases
        signature = inspect.signature(test)
        left = [one for name, one in signature.parameters.items() if name not in parameters]
        if large is not None:
            left.append(inspect.Parameter("extent", inspect.Parameter.KEYWORD_ONLY))
        whole.__signature__ = signature.replace(parameters=left)
        if large is None:
            return whole  # type: ignore[no-any-return]

        def others() -> list[Any]:
            few = rows_of(cases)
            return [row for row in rows_of(large) if row not in few]

        few = pytest.param(cases, id="few")
        many = pytest.param(others, id="large", marks=pytest.mark.large)
        extents: Any = pytest.mark.parametrize("extent", [few, many])
        return extents(whole)  # type: ignore[no-any-return]

    return decorate
