"""The man page is the one that the commands' help makes now."""

import importlib.util
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TOOL = ROOT / "tools" / "make_man.py"

if not TOOL.exists():
    pytest.skip("the tools are not here", allow_module_level=True)

spec = importlib.util.spec_from_file_location("make_man", TOOL)
assert spec is not None
assert spec.loader is not None
make_man = importlib.util.module_from_spec(spec)
spec.loader.exec_module(make_man)


def test_the_page_is_up_to_date():
    assert make_man.PAGE.read_text("utf-8") == make_man.man_page(), "run tools/make_man.py"


@pytest.mark.skipif(not shutil.which("groff"), reason="groff is not installed")
def test_groff_has_no_complaint():
    call = ["groff", "-ww", "-man", "-Tutf8", str(make_man.PAGE)]
    told = subprocess.run(call, capture_output=True, check=True)
    assert told.stderr == b""
