// @ts-check
// The keyboard on a board whose cells are buttons of a form: one tab stop, and the arrows.

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

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
 * Go to the cell beside this one, if the key is an arrow.
 * @param {KeyboardEvent} event
 * @param {HTMLButtonElement} cell
 */
export function followArrow(event, cell) {
    if (!ARROWS[event.key]) return false;
    beside(cell, ARROWS[event.key]).focus();
    return true;
}

/**
 * The nearest cell in that direction, as they are seen.
 * @param {HTMLButtonElement} from
 * @param {[number, number]} way
 */
function beside(from, [x, y]) {
    const at = from.getBoundingClientRect();
    const far = (/** @type {HTMLButtonElement} */ to) => {
        const place = to.getBoundingClientRect();
        const [dx, dy] = [place.x - at.x, place.y - at.y];
        const [along, across] = x ? [dx * x, dy] : [dy * y, dx];
        return along > 1 ? along + 3 * Math.abs(across) : Infinity;
    };
    const to = cells().reduce((one, other) => (far(other) < far(one) ? other : one));
    return far(to) < Infinity ? to : from;
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
