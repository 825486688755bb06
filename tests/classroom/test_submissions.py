"""Which submissions there are in a folder."""

import pytest

from noughts.classroom import grading as submissions
from noughts.classroom.grading import digest_of, submissions_in
from noughts.errors import NoSubmissions


@pytest.fixture
def place(tmp_path):
    """A folder with what students and their computers put there."""
    for name in (
        "ada.py", "notes.txt", ".hidden.py", "__pycache__/ada.pyc", "bob/bot.py", "bob/data/x.txt",
        "bob/.git/config", "bob/__pycache__/bot.pyc", "eve/bot.py", "eve/helper.py", "zed/read.me",
    ):  # fmt: skip
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(name)
    (tmp_path / "link.py").symlink_to(tmp_path / "ada.py")
    return tmp_path


def test_files_and_folders_are_submissions_and_nothing_else_is(place):
    ada, bob, eve, zed = submissions_in(place)
    assert (ada.name, ada.main, list(ada.files)) == ("ada.py", "ada.py", ["ada.py"])
    assert (bob.name, bob.main) == ("bob", "bot.py")
    assert bob.contents() == {"bot.py": b"bob/bot.py", "data/x.txt": b"bob/data/x.txt"}
    assert eve.problem.startswith("The folder has 2 Python files (bot.py, helper.py); use --file")
    assert zed.problem.startswith("The folder has no Python file")


def test_the_file_that_no_other_imports_is_the_submission(place):
    (place / "eve" / "bot.py").write_text("import random\nfrom helper import best\n")
    eve = submissions_in(place)[2]
    assert (eve.problem, eve.main) == ("", "bot.py")


def test_a_file_may_end_in_capitals(tmp_path):
    (tmp_path / "ADA.PY").write_text("")
    assert [one.main for one in submissions_in(tmp_path)] == ["ADA.PY"]
    assert [one.main for one in submissions_in(tmp_path / "ADA.PY")] == ["ADA.PY"]


def test_the_file_can_be_named(place):
    _, bob, eve, zed = submissions_in(place, "bot.py")
    assert (bob.main, eve.main) == ("bot.py", "bot.py")
    assert zed.problem == "There is no file bot.py."


def test_a_file_brings_those_beside_it(place):
    (only,) = submissions_in(place / "eve" / "bot.py")
    assert (only.name, only.main, sorted(only.files)) == (
        "bot.py", "bot.py", ["bot.py", "helper.py"],
    )  # fmt: skip


def test_too_many_bytes_are_not_graded(place, monkeypatch):
    monkeypatch.setattr(submissions, "MOST_BYTES", 5)
    assert "at most 5 are graded" in submissions_in(place)[0].problem


def test_nothing_to_grade(tmp_path):
    with pytest.raises(NoSubmissions, match="has no submissions"):
        submissions_in(tmp_path)
    with pytest.raises(NoSubmissions, match="neither a folder nor a Python file"):
        submissions_in(tmp_path / "none")


def test_the_digest_changes_with_names_and_contents():
    digests = {
        digest_of(files)
        for files in ({}, {"a": b""}, {"b": b""}, {"a": b"x"}, {"a": b"", "b": b""}, {"a\0b": b""})
    }
    assert len(digests) == 6
