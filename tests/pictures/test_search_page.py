"""The page on which searches are stepped through: what is in it, and what it does in a browser."""

import json
import re
import shutil
import subprocess
from base64 import b64encode
from hashlib import sha256
from html import unescape
from html.parser import HTMLParser

import pytest

from noughts import TicTacToe, find_game
from noughts.analysis.record_search import WATCHED, record_search
from noughts.analysis.trace import Leave, steps
from noughts.pictures.search_page import HERE, page
from tests.each import each
from tests.pictures.reading import parsed

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium to try the page in")

GAME = TicTacToe()
POSITION = GAME.parse("o1x/1x1/o2 x")[0]


@pytest.fixture(scope="module")
def records():
    return {name: record_search(GAME, POSITION, name) for name in WATCHED}


@pytest.fixture(scope="module")
def html(records):
    return page([*records.values()])


class Elements(HTMLParser):
    """Every element of a page, and the text in it."""

    def __init__(self, html):
        super().__init__()
        self.found = []
        self.inside = False
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs), []))
        self.inside = True

    def handle_endtag(self, tag):
        self.inside = False

    def handle_data(self, data):
        if self.inside:
            self.found[-1][2].append(data)

    def named(self, tag):
        return [(given, "".join(text)) for name, given, text in self.found if name == tag]


def data_of(html):
    ((_, text),) = [s for s in Elements(html).named("script") if s[0].get("type")]
    return json.loads(text)


def hash_of(text):
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def test_nothing_is_fetched_and_only_its_own_style_and_script_may_run(html):
    elements = Elements(html)
    (policy,) = [given["content"] for given, _ in elements.named("meta") if "http-equiv" in given]
    rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
    assert rules["default-src"] == "'none'"
    ((_, style),) = elements.named("style")
    (script,) = [text for given, text in elements.named("script") if "type" not in given]
    assert rules["style-src"] == hash_of(style)
    assert rules["script-src"] == hash_of(script)
    for tag, given, _ in elements.found:
        assert not {"src", "href", "style", "srcset"} & set(given), tag
        assert not [name for name in given if name.startswith("on")], tag
    assert not re.search(r"url\(|@import|fetch\(|https?://(?!www\.w3\.org/2000/svg)", html)


def test_every_id_is_there_once_and_every_control_has_a_name(html):
    elements = Elements(html)
    ids = [given["id"] for _, given, _ in elements.found if "id" in given]
    assert len(ids) == len(set(ids))
    assert [text for _, text in elements.named("button")] == [
        "Start", "Back", "Play", "Forward", "End", "Next cut",
    ]  # fmt: skip
    assert all(given["type"] == "button" for given, _ in elements.named("button"))
    assert len(elements.named("label")) == len(elements.named("input"))
    assert [given["lang"] for given, _ in elements.named("html")] == ["en"]


def test_the_table_says_what_each_search_needs_and_finds(html, records):
    text = re.sub(r"<[^>]+>", " ", html.split("<tbody>")[1].split("</tbody>")[0])
    words = text.split()
    for record in records.values():
        assert f"{len(record.nodes):,}" in words
    assert text.count("a draw: a2") == 3
    # Minimax sees the whole tree, so what the others spare is the rest of it.
    whole, seen = len(records["minimax"].nodes), len(records["alphabeta"].nodes)
    assert f"{whole - seen:,}" in words


def test_the_script_gets_every_step_and_each_position_once(html, records):
    data = data_of(html)
    assert [len(search["steps"]) for search in data["searches"]] == [
        len(list(steps(record))) for record in records.values()
    ]
    for search, record in zip(data["searches"], records.values(), strict=True):
        assert [step[1] for step in search["steps"]] == [step.text for step in steps(record)]
        for node, looked in zip(search["nodes"], record.nodes, strict=True):
            assert (node[3], node[4]) == (looked.turn, looked.ply)
            board = data["boards"][node[2]]
            assert GAME.text(looked.position, looked.turn) == board_text(board["svg"], looked.turn)
    assert len({board["svg"] for board in data["boards"]}) == len(data["boards"])


def board_text(svg, turn):
    """The position, read from the description of its picture."""
    told = parsed(svg)[1].text or ""
    marks = dict.fromkeys(["a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1"], "-")
    for mark, cells in re.findall(r"([XO]) on ([a-c0-9, ]+)\.", told):
        marks.update(dict.fromkeys(cells.split(", "), mark.lower()))
    row = "".join(marks.values())
    rows = "/".join(row[i : i + 3] for i in (0, 3, 6))
    return re.sub(r"-+", lambda gap: str(len(gap[0])), rows) + f" {'xo'[turn]}"


