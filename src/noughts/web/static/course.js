// @ts-check
// The course of the game: a graph that grows as values become known, the mistakes, and each of
// them asked again.

import { $, buttonFor, element } from "./base.js";
import { begins, extent, lessonHere, markAt, message, people, refused, say, signal, source, state, subscribe, turnAt, update, worthOf, worths } from "./table.js";
import { reveal, share, shareAtEnd } from "./analysis.js";
import { go } from "./play.js";

/**
 * @typedef {{value: Value, moves: {move: string, value: Value, best: boolean}[]}} Spot
 * @typedef {{ply: number, move: string, from: Value, to: Value, better: string[], slow: boolean}} Mistake
 */

const HIGH = 120; // the graph, in its own units
const WIDE = 320;
const OUT_OF_TIME = "The other positions are too hard to solve here.";

/** What is known, by address; null where it was given up. */
const spots = /** @type {Map<string, Spot | null>} */ (new Map());

const isOpen = () => state.tab === "review";
/** @param {number} ply */
const addressAt = (ply) => source.address(state.settings, state.line.slice(0, ply));
/** @param {number} ply how many moves lead to the position */
const spotAt = (ply) => spots.get(addressAt(ply));

/** Show the course of the game, or hide it. */
export function course() {
    if (!state.line.length) return refused(new Error("There is no move to review yet."));
    update({ tab: isOpen() ? "" : "review" });
    return paintCourse();
}

/**
 * Find the values of all positions of the line, and draw the course after each.
 *
 * Those at the end are soon found, and those at the start may be in a book.
 */
export async function paintCourse() {
    if (!isOpen() || !state.line.length) return;
    draw();
    const stop = signal();
    try {
        const plies = [...state.line.keys()];
        const rest = await along(plies.reverse(), stop);
        await along(rest.reverse(), stop);
        draw(true);
        update({ told: state.told + 1 });
    } catch (error) {
        refused(error);
    }
}

/**
 * Positions one after the other, up to the first that is too hard: those that are left.
 * @param {number[]} plies
 * @param {AbortSignal} stop
 */
async function along(plies, stop) {
    for (const [i, ply] of plies.entries()) {
        const known = spotAt(ply) ?? (await spotOf(ply, stop));
        stop.throwIfAborted();
        spots.set(addressAt(ply), known);
        if (!known) return plies.slice(i + 1);
        if (isOpen()) draw();
    }
    return [];
}

/** @param {number} ply @param {AbortSignal} stop @returns {Promise<Spot | null>} */
async function spotOf(ply, stop) {
    const ask = source.values ?? source.know;
    const moves = state.line.slice(0, ply);
    const told = await ask(state.settings, moves, stop).catch((error) => {
        if (stop.aborted) throw error;
        return null;
    });
    return told?.value.outcome ? { value: told.value, moves: told.moves } : null;
}

/** Each move of the person's, or of both persons', as a square: blue for a best one, orange for a mistake. */
export async function squares() {
    const own = [...state.line.keys()].filter((ply) => people().length !== 1 || people().includes(turnAt(ply)));
    await along([...own].reverse(), signal()).catch(() => undefined);
    const bad = new Set(mistakes().filter((one) => !one.slow).map((one) => one.ply - 1));
    return own.every(spotAt) ? own.map((ply) => (bad.has(ply) ? "🟧" : "🟦")).join("") : "";
}

/** The mistakes that are known: moves after which the game was worth less. */
function mistakes() {
    /** @type {Mistake[]} */
    const found = [];
    for (const [i, move] of state.line.entries()) {
        const spot = spotAt(i);
        const own = spot?.moves.find((one) => one.move === move);
        if (!spot || !own?.value.outcome) continue;
        const worth = own.best ? "best" : own.value.outcome === spot.value.outcome ? "slow" : "mistake";
        worths.set(addressAt(i + 1), worth);
        if (own.best) continue;
        const better = spot.moves.filter((one) => one.best).map((one) => one.move);
        const slow = worth === "slow";
        if (slow && own.value.outcome === "draw") continue;
        if (better.length) found.push({ ply: i + 1, move, from: spot.value, to: own.value, better, slow });
    }
    return found;
}

/**
 * What a move does that keeps the outcome, and takes longer or not as long.
 * @param {Value} value
 */
const inTime = (value) => `${value.outcome === "win" ? "wins" : "loses"} ${extent(value)}`;

/** @param {boolean} [done] whether nothing more will be known */
function draw(done = false) {
    const all = mistakes();
    const unknown = [...state.line.keys()].filter((ply) => !spotAt(ply)).length;
    const list = element("ul", { class: "mistakes" });
    list.append(...all.map(told));
    const state_of = element("p", { class: "faint" });
    if (unknown) state_of.textContent = done ? OUT_OF_TIME : `Solving: ${unknown} ${unknown === 1 ? "position is" : "positions are"} left …`;
    else if (!all.length) state_of.textContent = "Nobody made a mistake.";
    $("graph").replaceChildren(graph(all));
    $("history").replaceChildren(list, state_of);
    if (!done || !unknown) return;
    for (const [address, spot] of spots) if (!spot) spots.delete(address);
    $("history").append(buttonFor("Keep trying", paintCourse));
}

