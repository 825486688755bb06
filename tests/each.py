"""A list of facts is one test: each case in turn, and the one that fails is named."""

import inspect
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

Cases = Iterable[Any] | Callable[[], Iterable[Any]]
Test = Callable[..., None]


def each(
    names: str | tuple[str, ...], cases: Cases
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Like `pytest.mark.parametrize`, but one item: for quick cases that share nothing.

    A function makes the cases while the test runs, so that collecting the tests does no work.
    """
    parameters = [name.strip() for name in names.split(",")] if isinstance(names, str) else names
    known = None if callable(cases) else list(cases)

    def decorate(test: Test) -> Test:
        @wraps(test)
        def all_cases(**fixtures: Any) -> None:
            made = list(cases()) if callable(cases) else known
            assert made, "no case"
            for case in made:
                values = [case] if len(parameters) == 1 else case
                try:
                    test(**dict(zip(parameters, values, strict=True)), **fixtures)
                except BaseException as failure:
                    failure.add_note(f"in the case {case!r}")
                    raise

        signature = inspect.signature(test)
        left = [one for name, one in signature.parameters.items() if name not in parameters]
        all_cases.__signature__ = signature.replace(parameters=left)  # type: ignore[attr-defined]
        return all_cases

    return decorate
