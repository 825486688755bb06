// @ts-check
// Setting up a position. Without this script every click is a form that is sent and a page that
// comes back; with it the page is changed in its place, the focus stays, and there are keys.

import { cellOf, followArrow, wireCells } from "./cells.js";
import { brush, choose, show } from "./swap.js";

const DELETING = ["Delete", "Backspace", "."];

/** @param {HTMLButtonElement} cell @param {string} put */
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