/** @param {Mistake} one */
function told(one) {
    const who = markAt(one.ply - 1);
    const text = one.slow
        ? `Move ${one.ply}: ${who} ${one.move} ${inTime(one.to)}; the best move ${inTime(one.from)}.`
        : `Move ${one.ply}: ${who} ${one.move} turns a ${worthOf(one.from)} into a ${worthOf(one.to)}.`;
    const again = buttonFor("Try again", () => askAgain(one), {
        "aria-label": `Try move ${one.ply} again`,
    });
    return element("li", one.slow ? { class: "slow" } : {}, element("span", {}, text), ...(isOwn(one.ply) ? [again] : []));
}

/** @param {number} ply */
const isOwn = (ply) => people().includes(turnAt(ply - 1));

/** @param {Mistake} one */
function askAgain({ ply, move, better }) {
    const lesson = { moves: state.line.slice(0, ply - 1), move, better };
    update({ lesson, values: false, best: false, peek: false });
    go(lesson.moves);
    $("stage").scrollIntoView({ block: "nearest" });
}

/** After a game: the first move that gave something away. */
export async function seeMistake() {
    update({ tab: "review" });
    await paintCourse();
    const own = mistakes().filter((one) => isOwn(one.ply));
    const worst = own.find((one) => !one.slow) ?? own[0];
    if (worst) askAgain(worst);
    else message("No mistake of yours is known.");
}

/** What is asked again, below the board. */
function paintLesson() {
    const lesson = lessonHere();
    const place = $("lesson");
    place.hidden = !lesson;
    if (!lesson) return place.replaceChildren();
    const ply = lesson.moves.length;
    const text = `${markAt(ply)} played ${lesson.move} here, a mistake. Find a better move.`;
    const show = () => {
        message("");
        update({ lesson: null });
        reveal("values", true);
    };
    place.replaceChildren(element("p", {}, text), buttonFor("Show the answer", show));
    say("polite", text);
}

/**
 * A bar for each position: up as far as the first player is ahead, down for the second.
 * @param {Mistake[]} bad
 */
function graph(bad) {
    const wide = Math.min(28, WIDE / (state.line.length + 1));
    const middle = HIGH / 2;
    const here = begins(state.line, state.view.moves) ? state.view.moves.length : -1;
    const bars = [0, ...state.line.keys()].map((_, ply) => {
        const x = ply * wide;
        const value = shareAfter(ply);
        const up = value === null ? 0 : ((value - 50) / 50) * (middle - 6);
        const wrong = bad.find((one) => one.ply === ply);
        const name = ply ? `${ply}. ${markAt(ply - 1)} ${state.line[ply - 1]}` : "start";
        const worth = value === null ? "unknown" : value === 50 ? "draw" : `${state.view.marks[value > 50 ? 0 : 1]} wins`;
        const kind = value === null ? "unknown" : value === 50 ? "even" : value > 50 ? "first" : "second";
        const height = Math.max(4, Math.abs(up));
        const top = up > 0 ? middle - height : value === 50 || value === null ? middle - 2 : middle;
        const mark = wrong && !wrong.slow ? `<path class="wrong" d="M${x + wide / 2 - 4} ${HIGH - 2}h8l-4 -7z"/>` : "";
        return (
            `<g class="${kind}" data-ply="${ply}"><title>${name}: ${worth}${wrong ? ", a mistake" : ""}</title>` +
            `<rect class="room${ply === here ? " here" : ""}" x="${x}" y="0" width="${wide}" height="${HIGH}"/>` +
            `<rect class="bar" x="${x + wide * 0.14}" y="${top}" width="${wide * 0.72}" height="${height}" rx="1.5"/>${mark}</g>`
        );
    });
    const width = wide * (state.line.length + 1);
    const place = element("div", { class: "graph" });
    place.innerHTML =
        `<svg viewBox="0 0 ${width} ${HIGH}" preserveAspectRatio="xMinYMid" role="img" aria-label="The course of the game: ` +
        `${bad.length} moves gave something away">${bars.join("")}` +
        `<path class="middle" d="M0 ${middle}H${width}"/></svg>`;
    place.addEventListener("click", (event) => {
        const bar = /** @type {Element} */ (event.target).closest("[data-ply]");
        if (bar) go(state.line.slice(0, Number(bar.getAttribute("data-ply"))));
    });
    return place;
}

/** @param {number} ply */
function shareAfter(ply) {
    if (state.view.over && ply === state.line.length) return shareAtEnd(state.view);
    const here = spotAt(ply)?.value;
    if (here) return share(here, turnAt(ply));
    const before = spotAt(ply - 1)?.moves.find((one) => one.move === state.line[ply - 1]);
    return ply && before ? share(before.value, turnAt(ply - 1)) : null;
}

/** What is open of the course of the game; where it is not, its values stay. */
function paintOpen() {
    for (const id of ["history", "graph"]) $(id).hidden = !isOpen();
}

/** Follow the state. */
export function wireCourse() {
    subscribe(["view", "lesson"], paintLesson);
    subscribe(["known"], () => void (state.known?.value.outcome && spots.set(source.address(state.settings, state.view.moves), state.known)));
    subscribe(["tab"], paintOpen);
    paintOpen();
}
