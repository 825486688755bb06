// @ts-check
// Puzzles: the page works by itself; here the browser keeps the rating and which puzzles are done,
// and the arrows go from cell to cell.

import { cellOf, followArrow, wireCells } from "./cells.js";

const KEY = "puzzles";
// So many numbers of puzzles that are done an address can hold.
const MOST_DONE = 300;

/** @typedef {{ me: string, done: Record<string, number[]> }} Kept */

/** @returns {Kept} */
function read() {
    try {
        const kept = JSON.parse(localStorage.getItem(KEY) ?? "");
        if (typeof kept.me === "string" && typeof kept.done === "object") return kept;
    } catch {
        // nothing is kept yet, or there is no storage
    }
    return { me: "", done: {} };
}

/** @param {Kept} kept */
function write(kept) {
    try {
        localStorage.setItem(KEY, JSON.stringify(kept));
    } catch {
        // then it lasts as long as the addresses
    }
}

/** @param {string} me */
function shown(me) {
    const [points, deviation] = me.split(",").map(Number);
    return `Your rating: ${Math.round(points)} ± ${Math.round(2 * deviation)}`;
}

/** @param {HTMLElement} page */
function count(page) {
    const kept = read();
    const { game = "", number = "", me = "" } = page.dataset;
    const done = kept.done[game] ?? [];
    if ("rated" in page.dataset && !done.includes(Number(number))) {
        kept.me = me;
        kept.done[game] = [...done, Number(number)].slice(-MOST_DONE);
        write(kept);
    }
    return kept;
}

/**
 * What the address of a game's puzzles says, so that the next one suits.
 * @param {Kept} kept
 * @param {string} game
 */
function query(kept, game) {
    return `?me=${kept.me}&done=${(kept.done[game] ?? []).join(",")}`;
}

/**
 * @param {HTMLElement} page
 * @param {Kept} kept
 */
function carry(page, kept) {
    for (const field of document.querySelectorAll("input[name=me]"))
        /** @type {HTMLInputElement} */ (field).value = kept.me;
    const next = /** @type {HTMLAnchorElement | null} */ (document.querySelector("#next"));
    if (next) next.search = query(kept, page.dataset.game ?? "");
}

/** @param {Kept} kept */
function carryTiles(kept) {
    for (const each of document.querySelectorAll("#puzzles a[data-game]")) {
        const link = /** @type {HTMLAnchorElement} */ (each);
        link.search = query(kept, link.dataset.game ?? "");
    }
}

function wire() {
    const page = document.getElementById("puzzle");
    const kept = page ? count(page) : read();
    if (kept.me && page) carry(page, kept);
    if (kept.me) carryTiles(kept);
    const told = document.getElementById("me");
    if (told && kept.me) told.textContent = shown(kept.me);
    document.addEventListener("keydown", (event) => {
        const cell = cellOf(event);
        if (cell && followArrow(event, cell)) event.preventDefault();
    });
    wireCells();
}

wire();
