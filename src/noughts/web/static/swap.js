// @ts-check
// Pages that are forms: with script the page that answers comes in place of this one, and the focus
// stays where it is.

import { element } from "./base.js";
import { cells, tabStop, wireCells } from "./cells.js";

// A request may have no more; most signs of a file take three bytes in a form.
const MOST_BYTES = 16_000;

/** So that only the last of several answers is shown. */
let asking = new AbortController();

/**
 * @param {string} address
 * @param {RequestInit} how
 * @param {boolean} push whether the address is to be one that Back leaves
 */
async function show(address, how, push) {
    asking.abort();
    asking = new AbortController();
    try {
        const answer = await fetch(address, { ...how, signal: asking.signal });
        const template = document.createElement("template"); // in which a style is no style yet
        template.innerHTML = await answer.text();
        const page = template.content;
        const places = placesOf(page); // an error has no board
        if (places && places !== placesOf(document)) {
            location.assign(answer.url); // the policy allows no other style than that of the page
            return;
        }
        if (push && answer.redirected) history.pushState(null, "", answer.url);
        const [at, chosen] = [named(document.activeElement), brush()];
        change(page);
        if (push) choose(chosen);
        if (at) /** @type {HTMLElement | null} */ (document.querySelector(at))?.focus();
    } catch (error) {
        if (!(error instanceof DOMException)) tell("The server does not answer.");
    }
}

/**
 * Send a form as its button does, and show the page that answers.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} [submitter]
 * @param {Record<string, string>} [more] in place of what fields of these names say
 */
export function send(form, submitter, more = {}) {
    const told = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
    const body = new URLSearchParams(told);
    if (submitter instanceof HTMLButtonElement && submitter.name) body.set(submitter.name, submitter.value);
    for (const [name, value] of Object.entries(more)) body.set(name, value);
    if (String(body).length > MOST_BYTES) tell("This file is too large to be opened here.");
    else show(form.action, { method: "POST", body }, true);
}

/** @param {(cell: HTMLButtonElement, key: string) => boolean} onKey what a key does on a cell */
export function wireForms(onKey) {
    document.addEventListener("submit", (event) => {
        const form = /** @type {HTMLFormElement} */ (event.target);
        if (form.method !== "post") return;
        event.preventDefault();
        event.submitter?.focus();
        send(form, event.submitter);
    });
    addEventListener("popstate", () => show(location.href, {}, false));
    wireCells(onKey);
}

/** @param {ParentNode} page */
const placesOf = (page) => page.querySelector("style")?.textContent?.trim();

/**
 * What finds an element again on the next page.
 * @param {Element | null} element
 */
function named(element) {
    if (element?.id) return `#${CSS.escape(element.id)}`;
    if (!(element instanceof HTMLButtonElement || element instanceof HTMLInputElement)) return "";
    return `[name="${CSS.escape(element.name)}"][value="${CSS.escape(element.value)}"]`;
}

/**
 * The parts of the other page that differ. What tells something stays the same element, or it
 * would not be read out.
 * @param {DocumentFragment} page
 */
function change(page) {
    const here = document.querySelector("#board-form");
    const there = page.querySelector("#board-form");
    const [told, news] = [document.querySelector("#told"), page.querySelector("#told")];
    const [aside, other] = [document.querySelector(".right"), page.querySelector(".right")];
    if (!here || !there || !told || !news || !aside || !other) {
        tell((page.querySelector("main") ?? page).textContent || "The server does not answer.");
        return;
    }
    here.replaceWith(there);
    told.replaceChildren(...news.childNodes);
    news.remove();
    const open = [...aside.querySelectorAll("details")].map((details) => details.open);
    aside.replaceChildren(told, ...other.childNodes);
    for (const [i, details] of aside.querySelectorAll("details").entries())
        details.open = open[i] ?? false;
    tabStop(cells()[0]);
}

/** @param {string} text */
function tell(text) {
    document.querySelector("#told")?.replaceChildren(element("p", { class: "message" }, text));
}

/** @returns {string} what a click does */
const brush = () =>
    /** @type {HTMLInputElement | null} */ (document.querySelector("[name=put]:checked"))?.value ??
    "x";

/** @param {string} put */
export function choose(put) {
    const radio = document.querySelector(`[name=put][value=${CSS.escape(put)}]`);
    if (radio instanceof HTMLInputElement) radio.checked = true;
    return radio !== null;
}
