"""Files are written whole or not at all, and inflated only as far as they may reach."""

import errno
import gzip
import os
import stat
import sys
import zlib
from pathlib import Path

import pytest

from noughts import find_game
from noughts.errors import BadBook, BadStrategy
from noughts.files import inflated, replacing, write_file
from noughts.pictures.board.draw import draw
from noughts.solving.book import read_book
from noughts.strategies.file import Claim, StrategyFile
from noughts.terminal import cli
from tests.each import each

posix = pytest.mark.skipif(os.name != "posix", reason="needs links and permissions")


@pytest.fixture
def full(monkeypatch):
    """A full disk: a file can be made, and nothing written to it."""

    def refuse(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", refuse)


@pytest.mark.usefixtures("full")
@pytest.mark.parametrize("arguments", [
    "export {}.html nim:1 --brief", "draw -o {}.svg", "tree nim:2 -o {}.svg",
    "tree nim:2 -o {}.dot", "strategy nim:1 -o {}.strategy",
])  # fmt: skip
def test_a_full_disk_leaves_the_file_as_it_was(arguments, tmp_path, monkeypatch, capsys):
    words = arguments.format(tmp_path / "good").split()
    (file,) = (Path(word) for word in words if word.startswith(str(tmp_path)))
    file.write_text("good")
    monkeypatch.setattr("noughts.web.export.exported", lambda *_, **__: "<p>a page")
    monkeypatch.setattr(sys, "argv", ["noughts", *words])
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert ended.value.code == 1
    assert f"cannot write the answer to {file}: No space left on device" in capsys.readouterr().err
    assert file.read_text() == "good"
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.usefixtures("full")
def test_a_picture_is_saved_whole_or_not_at_all(tmp_path):
    file = tmp_path / "board.svg"
    game = find_game("tictactoe")
    with pytest.raises(OSError, match="No space left"):
        draw(game, game.start()).save(file)
    assert not list(tmp_path.iterdir())


@posix
def test_a_file_keeps_its_permissions_and_a_link_its_target(tmp_path):
    file, link = tmp_path / "file", tmp_path / "link"
    file.write_text("before")
    file.chmod(0o604)
    link.symlink_to(file)
    write_file(link, "after\n")
    assert link.is_symlink()
    assert file.read_bytes() == b"after\n"
    assert stat.S_IMODE(file.stat().st_mode) == 0o604
    write_file(tmp_path / "new", b"new")
    (tmp_path / "plain").touch()
    assert (tmp_path / "new").stat().st_mode == (tmp_path / "plain").stat().st_mode


@posix
def test_a_pipe_is_written_as_it_is(tmp_path):
    read, write = os.pipe()
    write_file(f"/dev/fd/{write}", "through")
    assert os.read(read, 20) == b"through"
    os.close(read)
    os.close(write)
    with pytest.raises(OSError, match="No space"):
        write_file("/dev/full", "x")


def test_a_file_in_a_folder_that_takes_no_other_is_written_all_the_same(tmp_path, monkeypatch):
    file = tmp_path / "file"
    file.write_text("before")

    def refuse(self: Path, *arguments: object, **options: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "touch", refuse)
    write_file(file, "after")
    assert file.read_text() == "after"
    with pytest.raises(PermissionError) as error:
        write_file(tmp_path / "new", "new")
    assert error.value.filename == str(tmp_path / "new")


def test_what_stops_in_the_middle_leaves_nothing(tmp_path):
    def begin() -> None:
        with replacing(tmp_path / "file") as draft:
            draft.write_text("half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        begin()
    assert not list(tmp_path.iterdir())
    with pytest.raises(FileNotFoundError) as error:
        write_file(tmp_path / "none" / "file", "")
    assert error.value.filename == str(tmp_path / "none" / "file")


@pytest.fixture(scope="module")
def bomb():
    """Few bytes that become many."""
    return zlib.compress(bytes(200_000_000), 1)


def test_what_is_inflated_has_an_end(bomb):
    with pytest.raises(ValueError, match="far more than its size allows"):
        inflated(bomb)
    text = os.urandom(100_000) * 3
    assert inflated(zlib.compress(text)) == text
    assert inflated(gzip.compress(text), gzip=True) == text
    for wrong in (b"", b"no", zlib.compress(text)[:-1], zlib.compress(text) + b"x"):
        with pytest.raises(ValueError, match="it is"):
            inflated(wrong)


def test_neither_strategies_nor_books_fill_the_memory(bomb):
    with pytest.raises(BadStrategy, match="far more"):
        StrategyFile.from_bytes(bomb)
    game = find_game("connectfour:5,4")
    with pytest.raises(BadBook):
        read_book(game, b"noughts book 2 connectfour:5,4 3\n" + bomb)


@each("layout", [[[0, 10**12]], [[0, 60]]])
def test_a_strategy_of_huge_numbers_is_none(layout):
    claim = Claim("nim:1", "", "first", "win", (1,))
    content = zlib.decompress(StrategyFile(claim, {(1,): 1}).to_bytes())
    head, _, _ = content.partition(b"\n")
    head = head.replace(b'"fields":[[0,1]]', f'"fields":{layout}'.replace(" ", "").encode())
    with pytest.raises(BadStrategy, match=r"claim|too large"):
        StrategyFile.from_bytes(zlib.compress(head + b"\n" + b"\xff" * 1_000_000 + b"\x01\x01"))
