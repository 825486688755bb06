"""What the package says of itself on PyPI: addresses, and README's pictures and links."""

import re

from tests.docs.pages import ROOT
from tests.docs.tools import tool
from tests.each import each

metadata = tool("release_metadata")
ADDRESS = "https://example.org/us/noughts"
ADDRESSES = re.compile(r'\]\(([^)]+)\)|\b(?:src|srcset)="([^"]+)"')


def released(monkeypatch, address):
    monkeypatch.setenv("NOUGHTS_ADDRESS", address)
    monkeypatch.setenv("NOUGHTS_TAG", "v9")
    said = {}
    metadata.ReleaseMetadata(str(ROOT), {}).update(said)
    return said


def test_a_release_has_absolute_pictures_and_links(monkeypatch):
    said = released(monkeypatch, f"{ADDRESS}/")
    found = [link or picture for link, picture in ADDRESSES.findall(said["readme"]["text"])]
    assert len(found) > 20
    assert all(address.startswith("https://") for address in found)
    assert f"]({ADDRESS}/raw/v9/docs/images/terminal.svg)" in said["readme"]["text"]
    assert said["urls"]["Source"] == ADDRESS


def test_every_address_is_a_file_of_the_project(monkeypatch):
    text = released(monkeypatch, ADDRESS)["readme"]["text"]
    paths = re.findall(rf"{ADDRESS}/(?:raw|blob)/v9/([^)\"#]+)", text)
    assert paths
    assert [path for path in paths if not (ROOT / path).exists()] == []


def test_without_an_address_none_is_made_up(monkeypatch):
    said = released(monkeypatch, "")
    assert "urls" not in said
    assert said["readme"]["text"] == (ROOT / "README.md").read_text("utf-8")


@each("text", ["[a](https://b.org)", "![a](https://b.org/c.svg)", "[a](#b)"])
def test_what_is_absolute_stays(text):
    assert metadata.absolute(text, ADDRESS, "v9") == text


def test_a_picture_for_dark_pages_is_absolute_too():
    found = metadata.absolute('<source srcset="docs/images/board-dark.svg">', ADDRESS, "v9")
    assert found == f'<source srcset="{ADDRESS}/raw/v9/docs/images/board-dark.svg">'
