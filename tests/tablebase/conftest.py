"""For the tests of tablebases."""

import pytest


@pytest.fixture(autouse=True)
def compiled_kernels(monkeypatch):
    """The kernels are compiled however few positions they are for: the games here are small."""
    monkeypatch.setattr("noughts.native.FEW_POSITIONS", 0)
    monkeypatch.setattr("noughts.native.MANY_POSITIONS", 0)
