"""The scripts keep the types of page.d.ts and of their comments, if tsc is there to check them."""

import gzip
import json
import re
import shutil
import subprocess
from collections import Counter
from pathlib import Path

import pytest

import noughts.web
from noughts.web.export import MODULES, OFFLINE, bare_script, one_script
from tests.each import each

FOLDER = Path(noughts.web.__file__).parent / "static"


def test_types():
    tsc = shutil.which("tsc")
    if tsc is None:
        pytest.skip("needs TypeScript's tsc")
    options = "--noEmit --allowJs --checkJs --strict --target es2022 --module es2022"
    libraries = ["--lib", "es2022,dom,dom.iterable", "--moduleDetection", "force"]
    scripts = [FOLDER.parent / "page.d.ts", *sorted(FOLDER.glob("*.js"))]
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
    files = [FOLDER / name for name in ("theme.js", "noughts.css", "table.css")]
    texts = [one_script(*MODULES), *(file.read_text("utf-8") for file in files)]
    packed = sum(len(gzip.compress(text.encode())) for text in texts)
    assert packed < 45_000  # with the page itself under 70 kB


def test_scripts_without_what_nobody_reads_are_modules_still():
    node = shutil.which("node")
    if node is None:
        pytest.skip("needs Node")
    texts = {file.name: bare_script(file.name) for file in FOLDER.glob("*.js")}
    left = re.compile(r"^[ \t]|^//|/\*\*", re.MULTILINE)
    assert [name for name, text in texts.items() if left.search(text)] == []
    read = "JSON.parse(fs.readFileSync(0))"
    each_text = f"for (const text of Object.values({read}))"
    parse = f"{each_text} new vm.SourceTextModule(text)"
    run = subprocess.run(
        [node, "--experimental-vm-modules", "-e", parse],
        input=json.dumps(texts), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
