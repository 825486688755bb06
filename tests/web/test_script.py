"""The scripts keep the types that their comments name, where TypeScript's compiler is there."""

import re
import shutil
import subprocess
from collections import Counter
from pathlib import Path

import pytest

import noughts.web
from noughts.web.export import MODULES, OFFLINE
from tests.each import each

FOLDER = Path(noughts.web.__file__).parent / "static"


def test_types():
    tsc = shutil.which("tsc")
    if tsc is None:
        pytest.skip("needs TypeScript's tsc")
    options = "--noEmit --allowJs --checkJs --strict --target es2022 --module es2022"
    libraries = ["--lib", "es2022,dom,dom.iterable", "--moduleDetection", "force"]
    scripts = sorted(FOLDER.glob("*.js"))
    run = subprocess.run(
        [tsc, *options.split(), *libraries, *scripts], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stdout


@each("modules", [OFFLINE, MODULES])
def test_the_modules_of_a_page_can_be_one_script(modules):
    texts = [(FOLDER / name).read_text(encoding="utf-8") for name in modules]
    declared = r"^(?:export )?(?:async )?(?:function|const|let|class) (\w+)"
    names = Counter(name for text in texts for name in re.findall(declared, text, re.MULTILINE))
    assert [name for name, count in names.items() if count > 1] == []
    for text in texts:  # each on one line, which is left out
        assert not re.search(
            r"^import (?!.*;$)|^\} from|^export (?:\{|default)", text, re.MULTILINE
        )


def test_no_module_of_the_page_imports_one_that_imports_it():
    for number, name in enumerate(MODULES):
        text = (FOLDER / name).read_text(encoding="utf-8")
        needed = re.findall(r'^import .* from "\./([\w.]+)";', text, re.MULTILINE)
        assert set(needed) <= set(MODULES[:number]), name


def test_the_first_page_is_small():
    import gzip

    files = [FOLDER / name for name in (*MODULES, "theme.js", "noughts.css", "table.css")]
    packed = sum(len(gzip.compress(file.read_bytes())) for file in files)
    assert packed < 60_000  # with the page itself under 100 kB
