// @ts-check
// What is known of the position: values, reasons, the best line; and the bar beside the board.

import { $, anew, buttonFor, element, lessonHere, markAt, noteTurns, ours, refused, say, signal, source, state } from "./table.js";
import { board, paint } from "./look.js";
import { go } from "./play.js";

/**
 * @typedef {import("./table.js").Known} Known
 * @typedef {import("./table.js").Source} Source
 * @typedef {import("./table.js").Value} Value
 */

const REASONS = 3; // how many are shown at first
// How full the bar is: at a win, a draw, and how much less for a win that is far away.
const [FULL, HALF, FARTHEST] = [97, 50, 42];

export const showsValues = () => state.values || state.peek;

/**
 * Find out what the position is worth, if that is to be shown: first the values, and when they are
 * shown, the reasons and the line of best play.
 * @param {AbortSignal} stop
 */
export async function learn(stop) {
    const wanted = state.values || state.best || state.peek;
    if (state.known?.ghosts || !wanted) return;
    if (source.values && !state.known) await find(source.values, stop);
    await find(source.know, stop);
    await advise(stop);
    await explain(stop);
}

/**
 * Ask for the reasons, where the page has only values. Without a server there are none.
 * @param {AbortSignal} stop
 */
async function explain(stop) {
    const { known, view, settings } = state;
    if (!known || !source.explain || known.moves.every(({ move, why }) => why !== move)) return;
    const told = await source.explain(settings, view.moves, known, stop).catch(() => null);
    if (!told || state.known !== known) return;
    state.known = told;
    paint();
}

/**
 * Ask the source for what it knows, and show it.
 * @param {Source["know"]} ask
 * @param {AbortSignal} stop
 */
async function find(ask, stop) {
    const told = state.known?.verdict;
    if (!state.known) $("known").toggleAttribute("data-old", true);
    $("searching").textContent = state.known ? "" : "Computing the values …";
    try {
        state.known = await ask(state.settings, state.view.moves, stop);
    } finally {
        if (!stop.aborted) {
            $("searching").textContent = "";
            paint();
        }
    }
    if (state.known.verdict !== told) tellKnown();
}

export function tellKnown() {
    if (state.known) say("polite", state.known.verdict);
}

/**
 * @param {"values" | "best" | "peek"} what
 * @param {boolean} on
 */
export function reveal(what, on) {
    if (state[what] === on) return;
    state[what] = on;
    if (on && what !== "peek") openAnalysis();
    paint();
    if (on && state.known) tellKnown();
    if (on) learn(signal()).catch(refused);
    else if (ours() && !state.known && !(showsValues() || state.best)) {
        anew(); // a search
        $("searching").textContent = "";
    }
}

/** Show the lines that lack one mark, or hide them. */
export function showThreats() {
    const { threats } = state.view;
    if (!threats) return refused(new Error("This game has no threats to show: nobody wins by lines of their own."));
    state.threats = !state.threats;
    if (state.threats) openAnalysis();
    paint();
    say("polite", state.threats ? threats.text : "Threats hidden.");
}

const drawer = () => /** @type {HTMLDetailsElement} */ ($("analyse"));

export function openAnalysis() {
    drawer().open = true;
}

export function wireAnalysis() {
    drawer().addEventListener("toggle", () => {
        const wanted = state.values || state.best || state.threats || state.lesson;
        if (drawer().open && !wanted) reveal("values", true);
        if (drawer().open || state.lesson) return;
        state.values = state.best = state.threats = false;
        paint();
    });
}

/**
 * A move's value as it is read out.
 * @param {string} move
 */
export function inWords(move) {
    const value = state.known?.moves.find((one) => one.move === move)?.value;
    if (!value?.outcome) return "value unknown";
    return value.outcome === "draw" ? "draw" : `${value.outcome} in ${value.plies}`;
}

/** What is known, in words. While the next position is not known yet, the last one stays, pale. */
export function paintKnown() {
    const { known } = state;
    const shown = showsValues() || state.best;
    paintBar(shown && !lessonHere() ? known : null);
    $("legend").hidden = !(shown && known?.moves.length);
    if (!shown || lessonHere()) return $("known").replaceChildren();
    if (!known) return;
    $("known").toggleAttribute("data-old", false);
    const parts = [element("p", { id: "verdict" }, known.verdict)];
    if (known.would) parts.push(advice(known.would));
    if (known.moves.length) parts.push(reasons(known));
    const line = known.principal_variation.length;
    // A single move is no line unless it is proved.
    if (line > 1 || (line && known.value.outcome)) parts.push(bestLine(known));
    $("known").replaceChildren(...parts);
}

/**
 * What the computer would play at its level, where nobody knows what is best.
 * @param {AbortSignal} stop
 */
