"""PNG and PDF, where something makes them; and what is said where nothing does."""

import shutil
import subprocess

import pytest

from noughts import find_game
from noughts.errors import NoConverter, PictureError
from noughts.pictures import draw
from noughts.pictures import svg as export
from tests.each import each

PNG, PDF = b"\x89PNG\r\n\x1a\n", b"%PDF-"

needs_a_converter = pytest.mark.skipif(
    not list(export.converters()), reason="no program here turns SVG into PNG"
)


@pytest.fixture
def picture():
    return draw(find_game("tictactoe"))


def test_svg_is_written_as_it_is(picture, tmp_path):
    picture.save(tmp_path / "board.svg")
    assert (tmp_path / "board.svg").read_text("utf-8") == picture.svg + "\n"


@needs_a_converter
def test_a_png_has_two_pixels_for_each_of_the_picture(picture, tmp_path):
    picture.save(tmp_path / "board.PNG")
    data = (tmp_path / "board.PNG").read_bytes()
    assert data.startswith(PNG)
    width, height = (int.from_bytes(data[i : i + 4]) for i in (16, 20))  # its first chunk, IHDR
    assert abs(width - 2 * picture.width) <= 2
    assert abs(height - 2 * picture.height) <= 2


@needs_a_converter
def test_a_pdf_has_one_page(picture, tmp_path):
    picture.save(tmp_path / "board.pdf")
    data = (tmp_path / "board.pdf").read_bytes()
    assert data.startswith(PDF)
    assert b"/Count 1" in data


def test_where_nothing_makes_png_it_is_said_what_would(picture, tmp_path, monkeypatch):
    monkeypatch.setattr(export, "find_spec", lambda name: None)
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(NoConverter, match=r"converts SVG to PNG.*CairoSVG.*Chromium.*\.svg"):
        picture.save(tmp_path / "board.png")
    assert not (tmp_path / "board.png").exists()


def test_a_converter_that_fails_is_named_and_the_next_one_tried(picture, tmp_path, monkeypatch):
    def fails(job):
        raise subprocess.CalledProcessError(1, "it")

    monkeypatch.setattr(export, "converters", lambda: iter([("it", fails)]))
    with pytest.raises(NoConverter, match="These failed: it"):
        picture.save(tmp_path / "board.png")
    good = ("other", lambda job: job.target.write_bytes(PNG))
    monkeypatch.setattr(export, "converters", lambda: iter([("it", fails), good]))
    picture.save(tmp_path / "board.png")
    assert (tmp_path / "board.png").read_bytes() == PNG


def test_a_browser_is_told_in_which_characters_the_picture_is_written(tmp_path, monkeypatch):
    pages = []
    monkeypatch.setattr(export, "_run", lambda *_: pages.append((tmp_path / "p.html").read_bytes()))
    (tmp_path / "p.svg").write_text("<svg>Hex 4×4</svg>", "utf-8")
    export._browse("chromium", export.Conversion(tmp_path / "p.svg", tmp_path / "p.png", 10, 10))
    (page,) = pages
    assert page.startswith(b"<meta charset=utf-8>")
    assert "4×4".encode() in page


@each("name", ["board.gif", "board"])
def test_other_kinds_of_file_are_refused(picture, tmp_path, name):
    with pytest.raises(PictureError, match=r"\.svg, \.png or \.pdf"):
        picture.save(tmp_path / name)


def test_colours_of_a_page_make_no_file_of_their_own(tmp_path):
    page = draw(find_game("tictactoe"), theme="currentColor")
    with pytest.raises(PictureError, match="choose light or dark"):
        page.save(tmp_path / "board.png")