def test_what_a_game_calls_things_cannot_break_out_of_the_page():
    class Odd(TicTacToe):
        marks = ("</script><b>", "&")

        def name(self, move):
            return f"<i>{super().name(move)}</script>"

    game = Odd()
    html = page([record_search(game, game.parse("xxo/oox/x2 o")[0], unchecked=True)])
    tags = [tag for tag, _, _ in Elements(html).found]
    assert not {"b", "i"} & set(tags)
    assert tags.count("script") == 2
    assert data_of(html)["marks"] == ["</script><b>", "&"]


def luminance(colour):
    digits = colour.lstrip("#")
    full = digits if len(digits) == 6 else "".join(2 * digit for digit in digits)
    parts = [int(full[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_text_stands_out_from_its_ground_light_and_dark():
    css = (HERE / "search_page.css").read_text("utf-8")
    themes = re.findall(r":root \{([^}]*)\}", css)
    assert len(themes) == 2
    colours = {}
    for theme in themes:
        colours |= dict(re.findall(r"--(\w+): (#\w+);", theme))
        for text in ("ink", "soft"):
            for ground in ("ground", "card"):
                assert contrast(colours[text], colours[ground]) >= 4.5
        for value in ("win", "draw", "loss"):
            assert contrast(colours["on"], colours[value]) >= 4.5
            assert contrast(colours[value], colours["card"]) >= 3
        assert contrast(colours["line"], colours["card"]) >= 3
    assert "prefers-reduced-motion: reduce" in css


# In a browser. The page's own policy holds there; the script that tries it is let in by its hash.


def in_browser(html, actions, tmp_path, size="1200,900", address=""):
    """What is seen when these things are done on the page."""
    script = f"""
const seen = {{ refused: [] }};
const sections = [...document.querySelectorAll(".search")];
const button = (id) => document.getElementById(id);
const press = (key, where = document.body) => where.dispatchEvent(
  new KeyboardEvent("keydown", {{ key, bubbles: true, cancelable: true }}));
const reasons = () => sections.map((s) => s.querySelector(".reason").textContent);
const counts = () => sections.map((s) => s.querySelector(".count").textContent);
const step = () => Number(document.getElementById("time").value);
const tell = () => document.getElementById("status").textContent;
document.addEventListener("securitypolicyviolation", (e) => seen.refused.push(e.violatedDirective));
(async () => {{
  try {{ {actions} }} catch (error) {{ seen.error = String(error); }}
  const log = document.createElement("pre");
  log.id = "log";
  log.textContent = JSON.stringify(seen);
  document.body.append(log);
}})();
"""
    tried = html.replace("script-src ", f"script-src {hash_of(script)} ", 1)
    tried = tried.replace("</body>", f"<script>{script}</script></body>")
    file = tmp_path / "page.html"
    file.write_text(tried, "utf-8")
    command = [str(CHROMIUM), "--headless", "--no-sandbox", f"--user-data-dir={tmp_path}/profile",
               f"--window-size={size}", "--virtual-time-budget=8000", "--dump-dom",
               f"{file.as_uri()}{address}"]  # fmt: skip
    run = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    log = re.search(r'<pre id="log">(.*?)</pre>', run.stdout, re.DOTALL)
    assert log, "the script failed"
    seen = json.loads(unescape(log[1]))
    assert "error" not in seen, seen["error"]
    assert seen.pop("refused") == []
    return seen


@needs_chromium
def test_at_the_end_the_page_counts_as_the_searches_do(html, records, tmp_path):
    seen = in_browser(html, 'button("end").click(); seen.counts = counts();', tmp_path)
    for told, record in zip(seen["counts"], records.values(), strict=True):
        assert told.startswith(f"{len(record.nodes)} nodes visited")
        if record.value is not None:
            spared = sum(e.spared or 0 for e in record.events if isinstance(e, Leave))
            assert f", {spared} cut, of {record.whole}, found: a draw: a2" in told
        else:
            assert told.endswith("found: a draw")


@needs_chromium
def test_each_step_shows_the_sentence_of_that_step(html, records, tmp_path):
    actions = """
seen.reasons = [reasons()];
for (let i = 0; i < 130; i++) { button("forward").click(); seen.reasons.push(reasons()); }
button("back").click();
seen.step = step();
seen.again = reasons();
button("start").click();
seen.start = step();
seen.off = ["start", "back", "end"].map((id) => button(id).getAttribute("aria-disabled"));
"""
    seen = in_browser(html, actions, tmp_path)
    for i, record in enumerate(records.values()):
        told = [step.text for step in steps(record)]
        told += [told[-1]] * 131
        assert [reasons[i] for reasons in seen["reasons"]] == told[:131]
        assert seen["again"][i] == told[129]
    assert (seen["step"], seen["start"]) == (129, 0)
    assert seen["off"] == ["true", "true", "false"]


@needs_chromium
def test_the_keys_step_and_leave_the_sliders_alone(html, tmp_path):
    actions = """
const at = [];
for (const key of ["ArrowRight", "ArrowRight", "ArrowLeft", "End", "Home", "x", "c"]) {
  press(key);
  at.push(step());
}
press("ArrowRight", button("speed"));
at.push(step());
press(" ", button("play"));
seen.label = [button("play").textContent];
press(" ");
seen.label.push(button("play").textContent);
press(" ");
seen.label.push(button("play").textContent);
seen.at = at;
"""
    seen = in_browser(html, actions, tmp_path)
    last = max(len(list(steps(record_search(GAME, POSITION, name)))) for name in WATCHED) - 1
    first_cut = min(
        i
        for name in WATCHED
        for i, step in enumerate(steps(record_search(GAME, POSITION, name)))
        if step.cut
    )
    assert seen["at"] == [1, 2, 1, last, 0, 0, first_cut, first_cut]
    assert seen["label"] == ["Play", "Pause", "Play"]


@needs_chromium
def test_it_plays_at_the_speed_that_is_chosen_and_stops_at_the_end(html, tmp_path):
    actions = """
const wait = (ms) => new Promise((done) => setTimeout(done, ms));
button("speed").value = 3;  // four steps a second
button("speed").dispatchEvent(new Event("input"));
seen.rate = document.getElementById("rate").textContent;
button("play").click();
await wait(1100);
seen.after = step();
seen.quiet = tell();
button("play").click();
seen.paused = [button("play").textContent, tell() !== seen.quiet];
await wait(500);
seen.still = step() === seen.after;
button("time").value = button("time").max - 1;
button("time").dispatchEvent(new Event("input"));
button("play").click();
await wait(600);
seen.end = [step() === Number(button("time").max), button("play").textContent];
"""
    seen = in_browser(html, actions, tmp_path)
    assert seen["rate"] == "4 steps per second"
    assert seen["after"] == 4
    assert seen["quiet"].startswith("minimax: X is to move")
    assert seen["paused"] == ["Play", True]
    assert seen["still"]
    assert seen["end"] == [True, "Play"]


@needs_chromium
def test_what_is_read_out_are_the_searches_that_are_shown(html, tmp_path):
    actions = """
press("ArrowRight");
seen.all = tell();
for (const box of [...document.querySelectorAll("#choice input")].slice(1)) box.click();
seen.one = tell();
seen.hidden = sections.map((s) => s.hidden);
seen.live = document.getElementById("status").getAttribute("aria-live");
seen.cut = button("cut").getAttribute("aria-disabled");
"""
    seen = in_browser(html, actions, tmp_path)
    assert seen["all"].startswith("minimax: X tries b3. O is to move. alpha-beta: X tries b3.")
    assert seen["one"] == "X tries b3. O is to move."
    assert seen["hidden"] == [False, True, True, True]
    assert seen["live"] == "polite"
    assert seen["cut"] == "true"  # minimax alone cuts nothing


@needs_chromium
def test_a_cut_shows_the_moves_that_are_not_looked_at_and_the_bounds(html, records, tmp_path):
    told = list(steps(records["alphabeta"]))
    number = next(i for i, step in enumerate(told) if step.cut)
    actions = """
const way = [...sections[1].querySelectorAll(".node")];
const last = way[way.length - 1];
seen.moves = [...last.querySelectorAll(".move")].map((m) => [m.className, m.textContent]);
seen.bounds = last.querySelector(".bounds").textContent;
seen.way = way.map((n) => n.querySelector("b").textContent);
seen.boards = way.every((n) => n.querySelector("svg title").textContent);
"""
    seen = in_browser(html, actions, tmp_path, address=f"#{number}")
    # By hand: after b3 c2, a2 draws, so O, who wins by a2 instead, will not play c2.
    assert told[number].text.startswith("a2 already wins at once for O; here X can reach a draw")
    assert seen["way"] == ["root", "b3", "c2"]
    assert seen["moves"] == [
        ["move draw", "a2 ≥D"],
        ["move cut", "b1 ✂ not searched"],
        ["move cut", "c1 ✂ not searched"],
    ]
    assert seen["bounds"].replace("\xa0", " ") == "β L0  ≥D"  # O wins at once elsewhere
    assert seen["boards"]


@needs_chromium
@each("size", ["500,800", "1400,900"])
def test_nothing_is_wider_than_the_window(size, tmp_path):
    wide = find_game("connectfour:4,4")
    position = wide.start()
    for move in wide.read_moves("11112222333"):
        position = wide.play(position, move)
    html = page([record_search(wide, position, name) for name in WATCHED])
    actions = """
const root = document.documentElement;
seen.fits = root.scrollWidth <= root.clientWidth;
button("end").click();
seen.still = root.scrollWidth <= root.clientWidth;
seen.small = [...document.querySelectorAll("button, input[type=checkbox]")]
  .map((b) => b.getBoundingClientRect())
  .filter((b) => b.height < 19 || b.width < 19).length;
"""
    seen = in_browser(html, actions, tmp_path, size=size)
    assert seen == {"fits": True, "still": True, "small": 0}
