"""Random rules, compiled and plain, answer the same.

For more of them, `python -m tests.agreement.random_rules --seconds 3600`.
"""

import pytest

from tests.agreement.random_rules import Asked, batch, differences

pytest.importorskip("numba")


@pytest.mark.parametrize("seed", range(4))
def test_compiled_rules_answer_as_python_does(seed, tmp_path, monkeypatch):
    monkeypatch.setenv("NOUGHTS_CACHE", str(tmp_path / "cache"))
    rules = batch(seed, 15, wide=seed == 3)
    asking = Asked(rules, tmp_path)
    assert list(differences(asking, rules, seed, 100)) == []
    assert len(asking.left_out) < 5
