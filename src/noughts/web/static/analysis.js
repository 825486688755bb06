// @ts-check
// What is known of the position: values, reasons, the best line; and the bar beside the board.

import { $, buttonFor, element } from "./base.js";
import { anew, extent, lessonHere, markAt, noteTurns, ours, refused, say, showsValues, signal, source, state, subscribe, update } from "./table.js";
import { board } from "./look.js";
import { go } from "./play.js";

const HALF = 50; // how full the bar is at a draw, in hundredths
const ASK = "Ask “Why?”: every move gets its value, and the reason for it in words.";
const OPEN_HERE = "Nothing is proved here.";
const [YET, LOOKS] = ["Nothing is proved here yet.", "The computer looks for a move …"];
const IN_FULL = /** @type {Record<string, string>} */ ({ W: "Win ", D: "Draw", L: "Loss " });
const SOON = 300; // milliseconds after which that is said

/**
 * Find out what the position is worth, if that is to be shown: first the values, and when they are
 * shown, the reasons and the line of best play.
 * @param {AbortSignal} stop
 */
export async function learn(stop) {
    const wanted = state.values || state.best || state.peek;
    if (state.known?.ghosts || !wanted) return;
    const settled = new AbortController(); // then nobody needs advice
    stop.addEventListener("abort", () => settled.abort());
    const advised = advise(settled.signal).catch(() => update({ advice: "" }));
    if (source.values && !state.known) await find(source.values, stop);
    if (state.known?.value.outcome) settled.abort();
    await find(source.know, stop);
    await Promise.all([advised, explain(stop)]);
}

/**
 * Ask for the reasons, where the page has only values. Without a server there are none.
 * @param {AbortSignal} stop
 */
async function explain(stop) {
    const { known, view, settings } = state;
    if (!known || known.moves.every(({ move, why }) => why && why !== move)) return;
    const ask = known.moves.some(({ move, why }) => why === move) ? source.explain : undefined;
    const told = (await ask?.(settings, view.moves, known, stop).catch(() => null)) ?? known;
    if (state.known === known && !stop.aborted) update({ known: { ...told, explained: true } });
}

/** @param {Source["know"]} ask @param {AbortSignal} stop */
async function find(ask, stop) {
    const told = state.known?.verdict;
    const report = (/** @type {string} */ searching) => void (stop.aborted || update({ searching }));
    if (!state.known) report("Computing the values …");
    try {
        const known = await ask(state.settings, state.view.moves, stop, report);
        stop.throwIfAborted();
        update({ known });
    } finally {
        report("");
    }
    if (state.known?.verdict !== told) tellKnown();
}

function tellKnown() {
    if (state.known) say("polite", state.known.verdict);
}

/** The part of the panel that tells of it. */
const TABS = { values: "why", best: "line" };

/** @param {"values" | "best" | "peek"} what @param {boolean} on */
export function reveal(what, on) {
    if (state[what] === on) return;
    const { tab } = state;
    const left = { ...state, [what]: on };
    const other = left.values ? TABS.values : left.best ? TABS.best : "";
    update({ [what]: on, tab: what === "peek" ? tab : on ? TABS[what] : tab === TABS[what] ? other : tab });
    if (on && state.known) tellKnown();
    if (on) learn(signal()).catch(refused);
    else if (ours() && !state.known && !(showsValues() || state.best)) anew(); // a search
}

/**
 * Open a part of the panel; or, where it is open, put away what it shows.
 * @param {"values" | "best"} what
 */
export function press(what) {
    if (state[what] && state.tab !== TABS[what]) update({ tab: TABS[what] });
    else reveal(what, !state[what]);
}

/** Show the lines that lack one mark, or hide them. */
export function showThreats() {
    const { threats } = state.view;
    if (!threats) return refused(new Error("This game has no threats to show: nobody wins by lines of their own."));
    update({ threats: !state.threats });
    say("polite", state.threats ? threats.text : "Threats hidden.");
}

/** What is known, in words. While the next position is not known yet, the last one stays, pale. */
function paintKnown() {
    const { known, tab, view, advice } = state;
    const place = $("known");
    const shown = (showsValues() || state.best) && !lessonHere();
    paintBar(shown ? known : null);
    place.hidden = tab === "review" || (!tab && view.over);
    place.toggleAttribute("data-old", shown && !known && !advice);
    if (shown && tab && !known && (advice || !$("verdict"))) // it is being searched
        return place.replaceChildren(...(advice ? [element("p", { class: "big" }, YET), element("p", {}, advice)] : []));
    if (!shown || !tab) return place.replaceChildren(...idle());
    if (known) place.replaceChildren(...(tab === "line" ? bestLine(known) : why(known)));
}

/** Before anything is asked: the rules, and what can be asked. */
function idle() {
    const rules = document.querySelector("#rules p")?.textContent;
    return [...(rules ? [element("p", {}, rules)] : []), element("p", { class: "faint" }, state.view.moves.length ? ASK : `Play a move. ${ASK}`)];
}

