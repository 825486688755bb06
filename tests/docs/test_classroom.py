"""The exercises of the course, done in the page, in a real browser."""

import ast
import doctest
import re
import shutil
import subprocess
import sys
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from noughts.classroom.words import NAMES
from tests.docs.tools import tool

playwright = pytest.importorskip("playwright.sync_api")
Axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe
ROOT = Path(__file__).parents[2]
SOLUTIONS, COURSE = ROOT / "examples" / "course", ROOT / "docs" / "course"
# Milliseconds for a report.
PATIENCE = 400_000
CONF = """
import sys
sys.path.insert(0, {tools!r})
project, html_theme = "course", "basic"
extensions = ["myst_parser", "sphinx.ext.autodoc", "docs_site"]
html_static_path = [{static!r}]
html_css_files = ["site.css"]
"""
# The lesson, and what the report says of its solution.
LESSONS = {
    "1-rules": ("one.py", "illegal moves: 0 as X, 0 as O"),
    "2-rules-of-thumb": ("two.py", "as X: never loses"),
    "3-minimax": ("three.py", "never loses"),
    "4-negamax": ("four.py", "never loses"),
    "5-late-wins": ("five.py", "slow wins: 0 as X, 0 as O"),
    "6-alpha-beta": ("six.py", "never loses"),
    "7-tables": ("seven.py", "loses only what is lost from the start"),
    "8-proof-numbers": ("eight.py", "wins turned into losses: 0 as X, 0 as O"),
    "9-connect-four": ("nine.py", "never loses"),
    "10-playouts": ("ten.py", "never loses"),
}


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The address of a site with the exercises alone."""
    pyodide = tool("get_pyodide")
    pyodide.main()
    if not pyodide.is_there():
        pytest.skip("needs Pyodide")
    docs = tmp_path_factory.mktemp("docs")
    built = tmp_path_factory.mktemp("site")
    for name in (*LESSONS, "hospital", "golf"):
        text = (COURSE / f"{name}.md").read_text("utf-8")
        exercises = re.findall(r"```\{exercise\}.*?```|## Records.*?\n\n.*?\n\n", text, re.DOTALL)
        (docs / f"{name}.md").write_text("\n\n".join([f"# {name}", *exercises]), "utf-8")
    (docs / "index.md").write_text(
        "# Course\n\n```{toctree}\n" + "\n".join(LESSONS) + "\nhospital\ngolf\n```\n"
    )
    conf = CONF.format(tools=str(ROOT / "tools"), static=str(ROOT / "docs" / "_static"))
    (docs / "conf.py").write_text(conf, "utf-8")
    (docs / "images").mkdir()
    subprocess.run([sys.executable, "-m", "sphinx", "-q", docs, built], check=True)
    handler = partial(SimpleHTTPRequestHandler, directory=str(built))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def browser():
    path = shutil.which("chromium") or shutil.which("google-chrome")
    if path is None:
        pytest.skip("needs Chromium")
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def page(browser, site):
    page = browser.new_page()
    page.set_default_timeout(PATIENCE)
    wrong = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    yield page
    page.close()
    assert wrong == []


def report(page, button, code):
    """The report on a program, in a page or a part of it with one editor."""
    page.locator("textarea").fill(code)
    page.get_by_role("button", name=button).click()
    playwright.expect(page.get_by_role("button", name="Stop")).to_be_disabled(timeout=PATIENCE)
    return page.get_by_role("status").inner_text() + page.locator("[data-counts]").inner_text()


def test_a_program_is_written_run_stopped_and_checked(page, site):
    page.goto(f"{site}/2-rules-of-thumb.html")
    assert "NameError: name 'x' is not defined" in report(page, "Run", "\nprint(x)")
    assert report(page, "Run", "if __name__ == '__main__': print(6 * 7)").strip() == "42"
    page.locator(".exercise textarea").fill("while True: pass")
    page.get_by_role("button", name="Run").click()
    page.get_by_role("button", name="Stop").click()
    assert page.get_by_role("status").inner_text() == "Stopped."
    assert "may not import noughts" in report(page, "Check", "import noughts\nchoose = max")
    said = report(page, "Check", "def choose(board, mark):\n    return board.index(' ')")
    assert "can be beaten" in said
    assert "The shortest game lost as O, 5 plies" in page.locator("[data-lost]").inner_text()
    assert page.locator("[data-boards] svg").count() == 5
    page.reload()
    assert page.locator(".exercise textarea").input_value().endswith("board.index(' ')")
    assert page.get_by_role("button", name="Run").is_enabled()


def test_the_bug_is_named_in_the_page(page, site):
    page.goto(f"{site}/6-alpha-beta.html")
    code = (SOLUTIONS / "six.py").read_text("utf-8").replace("(2, 4, 6),", "")
    line = next(n for n, text in enumerate(code.splitlines(), 1) if "(0, 4, 8)" in text)
    named = f"does not know the diagonal c3-b2-a1 (line {line}?)"
    assert named in report(page, "Check", code)
    for scheme in "light", "dark":
        page.emulate_media(color_scheme=scheme)
        assert Axe().run(page, context=".exercise").violations_count == 0


def patients():
    """Each patient's file, the line that is replaced, the new one, and both reports of the page."""
    page = (COURSE / "hospital.md").read_text("utf-8")
    said = {one.source: one.want for one in doctest.DocTestParser().get_examples(page)}
    fixed = {"RETURN": "    return total\n"}
    fixed["LINE"] = next(ast.literal_eval(one[7:]) for one in said if one.startswith("LINE ="))
    sick: dict[str, str] = {}
    for source, want in said.items():
        if found := re.match(r"examine\((.*?)(?:, game=.*)?\)$", source.strip()):
            file, *change = eval(f"[{found[1]}]", fixed)
            sick.setdefault(file, want)
            if change:
                yield file, *change, sick[file], want


