// @ts-check
// The end of a game: how it came about, and what can be done now; and the tally of games, which the
// browser keeps.

import { $, buttonFor, element, keep, kept, send } from "./base.js";
import { scoreOf } from "./drawing.js";
import { people, standing, start, state, subscribe, turnAt, update } from "./table.js";
import { sound } from "./options.js";
import { begin, setLevel, SMALL } from "./play.js";
import { course, seeMistake, squares } from "./course.js";
import { link } from "./share.js";

/** How often each has won. */
const tally = new Map(Object.entries(/** @type {Record<string, number>} */ (kept(`score ${start.game}`) ?? {})));
const LADDER = ["beginner", "easy", "medium", "hard", "perfect"];
const ORDINALS = new Intl.PluralRules("en", { type: "ordinal" });
const ENDINGS = /** @type {Record<string, string>} */ ({ one: "st", two: "nd", few: "rd", other: "th" });

/** The view of which the end was counted last. */
let last = state.view;

/** @param {number} turn */
function owner(turn) {
    if (people().length !== 1) return state.view.marks[turn];
    return people().includes(turn) ? "you" : "computer";
}

/** Count a game that has just ended. */
function count() {
    const { view } = state;
    const ended = view.over && !last.over && view.moves.length === last.moves.length + 1;
    last = view;
    if (!ended) return;
    update({ tab: "" }); // the result comes first
    const who = view.winner === null ? "draws" : owner(view.winner);
    tally.set(who, (tally.get(who) ?? 0) + 1);
    keep(`score ${start.game}`, Object.fromEntries(tally));
    sound(who === "draws" ? "draw" : who === "computer" ? "lost" : "won");
}

/** @param {Cell} first of a line @param {Cell} final */
function wayOf(first, final) {
    const [across, down] = [final.column - first.column, final.row - first.row].map(Math.abs);
    if (state.view.look === "hexagons") return "chain";
    return !down ? "row" : !across ? "column" : across === down ? "diagonal" : "line";
}

/** How the game was won: by which line, on which move of the winner. */
function how() {
    const { cells, lines, moves, winner, status } = state.view;
    if (winner === null) return status === "A draw." ? "Nobody gave way." : status;
    const line = cells.filter((cell) => lines[0]?.includes(cell.name)).sort((a, b) => a.name.localeCompare(b.name));
    const [first, final] = [line[0], line[line.length - 1]];
    const by = line.length < 2 ? "" : `By the ${wayOf(first, final)} ${first.name}–${final.name}, `;
    const own = moves.filter((_, ply) => turnAt(ply, moves) === winner).length;
    const whose = people().length === 1 ? (people().includes(winner) ? "your" : "its") : `${state.view.marks[winner]}’s`;
    const text = `${by}on ${whose} ${own}${ENDINGS[ORDINALS.select(own)]} move.`;
    return text[0].toUpperCase() + text.slice(1);
}

/** The level after the one that has lost, if there is one. */
function nextLevel() {
    const next = LADDER[LADDER.indexOf(state.settings.level) + 1];
    const beaten = people().length === 1 && people().includes(state.view.winner ?? -1);
    return beaten && LADDER.includes(state.settings.level) ? $("level").querySelector(`option[value=${next}]`) : null;
}

/** The result as a text: the game, how it ended, each move as a square, and where to try it. */
async function shared() {
    const marks = await squares();
    return [`${state.view.name}: ${standing(state.view)}`, marks, link()].filter(Boolean).join("\n");
}

/** What can be done after the end. */
function paintEnding() {
    const { view, tab } = state;
    const place = $("ending");
    place.hidden = !view.over || tab !== "";
    const points = scoreOf(start.sheet, view);
    for (const turn of [0, 1]) {
        const won = tally.size ? tally.get(owner(turn)) ?? 0 : "";
        $(`seat-${turn}`).children[3].textContent = `${points ? points[turn] : won}`;
    }
    if (place.hidden || place.contains(document.activeElement)) return;
    const alone = people().length === 1;
    const won = view.winner !== null && (!alone || people().includes(view.winner));
    const next = nextLevel();
    const on = () => setLevel(next?.getAttribute("value") ?? "").then(begin);
    const main = { class: "button main" };
    const share = buttonFor("Share", () => shared().then((text) => send(text, share)));
    const draws = tally.get("draws");
    const row = element("p", { class: "squares", role: "img", "aria-label": "Your moves: best ones, and mistakes" });
    const square = (/** @type {string} */ mark) => element("i", { "data-worth": mark === "🟧" ? "mistake" : "best" });
    if (view.cells.length <= SMALL) squares().then((marks) => row.replaceChildren(...[...marks].map(square)));
    place.dataset.result = view.winner === null ? "draw" : won ? "won" : "lost";
    place.replaceChildren(
        element("p", { class: "result" }, standing(view)),
        element("p", { class: "faint" }, how()),
        ...(draws ? [element("p", { class: "faint" }, `Draws so far: ${draws}`)] : []),
        ...(view.cells.length <= SMALL ? [row] : []),
        ...(next ? [buttonFor(`Next level: ${next.textContent}`, on, { ...main, id: "next-level" })] : []),
        buttonFor("Rematch", begin, { ...(next ? {} : main), id: "again" }),
        won && alone ? buttonFor("Review", course, { id: "see" }) : buttonFor(alone ? "See your mistake" : "See the mistakes", seeMistake, { id: "see" }),
        share,
    );
}

/** Follow the state. */
export function wireEnding() {
    subscribe(["view"], count);
    subscribe(["view", "tab", "settings"], paintEnding);
    paintEnding();
}