/** @param {Known} known */
function why(known) {
    const parts = [element("p", { id: "verdict" }, known.verdict)];
    if (!known.value.outcome && state.advice) parts.push(element("p", { id: "would" }, state.advice));
    const told = known.moves.filter((one) => one.value.outcome);
    if (told.length) parts.push(reasons(told));
    return parts;
}

/**
 * What the computer would play at its level, until something is proved.
 * @param {AbortSignal} stop
 */
async function advise(stop) {
    await new Promise((done) => setTimeout(done, SOON));
    const { known, view, settings } = state;
    if (stop.aborted || known?.value.outcome || view.over || !ours()) return;
    update({ advice: LOOKS });
    const asked = { ...settings, as: "xo"[1 - view.turn] };
    const { answer } = await source.table(asked, view.moves, { reply: true, know: false }, stop);
    if (answer) update({ advice: `The computer would play ${answer}.` });
}

/** @param {Known["moves"]} moves those whose value is known */
function reasons(moves) {
    const list = element("ul", { class: "reasons", "aria-label": "Every move, and why" }, ...moves.map(reason));
    // Where no words will come, the moves stand side by side.
    list.toggleAttribute("data-bare", !mayCome() && moves.every(({ move, why }) => why === move));
    return list;
}

/** Whether reasons in words may yet come. */
const mayCome = () => source.explain !== undefined && !state.known?.explained;

/** @param {Known["moves"][number]} move */
function reason({ move, value, why }) {
    const sign = state.known?.signs[move] ?? "?";
    const chip = element("b", { class: "chip", "data-outcome": value.outcome ?? "" }, sign.replace(/^[WDL]/, (letter) => IN_FULL[letter]));
    const words = element("span", {}, why || move);
    words.toggleAttribute("data-coming", mayCome() && (!why || why === move));
    const item = element("li", { "data-move": move }, chip, " ", words);
    const cells = namedIn(`${move} ${why ?? ""}`, move);
    item.addEventListener("pointerenter", () => board.light(cells));
    item.addEventListener("pointerleave", () => board.light([]));
    return item;
}

/** @param {string} text @param {string} move */
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
function lightReason(moves) {
    for (const item of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".reasons li")))
        item.toggleAttribute("data-lit", moves.includes(item.dataset.move ?? ""));
}

/**
 * Best play, move by move: each can be gone to, and becomes a line of its own.
 * @param {Known} known
 */
function bestLine({ principal_variation: line, line_turns, value }) {
    if (!value.outcome) return [element("p", {}, OPEN_HERE)];
    const { moves } = state.view;
    const whole = [...moves, ...line];
    noteTurns(whole, line_turns);
    const steps = line.map((move, i) => {
        const to = moves.length + i + 1;
        const text = `${markAt(to - 1, whole)} ${move}`;
        return element("li", {}, buttonFor(text, () => go(whole.slice(0, to), { line: whole })));
    });
    if (line.length < (value.plies ?? 0)) steps.push(element("li", { class: "faint" }, "…"));
    const hint = element("p", { class: "faint keyboard" }, "Step along it with ← and →.");
    return [element("ol", { class: "line", "aria-label": "Best line" }, ...steps), hint];
}

/**
 * How much of the bar is the first player's.
 * @param {Value} value to the player to move
 * @param {number} turn
 */
export function share(value, turn) {
    if (value.outcome === null) return null;
    if (value.outcome === "draw") return HALF;
    return (value.outcome === "win") === (turn === 0) ? 100 : 0;
}

/**
 * How much of the bar is the first player's when the game is over.
 * @param {View} view
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
    const { view } = state;
    const bar = $("evaluation");
    bar.toggleAttribute("data-off", !(showsValues() || state.best) || Boolean(lessonHere()));
    if (!known) return;
    const { bounds } = known;
    const sure = bounds?.lower.outcome === bounds?.upper.outcome ? bounds?.lower.outcome : null;
    const worth = { ...known.value, outcome: known.value.outcome ?? sure ?? null };
    const full = view.over ? shareAtEnd(view) : share(worth, view.turn);
    bar.toggleAttribute("data-unknown", full === null);
    bar.setAttribute("aria-label", known.verdict);
    bar.style.setProperty("--full", `${full ?? HALF}%`);
    const wins = full === null || full === HALF ? "" : view.marks[full ? 0 : 1];
    const sign = bar.querySelector("b");
    if (sign) sign.textContent = wins && (known.value.plies || known.value.margin) ? `${wins} ${extent(known.value)}` : wins || (full ? "draw" : "");
    sign?.toggleAttribute("data-low", full === 0);
}

/** Follow the state. */
export function wireAnalysis() {
    subscribe(["view", "known", "values", "best", "peek", "tab", "lesson", "advice"], paintKnown);
    subscribe(["searching"], () => ($("searching").textContent = state.searching));
    board.use.point = lightReason;
    paintKnown();
}
