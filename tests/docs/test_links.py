"""Links within the project lead somewhere: to a file, and to a heading of it.

`make docs` follows those between pages of the site; this test, those of the files outside it, too.
"""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted({*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")})

pytestmark = pytest.mark.skipif(
    not (ROOT / "CHANGELOG.md").exists(), reason="the files beside README are not here"
)


def links(text):
    """What a page links to, in Markdown and in HTML, but for what lies in the network."""
    prose = re.sub(r"^( *)```.*?^\1```", "", text, flags=re.DOTALL | re.MULTILINE)
    in_markdown = re.findall(r"\]\(<?([^)>\s]+)", prose)
    in_html = re.findall(r'(?:src|srcset|href)="([^"]+)', prose)
    return {link for link in in_markdown + in_html if not re.match(r"[a-z]+:", link)}


def anchors(text):
    """The anchors of a page's headings, as GitHub and the site make them."""
    prose = re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)
    headings = re.findall(r"^#+ (.*)", prose, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def broken(page, text):
    """The links of a page that lead nowhere."""
    for link in links(text):
        file, _, anchor = link.partition("#")
        target = page.parent / file
        if not target.exists() or (
            anchor and anchor not in anchors(_read(target) if file else text)
        ):
            yield link


def _read(file):
    return file.read_text("utf-8")


def test_links_lead_somewhere():
    assert [(page, link) for page in PAGES for link in broken(page, _read(page))] == []


def test_a_link_that_leads_nowhere_is_found():
    text = '## One, two\n[a](#one-two) [b](#three) [c](none.md) <img src="none.png"> [d](https://e)'
    assert set(broken(ROOT / "README.md", text)) == {"#three", "none.md", "none.png"}


def test_pages_that_are_named_in_texts_are_there():
    sources = [*PAGES, *(ROOT / "src").rglob("*.py")]
    named = {
        name
        for source in sources
        for name in re.findall(r"\bdocs/[\w/-]+\.md", source.read_text("utf-8"))
    }
    assert named
    assert not [name for name in named if not (ROOT / name).exists()]
