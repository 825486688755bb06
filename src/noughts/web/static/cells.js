// @ts-check
// The keyboard on a board whose cells are buttons of a form: one tab stop, and the arrows.

import { beside } from "./base.js";

export const cells = () =>
    /** @type {HTMLButtonElement[]} */ ([...document.querySelectorAll("#grid button")]);

/**
 * The board is one tab stop, the cell that the keyboard is at.
 * @param {HTMLButtonElement} cell
 */
export function tabStop(cell) {
    for (const one of cells()) one.tabIndex = one === cell ? 0 : -1;
}

/**
 * The cell of an event, if it is a key alone on the board.
 * @param {KeyboardEvent} event
 * @returns {HTMLButtonElement | null}
 */
export function cellOf(event) {
    const cell = event.target;
    if (event.ctrlKey || event.metaKey || event.altKey) return null;
    return cell instanceof HTMLButtonElement && cell.closest("#grid") ? cell : null;
}

/**
 * Go to the cell beside this one, as they are seen, if the key is an arrow.
 * @param {KeyboardEvent} event
 * @param {HTMLButtonElement} cell
 */
export function followArrow(event, cell) {
    const place = (/** @type {HTMLButtonElement} */ one) => one.getBoundingClientRect();
    const to = beside(event.key, cells(), cell, place);
    to?.focus();
    return to !== null;
}

/** Let the tab stop follow the focus, beginning with the cell that has it. */
export function wireCells() {
    document.addEventListener("focusin", (event) => {
        if (event.target instanceof HTMLButtonElement && event.target.closest("#grid"))
            tabStop(event.target);
    });
    const started = cells().find((cell) => cell.autofocus) ?? cells()[0];
    if (started) tabStop(started);
}
