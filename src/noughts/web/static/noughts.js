// @ts-check
// The board that one plays and analyses on. Without this script the page is a form, and plays too.
//
// The address of the page always names the position and the moves behind it. Here all is put
// together; table.js holds what changes.

import { $ } from "./base.js";
import { noteTurns, refused, signal, source, state, subscribe, update } from "./table.js";
import { served } from "./served.js";
import { Lines } from "./lines.js";
import { learn, press, reveal, showThreats, wireAnalysis } from "./analysis.js";
import { coach, wireCoach } from "./coach.js";
import { course, paintCourse, wireCourse } from "./course.js";
import { wireEnding } from "./ending.js";
import { wireKeys } from "./keys.js";
import { paint, wireLook } from "./look.js";
import { wireOptions } from "./options.js";
import { begin, go, goOn, redo, rest, setLevel, setUp, step, swap, takeSides, undo, write } from "./play.js";
import { wireShare } from "./share.js";

/** @param {string} id @param {() => unknown} act */
function does(id, act) {
    const button = document.getElementById(id);
    if (button?.tagName === "A") button.setAttribute("role", "button");
    button?.addEventListener("click", (event) => {
        event.preventDefault();
        if (button.getAttribute("aria-disabled") !== "true") act();
    });
    // A link that has become a button is pressed by the space bar, too.
    button?.addEventListener("keydown", (event) => {
        if (event.key !== " " || button.tagName !== "A") return;
        event.preventDefault();
        act();
    });
}

/** The levels that the menus say: two where the computer plays both sides. */
function chosenLevel() {
    const [first, second] = ["level", "second"].map((id) => /** @type {HTMLSelectElement} */ ($(id)).value);
    return state.settings.as === "none" && second !== first ? `${first},${second}` : first;
}

function wireSetUp() {
    const as = /** @type {HTMLSelectElement} */ ($("as"));
    for (const id of ["level", "second"])
        $(id).addEventListener("change", () => setLevel(chosenLevel()));
    as.addEventListener("change", () => {
        state.settings = { ...state.settings, as: as.value }; // which says how many levels there are
        update({ settings: { ...state.settings, level: chosenLevel() } });
        takeSides(as.value);
    });
    const game = /** @type {HTMLSelectElement | null} */ (document.querySelector("#settings [name=game]"));
    game?.addEventListener("change", () => game.form?.submit());
}

function wireButtons() {
    does("go-on", goOn);
    does("new", begin);
    does("undo", undo);
    does("redo", redo);
    does("swap", swap);
    does("first", () => step(-Infinity));
    does("back", () => step(-1));
    does("forward", () => step(1));
    does("last", () => step(Infinity));
    does("values", () => press("values"));
    does("line", () => press("best"));
    does("threats", showThreats);
    does("review", course);
    does("why", () => {
        reveal("values", true);
        $("panel").scrollIntoView({ block: "start" });
    });
    $("moves").addEventListener("click", (event) => {
        const { moves } = /** @type {HTMLElement} */ (event.target).dataset;
        if (moves === undefined) return;
        event.preventDefault();
        const path = moves.split(",").filter(Boolean);
        go(path, { line: state.lines.through(path) });
    });
}

/** @param {PopStateEvent} event */
function onBack(event) {
    const { settings, moves } = source.settings(new URL(location.href));
    const { game, lines, line, settings: then } = event.state ?? {};
    if (game !== undefined && game !== state.game)
        update({ game, lines: new Lines(lines) });
    update({ settings: then ?? settings });
    go(moves, { how: "none", line });
}

function wire() {
    wireButtons();
    wireSetUp();
    wireOptions();
    wireKeys();
    wireShare();
    for (const each of [wireLook, wireAnalysis, wireCourse, wireEnding, wireCoach]) each();
    // What takes time, one after the other, while the game rests.
    subscribe(["rests"], async () => {
        await learn(signal());
        await Promise.all([paintCourse(), coach()]);
    });
    $("board-form").addEventListener("submit", (event) => event.preventDefault());
    document.querySelector(".editor")?.addEventListener("submit", (event) => {
        event.preventDefault();
        setUp(/** @type {HTMLInputElement} */ ($("position")).value);
    });
    addEventListener("popstate", onBack);
    state.lines = new Lines(history.state?.lines);
    state.game = history.state?.game ?? 0;
    begun().catch(refused);
}

async function begun() {
    const here = source.settings(new URL(location.href));
    if (source !== served) {
        // The page of one file is the same for every address: what to show stands behind its #.
        update({ settings: here.settings });
        paint();
        const reply = here.settings.as !== "none";
        await go(here.moves, { how: "none", reply, line: history.state?.line ?? here.moves });
        return;
    }
    const shows = new URL(location.href).searchParams.has("show");
    noteTurns(state.view.moves, state.view.turns);
    state.lines.add(state.view.moves);
    state.lines.add(history.state?.line ?? state.view.moves);
    state.line = state.lines.through(state.view.moves);
    write("replace");
    paint();
    if (shows) reveal("values", true);
    if (state.view.computer_to_move && state.settings.as !== "none") await goOn();
    else await rest();
}

wire();
