"""What to install, told as it works where noughts stands."""

import json
import sys
from importlib import metadata
from pathlib import Path

import pytest

from noughts.errors import to_install


class Installed:
    """A distribution that was installed from somewhere, as PEP 610 records it."""

    def __init__(self, told):
        self.told = told

    def read_text(self, name):
        assert name == "direct_url.json"
        return None if self.told is None else json.dumps(self.told)


@pytest.fixture
def installed(monkeypatch):
    """Says where noughts was installed from."""

    def say(told):
        monkeypatch.setattr(metadata, "distribution", lambda name: Installed(told))

    return say


def folder(place, editable=False):
    return {"url": place.as_uri(), "dir_info": {"editable": editable}}


def test_from_an_index_it_is_the_name(installed):
    installed(None)
    assert to_install("web") == 'pip install "noughts[web]"'


def test_from_a_folder_it_is_the_folder(installed, tmp_path):
    installed(folder(tmp_path))
    assert to_install("plots") == f'pip install "{tmp_path}[plots]"'
    installed(folder(tmp_path, editable=True))
    assert to_install("plots") == f'pip install -e "{tmp_path}[plots]"'


def test_from_a_wheel_it_is_the_wheel(installed):
    installed({"url": "file:///far/noughts-1-py3-none-any.whl", "archive_info": {}})
    said = to_install("zstd")
    assert said == 'pip install "noughts[zstd] @ file:///far/noughts-1-py3-none-any.whl"'


def test_in_a_checkout_set_up_by_make_it_is_make_or_its_uv(installed, tmp_path, monkeypatch):
    (tmp_path / "Makefile").touch()
    monkeypatch.setattr(sys, "prefix", str(tmp_path / ".venv"))
    installed(folder(tmp_path, editable=True))
    assert to_install("web") == f"make serve (in {tmp_path})"
    assert "--extra web --extra postgres" in to_install("web,postgres")
    assert Path(to_install("plots").split()[0]).name == "uv"


def test_without_an_installation_it_is_the_name(monkeypatch):
    def missing(name):
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "distribution", missing)
    assert to_install("ray") == 'pip install "noughts[ray]"'
