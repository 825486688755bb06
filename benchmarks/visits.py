"""What who plays on a page waits for, in Chromium; and what visitors cost the server."""

import gzip
import os
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from benchmarks.report import Figure, Limit
from noughts import find_game
from noughts.web.export import OFFLINE

GAMES = 100
VISITORS, MOVES = 100, 10
# Replies of the perfect computer against random play, or mostly the level hard.
REPLIES = """async ([games, strong]) => {
    const s = { game: "connectfour", level: "perfect" };
    const times = [];
    let lost = 0;
    for (let game = 0; game < games; game++) {
        const own = game % 2;
        const [ours, theirs] = own ? ["x", "o"] : ["o", "x"]; // which side a person plays
        for (let moves = []; ; ) {
            const ask = (as, level, reply) =>
                noughtsOffline.table({ ...s, as, level }, moves, { reply });
            const { view } = await ask("both", "perfect", false);
            if (view.over) {
                if (view.winner === 1 - own) lost++;
                break;
            }
            if (moves.length % 2 === own) {
                const begun = performance.now();
                moves = (await ask(ours, "perfect", true)).view.moves;
                times.push(performance.now() - begun);
            } else {
                const level = strong && Math.random() < 0.8 ? "hard" : "random";
                moves = (await ask(theirs, level, true)).view.moves;
            }
        }
    }
    times.sort((a, b) => a - b);
    return { count: times.length, median: times[times.length >> 1], worst: times.at(-1), lost };
}"""
# How long the page is busy at a stretch while it searches, and until a search has stopped.
SEARCH = """async () => {
    const stop = new AbortController();
    const s = { game: "qubic", as: "both", level: "perfect" };
    const asked = noughtsOffline.values(s, ["1a1", "4d4"], stop.signal).catch(() => {});
    let longest = 0;
    for (const end = performance.now() + 3000; performance.now() < end; ) {
        const begun = performance.now();
        await new Promise((done) => setTimeout(done));
        longest = Math.max(longest, performance.now() - begun);
    }
    const begun = performance.now();
    stop.abort();
    await asked;
    return [longest, performance.now() - begun];
}"""


def measure() -> tuple[list[Figure], list[Limit]]:
    """Replies, a search under way, and a hundred visitors at once."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return _none("Playwright")
    chromium = shutil.which("chromium")
    if not chromium:
        return _none("Chromium")
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page()
        figures, bars = _replies(page, Path(folder), GAMES)
        more, others = _search(page, Path(folder))
        browser.close()
        most, server = _visitors(folder)
    return [*figures, *more, *most], [*bars, *others, server]


def _none(what: str) -> tuple[list[Figure], list[Limit]]:
    return [Figure(what, None, None, "is not installed")], []


def _opened(page: Any, folder: Path, game: str) -> float:
    """Open the page of a game from disk; how large it is, in MB."""
    from noughts.web.export import exported

    file = folder / f"{game}.html"
    file.write_text(exported(find_game(game)), encoding="utf-8")
    page.goto(file.as_uri())
    page.wait_for_selector("#grid button")
    return file.stat().st_size / 1e6


def _replies(page: Any, folder: Path, games: int) -> tuple[list[Figure], list[Limit]]:
    size = _opened(page, folder, "connectfour")
    figures, bars = [], []
    for strong, against in ((False, "random"), (True, "strong")):
        told = page.evaluate(REPLIES, [games, strong])
        median, worst = told["median"] / 1000, told["worst"] / 1000
        count, lost = told["count"], told["lost"]
        note = f"{games} games of a page of {size:.2f} MB, {count} replies, {lost} lost"
        figures.append(
            Figure(f"a reply against {against} play, the middle one", median, None, note)
        )
        bars.append(Limit(f"middle reply against {against} play", 0.05, median))
        bars.append(Limit(f"worst reply against {against} play", 3, worst))
    return figures, bars


def _search(page: Any, folder: Path) -> tuple[list[Figure], list[Limit]]:
    _opened(page, folder, "qubic")
    longest, stopping = (each / 1000 for each in page.evaluate(SEARCH))
    figures = [
        Figure("the longest wait for the page while it searches", longest),
        Figure("until a search has stopped", stopping),
    ]
    limits = [
        Limit("a click while it searches", 0.05, longest),
        Limit("stopping a search", 0.05, stopping),
    ]
    return figures, limits


def _visitors(folder: str) -> tuple[list[Figure], Limit]:
    """The server's processor time for each visitor and move, its workers' included."""
    command = [sys.executable, "-m", "benchmarks.live.server", folder]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        address = f"http://127.0.0.1:{server.stdout.readline().strip()}"
        while _got(f"{address}/engine/connectfour") == 0:  # it is being made
            time.sleep(0.2)
        before = _processor_seconds(server.pid)
        with ThreadPoolExecutor(VISITORS) as visitors:
            sizes = list(visitors.map(lambda _: _visit(address), range(VISITORS)))
        took = _processor_seconds(server.pid) - before
        server.terminate()
    each = took / VISITORS
    note = f"{sizes[0] / 1e6:.2f} MB each, once; a move asks for nothing"
    figures = [Figure(f"the server, a visitor of {VISITORS} at once", each, None, note)]
    return figures, Limit(f"a visitor's move, {MOVES} in a game", 0.005, each / MOVES)


def _visit(address: str) -> int:
    """Ask for what the page of a game asks for, values shown; how many bytes come."""
    files = ("noughts.css", "noughts.js", "board.js", "served.js", "engine.js", *OFFLINE)
    view = "api/v1/table/connectfour?moves=4&as=x&level=perfect&reply=0&know=0"  # the first move
    paths = ["play/connectfour", "colours.css", *[f"static/{file}" for file in files], view]
    return sum(_got(f"{address}/{path}") for path in (*paths, "engine/connectfour"))


def _got(address: str) -> int:
    request = urllib.request.Request(address, headers={"Accept-Encoding": "gzip"})
    with urllib.request.urlopen(request, timeout=120) as answer:
        content: bytes = answer.read()
    if answer.headers.get("content-encoding") == "gzip":
        gzip.decompress(content)
    return len(content)


def _processor_seconds(process: int) -> float:
    """The processor time of a process and its children so far; Linux tells it."""
    stat = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()
    own = sum(map(int, stat[11:13])) / os.sysconf("SC_CLK_TCK")
    children = Path(f"/proc/{process}/task/{process}/children").read_text("utf-8").split()
    return own + sum(_processor_seconds(int(child)) for child in children)
