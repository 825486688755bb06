"""The cache folder: the user's alone, and told of once where it cannot be used."""

import errno
import hashlib
import os
import pickle
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from noughts import files
from noughts.files import read_cached, write_cached
from noughts.native.object_code import (
    NUMBER,
    Buffer,
    Constant,
    ObjectCode,
    RecordKind,
    RowKind,
    Wide,
    from_file,
    to_file,
)
from noughts.search.context import SearchContext

owned = pytest.mark.skipif(os.name != "posix", reason="needs owners and permissions")
CODE = ObjectCode(b"\x7fELF\n\x00", "entry", RowKind(tuple, (NUMBER, Wide(2))), 7, ("NRT_a", "b"))


@pytest.fixture
def path(cache):
    return cache / "native" / "some.code"


ANSWERS = [NUMBER, CODE.answer, Buffer("b"), Constant(), RecordKind(SearchContext),
           RowKind(tuple, (CODE.answer, NUMBER))]  # fmt: skip


@pytest.mark.parametrize("answer", ANSWERS)
def test_what_is_kept_is_found_again(path, answer):
    code = CODE._replace(answer=answer)
    to_file(code, path)
    assert from_file(path, ObjectCode) == code
    assert b"pickle" not in path.read_bytes()


class Trap:
    """What runs code when it is unpickled."""

    def __reduce__(self):
        return os.mkdir, (os.environ["TRAP"],)


def test_a_crafted_file_runs_nothing(path, tmp_path, monkeypatch):
    monkeypatch.setenv("TRAP", str(tmp_path / "sprung"))
    told = pickle.dumps((b"", Trap()))
    for digest in (hashlib.sha256(told).digest(), files._digest(path, told)):
        write_cached(path, digest + told, 9)
        assert from_file(path, ObjectCode) is None
    assert not (tmp_path / "sprung").exists()


@owned
def test_the_cache_is_the_users_alone(path, cache):
    old = os.umask(0)
    try:
        to_file(CODE, path)
    finally:
        os.umask(old)
    modes = [stat.S_IMODE(each.stat().st_mode) for each in (cache, cache / "native", path)]
    assert modes == [0o700, 0o700, 0o600]


@owned
@pytest.mark.parametrize("name", ["native", "native/some.code"])
@pytest.mark.parametrize("mode", [0o770, 0o707, 0o722])
def test_what_others_can_write_to_is_not_read(path, cache, name, mode, caplog):
    to_file(CODE, path)
    (cache / name).chmod(mode)
    assert from_file(path, ObjectCode) is None
    (said,) = caplog.messages
    assert f"{cache / name}: others can write to it" in said
    assert len(said.splitlines()) == 1


@owned
def test_what_others_own_is_not_read(path, caplog, monkeypatch):
    to_file(CODE, path)
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    monkeypatch.setattr(files, "SYSTEM", -1)
    assert read_cached(path) is None
    before = path.read_bytes()
    to_file(CODE._replace(size=8), path)
    assert path.read_bytes() == before
    assert len(caplog.messages) == 1


@owned
@pytest.mark.parametrize("what", ["file", "nowhere", "file in it"])
def test_no_folder_is_told_once(path, cache, tmp_path, what, caplog):
    if what == "file":
        cache.touch()
    elif what == "nowhere":
        cache.symlink_to(tmp_path / "gone")
    else:
        cache.mkdir()
        (cache / "native").touch()
    for _ in range(3):
        to_file(CODE, path)
        assert from_file(path, ObjectCode) is None
    (said,) = caplog.messages
    assert str(cache) in said
    assert "not a folder" in said


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EACCES, errno.EROFS])
def test_a_full_disk_is_told_once(path, number, caplog, monkeypatch):
    def refuse(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(Path, "write_bytes", refuse)
    to_file(CODE, path)
    to_file(CODE, path)
    (said,) = caplog.messages
    assert os.strerror(number) in said
    assert not list(path.parent.iterdir())


def test_the_command_line_says_it_in_one_line(tmp_path):
    """Also where nothing is compiled: the mark of a game that was checked is not kept."""
    (tmp_path / "cache").touch()
    (tmp_path / "take.py").write_text(
        "from typing import NamedTuple\nfrom noughts import Game, LOSS, OPEN\n"
        "class At(NamedTuple):\n    left: int\n"
        "class Take(Game[At]):\n    def start(self): return At(2)\n"
        "    def moves(self, p): yield from range(1, p.left + 1)\n"
        "    def play(self, p, move): return At(p.left - move)\n"
        "    def outcome(self, p): return OPEN if p.left else LOSS\n"
    )
    done = subprocess.run(
        [sys.executable, "-m", "noughts", "analyse", str(tmp_path / "take.py")],
        env={**os.environ, "NOUGHTS_CACHE": str(tmp_path / "cache")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0
    assert "win in 1" in done.stdout
    (said,) = done.stderr.splitlines()
    assert str(tmp_path / "cache") in said
