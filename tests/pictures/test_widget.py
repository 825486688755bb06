"""The board to play on in notebooks: what a click does, in Python and in a browser."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from noughts import Match, PerfectPlayer, TicTacToe, find_game, pictures
from noughts.errors import to_install
from tests.each import each
from tests.later import Later
from tests.pictures.reading import classed, elements, letters
from tests.processes import import_without
from tests.take import Take

widget = Later("noughts.pictures.widget")

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
SCRIPT = Path(pictures.__file__).with_name("widget.js")


@pytest.fixture
def board():
    return widget.BoardWidget(TicTacToe())


def playable(svg):
    return [e.get("data-moves") for e, _ in elements(svg) if e.get("data-moves")]


def test_each_cell_that_can_be_played_can_be_clicked(board):
    assert playable(board.svg) == [str(move) for move in range(9)]
    board.do({"do": "play", "move": 4})
    assert board.match.moves == (4,)
    assert "4" not in playable(board.svg)
    assert len(classed(board.svg, "mark")) == 1
    assert board.status == "O to move."


def test_a_column_of_connect_four_can_be_clicked_from_top_to_bottom():
    svg = widget.BoardWidget(find_game("connectfour:5,4")).svg
    columns = [e for e, _ in elements(svg) if e.get("data-moves")]
    assert [float(column.attrib["height"]) for column in columns] == [4 * 48] * 5


@each("move", [4, 99, -1, "b2", None, [0]])
def test_what_cannot_be_played_is_refused_in_words_and_nothing_changes(board, move):
    board.do({"do": "play", "move": 4})
    board.do({"do": "play", "move": move})
    assert board.match.moves == (4,)
    assert board.status not in ("", "O to move.")


def test_what_is_not_known_is_ignored(board):
    board.do({"do": "dance"})
    board.do({})
    assert board.match.moves == ()


def test_values_and_best_play_are_shown_and_hidden_again(board):
    board.do({"do": "values"})
    assert {letters(e)[0] for e in classed(board.svg, "value")} == {"D"}
    assert board.status == "X to move: draw."
    board.do({"do": "line"})
    assert len(classed(board.svg, "ghost")) == 9
    board.do({"do": "values"})
    board.do({"do": "line"})
    assert not classed(board.svg, "value")
    assert not classed(board.svg, "ghost")


def test_the_other_player_answers_and_both_moves_are_taken_back():
    board = widget.BoardWidget(Match(TicTacToe(), None, PerfectPlayer(seed=1)))
    board.do({"do": "play", "move": 4})
    assert board.match.ply == 2
    board.do({"do": "undo"})
    assert board.match.ply == 0
    first = widget.BoardWidget(Match(TicTacToe(), PerfectPlayer(seed=1), None))
    assert first.match.ply == 1
    first.do({"do": "new"})
    assert first.match.ply == 1


def test_a_game_that_is_over_says_so_and_offers_nothing(board):
    for move in (0, 3, 1, 4, 2):
        board.do({"do": "play", "move": move})
    assert board.status == "X wins."
    assert not playable(board.svg)
    assert len(classed(board.svg, "lines")) == 1


def test_the_names_of_moves_are_told_for_cells_that_stand_for_several():
    board = widget.BoardWidget(find_game("wild"))
    assert playable(board.svg)[4] == "8 9"
    assert (board.names["8"], board.names["9"]) == ("xb2", "ob2")


def test_the_values_of_moves_stand_beside_their_names():
    board = widget.BoardWidget(Take(5))
    assert board.names == {"1": "1", "2": "2"}
    board.do({"do": "values"})
    assert board.names == {"1": "1: loss in 4", "2": "2: win in 3"}  # three left lose


def test_where_scripts_do_not_run_there_is_a_still_picture(board):
    board.do({"do": "play", "move": 4})
    bundle, _ = board._repr_mimebundle_()
    assert len(classed(bundle["image/svg+xml"], "mark")) == 1
    assert not playable(bundle["image/svg+xml"])
    assert "X on b2" in bundle["text/plain"]


def test_without_anywidget_it_is_said_what_to_install():
    said = import_without("anywidget", "noughts.pictures.widget")
    assert to_install("notebook") in said


# In a browser. The model is what anywidget's would be: values, listeners, and what is sent.

PAGE = """<!doctype html><div id="here"></div><pre id="log"></pre><script type="module">
{script}
const state = {state}, sent = [], heard = {{}};
const model = {{
  get: (name) => state[name],
  send: (message) => sent.push(message),
  on: (name, hear) => {{ heard[name] = hear; }},
  off: (name) => {{ delete heard[name]; }},
}};
const here = document.getElementById("here");
const leave = board.render({{ model, el: here }});
const cell = (name) => here.querySelector(`[data-cell="${{name}}"]`);
const button = (label) => [...here.querySelectorAll("button")].find((b) => b.textContent === label);
const seen = {{}};
{actions}
seen.sent = sent;
document.getElementById("log").textContent = JSON.stringify(seen);
</script>"""


def in_browser(board, actions, tmp_path):
    """What the script sends and shows when these things are done on the page."""
    script = SCRIPT.read_text("utf-8").replace("export default", "const board =")
    state = {name: getattr(board, name) for name in ("svg", "status", "names", "values", "line")}
    page = tmp_path / "page.html"
    state_text = json.dumps(state).replace("</", "<\\/")
    page.write_text(PAGE.format(script=script, state=state_text, actions=actions), "utf-8")
    command = [CHROMIUM, "--headless", "--no-sandbox", f"--user-data-dir={tmp_path}/profile",
               "--virtual-time-budget=2000", "--dump-dom", page.as_uri()]  # fmt: skip
    dom = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True).stdout
    log = dom.split('<pre id="log">')[1].split("</pre>")[0]
    assert log, "the script failed"
    return json.loads(log)


needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium to try the script in")


@needs_chromium
def test_clicks_keys_and_buttons_are_told_to_python(board, tmp_path):
    actions = """
