// @ts-check
// Setting up a position. Without this script every click is a form that is sent and a page that
// comes back; with it the page is changed in its place, the focus stays, and there are keys.

import { choose, send, wireForms } from "./swap.js";

const DELETING = ["Delete", "Backspace", "."];

/** @param {HTMLButtonElement} cell @param {string} key */
function onKey(cell, key) {
    const put = DELETING.includes(key) ? "erase" : key.toLowerCase();
    const known = put === "erase" || (["x", "o"].includes(put) && choose(put));
    if (known && cell.form) send(cell.form, cell, { put });
    return known;
}

wireForms(onKey);
