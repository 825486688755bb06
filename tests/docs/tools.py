"""The programs in `tools/`, as modules."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

TOOLS = Path(__file__).parents[2] / "tools"


def tool(name: str) -> ModuleType:
    """The module of that name; the tests of the file are skipped where there are no tools."""
    file = TOOLS / f"{name}.py"
    if not file.exists():
        pytest.skip("the tools are not here", allow_module_level=True)
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
