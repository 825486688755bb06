"""A server as people start it, and a real browser: both for the tests of this folder alone.

While Playwright's synchronous interface is open, no asynchronous test can run. Its own plugin for
pytest keeps it open to the end of the session; here it is closed with each module that needs it.
"""

import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    expect,
    sync_playwright,
)

from tests.serving import Serving
from tests.web.on_page import PATIENCE

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="package")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A server that keeps games in a folder of its own."""
    serving = Serving(str(tmp_path_factory.mktemp("games")))
    yield serving
    serving.stop()


@pytest.fixture(scope="package")
def server(serving: Serving) -> str:
    """The address of a server, without a slash at its end."""
    return serving.address


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    path = shutil.which("chromium") or shutil.which("google-chrome")
    if path is None:
        pytest.skip("needs Chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def context(chromium: Browser) -> Iterator[BrowserContext]:
    """Pages that always ask the server: `test_engines.py` lets their engines come."""
    context = chromium.new_context(reduced_motion="no-preference")
    context.set_default_timeout(PATIENCE)
    context.route("**/engine/**", lambda route: route.fulfill(status=202))
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """A page; what goes wrong in its script fails the test."""
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    # Chromium reports every request that is refused, and what is refused is shown on the page.
    page.on("console", lambda said: wrong.append(said.text) if _is_wrong(said) else None)
    yield page
    assert wrong == []


def _is_wrong(said: ConsoleMessage) -> bool:
    return said.type in ("error", "warning") and "400 (Bad Request)" not in said.text