def test_the_patients_of_the_hospital_are_cured_in_the_page(page, site):
    page.goto(f"{site}/hospital.html")
    cured = [*patients()]
    assert len(cured) == page.locator(".exercise").count()
    for file, line, fixed, sick, well in cured:
        patient = page.locator(".exercise", has=page.get_by_label(file))
        code = patient.locator("textarea").input_value()
        assert line in code
        for program, said in (code, sick), (code.replace(line, fixed), well):
            words, faults = " ".join(said.split()).rsplit(" {", 1)
            found = " ".join(report(patient, "Check", program).split())
            for sentence in re.split(r"(?<=\.) (?=choose|Search|Take)", words):
                if not sentence.startswith("The shortest"):  # it stands below the board
                    assert sentence.split(" The shortest")[0] in found
            for fault, number in ast.literal_eval("{" + faults).items():
                name = next(one for key, one in NAMES.items() if str(key) == fault)[1]
                seats = re.search(rf"{name}: (\d+) as .*?, (\d+) as", found)
                assert seats
                assert sum(map(int, seats.groups())) == number


def test_a_record_of_golf_is_counted_kept_and_brought_back(page, site):
    page.goto(f"{site}/golf.html")
    code = page.locator("textarea").input_value()
    counted = "62,876 steps"  # as by the command, in test_course.py
    assert counted in report(page, "Check", code)
    assert "can be beaten" in report(
        page, "Check", "def choose(board, mark): return board.index(' ')"
    )
    assert "may not use re" in report(page, "Check", "import re")
    page.reload()
    own = page.locator("#records tr.own")
    assert own.count() == 1
    assert own.locator("td").nth(1).inner_text() == counted.split()[0]
    own.get_by_role("button").click()
    assert page.locator("textarea").input_value() == code


def promised(lesson):
    """The words that the lesson promises in a report, and the rows of faults that are to be 0."""
    text = (COURSE / f"{lesson}.md").read_text("utf-8").split("## Exercise")[1]
    check = re.search(r"The check: (.*?)\n\n", text, re.DOTALL)
    words, _, rows = " ".join(check[1].split() if check else []).partition("0 in the row")
    said = re.findall(r'"(.*?)"', words)
    return [part for one in said for part in one.split(" … ")], re.findall(r'"(.*?)"', rows)


@pytest.mark.parametrize("lesson", LESSONS)
def test_the_exercise_is_done_in_the_page(page, site, lesson):
    page.goto(f"{site}/{lesson}.html")
    file, words = LESSONS[lesson]
    code = (SOLUTIONS / file).read_text("utf-8")
    said = report(page, "Check", code)
    shown, rows = promised(lesson)
    assert shown or lesson == "1-rules"  # which has the rows of its report
    for one in (words, *shown, *(f"{row}: 0 as X, 0 as O" for row in rows)):
        assert one in " ".join(said.split())
    assert ("misere never loses" in said) == (lesson == "4-negamax")  # its second function
    if lesson == "6-alpha-beta":
        assert report(page, "Run", f"{code}\nprint(count())").strip().startswith("18297")
