// @ts-check
// Drawing a line game. Without this script every click is a form that is sent and a page that comes
// back; with it the page is changed in its place, there are keys, and a file can be opened.

import { send, wireForms } from "./swap.js";

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

document.addEventListener("change", onChange);
for (const kind of ["pointerover", "focusin"]) document.addEventListener(kind, light);
wireForms(onKey);
