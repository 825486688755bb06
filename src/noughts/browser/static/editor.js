// @ts-check
// Setting up a position. Without this script every click is a form that is sent and a page that
// comes back; with it the page is changed in its place, the focus stays, and there are keys.

import { cellOf, cells, followArrow, tabStop, wireCells } from "./cells.js";

const DELETING = ["Delete", "Backspace", "."];

/** So that only the last of several answers is shown. */
let asking = new AbortController();

/**
 * Ask for a page, and show it in place of this one.
 * @param {string} address
 * @param {RequestInit} how
 * @param {boolean} push whether the address is to be one that Back leaves
 */
async function show(address, how, push) {
    asking.abort();
    asking = new AbortController();
    try {
        const answer = await fetch(address, { ...how, signal: asking.signal });
        // The places of the cells stay as they are, and the policy allows no other style.
        const text = (await answer.text()).replace(/<style[^]*?<\/style>/, "");
        const page = new DOMParser().parseFromString(text, "text/html");
        if (push) history.pushState(null, "", answer.url);
        const name = /** @type {HTMLButtonElement} */ (document.activeElement)?.value;
        const chosen = brush();
        change(page);
        if (push) choose(chosen);
        cells()
            .find((cell) => cell.value === name)
            ?.focus();
    } catch (error) {
        if (!(error instanceof DOMException)) tell("The server does not answer.");
    }
}

/**
 * The parts of the other page that differ. What tells something stays the same element, or it
 * would not be read out.
 * @param {Document} page
 */
function change(page) {
    const here = document.querySelector("#board-form");
    const there = page.querySelector("#board-form");
    const [told, news] = [document.querySelector("#told"), page.querySelector("#told")];
    const [aside, other] = [document.querySelector(".right"), page.querySelector(".right")];
    if (!here || !there || !told || !news || !aside || !other) {
        tell(page.querySelector("main")?.textContent ?? "The server does not answer.");
        return;
    }
    here.replaceWith(there);
    told.replaceChildren(...news.childNodes);
    news.remove();
    const open = Boolean(aside.querySelector("details[open]"));
    aside.replaceChildren(told, ...other.childNodes);
    aside.querySelector("details")?.toggleAttribute("open", open);
    tabStop(cells()[0]);
}

/** @param {string} text */
function tell(text) {
    const told = document.createElement("p");
    told.className = "message";
    told.textContent = text;
    document.querySelector("#told")?.replaceChildren(told);
}

/** @returns {string} what is to be put */
const brush = () =>
    /** @type {HTMLInputElement | null} */ (document.querySelector("[name=put]:checked"))?.value ??
    "x";

/** @param {string} put */
function choose(put) {
    const radio = document.querySelector(`[name=put][value=${CSS.escape(put)}]`);
    if (radio instanceof HTMLInputElement) radio.checked = true;
    return radio !== null;
}

/**
 * @param {HTMLButtonElement} cell
 * @param {string} put
 */
function changeCell(cell, put) {
    const form = /** @type {HTMLFormElement} */ (document.querySelector("#board-form"));
    const body = new URLSearchParams({ cell: cell.value, put });
    return show(form.action, { method: "POST", body }, true);
}

/** @param {KeyboardEvent} event */
function onKey(event) {
    const cell = cellOf(event);
    if (!cell) return;
    const key = event.key.toLowerCase();
    if (followArrow(event, cell)) event.preventDefault();
    else if (DELETING.includes(event.key)) changeCell(cell, "erase");
    else if (["x", "o"].includes(key) && choose(key)) changeCell(cell, key);
    else return;
    event.preventDefault();
}

function wire() {
    document.documentElement.classList.add("scripted");
    document.addEventListener("keydown", onKey);
    document.addEventListener("submit", (event) => {
        const cell = event.submitter;
        if (!(cell instanceof HTMLButtonElement) || !cell.closest("#grid")) return;
        event.preventDefault();
        cell.focus();
        changeCell(cell, brush());
    });
    addEventListener("popstate", () => show(location.href, {}, false));
    wireCells();
}

wire();
