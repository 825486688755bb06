// @ts-check
// The end of a game, and the tally of games, which the browser keeps.

import { $, buttonFor, element, people, start, state } from "./table.js";
import { keep, kept, sound } from "./options.js";
import { begin } from "./play.js";
import { seeMistake } from "./course.js";

/** @typedef {import("./table.js").View} View */

/** How often each has won. */
const tally = new Map(Object.entries(/** @type {Record<string, number>} */ (kept(`score ${start.game}`) ?? {})));

/** @param {number} turn */
function owner(turn) {
    if (people().length !== 1) return state.view.marks[turn];
    return people().includes(turn) ? "you" : "computer";
}

/** @param {View} view */
export function count(view) {
    const who = view.winner === null ? "draws" : owner(view.winner);
    tally.set(who, (tally.get(who) ?? 0) + 1);
    keep(`score ${start.game}`, Object.fromEntries(tally));
    sound(who === "draws" ? "draw" : who === "computer" ? "lost" : "won");
}

/**
 * Whose turn it is, or how the game ended, as the person who plays sees it.
 * @param {View} view
 */
export function standing(view) {
    if (people().length !== 1) return view.status;
    if (view.over)
        return view.winner === null ? view.status : people().includes(view.winner) ? "You won." : "You lost.";
    return people().includes(view.turn) ? "Your move." : view.status;
}

/** What can be done after the end. */
export function paintEnding() {
    const { view } = state;
    const place = $("ending");
    const told = [...tally].map(([who, games]) => `${who} ${games}`);
    $("score").textContent = told.length ? `Score: ${told.join(", ")}` : "";
    place.hidden = !view.over;
    const focused = document.activeElement?.closest("#ending") !== null;
    if (focused || !view.over) return;
    const lost = people().length !== 1 || view.winner === null || !people().includes(view.winner);
    const result = people().length === 1 ? ` ${view.winner === null ? "" : view.status}` : "";
    place.replaceChildren(
        element("p", { class: "result" }, standing(view), element("span", { class: "faint" }, result)),
        element(
            "div",
            { class: "bar" },
            buttonFor("Rematch", begin, { class: "button main", id: "again" }),
            ...(lost ? [buttonFor(people().length === 1 ? "See your mistake" : "See the mistakes", seeMistake, { id: "see" })] : []),
        ),
    );
}
