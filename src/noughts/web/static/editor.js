// @ts-check
// Setting up a position. Without this script every click is a form that is sent and a page that
// comes back; with it the page is changed in its place, the focus stays, and there are keys.

import { wireCells } from "./cells.js";
import { brush, choose, show } from "./swap.js";

const DELETING = ["Delete", "Backspace", "."];

/** @param {HTMLButtonElement} cell @param {string} put */
function changeCell(cell, put) {
    const form = /** @type {HTMLFormElement} */ (document.querySelector("#board-form"));
    const body = new URLSearchParams({ cell: cell.value, put });
    return show(form.action, { method: "POST", body }, true);
}

/** @param {HTMLButtonElement} cell @param {string} key */
function onKey(cell, key) {
    const put = DELETING.includes(key) ? "erase" : key.toLowerCase();
    const known = put === "erase" || (["x", "o"].includes(put) && choose(put));
    if (known) changeCell(cell, put);
    return known;
}

function wire() {
    document.addEventListener("submit", (event) => {
        const cell = event.submitter;
        if (!(cell instanceof HTMLButtonElement) || !cell.closest("#grid")) return;
        event.preventDefault();
        cell.focus();
        changeCell(cell, brush());
    });
    addEventListener("popstate", () => show(location.href, {}, false));
    wireCells(onKey);
}

wire();
