// @ts-check
// Keys, and words that are typed.

import { $ } from "./base.js";
import { refused, state } from "./table.js";
import { reveal, showThreats } from "./analysis.js";
import { board } from "./look.js";
import { course } from "./course.js";
import { begin, play, playAll, redo, setLevel, step, swap, undo } from "./play.js";
import { wants } from "./options.js";

/** @type {Record<string, () => unknown>} */
const KEYS = {
    v: () => reveal("values", !state.values),
    p: () => reveal("best", !state.best),
    h: () => reveal("peek", true),
    t: showThreats,
    u: undo,
    r: redo,
    n: begin,
    s: swap,
    "/": () => open("word")?.focus(),
    "?": help,
};

/** @type {Record<string, () => unknown>} */
const STEPS = {
    ArrowLeft: () => step(-1),
    ArrowRight: () => step(1),
    Home: () => step(-Infinity),
    End: () => step(Infinity),
};

/** Which keys are named on buttons. */
const SHORTCUTS = { new: "n", undo: "u", swap: "s", values: "v", line: "p", threats: "t" };

/** @param {string} id */
function open(id) {
    const found = document.getElementById(id);
    const drawer = /** @type {HTMLDetailsElement | null | undefined} */ (found?.closest("details"));
    if (drawer) drawer.open = true;
    return found;
}

function help() {
    open("keys")?.querySelector("summary")?.focus();
    open("keys-listed");
}

/** @param {KeyboardEvent} event */
function onKey(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || target.matches("input, select, textarea"))
        return;
    const key = event.key.toLowerCase();
    if (key === "h" && event.repeat) return event.preventDefault();
    const single = key.length > 1 || wants("keys");
    if (!single) return;
    if (/^[1-9]$/.test(key)) board.byDigit(key, event.code.startsWith("Numpad"));
    else if (KEYS[key]) KEYS[key]();
    else if (STEPS[event.key]) STEPS[event.key]();
    else if (event.key.startsWith("Arrow") && target === document.body) board.focus();
    else return;
    event.preventDefault();
}

/** @param {KeyboardEvent} event */
function onMovesKey(event) {
    const as = { ArrowUp: "ArrowLeft", ArrowDown: "ArrowRight" }[event.key] ?? event.key;
    if (!(as in STEPS) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    STEPS[as]();
}

/** @type {Record<string, (rest: string) => unknown>} */
const WORDS = {
    undo,
    redo,
    values: () => reveal("values", !state.values),
    line: () => reveal("best", !state.best),
    threats: showThreats,
    new: begin,
    swap,
    level: setLevel,
    review: course,
    help,
};

/** @param {string} text */
function typed(text) {
    const [word, ...rest] = text.trim().toLowerCase().split(/\s+/);
    if (!word) return;
    const { all_moves, digits, cells } = state.view;
    const move = all_moves.find((name) => name.toLowerCase() === word);
    if (move && rest.length) return playAll([move, ...rest]);
    if (move) return play(move);
    if (digits && /^[1-9]$/.test(word)) return board.byDigit(word, false);
    const cell = cells.find((one) => one.name === word);
    if (cell) return board.choose(cell);
    const found = Object.keys(WORDS).filter(
        (name) => name.startsWith(word) || (word === "?" && name === "help"),
    );
    if (found.length === 1) return WORDS[found[0]](rest.join(" "));
    refused(
        new Error(
            `${text.trim()} is neither a legal move nor a command. Commands: ${Object.keys(WORDS).join(", ")}.`,
        ),
    );
}

export function wireKeys() {
    for (const [id, key] of Object.entries(SHORTCUTS)) $(id).setAttribute("aria-keyshortcuts", key);
    $("moves").addEventListener("keydown", onMovesKey);
    $("typed").addEventListener("submit", (event) => {
        event.preventDefault();
        const word = /** @type {HTMLInputElement} */ ($("word"));
        const text = word.value;
        word.value = "";
        typed(text);
    });
    document.addEventListener("keydown", onKey);
    document.addEventListener("keyup", (event) => {
        if (event.key.toLowerCase() === "h") reveal("peek", false);
    });
    addEventListener("blur", () => reveal("peek", false));
}
