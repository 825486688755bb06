"""The names and signatures that `noughts` offers: what programs rest on does not change unseen.

After a change that is meant, `python -m tests.test_api` writes the file anew; its difference shows
what users have to know, and belongs in CHANGELOG.md.
"""

from collections.abc import Callable, Iterator
from enum import Enum
from inspect import Parameter, Signature, isclass, isroutine, signature
from pathlib import Path
from types import NoneType
from typing import Any

import noughts

API = Path(__file__).with_name("api.txt")
SIMPLE = (NoneType, bool, int, float, str, type)  # defaults; the mark for none is a class, too


def parameters(thing: Callable[..., Any]) -> str:
    """As they are written in a call: names, kinds and simple defaults, without types."""
    found = signature(thing)
    shown = [
        one.replace(
            annotation=Parameter.empty,
            default=one.default if isinstance(one.default, SIMPLE) else ...,
        )
        for one in found.parameters.values()
    ]
    text = str(found.replace(parameters=shown, return_annotation=Signature.empty))
    return text.replace("=Ellipsis", "=...")


def parts(cls: type) -> Iterator[str]:
    """A class's own public methods and attributes."""
    for name in sorted(vars(cls)):
        if not name.startswith("_"):
            part = getattr(cls, name)
            yield f"    {name}{parameters(part) if callable(part) else ''}"


def api() -> Iterator[str]:
    """The names in order, each with its parameters; a class with its parts."""
    for name in sorted(noughts.__all__):
        thing = getattr(noughts, name)
        if isclass(thing):
            plain = issubclass(thing, Exception | Enum)  # Python's own signatures, which differ
            yield f"class {name}{'' if plain else parameters(thing)}"
            yield from parts(thing)
        elif isroutine(thing):
            yield f"{name}{parameters(thing)}"
        else:
            yield f"{name} = {thing!r}"


def test_the_public_names_and_their_parameters_are_as_they_were():
    assert list(api()) == API.read_text("utf-8").splitlines()


if __name__ == "__main__":
    API.write_text("\n".join(api()) + "\n", "utf-8")
