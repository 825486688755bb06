// @ts-check
// Puzzles: the page works by itself; here the browser keeps the rating, which puzzles are done and on
// which days the puzzle of the day was solved, and the arrows go from cell to cell.

import { keep, kept as keptAs, send } from "./base.js";
import { wireCells } from "./cells.js";

const KEY = "puzzles";
// So many numbers of puzzles that are done an address can hold.
const MOST_DONE = 300;

/** @typedef {{ me: string, done: Record<string, number[]>, days?: string[] }} Kept */

/** @returns {Kept} */
function read() {
    const kept = keptAs(KEY);
    return typeof kept?.me === "string" && typeof kept.done === "object" ? kept : { me: "", done: {} };
}

/** @param {string} me */
function shown(me) {
    const [points, deviation] = me.split(",").map(Number);
    return `${Math.round(points)} ± ${Math.round(2 * deviation)}`;
}

/** @param {HTMLElement} page */
function count(page) {
    const kept = read();
    const { game = "", number = "", me = "" } = page.dataset;
    const done = kept.done[game] ?? [];
    if ("rated" in page.dataset && !done.includes(Number(number))) {
        kept.me = me;
        kept.done[game] = [...done, Number(number)].slice(-MOST_DONE);
        keep(KEY, kept);
    }
    return kept;
}

/**
 * How many days in a row, up to this one, the puzzle of the day was solved.
 * @param {string[]} days
 * @param {string} today
 */
function streakOf(days, today) {
    const before = (/** @type {string} */ day) => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
    let [at, length] = [days.includes(today) ? today : before(today), 0];
    for (; days.includes(at); at = before(at)) length++;
    return length;
}

/**
 * The puzzle of the day: its streak, and the result to share, each try as a square.
 * @param {HTMLElement} page
 * @param {Kept} kept
 */
function daily(page, kept) {
    const { day = "", over, tries = "" } = page.dataset;
    if (over === "won" && !kept.days?.includes(day)) {
        kept.days = [...(kept.days ?? []), day].slice(-MOST_DONE);
        keep(KEY, kept);
    }
    const streak = streakOf(kept.days ?? [], day);
    const told = document.getElementById("streak");
    if (told && streak) told.textContent = `Streak: ${streak} ${streak === 1 ? "day" : "days"}`;
    const share = document.getElementById("share-result");
    if (!share || !over) return;
    const wrong = Number(tries) - (over === "won" ? 1 : 0);
    const text = `noughts, puzzle of ${day}\n${"🟥".repeat(wrong)}${over === "won" ? "🟩" : ""}\n${location.origin}/puzzles`;
    share.hidden = false;
    share.addEventListener("click", () => send(text, share));
}

/**
 * Where the server is gone, the puzzle stays and says so.
 * @param {SubmitEvent} event
 */
async function onSubmit(event) {
    const [form, button] = [/** @type {HTMLFormElement} */ (event.target), event.submitter];
    if (navigator.onLine && form.dataset.there) return;
    event.preventDefault();
    const told = document.getElementById("message");
    try {
        await fetch("/static/icon.svg", { method: "HEAD", cache: "no-store" });
        form.dataset.there = "1";
        form.requestSubmit(button);
    } catch {
        if (told) told.textContent = "The server does not answer. Is it still running?";
    }
}

/** @param {Kept} kept @param {string} game */
function query(kept, game) {
    return `?me=${kept.me}&done=${(kept.done[game] ?? []).join(",")}`;
}

/** @param {Kept} kept */
function carry(kept) {
    for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("input[name=me]"))) field.value = kept.me;
    for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("a[data-game]")))
        link.search = query(kept, link.dataset.game ?? "");
}

function wire() {
    const page = document.getElementById("puzzle");
    const kept = page ? count(page) : read();
    if (kept.me) carry(kept);
    if (page?.dataset.day) daily(page, kept);
    document.getElementById("board-form")?.addEventListener("submit", onSubmit);
    const told = document.getElementById("me");
    if (told && kept.me) told.textContent = shown(kept.me);
    if (told?.parentElement && kept.me) told.parentElement.hidden = false;
    wireCells();
}

wire();
