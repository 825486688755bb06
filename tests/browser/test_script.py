"""The scripts keep the types that their comments name, where TypeScript's compiler is there."""

import shutil
import subprocess
from pathlib import Path

import pytest

import noughts.browser

FOLDER = Path(noughts.browser.__file__).parent / "static"


@pytest.mark.parametrize("script", sorted(FOLDER.glob("*.js")), ids=lambda path: path.name)
def test_types(script):
    tsc = shutil.which("tsc")
    if tsc is None:
        pytest.skip("needs TypeScript's tsc")
    options = "--noEmit --allowJs --checkJs --strict --target es2022 --module es2022"
    libraries = ["--lib", "es2022,dom,dom.iterable"]
    run = subprocess.run(
        [tsc, *options.split(), *libraries, script], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stdout
