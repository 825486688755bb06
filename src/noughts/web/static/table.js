// @ts-check
// What is on the table: the position, the lines of play, what is known; and what is said about it.
//
// What is shown comes from a source: the server and what it gives to the page (served.js), or in a
// page of one file what is embedded in it (offline.js).

import { $, element } from "./base.js";
import { wholeView } from "./drawing.js";
import { served } from "./served.js";
import { Lines } from "./lines.js";
import { storeOf } from "./store.js";

/**
 * Which sides people play.
 * @type {Record<string, number[]>}
 */
const PEOPLE = { x: [0], o: [1], both: [0, 1], none: [] };

/** @type {Source} */
export const source = /** @type {any} */ (globalThis).noughtsOffline ?? served;

export const start = JSON.parse($("start").textContent ?? "{}");
export const { state, subscribe, update } = storeOf({
    /** @type {Settings} */
    settings: { game: start.game, as: start.as, level: start.level, position: start.position },
    /** @type {View} */
    view: wholeView(start.sheet, start.view),
    /** @type {Known | null} */
    known: null,
    /** The whole line, of which the view may show a part: what was undone comes after it. */
    /** @type {string[]} */
    line: start.view.moves,
    /** All lines of this game. */
    lines: new Lines(),
    /** Which game of this window it is. */
    game: 0,
    values: false,
    best: false,
    peek: false,
    threats: false,
    /** The bad move that is asked again, while its position is shown. */
    /** @type {{moves: string[], move: string, better: string[]} | null} */
    lesson: null,
    /** Which part of the panel is open: "why", "line", "review", or none. */
    tab: "",
    /** Whether the computer thinks. */
    thinking: false,
    /** What is being worked out for the panel. */
    searching: "",
    /** What the computer was not sure of in its last move, and what the coach says of the person's. */
    doubt: "",
    /** What the computer would play, where nothing is proved. */
    advice: "",
    coach: "",
    /** How many positions have been reached at which the game rests: then there is time to find out more. */
    rests: 0,
    /** How often more has become known of the game's course. */
    told: 0,
});

/** What moves were worth, by the address after them: "best", "slow" or "mistake". */
export const worths = /** @type {Map<string, string>} */ (new Map());

/** What stops all that is under way. */
let working = new AbortController();
export const signal = () => working.signal;

/** Begin something that makes all else that is under way pointless. */
export function anew() {
    working.abort();
    update({ thinking: false, searching: "", advice: "" });
    working = new AbortController();
    return working.signal;
}

export const people = () => PEOPLE[state.settings.as];
/** Whether a person is to move. */
export const ours = () => !state.view.over && !state.view.computer_to_move;
/** Whether values are shown, and on the board, too. */
export const showsValues = () => state.values || state.peek;

/**
 * Whose turn it is, or how the game ended, as the person who plays sees it.
 * @param {View} view
 */
export function standing(view) {
    const alone = people().length === 1;
    if (view.over && (!alone || view.winner === null)) return view.status;
    if (view.over) return people().includes(view.winner ?? -1) ? "You won." : "You lost.";
    if (state.thinking) return "The computer thinks …";
    if (view.computer_to_move) return people().length ? "The computer is to move." : view.status;
    return alone ? "Your move." : view.status;
}

/** @param {string[]} names */
const listed = (names) => new Intl.ListFormat("en-GB").format(names);

/**
 * After how many plies somebody wins, or by how many points.
 * @param {Value} value
 */
export const extent = ({ plies, margin }) => (margin === undefined ? `in ${plies}` : `by ${Math.abs(margin)}`);

/** @param {Value} value one that is known */
export const worthOf = (value) => (value.outcome === "draw" ? "draw" : `${value.outcome} ${extent(value)}`);

/**
 * What matters in a position: which moves keep its value.
 * @param {Known} known
 */
