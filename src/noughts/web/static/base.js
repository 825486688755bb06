// @ts-check
// What all pages with a board need: elements, what the browser keeps, and sending a text.

/**
 * The elements of the page, by id.
 * @param {string} id
 * @returns {HTMLElement}
 */
export const $ = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * An element.
 * @param {string} tag
 * @param {Record<string, string>} [attributes]
 * @param {(Node | string)[]} children
 */
export function element(tag, attributes = {}, ...children) {
    const made = document.createElement(tag);
    for (const [name, text] of Object.entries(attributes)) made.setAttribute(name, text);
    made.append(...children);
    return made;
}

/**
 * A button.
 * @param {string} text
 * @param {() => unknown} act
 * @param {Record<string, string>} [attributes]
 */
export function buttonFor(text, act, attributes = {}) {
    const made = element("button", { type: "button", class: "button", ...attributes }, text);
    made.addEventListener("click", act);
    return made;
}

/**
 * What is kept in the browser under that name.
 * @param {string} name
 * @returns {any}
 */
export function kept(name) {
    try {
        return JSON.parse(localStorage.getItem(name) ?? "null");
    } catch {
        return null; // a page from disk may have no storage
    }
}

/**
 * @param {string} name
 * @param {unknown} what
 */
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
    await copy(text);
    const before = button.textContent;
    button.textContent = "Copied";
    setTimeout(() => (button.textContent = before), 2000);
}