async function advise(stop) {
    const { known, view, settings } = state;
    if (!known || known.value.outcome || known.would || view.over || !ours()) return;
    const asked = { ...settings, as: "xo"[1 - view.turn] };
    const { answer } = await source.table(asked, view.moves, { reply: true, know: false }, stop);
    if (state.known !== known || !answer) return;
    known.would = answer;
    paint();
}

/** @param {string} move */
const advice = (move) => {
    const level = state.settings.level.split(",").at(state.view.turn) ?? state.settings.level;
    return element("p", { id: "would" }, `At the level ${level}, the computer would play ${move} here.`);
};

/** @param {Known} known */
function reasons(known) {
    const list = element("ul", { class: "reasons", "aria-label": "Explanation of every move" });
    list.toggleAttribute("data-roomy", source.explain !== undefined); // words may still come
    const all = known.moves.map(reason);
    list.append(...all);
    if (all.length <= REASONS) return list;
    const rest = all.slice(REASONS);
    const more = buttonFor("", () => {
        state.more = !state.more;
        fold();
    }, { class: "button quiet", id: "more" });
    const fold = () => {
        for (const one of rest) one.hidden = !state.more;
        more.textContent = state.more ? "Fewer" : `${rest.length} more`;
        more.setAttribute("aria-expanded", String(state.more));
    };
    fold();
    return element("div", {}, list, more);
}

/** @param {Known["moves"][number]} move */
function reason(move) {
    const sign = state.known?.signs[move.move] ?? "?";
    const chip = element("b", { class: "chip", "data-outcome": move.value.outcome ?? "" }, sign);
    const item = element("li", { "data-move": move.move }, chip, " ", element("span", {}, move.why ?? move.move));
    const cells = namedIn(`${move.move} ${move.why ?? ""}`, move.move);
    item.addEventListener("pointerenter", () => board.light(cells));
    item.addEventListener("pointerleave", () => board.light([]));
    return item;
}

/**
 * The cells that a text names, and those of a move.
 * @param {string} text
 * @param {string} move
 */
function namedIn(text, move) {
    const words = new Set(text.split(/[^\w]+/));
    return state.view.cells
        .filter((cell) => words.has(cell.name) || cell.moves.includes(move))
        .map((cell) => cell.name);
}

/**
 * Light up the reason of the cell that is pointed at.
 * @param {string[]} moves
 */
export function lightReason(moves) {
    for (const item of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".reasons li")))
        item.toggleAttribute("data-lit", moves.includes(item.dataset.move ?? ""));
}

/**
 * Best play, move by move: each can be gone to, and becomes a line of its own.
 * @param {Known} known
 */
function bestLine({ principal_variation: line, line_turns, value }) {
    const { moves } = state.view;
    const whole = [...moves, ...line];
    noteTurns(whole, line_turns);
    const steps = line.map((move, i) => {
        const to = moves.length + i + 1;
        const text = `${markAt(to - 1, whole)} ${move}`;
        return element("li", {}, buttonFor(text, () => go(whole.slice(0, to), { line: whole })));
    });
    const hint = element("span", { class: "faint keyboard" }, " Step along it with ← and →.");
    return element(
        "div",
        { class: "best-line" },
        element("p", {}, element("b", {}, value.outcome ? "Best line" : "Expected play, not proved"), hint),
        element("ol", { class: "line" }, ...steps),
    );
}

/**
 * How much of the bar is the first player's.
 * @param {Value} value to the player to move
 * @param {number} turn
 */
export function share(value, turn) {
    if (value.outcome === null) return null;
    if (value.outcome === "draw") return HALF;
    const wins = (value.outcome === "win") === (turn === 0);
    const full = FULL - Math.min(value.plies ?? 0, FARTHEST);
    return wins ? full : 100 - full;
}

/**
 * How much of the bar is the first player's when the game is over.
 * @param {import("./table.js").View} view
 */
export function shareAtEnd(view) {
    if (view.winner === null) return HALF;
    return view.winner === 0 ? 100 : 0;
}

/**
 * The bar beside the board: full for the first player who wins, empty for the second.
 * @param {Known | null} known
 */
function paintBar(known) {
    const bar = $("evaluation");
    bar.hidden = !(showsValues() || state.best) || Boolean(lessonHere());
    if (!known) return;
    const full = state.view.over ? shareAtEnd(state.view) : share(known.value, state.view.turn);
    bar.toggleAttribute("data-unknown", full === null);
    const { outcome, plies } = known.value;
    bar.setAttribute("aria-label", known.verdict);
    const [filled, sign] = /** @type {HTMLElement[]} */ ([...bar.children]);
    filled.style.height = `${full ?? HALF}%`;
    sign.textContent = state.view.over || !outcome ? "" : outcome === "draw" ? "D" : `${plies}`;
    sign.toggleAttribute("data-low", (full ?? HALF) < HALF);
}
