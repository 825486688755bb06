// @ts-check
// Drawing a line game. Without this script every click is a form that is sent and a page that comes
// back; with it the page is changed in its place, there are keys, and a file can be opened.

import { wireCells } from "./cells.js";
import { show, tell } from "./swap.js";

// A request may have no more; most signs of a file take three bytes in a form.
const MOST_BYTES = 16_000;

/** @param {HTMLFormElement} form @param {HTMLElement | null} [submitter] */
function send(form, submitter) {
    const told = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
    if (submitter instanceof HTMLButtonElement && submitter.name)
        told.push([submitter.name, submitter.value]);
    const body = new URLSearchParams(told);
    if (String(body).length > MOST_BYTES) tell("This file is too large to be opened here.");
    else show(form.action, { method: "POST", body }, true);
}

/** @param {HTMLButtonElement} _ @param {string} key */
function onKey(_, key) {
    const add = /** @type {HTMLButtonElement} */ (document.getElementById("add"));
    if (key.toLowerCase() === "a") send(/** @type {HTMLFormElement} */ (add.form), add);
    return key.toLowerCase() === "a";
}

/** @param {Event} event */
async function onChange(event) {
    const field = event.target;
    if (!(field instanceof HTMLInputElement) || !field.form) return;
    const file = field.files?.[0];
    if (file) {
        const area = /** @type {HTMLTextAreaElement} */ (field.form.elements.namedItem("content"));
        area.value = await file.text();
        field.form.requestSubmit();
    } else if (field.closest(".settings") && field.form.reportValidity()) send(field.form);
}

/**
 * Show which line of the board the pointer or the keyboard is at in the list.
 * @param {Event} event
 */
function light(event) {
    const entry = event.target instanceof Element && event.target.closest(".line-list li");
    const entries = [...document.querySelectorAll(".line-list li")];
    for (const [i, line] of document.querySelectorAll("#picture .drawn").entries())
        line.toggleAttribute("data-lit", Boolean(entry) && entries[i] === entry);
}

function wire() {
    document.addEventListener("change", onChange);
    for (const kind of ["pointerover", "focusin"]) document.addEventListener(kind, light);
    document.addEventListener("submit", (event) => {
        event.preventDefault();
        event.submitter?.focus();
        send(/** @type {HTMLFormElement} */ (event.target), event.submitter);
    });
    addEventListener("popstate", () => show(location.href, {}, false));
    wireCells(onKey);
}

wire();