cell("b2").dispatchEvent(new MouseEvent("click"));
cell("a1").dispatchEvent(new KeyboardEvent("keydown", {key: "Enter"}));
cell("a1").dispatchEvent(new KeyboardEvent("keydown", {key: "x"}));
button("Undo").click();
button("Values").click();
seen.label = cell("b2").getAttribute("aria-label");
seen.status = here.querySelector("[role=status]").textContent;
"""
    seen = in_browser(board, actions, tmp_path)
    assert seen["sent"] == [
        {"do": "play", "move": 4},
        {"do": "play", "move": 6},
        {"do": "undo"},
        {"do": "values"},
    ]
    assert seen["label"] == "b2"
    assert seen["status"] == "X to move."


@needs_chromium
def test_a_cell_of_several_moves_asks_which(tmp_path):
    actions = """
cell("b2").dispatchEvent(new MouseEvent("click"));
seen.before = [...sent];
seen.names = [...here.querySelectorAll(".noughts-choice button")].map((b) => b.textContent);
button("ob2").click();
"""
    seen = in_browser(widget.BoardWidget(find_game("wild")), actions, tmp_path)
    assert seen["before"] == []
    assert seen["names"] == ["xb2", "ob2"]
    assert seen["sent"] == [{"do": "play", "move": 9}]


@needs_chromium
def test_moves_that_no_cell_stands_for_are_offered_by_name(tmp_path):
    actions = """
seen.names = [...here.querySelectorAll(".noughts-choice button")].map((b) => b.textContent);
button("2").click();
"""
    seen = in_browser(widget.BoardWidget(Take(5)), actions, tmp_path)
    assert seen["names"] == ["1", "2"]
    assert seen["sent"] == [{"do": "play", "move": 2}]


@needs_chromium
def test_what_python_changes_is_shown_and_the_keyboard_stays_where_it_was(board, tmp_path):
    actions = """
cell("a1").focus();
state.svg = state.svg.replace('data-cell="b2"', 'data-cell="gone"');
state.status = "changed";
heard["change:svg"]();
heard["change:status"]();
seen.gone = cell("b2") === null;
seen.focused = document.activeElement.dataset.cell;
seen.status = here.querySelector("[role=status]").textContent;
leave();
seen.left = Object.keys(heard).length;
"""
    seen = in_browser(board, actions, tmp_path)
    assert seen == {"gone": True, "focused": "a1", "status": "changed", "left": 0, "sent": []}
