// @ts-check
// What all pages with a board need: elements, what the browser keeps, and sending a text.

/** @param {string} id @returns {HTMLElement} */
export const $ = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @param {string} tag @param {Record<string, string>} [attributes] @param {(Node | string)[]} children */
export function element(tag, attributes = {}, ...children) {
    const made = document.createElement(tag);
    for (const [name, text] of Object.entries(attributes)) made.setAttribute(name, text);
    made.append(...children);
    return made;
}

/** @param {string} text @param {() => unknown} act @param {Record<string, string>} [attributes] */
export function buttonFor(text, act, attributes = {}) {
    const made = element("button", { type: "button", class: "button", ...attributes }, text);
    made.addEventListener("click", act);
    return made;
}

/** @param {string} name @returns {any} */
export function kept(name) {
    try {
        return JSON.parse(localStorage.getItem(name) ?? "null");
    } catch {
        return null; // a page from disk may have no storage
    }
}

/** @param {string} name @param {unknown} what */
export function keep(name, what) {
    try {
        localStorage.setItem(name, JSON.stringify(what));
    } catch {
        // then it lasts as long as the page
    }
}

/** @param {string} text */
export async function copy(text) {
    try {
        await navigator.clipboard.writeText(text);
    } catch {
        const area = element("textarea"); // without https there is no clipboard
        area.textContent = text;
        document.body.append(area);
        /** @type {HTMLTextAreaElement} */ (area).select();
        document.execCommand("copy");
        area.remove();
    }
    $("polite").textContent = "Copied.";
}

/**
 * Share a text the way this machine shares things, or copy it, which the button then says.
 * @param {string} text
 * @param {HTMLElement} button
 */
export async function send(text, button) {
    if ("share" in navigator) return navigator.share({ text }).catch(() => undefined); // not wanted
    await copied(text, button);
}

/** @param {string} text @param {HTMLElement} button */
export async function copied(text, button) {
    await copy(text);
    const before = button.textContent;
    button.textContent = "Copied";
    setTimeout(() => (button.textContent = before), 2000);
}

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * The nearest thing in the direction of an arrow: in the same row or column, as they are seen.
 * @template T
 * @param {string} key
 * @param {T[]} all
 * @param {T} from
 * @param {(one: T) => {x: number, y: number}} placeOf
 */
export function beside(key, all, from, placeOf) {
    if (!isArrow(key)) return null;
    const [[x, y], at] = [ARROWS[key], placeOf(from)];
    const far = (/** @type {T} */ to) => {
        const [dx, dy] = [placeOf(to).x - at.x, placeOf(to).y - at.y];
        const [along, across] = x ? [dx * x, dy] : [dy * y, dx];
        return along > 0.5 ? along + 3 * Math.abs(across) : Infinity;
    };
    const to = all.reduce((one, other) => (far(other) < far(one) ? other : one));
    return far(to) < Infinity ? to : from;
}

/** @param {string} key */
export const isArrow = (key) => key in ARROWS;
