// @ts-check
// The board that one plays and analyses on. Without this script the page is a form, and plays too.
//
// The address of the page always names the position and the moves behind it. Here all is put
// together; table.js holds what changes.

import { $, noteTurns, refused, source, state } from "./table.js";
import { served } from "./served.js";
import { Lines } from "./lines.js";
import { lightReason, reveal, showThreats, wireAnalysis } from "./analysis.js";
import { course } from "./course.js";
import { wireKeys } from "./keys.js";
import { board, offer, paint, paintSetUp } from "./look.js";
import { wireOptions } from "./options.js";
import { begin, go, goOn, prepare, setLevel, setUp, step, swap, takeSides, undo, write } from "./play.js";
import { wireShare } from "./share.js";

/**
 * @param {string} id
 * @param {() => unknown} act
 */
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
    const [first, second] = ["level", "second"].map(
        (id) => /** @type {HTMLSelectElement} */ ($(id)).value,
    );
    return state.settings.as === "none" && second !== first ? `${first},${second}` : first;
}

function wireSetUp() {
    const as = /** @type {HTMLSelectElement} */ ($("as"));
    for (const id of ["level", "second"])
        $(id).addEventListener("change", () => setLevel(chosenLevel()));
    as.addEventListener("change", () => {
        state.settings = { ...state.settings, as: as.value };
        state.settings.level = chosenLevel();
        takeSides(as.value);
    });
    const game = /** @type {HTMLSelectElement | null} */ (document.querySelector("#settings [name=game]"));
    game?.addEventListener("change", () => game.form?.submit());
}

function wireButtons() {
    does("go-on", goOn);
    does("new", begin);
    does("undo", undo);
    does("swap", swap);
    does("first", () => step(-Infinity));
    does("back", () => step(-1));
    does("forward", () => step(1));
    does("last", () => step(Infinity));
    does("values", () => reveal("values", !state.values));
    does("line", () => reveal("best", !state.best));
    does("threats", showThreats);
    does("review", course);
    $("values").textContent = "Values";
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
        Object.assign(state, { game, lines: new Lines(lines) });
    state.settings = then ?? settings;
    paintSetUp();
    go(moves, { how: "none", line });
}

function wire() {
    document.documentElement.classList.add("scripted");
    wireButtons();
    wireSetUp();
    wireOptions();
    wireKeys();
    wireShare();
    wireAnalysis();
    board.use.point = lightReason;
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
        state.settings = here.settings;
        paintSetUp();
        await go(here.moves, { how: "none", line: history.state?.line ?? here.moves });
        return;
    }
    noteTurns(state.view.moves, state.view.turns);
    state.lines.add(state.view.moves);
    state.lines.add(history.state?.line ?? state.view.moves);
    state.line = state.lines.through(state.view.moves);
    write("replace");
    paint();
    offer();
    prepare();
    if (/** @type {HTMLDetailsElement} */ ($("analyse")).open) reveal("values", true);
}

wire();
