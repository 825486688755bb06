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
 * An arrow goes to the cell beside, as they are seen.
 * @param {KeyboardEvent} event a key alone, if it is on the board
 * @param {(cell: HTMLButtonElement, key: string) => boolean} act what another key does on a cell;
 *     whether it does anything
 */
export function onCellKey(event, act) {
    const cell = event.target;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (!(cell instanceof HTMLButtonElement && cell.closest("#grid"))) return;
    const to = beside(event.key, cells(), cell, (one) => one.getBoundingClientRect());
    to?.focus();
    if (to || act(cell, event.key)) event.preventDefault();
}

/** Keys on cells; the tab stop follows the focus, beginning with the cell that has it. */
export function wireCells(act = (/** @type {HTMLButtonElement} */ _cell, /** @type {string} */ _key) => false) {
    document.addEventListener("keydown", (event) => onCellKey(event, act));
    document.addEventListener("focusin", (event) => {
        if (event.target instanceof HTMLButtonElement && event.target.closest("#grid"))
            tabStop(event.target);
    });
    const started = cells().find((cell) => cell.autofocus) ?? cells()[0];
    if (started) tabStop(started);
}