export function matter({ value, moves }) {
    const best = moves.filter((one) => one.best).map((one) => one.move);
    const [all, few] = [best.length === moves.length, best.length <= 4];
    const named = few ? listed(best) : `${best.length} of ${moves.length} moves`;
    const one = best.length === 1 ? "s" : "";
    if (!moves.length || !value.outcome) return "";
    if (value.outcome === "draw") return all ? "Every move holds the draw." : `Only ${named} hold${one} the draw.`;
    const points = value.margin !== undefined;
    if (value.outcome === "loss" && points) return all ? `Every move loses ${extent(value)}.` : `Only ${named} lose${one} no more than ${-(value.margin ?? 0)}.`;
    if (value.outcome === "loss") return `Every move loses; ${all ? "all last" : `${named} last${one}`} longest, ${value.plies} moves.`;
    const column = state.view.falls ? (best.length > 1 ? "Columns " : "Column ") : "";
    const wins = moves.filter((one) => one.value.outcome === "win").length;
    if (wins === best.length) return all ? "Every move wins." : `Only ${named} win${one}, ${extent(value)}.`;
    return `${column}${named} win${one} ${points ? "most" : "soonest"}, ${extent(value)}; ${wins} moves win in all.`;
}

/** @param {string} move */
export function inWords(move) {
    const value = state.known?.moves.find((one) => one.move === move)?.value;
    return value?.outcome ? worthOf(value) : "value unknown";
}

/** @param {string[]} line @param {string[]} moves */
export const begins = (line, moves) => moves.every((move, i) => line[i] === move);

/** Whose turn it was after the moves that were met: in some games a player moves twice. */
const turns = /** @type {Map<string, number>} */ (new Map());

/** @param {string[]} moves */
const pathKey = (moves) => [state.settings.game, state.settings.position, ...moves].join();

/**
 * Remember whose turn it is along a line: at its beginning, and after each of its last moves.
 * @param {string[]} line
 * @param {number[]} [told] without it, the players take turns
 */
export function noteTurns(line, told = []) {
    const first = line.length + 1 - told.length;
    told.forEach((turn, i) => turns.set(pathKey(line.slice(0, first + i)), turn));
}

/**
 * Whose turn it is after the first moves of a line.
 * @param {number} ply how many moves
 * @param {string[]} [line]
 */
export const turnAt = (ply, line = state.line) =>
    turns.get(pathKey(line.slice(0, ply))) ?? (state.view.first_turn + ply) % 2;

/**
 * The mark of whoever makes the move of that ply, counted from 0.
 * @param {number} ply
 * @param {string[]} [line]
 */
export const markAt = (ply, line) => state.view.marks[turnAt(ply, line)];

/** The mistake that is asked again in the position that is shown. */
export const lessonHere = () =>
    state.lesson?.moves.join() === state.view.moves.join() ? state.lesson : null;

/** Whether less motion is asked for. */
export const still = matchMedia("(prefers-reduced-motion: reduce)");

/** @param {"polite" | "assertive"} how @param {string} text */
export function say(how, text) {
    $(how).textContent = text;
}

/**
 * Below the board: what was refused, or that something is right.
 * @param {string} text
 * @param {boolean} good
 */
export function message(text, good = false) {
    $("message").textContent = text;
    $("message").toggleAttribute("data-good", good);
}

/** @param {unknown} error */
export function refused(error) {
    if (error instanceof DOMException && error.name === "AbortError") return;
    message(error instanceof Error ? error.message : String(error));
}

let fading = 0;

/**
 * A word at the foot of the page that goes away by itself, perhaps with something to do about it.
 * @param {string} text
 * @param {HTMLElement} [button]
 */
export function toast(text, button) {
    clearTimeout(fading);
    const clear = () => $("toast").replaceChildren();
    $("toast").replaceChildren(element("span", {}, text), ...(button ? [button] : []));
    fading = setTimeout(clear, button ? 12_000 : 3_000);
    button?.addEventListener("click", clear);
}
