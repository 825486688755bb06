"""`make install`: what comes after the installation itself."""

import os
import subprocess

import pytest

from tests.docs.pages import ROOT

AFTER = ROOT / "tools" / "after-install"
pytestmark = pytest.mark.skipif(
    not AFTER.exists() or os.name != "posix", reason="the tools are not here"
)


@pytest.fixture
def after(tmp_path):
    """What is said after an installation into a folder, with this PATH and shell."""
    page = tmp_path / "tool" / "share" / "man" / "man1" / "noughts.1"
    page.parent.mkdir(parents=True)
    page.write_text(".TH NOUGHTS 1")
    command = tmp_path / "bin" / "noughts"
    command.parent.mkdir()
    command.write_text('#!/bin/sh\necho "ran $*"\n')
    command.chmod(0o755)

    def run(path, shell):
        done = subprocess.run(
            [AFTER, command.parent, tmp_path / "tool"], env={"PATH": path, "SHELL": shell},
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        return done.stdout

    return run


USUAL = "/usr/bin:/bin"


def test_a_folder_that_is_not_on_the_path_is_named_with_the_line_to_type(after, tmp_path):
    assert f'export PATH="{tmp_path}/bin:$PATH"' in after(USUAL, "/bin/bash")


def test_where_it_is_on_the_path_one_reads_what_to_type_next(after, tmp_path):
    said = after(f"{USUAL}:{tmp_path}/bin", "/bin/bash")
    assert "export" not in said
    assert "noughts --help" in said


def test_the_man_page_lies_where_man_looks_and_the_shell_completes(after, tmp_path):
    assert "ran completion --install" in after(USUAL, "/usr/bin/zsh")
    assert (tmp_path / "share" / "man" / "man1" / "noughts.1").read_text() == ".TH NOUGHTS 1"


def test_another_shell_needs_no_completion(after):
    assert "ran" not in after(USUAL, "/bin/dash")
