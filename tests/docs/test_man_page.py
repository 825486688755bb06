"""The man page is the one that the commands' help makes now."""

import shutil
import subprocess

import pytest

from tests.docs.tools import tool

make_man = tool("make_man")


def test_the_page_is_up_to_date():
    assert make_man.PAGE.read_text("utf-8") == make_man.man_page(), "run tools/make_man.py"


@pytest.mark.skipif(not shutil.which("groff"), reason="groff is not installed")
def test_groff_has_no_complaint():
    call = ["groff", "-ww", "-man", "-Tutf8", str(make_man.PAGE)]
    told = subprocess.run(call, capture_output=True, check=True)
    assert told.stderr == b""
