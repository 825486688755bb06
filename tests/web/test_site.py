"""The site: plain files on any host, opened in a real browser, then without a network."""

import functools
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import Page, expect

from noughts import find_game
from noughts.games.registry import ENTRIES
from noughts.web.export import file_of, games_of_site, write_site

SPECS = ("connectfour", "hex:3")


class Silent(SimpleHTTPRequestHandler):
    """Says nothing."""

    def log_message(self, *_args: object) -> None:
        """Not even that it was asked."""


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Its folder."""
    folder = tmp_path_factory.mktemp("site") / "public"
    told: list[str] = []
    there = write_site(folder, map(find_game, SPECS), told.append)
    assert [file_of(game) for game in there] == ["connectfour.html", "hex-3.html"]
    return folder


@pytest.fixture
def host(site):
    """A web host with that folder: its address, and how to switch it off."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Silent, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}", server.shutdown
    server.shutdown()
    server.server_close()


def test_a_game_without_a_page_is_told_and_left_out(tmp_path):
    folder, told = tmp_path / "public", []
    there = write_site(folder, map(find_game, ["hex:2", "dots:2,1"]), told.append)
    assert [file_of(game) for game in there] == ["hex-2.html"]
    assert any(text.startswith("left out: Dots") and "twice in a row" in text for text in told)
    assert not list(folder.glob("dots*"))


def test_the_games_are_listed_and_work_without_the_host_once_opened(page: Page, host):
    address, stop = host
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
    page.goto(f"{address}/index.html")
    expect(page.locator(".games h2")).to_have_text(["Connect Four", "Hex 3×3"])
    page.evaluate("navigator.serviceWorker.ready.then(() => 1)")
    stop()
    page.context.set_offline(True)
    page.locator(".games h2 a", has_text="Connect Four").click()
    page.locator('[data-cell="4a"]').click()
    page.keyboard.press("v")
    expect(page.locator("#verdict")).to_contain_text("X wins in 39")
    assert errors == []


def test_a_site_beside_the_documentation_leads_there(tmp_path):
    (tmp_path / "course").mkdir()
    (tmp_path / "course" / "index.html").write_text("lessons")
    for folder, links in (tmp_path / "play", 1), (tmp_path / "other" / "play", 0):
        write_site(folder, [], print)
        assert (folder / "index.html").read_text().count('"../course/index.html"') == links


def test_own_games_of_the_same_name_have_a_page_each(tmp_path):
    for folder, size in (("one", 2), ("two", 3)):
        (tmp_path / folder).mkdir()
        source = f"from noughts import MNK\nclass Mine(MNK):\n    m: int = {size}\n    n: int = 1\n"
        (tmp_path / folder / "mine.py").write_text(source)
    specs = [
        f"{tmp_path / folder / 'mine.py'}:Mine:{w},1,2" for folder, w in (("one", 2), ("two", 2))
    ]
    told: list[str] = []
    write_site(tmp_path / "site", map(find_game, specs), told.append)
    pages = sorted(tmp_path.glob("site/mine*.html"))
    assert len(pages) == 2
    index = (tmp_path / "site" / "index.html").read_text()
    assert all(f'href="{page.name}"' in index for page in pages)


def test_a_site_has_every_game_but_tic_tac_toe_twice():
    names = {type(game).__name__ for game in games_of_site()}
    assert len(names) == len({entry.cls for entry in ENTRIES.values()})
